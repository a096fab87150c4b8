import { readingOfColumn } from '../../convert/foreign-tables/values.ts'
import { noSuchField } from '../../domains/field-text.ts'
import { itemsOf } from '../../domains/list-items.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import type { Registry } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import type { Limit } from '../../domains/value-types/value-type.ts'
import type { ColumnKind, TableQuery } from '../../protocol/table/table.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import type { Tree } from '../../syntax/tree.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { quotedValuesIn } from './filter-values.ts'
import { rowGroups, unfolded } from './groups.ts'
import { columnOfRecords, sortByCells } from './order.ts'
import { limitOfWords } from './relative-dates.ts'
import { cellsOf, columnKind, columnPlaces, type Table } from './tables.ts'
import { readWhere } from './where.ts'

/** A filter of a column. */
interface CellFilter {
  readonly column: string
  readonly place: number
  readonly filter: Filter
  readonly isTitled: boolean
}

/** What a query asks about the records of a file, besides their text. */
interface Asked {
  /** Whether an entry has a problem. */
  readonly hasProblem: (entry: number) => boolean
  /** The titles of the records that a cell of an entry refers to; they are searched and filtered too. */
  readonly titleOf?: (entry: number, column: string) => string
  /** Whether the expression of the query is true for a record. */
  readonly holds?: (record: RecordNode) => boolean
}

/** The records of a table that a query wants, in its order, as indexes of the file's entries. */
export function arrange(
  tree: Tree,
  table: Table,
  query: TableQuery,
  { hasProblem, titleOf = () => '', holds = () => true }: Asked,
): readonly number[] {
  const { sort, filters, search } = query
  const places = columnPlaces(table.columns)
  const recordAt = (entry: number): RecordNode => tree.entries[entry] as RecordNode
  const cellFilters = filters.flatMap(({ column, text }): CellFilter[] => {
    const place = places.get(column)
    if (place === undefined || text.trim() === '') return []
    const kind = columnKind(table.columns[place]!)
    const isList = table.columns[place]!.field?.list === true
    // Only the id can be equal to a text, but the title that is shown after it can contain the text too.
    return [
      {
        column,
        place,
        filter: readFilter(text, kind, isList),
        isTitled: kind === 'reference' && !/^\s*!?=/.test(text),
      },
    ]
  })
  const references = table.columns.filter(column => columnKind(column) === 'reference')
  const wanted = search.trim().toLowerCase()
  const hasWanted = (text: string | null): boolean => text?.toLowerCase().includes(wanted) ?? false
  let records = table.records
  if (query.where) records = records.filter(entry => holds(recordAt(entry)))
  if (query.hasProblem) records = records.filter(hasProblem)
  if (wanted !== '' || cellFilters.length > 0) {
    records = records.filter(entry => {
      const record = recordAt(entry)
      // Only an escape or a title of another record can hide the query from a search in the raw text.
      const hasAllText = references.length === 0 && !record.text.includes('\\')
      if (hasAllText && !hasWanted(record.text)) return false
      const cells = cellsOf(record, places)
      return (
        cellFilters.every(({ column, place, filter, isTitled }) => {
          const cell = cells[place]!
          return filter(isTitled && cell !== null ? `${cell} ${titleOf(entry, column)}` : cell)
        }) &&
        (wanted === '' || cells.some(hasWanted) || references.some(({ name }) => hasWanted(titleOf(entry, name))))
      )
    })
  }
  const cellOf = columnOfRecords(recordAt)
  const groups = rowGroups(records, cellOf, table.columns, query)
  if (groups) return unfolded(groups)
  return sort ? sortByCells(records, cellOf, table.columns, sort) : records
}

/**
 * Sentences about filters that look like a comparison, or like words for days, and are none: they only look for the
 * text as it is. And about fields that the expression names and that no record has.
 *
 * @param table with the columns of all records
 */
export function doubtsOf(table: Table, { filters, where = '' }: TableQuery, registry: Registry): string[] {
  const { tag, columns } = table
  const unseen = readWhere(where, tag, registry).undefinedFields.filter(
    name => !columns.some(each => each.name === name),
  )
  return [
    ...filters.flatMap(({ column: name, text }) => {
      const column = columns.find(each => each.name === name)
      return (column && filterDoubt(text.trim(), name, columnKind(column))) ?? []
    }),
    ...(tag ? unseen.map(name => noSuchField(tag, name)) : []),
  ]
}

function filterDoubt(text: string, name: string, kind: ColumnKind): string | undefined {
  if (text === '' || quotedValuesIn(text.replace(/^!/, '')) || readComparison(text, kind)) return undefined
  const meaning = localize('The filter of {column} looks for the text {text}', { column: name, text: show(text) })
  const isCompared = /^(?:[<>]|.*\d\.\.|\.\.\d)/.test(text)
  if (kind === 'ts') {
    const isOtherDay = /\d[./]\d+[./]\d/.test(text)
    if (!isCompared && !isOtherDay && (/^!?=/.test(text) || !/[a-su-y]/i.test(text))) return undefined
    return sentenceOfClauses(
      meaning,
      localize('days are written as 2026-06-30, 2026-06, today, this month, next 30 days or overdue'),
    )
  }
  if (!isCompared) return undefined
  if (kind === 'int' || kind === 'float')
    return sentenceOfClauses(meaning, localize('numbers are compared as >5, <=5 or 1..5'))
  return /^[<>]/.test(text) ? sentenceOfClauses(meaning, localize('only numbers and dates can be compared')) : undefined
}

/** Whether a cell passes a filter. */
type Filter = (cell: string | null) => boolean

/**
 * Reads what someone typed to filter a column. Plain text matches anywhere in the cell, ignoring case; `!` before it
 * negates the filter. `=text` wants the whole cell, and `=` alone an empty one, `!=` the opposite. `>5`, `>=5`, `<5`,
 * `<=5`, `1..5`, `1..` and `..5` compare numbers and timestamps; a limit can be a year or a month, and includes all of
 * it. For timestamps, it can also be words such as `today`, or a day as spreadsheets write it, which compare
 * without a sign too. `=a, b` wants one of several allowed values, and `="a", "b"` one of several values of any
 * column. Empty text lets everything pass.
 */
function readFilter(typed: string, kind: ColumnKind, isList: boolean): Filter {
  const text = typed.trim()
  if (text === '') return () => true
  const values = quotedValuesIn(text.replace(/^!/, ''))
  if (values) return text.startsWith('!') ? not(isAnyOf(values, isList)) : isAnyOf(values, isList)
  const comparison = readComparison(text, kind)
  if (comparison) return comparison
  const isExact = kind === 'enum' || kind === 'bool' ? isOneOf : equals
  if (text.startsWith('!=')) return not(isExact(text.slice(2)))
  if (text.startsWith('!') && text.length > 1) return not(contains(text.slice(1)))
  return text.startsWith('=') ? isExact(text.slice(1)) : contains(text)
}

const not =
  (filter: Filter): Filter =>
  cell =>
    !filter(cell)

function equals(text: string): Filter {
  const wanted = text.trim().toLowerCase()
  return cell => (cell ?? '').toLowerCase() === wanted
}

/** Whether a cell is one of the values in a list with commas, such as `open, closed`; a value can have a comma too. */
const isOneOf = (text: string): Filter => isAnyOf([text, ...text.split(',')].map(value => value.trim()))

/** Whether a cell, or an item of its list, is one of some values. */
function isAnyOf(values: readonly string[], isList = false): Filter {
  const wanted = new Set(values.map(value => value.toLowerCase()))
  const isWanted = (text: string): boolean => wanted.has(text.toLowerCase())
  return cell => isWanted(cell ?? '') || (isList && cell !== null && itemsOf(cell).some(isWanted))
}

function contains(text: string): Filter {
  const wanted = text.trim().toLowerCase()
  return cell => cell?.toLowerCase().includes(wanted) ?? false
}

/** A comparison, or undefined where the text or the column has none: then the text is looked for as it is. */
function readComparison(text: string, kind: ColumnKind): Filter | undefined {
  if (kind === 'reference' || kind === 'enum') return undefined
  const { readLimit: readValue } = valueTypes[kind]
  if (!readValue) return undefined
  const foreign = (one: string): Limit | undefined => readValue(inNotation(one, kind))
  const day = (one: string): Limit | undefined =>
    kind === 'ts' ? (limitOfWords(one, new Date()) ?? (readValue(one) ? undefined : foreign(one))) : undefined
  const read = (one: string): Limit | undefined => readValue(one) ?? day(one) ?? foreign(one)
  const meant = day(text.replace(/^!(?!=)/, ''))
  if (meant) return text.startsWith('!') ? not(isWithin(meant)) : isWithin(meant)
  const [, from, to] = /^(.*?)\.\.(.*)$/.exec(text) ?? []
  if (from !== undefined && to !== undefined) return readRange(read, from.trim(), to.trim())
  const [, operator = '', operand = ''] = /^(>=|<=|!=|>|<|=)(.+)$/.exec(text) ?? []
  const limit = read(operand.trim())
  return limit && filterComparisons[operator]?.(limit)
}

/** A number or a day that is written as in a spreadsheet, such as `1.234,5`, as a record has it; else the same text. */
function inNotation(text: string, kind: TypeName): string {
  // Digits alone would be the days of a spreadsheet since 1900.
  if (!/\d\D+\d/.test(text)) return text
  const { doubt, read } = readingOfColumn('', kind, [text])
  return doubt ? text : read(text)
}

/** `1..5`, and ranges that are open at one end: `1..` and `..5`. */
function readRange(read: (text: string) => Limit | undefined, from: string, to: string): Filter | undefined {
  const [least, greatest] = [read(from), read(to)]
  const isOneWrong = (from !== '' && !least) || (to !== '' && !greatest)
  if (isOneWrong || (!least && !greatest)) return undefined
  return cell => (!least || isAtLeast(least)(cell)) && (!greatest || isAtMost(greatest)(cell))
}

const keyIn = ({ keyOf }: Limit, cell: string | null): number | bigint => (cell === null ? NaN : keyOf(cell))

const isAtLeast =
  (limit: Limit): Filter =>
  cell =>
    keyIn(limit, cell) >= limit.first

const isAtMost =
  (limit: Limit): Filter =>
  cell =>
    keyIn(limit, cell) <= limit.last

const isWithin =
  (limit: Limit): Filter =>
  cell =>
    isAtLeast(limit)(cell) && isAtMost(limit)(cell)

const filterComparisons: Readonly<Record<string, (limit: Limit) => Filter>> = {
  '>': limit => cell => keyIn(limit, cell) > limit.last,
  '>=': isAtLeast,
  '<': limit => cell => keyIn(limit, cell) < limit.first,
  '<=': isAtMost,
  '=': isWithin,
  '!=': limit => not(isWithin(limit)),
}
