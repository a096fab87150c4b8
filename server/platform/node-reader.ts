import { parentPort, Worker, workerData } from 'node:worker_threads'
import { URI } from 'vscode-uri'
import type { FileReader, FileToRead, ReaderOptions, ReadFile, readerHere } from './file-reader.ts'
import { nodeFileSystem } from './node-file-system.ts'

/** A request from one thread to the other. */
interface Question {
  readonly number: number
  readonly file: FileToRead
}

interface Answer {
  readonly number: number
  readonly file: ReadFile | undefined
}

/** A file that was not answered yet. */
interface Waiting {
  readonly uri: string
  answer(file: ReadFile | undefined): void
  fail(error: Error): void
}

/**
 * Reads files on a separate thread, so that parsing a large file does not block requests.
 *
 * @param program the path of a program that calls `readForOtherThread` if it does not run on the main thread
 */
export function readerOnThread(program: string, options: ReaderOptions): FileReader {
  const thread = new Worker(program, { workerData: options })
  const waiting = new Map<number, Waiting>()
  let count = 0
  let failure: Error | undefined
  thread.on('message', ({ number, file }: Answer) => {
    waiting.get(number)?.answer(file)
    waiting.delete(number)
  })
  thread.on('error', error => {
    const [first] = waiting.values()
    failure = first && isOutOfMemory(error) ? new Error(tooLarge(first.uri)) : error
    for (const { fail } of waiting.values()) fail(failure)
  })
  return {
    read: file =>
      new Promise((answer, fail) => {
        if (failure) return fail(failure)
        waiting.set(++count, { uri: file.uri, answer, fail })
        thread.postMessage({ number: count, file } satisfies Question)
      }),
    close: () => void thread.terminate(),
  }
}

/** Node ends a thread that has no memory left, and the other threads go on. */
const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** @param uri the URI of the file that was read when the memory ended */
const tooLarge = (uri: string): string =>
  `${URI.parse(uri).fsPath} needs more memory than the server has; split the file, or exclude it with files.exclude in recline.json.`

/** Serves `readerOnThread`, on the thread that it started. */
export function readForOtherThread(makeReader: typeof readerHere): void {
  const reader = makeReader(nodeFileSystem, workerData as ReaderOptions)
  parentPort!.on('message', async ({ number, file: toRead }: Question) => {
    const file = await reader.read(toRead)
    const facts = file?.facts
    const moved = facts ? [facts.records.buffer as ArrayBuffer, facts.references.buffer as ArrayBuffer] : []
    parentPort!.postMessage({ number, file } satisfies Answer, moved)
  })
}
