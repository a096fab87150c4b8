import type { TableQuery } from '../../protocol/table.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import type { Tree } from '../../syntax/tree.ts'
import { type Filter, readFilter } from './filter.ts'
import { sortByCells } from './order.ts'
import { cellsOf, kindOf, placesOf, type Table } from './tables.ts'

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
  const places = placesOf(table.columns)
  const recordAt = (entry: number): RecordNode => tree.entries[entry] as RecordNode
  const cellFilters = filters.flatMap(({ column, text }): CellFilter[] => {
    const place = places.get(column)
    if (place === undefined || text.trim() === '') return []
    const kind = kindOf(table.columns[place]!)
    // Only the id can be equal to a text, but the title that is shown after it can contain the text too.
    return [{ column, place, filter: readFilter(text, kind), isTitled: kind === 'reference' && !/^\s*!?=/.test(text) }]
  })
  const references = table.columns.filter(column => kindOf(column) === 'reference')
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
  const place = sort && places.get(sort.column)
  if (!sort || place === undefined) return records
  const column = table.columns[place]!
  const only = placesOf([column])
  return sortByCells(
    records,
    records.map(entry => cellsOf(recordAt(entry), only)[0]!),
    column,
    sort.isDescending,
  )
}
