import { valueTypes } from '../domains/value-types/index.ts'
import { typeNamed } from '../syntax/type-words.ts'
import { escapeText, markdownHead, markdownRow } from '../syntax/written-rows.ts'
import type { PlainTable } from './table.ts'

/**
 * A table as Markdown, under its tag as a heading: for people to read, not to be read back. Numbers stand on the right.
 */
export function* markdownOf(table: PlainTable): Generator<string> {
  const isNumber = (word: string): boolean => {
    const type = typeNamed(word)
    return type !== undefined && valueTypes[type].isNumber
  }
  yield `## ${escapeText(table.tag)}\n\n`
  // Markdown needs at least one column, so a table of records without fields gets an empty one.
  const columns = table.columns.length > 0 ? table.columns : [{ key: '', type: 'string' }]
  yield markdownHead(
    columns.map(({ key }) => key),
    column => isNumber(columns[column]!.type),
  )
  for (let row = 0; row < table.rowCount; row++)
    yield markdownRow(table.columns.map((_, column) => escapeText(table.cellAt(row, column) ?? '')))
}
