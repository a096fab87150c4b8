import { domainsOfFile, type FileContext, tagsInForce } from '../domains/domains-in-force.ts'
import { fieldOf } from '../domains/registry.ts'
import { typeNamed } from '../syntax/type-words.ts'
import { type ColumnField, columnNotes, fieldsOfColumns } from './column-fields.ts'
import { declaredType, definitionsOf } from './declared-types.ts'
import { type Doubt, readingOfColumn } from './foreign-values.ts'
import { type Look, type ReadColumn, type ReadColumns, type ReadRow, readColumns } from './rows.ts'
import type { ValueChoices } from './value-choices.ts'

/** What the user says about a table from elsewhere. */
export interface TableChoices extends ValueChoices {
  /** By the name of a column the name of its field; an empty text leaves the column out. */
  readonly fields: ReadonlyMap<string, string>
}

/** The columns of a table from elsewhere with the fields that they are read as. */
export interface ForeignColumns extends ReadColumns {
  readonly found: readonly ColumnField[]
  /** Sentences about columns that do not have the name of a field. */
  readonly notes: readonly string[]
}

/**
 * Finds the fields of a tag that the columns of a table mean.
 *
 * @param looks what the columns hold, where the table says it
 */
export function readForeignColumns(
  names: readonly string[],
  tag: string,
  context: FileContext,
  { fields: chosen }: TableChoices,
  looks?: readonly Look[],
): ForeignColumns {
  const fields = fieldsOfTag(tag, context)
  const found = fieldsOfColumns(names, fields, chosen)
  // A column that cannot be a field is a problem, unless the user leaves it out.
  const keys = found.map(({ column, key, match }) => (match === 'none' ? column : key))
  return { ...readColumns(keys, looks), found, notes: columnNotes(found, tag, fields) }
}

/** The names of the fields that a tag has in the domains in force; empty if none of them has the tag. */
export function fieldsOfTag(tag: string, context: FileContext): readonly string[] {
  const tags = tagsInForce(tag, domainsOfFile(context).domains)
  return [...new Set(tags.flatMap(one => ['rid', ...one.fields.keys()]))]
}

/** The rows of a table with their values in the notation, and what the user should know about them. */
export interface ForeignRows<Row> {
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
  readonly doubts: readonly Doubt[]
}

/**
 * Reads the values of a table from elsewhere by the types of their fields: dates, numbers and truth values as
 * spreadsheets write them become those of the notation.
 *
 * @param found the columns of the rows with their fields
 * @param placeOf where a row stands in the table, by its index, such as `line 2`
 */
export function readForeignValues<Row extends ReadRow>(
  rows: readonly Row[],
  found: readonly ColumnField[],
  context: FileContext,
  choices: ValueChoices,
  placeOf: (index: number) => string,
): ForeignRows<Row> {
  const [first] = rows
  if (!first) return { rows, notes: [], doubts: [] }
  const { columns, tag } = first
  const names = columns.flatMap(column => (column.kind === 'field' ? [column.key.name] : []))
  const definitions = definitionsOf(tag, names, domainsOfFile(context).domains)
  const typeOf = (column: ReadColumn): string | undefined => {
    if (column.kind !== 'field' || column.look !== 'string') return undefined
    const { name, type } = column.key
    // The commas of a list are no decimal commas.
    if (definitions.some(definition => fieldOf(definition, name)?.list)) return undefined
    return type ?? declaredType(definitions, name)
  }
  const readings = columns.map((column, index) => {
    const type = typeNamed(typeOf(column) ?? '')
    if (type === undefined) return undefined
    const texts = textsOf(rows, index)
    const placeOfText = (text: number): string => placeOf(rowOfText(rows, index, text))
    return readingOfColumn(found[index]?.column ?? '', type, texts, choices, placeOfText)
  })
  const notes = readings.flatMap(reading => reading?.notes ?? [])
  const doubts = readings.flatMap(reading => reading?.doubt ?? [])
  if (notes.length === 0) return { rows, notes, doubts }
  const read = (cell: string | undefined, index: number): string | undefined =>
    cell === undefined ? undefined : (readings[index]?.read(cell) ?? cell)
  return { rows: rows.map(row => ({ ...row, cells: row.cells.map(read) })), notes, doubts }
}

/** The texts of a column. */
function textsOf(rows: readonly ReadRow[], column: number): string[] {
  const texts: string[] = []
  for (const { cells } of rows) {
    const text = cells[column]
    if (text !== undefined) texts.push(text)
  }
  return texts
}

/** The index of the row that has a text of a column, which is the first, second or a later one of its texts. */
function rowOfText(rows: readonly ReadRow[], column: number, text: number): number {
  let before = -1
  return rows.findIndex(({ cells }) => cells[column] !== undefined && ++before === text)
}
