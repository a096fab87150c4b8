import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver'
import { localize } from '../../shared/domains/localize.ts'
import type { FileToRead } from '../platform/file-reader.ts'
import { forEach, nextTurn } from './turns.ts'

/**
 * Reads files in the background, with progress that the user can cancel.
 *
 * @param read reads a file
 * @param take is given each file as it is read
 * @param isStale tells whether a newer reload has begun, so that this one stops
 * @returns whether all files were read
 */
export async function readInBackground<Found>(
  connection: Connection,
  read: (file: FileToRead) => Promise<Found>,
  files: readonly FileToRead[],
  take: (uri: string, found: Found) => Promise<void>,
  isStale: () => boolean,
): Promise<boolean> {
  if (files.length === 0) return true
  const progress = startProgress(connection, `${files.length} files`)
  const isOver = (): boolean => isStale() || progress.isCancelled()
  let done = 0
  try {
    await forEach(files, async file => {
      if (isOver()) return
      const found = await read(file)
      // A reader on its own thread can deliver file after file, and messages of the client would have to wait.
      await nextTurn()
      if (isOver()) return
      await take(file.uri, found)
      if (++done % 20 === 0)
        progress.report(Math.floor((done / files.length) * 100), `${done} of ${files.length} files`)
    })
    return !isOver()
  } finally {
    progress.end()
  }
}

interface ReadingProgress {
  isCancelled(): boolean
  report(percentage: number, message: string): void
  end(): void
}

/** Shows progress once the client has created it. A client can refuse that, or never answer. */
function startProgress({ window }: Connection, message: string): ReadingProgress {
  let shown: WorkDoneProgressServerReporter | undefined
  let hasEnded = false
  window.createWorkDoneProgress().then(
    created => {
      if (hasEnded) return
      shown = created
      shown.begin(localize('Reading records'), 0, message, true)
    },
    () => undefined,
  )
  return {
    isCancelled: () => shown?.token.isCancellationRequested ?? false,
    report: (percentage, text) => shown?.report(percentage, text),
    end() {
      hasEnded = true
      shown?.done()
    },
  }
}
