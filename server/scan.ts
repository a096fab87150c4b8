import type { Connection } from 'vscode-languageserver'
import type { WorkspaceFiles } from './files.ts'
import type { Settings } from './settings.ts'

/**
 * Reads all files of the workspace in the background, with progress that the user can cancel.
 *
 * @param take is given each file's text as it is read
 * @param isStale tells whether a newer reading has begun, so that this one ends
 * @returns whether all files were read
 */
export async function scanWorkspace(
  connection: Connection,
  files: WorkspaceFiles,
  folders: readonly string[],
  settings: Settings,
  take: (uri: string, text: string | undefined) => void,
  isStale: () => boolean,
): Promise<boolean> {
  const lists = await Promise.all(folders.map(folder => files.list(folder, settings.files.include, settings.files.exclude).catch(error => {
    connection.console.warn(`The files of ${folder} cannot be listed, so their records are not known: ${String(error)}`)
    return []
  })))
  const uris = [...new Set(lists.flat())]
  if (uris.length === 0) return true
  // A client that does not show progress is none the worse.
  const progress = await connection.window.createWorkDoneProgress().catch(() => undefined)
  progress?.begin('Reading records', 0, `${uris.length} files`, true)
  try {
    for (const [index, uri] of uris.entries()) {
      if (isStale() || progress?.token.isCancellationRequested) return false
      // Reading waits for the disk, so that messages are answered between two files.
      take(uri, await files.read(uri))
      if (index % 20 === 0) progress?.report(Math.floor((index / uris.length) * 100), `${index + 1} of ${uris.length} files`)
    }
    return true
  } finally {
    progress?.done()
  }
}
