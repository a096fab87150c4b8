/// <reference lib="webworker" />
// Reads a Parquet file or a workbook for the import, in a thread of its own: a damaged file can need all memory or
// never end, and a large one does not hold up the extensions.
import { type ParquetAnswer, parquetTable, type TableLimits } from './parquet-table.ts'
import { type SheetChoice, type WorkbookAnswer, workbookTable } from './workbook-table.ts'

/** The message that the thread gets. It answers with one message, a `TableAnswer`. */
export interface TableTask {
  readonly file: ArrayBuffer
  readonly limits: TableLimits
  /** Which sheet of a workbook is read; undefined for Parquet. */
  readonly workbook?: SheetChoice
}

export type TableAnswer = ParquetAnswer | WorkbookAnswer

if ('importScripts' in globalThis) {
  const send = (answer: TableAnswer): void => globalThis.postMessage(answer)
  globalThis.onmessage = ({ data }: MessageEvent<TableTask>) => void answerTask(data).then(send)
} else {
  void import('node:worker_threads').then(({ parentPort }) => {
    parentPort!.once('message', (task: TableTask) => void answerTask(task).then(each => parentPort!.postMessage(each)))
  })
}

const answerTask = async ({ file, limits, workbook }: TableTask): Promise<TableAnswer> =>
  workbook ? workbookTable(new Uint8Array(file), limits, workbook) : parquetTable(file, limits)
