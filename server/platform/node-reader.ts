import { parentPort, Worker, workerData } from 'node:worker_threads'
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

/**
 * Reads files on a separate thread, so that parsing a large file does not block requests.
 *
 * @param program the path of a program that calls `readForOtherThread` if it does not run on the main thread
 */
export function readerOnThread(program: string, options: ReaderOptions): FileReader {
  const thread = new Worker(program, { workerData: options })
  const waiting = new Map<number, { answer(file: ReadFile | undefined): void; fail(error: Error): void }>()
  let count = 0
  let failure: Error | undefined
  thread.on('message', ({ number, file }: Answer) => {
    waiting.get(number)?.answer(file)
    waiting.delete(number)
  })
  thread.on('error', error => {
    failure = error
    for (const { fail } of waiting.values()) fail(error)
  })
  return {
    read: file =>
      new Promise((answer, fail) => {
        if (failure) return fail(failure)
        waiting.set(++count, { answer, fail })
        thread.postMessage({ number: count, file } satisfies Question)
      }),
    close: () => void thread.terminate(),
  }
}

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
