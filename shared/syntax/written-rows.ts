import { control } from './controls.ts'
import { numericEscape } from './nodes.ts'

/**
 * How the command line and the editor write CSV, JSON, NDJSON and tables of Markdown. All lines end with LF, as most
 * programs expect: those that read lines would take a CR for a part of the last cell, and spreadsheets read both.
 */

/** Cells as a line of CSV. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`

/** A cell as CSV: in quotes if another program could read it in another way without them. */
export const csvCell = (cell: string): string =>
  /^ |[",\r\n\ufeff]| $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** The names of columns as the head of a table in Markdown, with numbers on the right. */
export const markdownHead = (names: readonly string[], isNumber: (column: number) => boolean = () => false): string =>
  markdownRow(names.map(escapeText)) + markdownRow(names.map((_, column) => (isNumber(column) ? '--:' : '---')))

/** Cells, which are Markdown already, as a row of a table. */
export const markdownRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

/**
 * Text that Markdown shows as it is: no formatting, no links, no HTML, and on one line. Characters that control a
 * terminal or the direction of text are shown as their numbers.
 */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]<>&|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '<br>')
    .replace(controls, character => `\\${numericEscape(character)}`)

const controls = new RegExp(`(?!\\t)${control.source}`, 'g')

/** JSON texts as NDJSON, a line each. */
export const ndjsonOf = (texts: readonly string[]): string => texts.map(text => `${text}\n`).join('')

/**
 * Makes a function that writes items of a JSON list, each on a line of its own: some JSON texts at a time, and what
 * separates them from those before.
 */
export function jsonItems(): (texts: readonly string[]) => string {
  let separator = '\n'
  return texts => {
    if (texts.length === 0) return ''
    const text = separator + texts.join(',\n')
    separator = ',\n'
    return text
  }
}

/** Makes functions that write a JSON list with a line for each item: some JSON texts at a time, then the end. */
export function jsonList(): { readonly some: (texts: readonly string[]) => string; readonly end: () => string } {
  const write = jsonItems()
  let isEmpty = true
  return {
    some: texts => {
      const text = (isEmpty && texts.length > 0 ? '[' : '') + write(texts)
      isEmpty &&= texts.length === 0
      return text
    },
    end: () => (isEmpty ? '[]\n' : '\n]\n'),
  }
}
