import * as vscode from 'vscode'
import type { ImportedTable } from '../../shared/protocol/import.ts'
import { fileName } from '../editor/active-file.ts'
import { withoutLinks } from '../editor/plain-text.ts'
import type { ParquetTask } from './parquet-reader.ts'
import type { ParquetAnswer } from './parquet-table.ts'

/** The extensions of files that can be imported. */
export const dataExtensions = ['csv', 'tsv', 'txt', 'json', 'ndjson', 'jsonl', 'parquet']

/** The server gets the whole text, so larger files are for the command line. */
const mostDataBytes = 20_000_000

/** The most bytes of a Parquet file when it is unpacked, and the most milliseconds to read it. */
const parquetLimits = { bytes: 500_000_000, milliseconds: 60_000 }

/** Reads a Parquet file in a thread of its own. Rejects if the thread ends or the signal comes first. */
export type ReadParquet = (
  task: ParquetTask,
  context: vscode.ExtensionContext,
  signal: AbortSignal,
) => Promise<ParquetAnswer>

/**
 * The data of a file: its text, or the rows of a Parquet file. Undefined if it cannot be read, and a message says why.
 */
export async function readData(
  source: vscode.Uri,
  context: vscode.ExtensionContext,
  readParquet: ReadParquet,
): Promise<string | ImportedTable | undefined> {
  const bytes = await readBytes(source)
  if (!bytes) return undefined
  return source.path.toLowerCase().endsWith('.parquet') ? readTable() : readDataText(source, bytes)

  async function readTable(): Promise<ImportedTable | undefined> {
    const limits = { characters: mostDataBytes, unpackedBytes: parquetLimits.bytes }
    const signal = AbortSignal.timeout(parquetLimits.milliseconds)
    // The bytes can be part of a larger buffer.
    const task = { file: bytes!.slice().buffer, limits }
    const answer = await readParquet(task, context, signal).catch(() => ({
      refusal: 'needs too much memory or time; convert it with "recline convert"',
    }))
    if ('table' in answer) return answer.table
    void vscode.window.showErrorMessage(withoutLinks(`${fileName(source)} ${answer.refusal}.`))
    return undefined
  }
}

/** The bytes of a file; undefined if it cannot be read, and a message says why. */
async function readBytes(source: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(source)
    if (bytes.length <= mostDataBytes) return bytes
    const limit = `has more than ${mostDataBytes / 1_000_000} MB; convert it with "recline convert"`
    void vscode.window.showErrorMessage(withoutLinks(`${fileName(source)} ${limit}.`))
  } catch {
    void vscode.window.showErrorMessage(withoutLinks(`${fileName(source)} could not be read.`))
  }
  return undefined
}

/** The text that bytes are; undefined if they are none, and a message says so. */
async function readDataText(source: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    void vscode.window.showErrorMessage(withoutLinks(`${fileName(source)} is not UTF-8; save it as UTF-8.`))
    return undefined
  }
}
