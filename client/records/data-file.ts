import * as vscode from 'vscode'
import type { HeaderLine } from '../../shared/convert/foreign-tables/csv-table.ts'
import type { ImportedTable } from '../../shared/protocol/import.ts'
import { fileName } from '../editor/active-file.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import type { TableAnswer, TableTask } from './table-reader.ts'
import type { SheetChoice } from './workbook-table.ts'

/** The extensions of files that can be imported. */
export const dataExtensions = ['csv', 'tsv', 'txt', 'json', 'ndjson', 'jsonl', 'parquet', 'xlsx', 'xlsm']

/** The server gets the whole text, so larger files are for the command line. */
const mostDataBytes = 20_000_000

/** The most bytes of a Parquet file or a workbook when it is unpacked, and the most milliseconds to read it. */
const tableLimits = { bytes: 500_000_000, milliseconds: 60_000 }

/** Reads a table in a thread of its own. Rejects if the thread ends or the signal comes first. */
export type ReadTableFile = (
  task: TableTask,
  context: vscode.ExtensionContext,
  signal: AbortSignal,
) => Promise<TableAnswer>

/** What a file holds. */
export interface FileData {
  /** The text, or the rows of a table. */
  readonly content: string | ImportedTable
  /** Reads a sheet with the names of its columns in another row; undefined for what is no sheet. */
  readonly withHeader?: (header: HeaderLine | undefined) => Promise<ImportedTable | undefined>
}

/**
 * The data of a file: its text, or the rows of a Parquet file or of a sheet, which the user chooses. Undefined if it
 * cannot be read, and a message says why, or if the user chooses none.
 */
export async function readData(
  source: vscode.Uri,
  context: vscode.ExtensionContext,
  readTableFile: ReadTableFile,
): Promise<FileData | undefined> {
  const bytes = await readBytes(source)
  if (!bytes) return undefined
  if (/\.xls[xm]$/i.test(source.path)) return readSheet()
  const content = /\.parquet$/i.test(source.path) ? tableOf(await answerTo()) : await readDataText(source, bytes)
  return content === undefined ? undefined : { content }

  function answerTo(workbook?: SheetChoice): Promise<TableAnswer> {
    const limits = { characters: mostDataBytes, unpackedBytes: tableLimits.bytes }
    const signal = AbortSignal.timeout(tableLimits.milliseconds)
    // The bytes can be part of a larger buffer.
    const task = { file: bytes!.slice().buffer, limits, ...(workbook && { workbook }) }
    return readTableFile(task, context, signal).catch(() => ({
      refusal: 'needs too much memory or time; convert it with "recline convert"',
    }))
  }

  /** The table of an answer; undefined if there is none, and a message says why. */
  function tableOf(answer: TableAnswer): ImportedTable | undefined {
    if ('table' in answer) return answer.table
    if ('refusal' in answer) void vscode.window.showErrorMessage(withoutLinks(`${fileName(source)} ${answer.refusal}.`))
    return undefined
  }

  async function readSheet(): Promise<FileData | undefined> {
    let sheet: string | undefined
    let answer = await answerTo({})
    if ('sheets' in answer) {
      const items = answer.sheets.map(label => plainItem({ label }))
      sheet = (
        await vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('Choose a Sheet of {file}', { file: fileName(source) }),
        })
      )?.label
      if (sheet === undefined) return undefined
      answer = await answerTo({ sheet })
    }
    const content = tableOf(answer)
    const known = new Map([[undefined as HeaderLine | undefined, content]])
    const withHeader = async (header: HeaderLine | undefined): Promise<ImportedTable | undefined> => {
      if (!known.has(header)) known.set(header, tableOf(await answerTo({ sheet, header })))
      return known.get(header)
    }
    return content && { content, withHeader }
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
    void vscode.window.showErrorMessage(
      withoutLinks(vscode.l10n.t('{file} could not be read.', { file: fileName(source) })),
    )
  }
  return undefined
}

/** The text that bytes are; undefined if they are none, and a message says so. */
async function readDataText(source: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    void vscode.window.showErrorMessage(
      withoutLinks(vscode.l10n.t('{file} is not UTF-8; save it as UTF-8.', { file: fileName(source) })),
    )
    return undefined
  }
}
