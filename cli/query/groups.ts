import { compareText } from '../../shared/basics/text.ts'
import { compareTimestamps, isTimestamp, type Value, valueText } from '../../shared/expression/values.ts'
import type { FoundRecord } from './find-records.ts'
import type { QueryPlan, Total } from './query-plan.ts'

/** Counts records and calculates totals, one row for each group in the order in which the groups are found first. */
export class GroupTable {
  private readonly groups = new Map<string, Group>()

  constructor(private readonly wanted: NonNullable<QueryPlan['groups']>) {}

  add({ frame }: FoundRecord): void {
    const { by, totals } = this.wanted
    const values = by.map(({ evaluate }) => evaluate(frame))
    const key = JSON.stringify(values.map(value => (value === undefined ? null : [valueText(value)])))
    let group = this.groups.get(key)
    if (!group) {
      group = {
        values,
        count: 0,
        totals: totals.map(() => ({ sum: 0, count: 0, least: undefined, greatest: undefined })),
      }
      this.groups.set(key, group)
    }
    group.count++
    totals.forEach(({ evaluate }, index) => {
      const value = evaluate(frame)
      if (value !== undefined) take(group.totals[index]!, value)
    })
  }

  rows(): GroupRow[] {
    const { by, totals } = this.wanted
    // Without groups there is one row, also for no records.
    if (by.length === 0 && this.groups.size === 0) return [[0, ...totals.map(() => undefined)]]
    return [...this.groups.values()].map(({ values, count, totals: states }) => [
      ...values,
      count,
      ...states.map((state, index) => resultOf(totals[index]!, state)),
    ])
  }
}

/** What the records of a group have in common, their number and their totals; undefined for an absent value. */
export type GroupRow = readonly (Value | undefined)[]

interface Group {
  readonly values: GroupRow
  count: number
  readonly totals: readonly TotalState[]
}

interface TotalState {
  sum: number
  count: number
  least: Value | undefined
  greatest: Value | undefined
}

function take(state: TotalState, value: Value): void {
  state.count++
  if (typeof value === 'number') state.sum += value
  if (state.least === undefined || compareValues(value, state.least) < 0) state.least = value
  if (state.greatest === undefined || compareValues(value, state.greatest) > 0) state.greatest = value
}

function resultOf({ kind }: Total, { sum, count, least, greatest }: TotalState): Value | undefined {
  if (count === 0) return undefined
  if (kind === 'min') return least
  if (kind === 'max') return greatest
  return kind === 'sum' ? sum : sum / count
}

/** The order of two values of one type; absent values come last. */
export function compareValues(one: Value | undefined, other: Value | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  if (isTimestamp(one) && isTimestamp(other)) return compareTimestamps(one, other) || one.time - other.time
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareText(valueText(one), valueText(other))
}
