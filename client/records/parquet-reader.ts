/// <reference lib="webworker" />
// Reads a Parquet file for the import, in a thread of its own: a damaged file can need all memory or never end, and a
// large one does not hold up the extensions.
import { type ParquetAnswer, type ParquetLimits, parquetTable } from './parquet-table.ts'

/** The message that the thread gets. It answers with one message, a `ParquetAnswer`. */
export interface ParquetTask {
  readonly file: ArrayBuffer
  readonly limits: ParquetLimits
}

if ('importScripts' in globalThis) {
  const send = (answer: ParquetAnswer): void => globalThis.postMessage(answer)
  globalThis.onmessage = ({ data }: MessageEvent<ParquetTask>) => void answerTask(data).then(send)
} else {
  void import('node:worker_threads').then(({ parentPort }) => {
    parentPort!.once(
      'message',
      (task: ParquetTask) => void answerTask(task).then(each => parentPort!.postMessage(each)),
    )
  })
}

const answerTask = ({ file, limits }: ParquetTask): Promise<ParquetAnswer> => parquetTable(file, limits)
