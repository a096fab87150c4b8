import { valueTypes } from '../domains/value-types/index.ts'
import { control } from '../syntax/controls.ts'
import { numericEscape } from '../syntax/nodes.ts'
import { typeNamed } from '../syntax/type-words.ts'
import { cellOf, type PlainTable } from './table.ts'

/**
 * A table as Markdown, under its tag as a heading: for people to read, not to be read back. Numbers stand on the right.
 */
export function* markdownOf(table: PlainTable): Generator<string> {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  const isNumber = (word: string): boolean => {
    const type = typeNamed(word)
    return type !== undefined && valueTypes[type].isNumber
  }
  yield `## ${escapeText(table.tag)}\n\n`
  // Markdown needs at least one column, so a table of records without fields gets an empty one.
  const columns = table.columns.length > 0 ? table.columns : [{ key: '', type: 'string' }]
  yield row(columns.map(({ key }) => escapeText(key)))
  yield row(columns.map(({ type }) => (isNumber(type) ? '--:' : '---')))
  for (const record of table.rows) yield row(table.columns.map(column => escapeText(cellOf(record, column) ?? '')))
}

/**
 * Text that Markdown shows as it is: no formatting, no links, no HTML, and on one line. Characters that control a
 * terminal or the direction of text are shown as their numbers.
 */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]<>&|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '<br>')
    .replace(controls, character => `\\${numericEscape(character)}`)

const controls = new RegExp(`(?!\\t)${control.source}`, 'gu')
