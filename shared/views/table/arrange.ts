import type { TableQuery } from '../../protocol/table.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import type { Tree } from '../../syntax/tree.ts'
import { type Filter, readFilter } from './filter.ts'
import { sortByCells } from './order.ts'
import { cellsOf, kindOf, placesOf, type Table } from './tables.ts'

/**
 * The records of a table that a query wants, in its order, as indexes of the file's entries.
 *
 * @param hasProblem whether an entry has a problem
 */
export function arrange(
  tree: Tree,
  table: Table,
  query: TableQuery,
  hasProblem: (entry: number) => boolean,
): readonly number[] {
  const { sort, filters, search } = query
  const places = placesOf(table.columns)
  const recordAt = (entry: number): RecordNode => tree.entries[entry] as RecordNode
  const cellFilters = filters.flatMap(({ column, text }): { place: number; filter: Filter }[] => {
    const place = places.get(column)
    return place === undefined || text.trim() === ''
      ? []
      : [{ place, filter: readFilter(text, kindOf(table.columns[place]!)) }]
  })
  const wanted = search.trim().toLowerCase()
  let records = table.records
  if (query.hasProblem) records = records.filter(hasProblem)
  if (wanted !== '' || cellFilters.length > 0) {
    records = records.filter(entry => {
      const record = recordAt(entry)
      // Only an escape can hide the query from a search in the raw text.
      if (wanted !== '' && !record.text.includes('\\') && !record.text.toLowerCase().includes(wanted)) return false
      const cells = cellsOf(record, places)
      return (
        cellFilters.every(({ place, filter }) => filter(cells[place]!)) &&
        (wanted === '' || cells.some(cell => cell?.toLowerCase().includes(wanted)))
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
