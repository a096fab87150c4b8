import type { Value } from '../expression/run/values.ts'
import type { FoundRecord } from './found-record.ts'
import { compareForSort, type GroupRow, type GroupTable } from './group-table.ts'
import type { QueryPlan, ResultColumn } from './query-plan.ts'

type Keys = readonly (Value | undefined)[]

/** Records in the order that a query asks for. */
export class SortedRecords {
  private readonly all: { readonly record: FoundRecord; readonly keys: Keys }[] = []

  constructor(private readonly sort: QueryPlan['sort']) {}

  add(record: FoundRecord): void {
    this.all.push({ record, keys: this.sort.map(({ evaluate }) => evaluate(record.frame)) })
  }

  /** The first records. Those with the same keys stay in the order in which they were added. */
  first(limit: number): FoundRecord[] {
    const sorted = this.all.toSorted((one, other) => {
      for (const [index, { isDescending }] of this.sort.entries()) {
        const order = compareForSort(one.keys[index], other.keys[index], isDescending)
        if (order !== 0) return order
      }
      return 0
    })
    return sorted.slice(0, limit).map(({ record }) => record)
  }
}

/** The rows of a table of groups in the order that a query asks for, up to its limit. */
export function sortedRows(
  table: GroupTable,
  columns: readonly ResultColumn[],
  { sort, limit }: QueryPlan,
): GroupRow[] {
  const keys = sort.flatMap(({ name, isDescending }) => {
    const index = columns.findIndex(column => column.name === name)
    return index < 0 ? [] : { index, isDescending }
  })
  const rows = table.rows()
  rows.sort((one, other) => {
    for (const { index, isDescending } of keys) {
      const order = compareForSort(one[index], other[index], isDescending)
      if (order !== 0) return order
    }
    return 0
  })
  return rows.slice(0, limit)
}
