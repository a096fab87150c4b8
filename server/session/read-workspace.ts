import type { Connection } from 'vscode-languageserver'
import type { FileFacts } from '../../shared/index/file-facts.ts'
import type { ListFilesParams } from '../../shared/protocol/files.ts'
import type { FileReader, FileToRead } from '../platform/file-reader.ts'
import type { WorkspaceFiles } from '../platform/files.ts'

/**
 * Reads files in the background, with progress that the user can cancel.
 *
 * @param take is given what is to be kept of each file as it is read
 * @param isStale tells whether a newer reading has begun, so that this one ends
 * @returns whether all files were read
 */
export async function readInBackground(
  connection: Connection,
  reader: FileReader,
  files: readonly FileToRead[],
  take: (uri: string, facts: FileFacts | undefined) => Promise<void> | void,
  isStale: () => boolean,
): Promise<boolean> {
  if (files.length === 0) return true
  // A client that does not show progress is none the worse.
  const progress = await connection.window.createWorkDoneProgress().catch(() => undefined)
  progress?.begin('Reading records', 0, `${files.length} files`, true)
  const isOver = (): boolean => isStale() || (progress?.token.isCancellationRequested ?? false)
  let done = 0
  try {
    await forEach(files, async file => {
      if (isOver()) return
      const facts = await reader.read(file)
      // A reader on a thread of its own can bring one file after the other, and what else came in meanwhile would have to wait.
      await nextTurn()
      if (isOver()) return
      await take(file.uri, facts)
      if (++done % 20 === 0)
        progress?.report(Math.floor((done / files.length) * 100), `${done} of ${files.length} files`)
    })
    return !isOver()
  } finally {
    progress?.done()
  }
}

/** Waits until all that has come in has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve)
  })

/** Does something with each of many things, with a few of them at the same time: so there is always one to go on with while others are waited for. */
export async function forEach<Thing>(things: Iterable<Thing>, work: (thing: Thing) => Promise<void>): Promise<void> {
  const remaining = [...things].values()
  const goOn = async (): Promise<void> => {
    for (const thing of remaining) await work(thing)
  }
  await Promise.all(Array.from({ length: 4 }, goOn))
}

/** The addresses of the files of all places, each once. Of a folder that cannot be listed the log tells. */
export async function listFiles(
  connection: Connection,
  files: WorkspaceFiles,
  queries: readonly ListFilesParams[],
): Promise<string[]> {
  const lists = await Promise.all(
    queries.map(query =>
      files.list(query).catch(error => {
        connection.console.warn(
          `The files of ${query.folder} cannot be listed, so their records are not known: ${String(error)}`,
        )
        return []
      }),
    ),
  )
  return [...new Set(lists.flat())]
}
