import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { type Key, onlyEntry, readKey } from './keys.ts'
import { isList } from './lists.ts'
import { plainRecord, plainRecordSays } from './plain-record.ts'
import type { Given, GivenField } from './record-text.ts'

/** The column with the text of a record whose fields are not all of it. */
export const textColumn = '$text'

/** The column with the place of the record among those of other tags. */
export const orderColumn = '$order'

/** What a column of a table that is read holds. */
export type ReadColumn =
  | { readonly kind: 'text' | 'order' | 'unnamed' | 'left out' }
  | { readonly kind: 'field'; readonly key: Key; readonly look: Look }

/** The type of the values of a column, if the table declares it. */
export type Look = TypeName | 'list'

/** The texts of a row; undefined for an absent value. */
export type Cells = readonly (string | undefined)[]

/** A row that can be read as a record. It keeps the cells, because these need less memory than the record. */
export interface ReadRow {
  readonly columns: readonly ReadColumn[]
  readonly cells: Cells
  readonly tag: string
  /** Its place among those of other tables. */
  readonly order: number | undefined
}

/** What is wrong, and the index of its column. */
export interface CellProblem {
  readonly message: string
  readonly column: number
}

/** What the columns of a table hold, and which of their names no column can have. */
export interface ReadColumns {
  readonly columns: readonly ReadColumn[]
  readonly problems: readonly CellProblem[]
}

/**
 * Reads the names of a table's columns. An undefined name leaves its column out.
 *
 * @param looks what the columns hold, where the table says it; otherwise texts
 */
export function readColumns(names: readonly (string | undefined)[], looks: readonly Look[] = []): ReadColumns {
  const problems: CellProblem[] = []
  const met = new Set<string>()
  const columns = names.map((name, column): ReadColumn => {
    if (name === undefined) return { kind: 'left out' }
    if (name === '') return { kind: 'unnamed' }
    if (met.has(name)) {
      problems.push({
        column,
        message: localize('There is a second column {column}; rename one of them, or take it out.', {
          column: show(name),
        }),
      })
    }
    met.add(name)
    if (name === textColumn) return { kind: 'text' }
    if (name === orderColumn) return { kind: 'order' }
    const key = readKey(name)
    if (!('problem' in key)) return { kind: 'field', key, look: looks[column] ?? 'string' }
    problems.push({ column, message: key.problem })
    return { kind: 'unnamed' }
  })
  return { columns, problems }
}

/** Reads a row: undefined for an empty one. An undefined cell gives no field. */
export function readRow(columns: readonly ReadColumn[], cells: Cells, tag: string): ReadRow | CellProblem | undefined {
  let order: number | undefined
  let isEmpty = true
  let hasText = false
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]
    if (cell === undefined) continue
    const column = columns[index] ?? unnamed
    if (column.kind === 'left out' || (cell === '' && column.kind !== 'field')) continue
    if (column.kind === 'unnamed') {
      const message = localize(
        'The cell {cell} stands in no column that has a name; give it one in the first row, or take the cell out.',
        { cell: show(cell) },
      )
      return { column: index, message }
    }
    if (column.kind === 'text') hasText = true
    if (column.kind !== 'order') isEmpty = false
    else if (/^\d{1,15}$/.test(cell)) order = Number(cell)
    else {
      const message = localize('{column} is {value}; it has to be a whole number, or empty.', {
        column: orderColumn,
        value: show(cell),
      })
      return { column: index, message }
    }
  }
  if (isEmpty) return undefined
  const row = { columns, cells, tag, order }
  const problem = hasText ? textProblem(row) : undefined
  return problem === undefined ? row : { column: columns.findIndex(({ kind }) => kind === 'text'), message: problem }
}

const unnamed: ReadColumn = { kind: 'unnamed' }

/** The record that a row is. */
export function givenOf(row: ReadRow): Given {
  const text = textOfRow(row)
  return text === undefined ? { kind: 'record', tag: row.tag, fields: fieldsOfRow(row) } : { kind: 'text', text }
}

/**
 * The entries, with the rows of all tables in their stored order. A row without one stays after the row before it.
 */
export function byOrder<Row extends Pick<ReadRow, 'order'>>(rows: Iterable<Row>): Row[] {
  let latest = 0
  return Array.from(rows, row => {
    latest = row.order ?? latest
    return { row, order: latest }
  })
    .sort((one, other) => one.order - other.order)
    .map(({ row }) => row)
}

function readCell({ name, type }: Key, look: Look, value: string): GivenField {
  if ((look === 'list' || type === 'list') && isList(value)) {
    return { name, type: type === 'list' ? undefined : type, look: 'string', value, isList: true }
  }
  return { name, type, look: look === 'list' ? 'string' : look, value, isList: false }
}

function fieldsOfRow({ columns, cells }: ReadRow): GivenField[] {
  const fields: GivenField[] = []
  // To iterate over entries takes longer than to read the cells.
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!
    const cell = cells[index]
    if (column.kind === 'field' && cell !== undefined) fields.push(readCell(column.key, column.look, cell))
  }
  return fields
}

const textOfRow = ({ columns, cells }: ReadRow): string | undefined =>
  cells[columns.findIndex(({ kind }) => kind === 'text')] || undefined

function textProblem(row: ReadRow): string | undefined {
  const text = textOfRow(row)
  if (text === undefined) return undefined
  const entry = onlyEntry(text)
  const record = entry?.kind === 'record' ? plainRecord(entry, []) : undefined
  if (!record)
    return localize('{column} has to hold one record; empty it, and the other cells of the row count.', {
      column: textColumn,
    })
  const fields = fieldsOfRow(row)
  if (record.tag === row.tag && (fields.length === 0 || plainRecordSays(record, fields))) return undefined
  return localize('{column} says something else than the other cells of the row; empty it, and they count.', {
    column: textColumn,
  })
}
