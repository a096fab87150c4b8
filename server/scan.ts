import type { Connection } from 'vscode-languageserver'
import type { Place } from './config-store.ts'
import type { WorkspaceFiles } from './files.ts'

/**
 * Reads files in the background, with progress that the user can cancel.
 *
 * @param uris the addresses of the files
 * @param take is given each file's text as it is read
 * @param isStale tells whether a newer reading has begun, so that this one ends
 * @returns whether all files were read
 */
export async function readInBackground(
  connection: Connection,
  files: WorkspaceFiles,
  uris: readonly string[],
  take: (uri: string, text: string | undefined) => void,
  isStale: () => boolean,
): Promise<boolean> {
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

/** The addresses of the files of all places, each once. Of a folder that cannot be listed the log tells. */
export async function listFiles(connection: Connection, files: WorkspaceFiles, places: readonly Place[]): Promise<string[]> {
  const lists = await Promise.all(places.map(({ folder, include, exclude }) => files.list(folder, include, exclude).catch(error => {
    connection.console.warn(`The files of ${folder} cannot be listed, so their records are not known: ${String(error)}`)
    return []
  })))
  return [...new Set(lists.flat())]
}
