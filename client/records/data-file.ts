import * as vscode from 'vscode'
import type { HeaderLine } from '../../shared/convert/foreign-tables/csv-table.ts'
import { mostDataBytes } from '../../shared/protocol/data-files.ts'
import type { ImportedTable } from '../../shared/protocol/import.ts'
import { fileName } from '../editor/active-file.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import type { TableAnswer, TableTask } from './table-reader.ts'
import type { SheetChoice } from './workbook-table.ts'

/** The most bytes of a Parquet file or a workbook when it is unpacked, and the most milliseconds to read it. */
const tableLimits = { bytes: 500_000_000, milliseconds: 60_000 }

/** A file that is not in a folder of VS Code, such as one that is dropped from elsewhere. */
interface DroppedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file of data. */
export type DataSource = vscode.Uri | DroppedFile

/** The name of a file of data. */
export const nameOfData = (source: DataSource): string => ('bytes' in source ? source.name : fileName(source))

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
  source: DataSource,
  context: vscode.ExtensionContext,
  readTableFile: ReadTableFile,
): Promise<FileData | undefined> {
  const bytes = await readBytes(source)
  if (!bytes) return undefined
  const name = nameOfData(source)
  if (/\.xls[xm]$/i.test(name)) return readSheet()
  const content = /\.parquet$/i.test(name) ? tableOf(await answerTo()) : await readDataText(name, bytes)
  return content === undefined ? undefined : { content }

  function answerTo(workbook?: SheetChoice): Promise<TableAnswer> {
    const limits = { characters: mostDataBytes, unpackedBytes: tableLimits.bytes }
    const signal = AbortSignal.timeout(tableLimits.milliseconds)
    // The bytes can be part of a larger buffer.
    const task = { file: bytes!.slice().buffer, limits, ...(workbook && { workbook }) }
    return readTableFile(task, context, signal).catch(() => ({
      refusal: vscode.l10n.t('needs too much memory or time; convert it with "recline convert"'),
    }))
  }

  /** The table of an answer; undefined if there is none, and a message says why. */
  function tableOf(answer: TableAnswer): ImportedTable | undefined {
    if ('table' in answer) return answer.table
    if ('refusal' in answer) void vscode.window.showErrorMessage(withoutLinks(`${name} ${answer.refusal}.`))
    return undefined
  }

  async function readSheet(): Promise<FileData | undefined> {
    let sheet: string | undefined
    let answer = await answerTo({})
    if ('sheets' in answer) {
      const items = answer.sheets.map(label => plainItem({ label }))
      sheet = (
        await vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('Choose a Sheet of {file}', { file: name }),
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
async function readBytes(source: DataSource): Promise<Uint8Array | undefined> {
  const file = nameOfData(source)
  try {
    const bytes = 'bytes' in source ? source.bytes : await vscode.workspace.fs.readFile(source)
    if (bytes.length <= mostDataBytes) return bytes
    const most = mostDataBytes / 1_000_000
    void vscode.window.showErrorMessage(
      withoutLinks(vscode.l10n.t('{file} has more than {most} MB; convert it with "recline convert".', { file, most })),
    )
  } catch {
    void vscode.window.showErrorMessage(withoutLinks(vscode.l10n.t('{file} could not be read.', { file })))
  }
  return undefined
}

/** The text that bytes are; undefined if they are none, and a message says so. */
async function readDataText(file: string, bytes: Uint8Array): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    void vscode.window.showErrorMessage(withoutLinks(vscode.l10n.t('{file} is not UTF-8; save it as UTF-8.', { file })))
    return undefined
  }
}
