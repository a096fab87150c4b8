import { type HeaderLine, readCsvTable } from './csv-table.ts'
import type { ForeignTable } from './foreign-table.ts'
import { type JsonOptions, listOfJsonLines, readJsonTable } from './json-table.ts'

/** How a text becomes a table. */
export interface TextOptions extends Pick<JsonOptions, 'records' | 'isFlattened'> {
  readonly header?: HeaderLine | undefined
}

/** Whether a text can only be JSON or JSON Lines, and no CSV. */
export const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text)

/** Reads CSV, JSON or JSON Lines as a table. */
export const readTextTable = (text: string, options: TextOptions = {}): ForeignTable =>
  isJsonText(text) ? readJsonTable(listOfJsonLines(text), options) : readCsvTable(text, options.header)
