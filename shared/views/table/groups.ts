import type { TableQuery } from '../../protocol/table/table.ts'
import type { TableGroup } from '../../protocol/table/table-groups.ts'
import { sortByCells } from './order.ts'
import { isNumeric, totalsOf } from './selection-totals.ts'
import type { Column } from './tables.ts'

/** Things with the same value in the column that groups a table. */
export interface Group<Thing> {
  /** Empty for those without a value. */
  readonly value: string
  readonly things: readonly Thing[]
  /** Whether the rows leave them out. */
  readonly isFolded: boolean
}

/**
 * Sorts things as a query wants them, and groups them by the values of its column, in the order of these values. Those
 * without a value come last.
 *
 * @param things those that the query wants
 * @returns undefined if the query has no groups, or the table has no such column
 */
export function rowGroups<Thing>(
  things: readonly Thing[],
  cellOf: (column: Column) => (thing: Thing) => string | null,
  columns: readonly Column[],
  { group, sort = [] }: TableQuery,
): readonly Group<Thing>[] | undefined {
  const column = group && columns.find(({ name }) => name === group.column)
  if (!column) return undefined
  const cell = cellOf(column)
  const byValue = new Map<string, Thing[]>()
  // Values that sort alike, such as those that are not allowed, still have a group each.
  for (const thing of sortByCells(things, cellOf, columns, [{ column: column.name, isDescending: false }, ...sort])) {
    const value = cell(thing) ?? ''
    const known = byValue.get(value)
    if (known) known.push(thing)
    else byValue.set(value, [thing])
  }
  const folded = new Set(group.folded)
  const groups = [...byValue].map(([value, things]) => ({ value, things, isFolded: folded.has(value) }))
  return [...groups.filter(({ value }) => value !== ''), ...groups.filter(({ value }) => value === '')]
}

/** The things of the groups that are not folded. */
export const unfolded = <Thing>(groups: readonly Group<Thing>[]): readonly Thing[] =>
  groups.flatMap(({ things, isFolded }) => (isFolded ? [] : things))

/**
 * What the heading of a group says: how many records it has, and the totals of the columns that have numbers.
 *
 * @param titleOf the title of the record that a thing refers to
 */
export function groupSummary<Thing>(
  { value, things, isFolded }: Group<Thing>,
  columns: readonly Column[],
  cellOf: (column: Column) => (thing: Thing) => string | null,
  titleOf: (thing: Thing) => string,
): TableGroup {
  const totals = columns.filter(isNumeric).flatMap(column => {
    const cell = cellOf(column)
    const { numbers } = totalsOf(
      [column],
      things.map(thing => [cell(thing)]),
    )
    return numbers && numbers.count > 0 ? [{ column: column.name, numbers }] : []
  })
  return { value, title: titleOf(things[0]!), count: things.length, isFolded, totals }
}
