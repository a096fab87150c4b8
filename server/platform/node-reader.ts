import { availableParallelism } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { URI } from 'vscode-uri'
import type { FoundValue } from '../../shared/index/value-search.ts'
import type { FileReader, FileToRead, ReaderOptions, ReadFile, readerHere, ValueSearch } from './file-reader.ts'
import { nodeFileSystem } from './node-file-system.ts'

/** A request from one thread to the other. */
type Question = { readonly number: number } & ({ readonly file: FileToRead } | { readonly search: ValueSearch })

interface ReadAnswer {
  readonly number: number
  readonly result: ReadFile | undefined | FoundValue[]
}

/** A question that was not answered yet. */
interface Waiting {
  readonly uri: string
  readonly question: Question
  answer(result: ReadAnswer['result']): void
  fail(error: Error): void
}

/** How often the thread may end until all reads fail. */
const mostEnds = 10

/** More threads read faster than the index can take what they read, and each of them takes memory. */
const mostThreads = 3

/** For so many files it pays to start another thread. */
const filesOfThread = 50

/** How many threads are to read so many files. One processor is left for the index, which takes what they read. */
export const threadsFor = (files: number): number =>
  Math.max(1, Math.min(mostThreads, availableParallelism() - 1, Math.ceil(files / filesOfThread)))

/**
 * Reads files on several threads. Each file is read by the thread that has the fewest to read.
 *
 * @param program as for `readerOnThread`
 */
export function readerOnThreads(program: string, options: ReaderOptions, count: number): FileReader {
  const threads = Array.from({ length: count }, () => ({ reader: readerOnThread(program, options), reading: 0 }))
  const use = async <Result>(work: (reader: FileReader) => Promise<Result>): Promise<Result> => {
    const thread = threads.reduce((best, other) => (other.reading < best.reading ? other : best))
    thread.reading++
    try {
      return await work(thread.reader)
    } finally {
      thread.reading--
    }
  }
  return {
    read: file => use(reader => reader.read(file)),
    search: wanted => use(reader => reader.search(wanted)),
    close() {
      for (const { reader } of threads) reader.close()
    },
  }
}

/**
 * Reads files on a separate thread, so that parsing a large file does not block requests. If the thread ends, a new one
 * reads file by file from then on. So it is known which file ends it, and only the read of that one fails.
 *
 * @param program the path of a program that calls `readForOtherThread` if it does not run on the main thread
 */
export function readerOnThread(program: string, options: ReaderOptions): FileReader {
  /** In the order in which they were asked. */
  const waiting = new Map<number, Waiting>()
  let count = 0
  let ends = 0
  let failure: Error | undefined
  let isClosed = false
  let thread = start()

  function start(): Worker {
    const started = new Worker(program, { workerData: options })
    let reason = new Error('The thread that reads files has ended.')
    started.on('message', ({ number, result }: ReadAnswer) => {
      waiting.get(number)?.answer(result)
      waiting.delete(number)
      if (ends > 0) askFirst()
    })
    // Node reports the end after the error.
    started.on('error', error => {
      reason = error
    })
    started.on('exit', () => {
      if (!isClosed) restart(reason)
    })
    return started
  }

  function restart(reason: Error): void {
    const [first] = waiting
    if (ends > 0 && first) {
      const [number, { uri, fail }] = first
      waiting.delete(number)
      fail(isOutOfMemory(reason) ? new Error(tooLarge(uri)) : reason)
    }
    if (++ends < mostEnds) {
      thread = start()
      askFirst()
    } else {
      failure = reason
      for (const { fail } of waiting.values()) fail(reason)
      waiting.clear()
    }
  }

  function askFirst(): void {
    const [first] = waiting.values()
    if (first) thread.postMessage(first.question)
  }

  const ask = <Result extends ReadAnswer['result']>(
    uri: string,
    asked: { readonly file: FileToRead } | { readonly search: ValueSearch },
  ): Promise<Result> =>
    new Promise((resolve, fail) => {
      if (failure) return fail(failure)
      const question: Question = { number: ++count, ...asked }
      waiting.set(count, { uri, question, answer: result => resolve(result as Result), fail })
      if (ends === 0 || waiting.size === 1) thread.postMessage(question)
    })
  return {
    read: file => ask<ReadFile | undefined>(file.uri, { file }),
    search: wanted => ask<FoundValue[]>(wanted.uri, { search: wanted }),
    close() {
      isClosed = true
      void thread.terminate()
    },
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
  parentPort!.on('message', async (question: Question) => {
    const { number } = question
    if ('search' in question)
      return parentPort!.postMessage({ number, result: await reader.search(question.search) } satisfies ReadAnswer)
    const result = await reader.read(question.file)
    const facts = result?.facts
    const moved = facts ? [facts.records.buffer as ArrayBuffer, facts.references.buffer as ArrayBuffer] : []
    parentPort!.postMessage({ number, result } satisfies ReadAnswer, moved)
  })
}
