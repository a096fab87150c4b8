import { compareText } from '../../shared/basics/text.ts'
import type { FieldPlace } from '../../shared/expression/run/frame.ts'
import {
  compareTimestamps,
  exactSum,
  isTimestamp,
  type Timestamp,
  type Value,
  wholeValue,
} from '../../shared/expression/run/values.ts'
import { type Cell, groupCell, isWrittenNumber, type Row, textOfCell } from './cells.ts'
import type { FoundRecord } from './find-records.ts'
import type { LeftOut } from './left-out.ts'
import type { Groups, Total } from './query-plan.ts'

/** What the records of a group have in common, their number and their totals; undefined for an absent value. */
export type GroupRow = Row

/** Counts records and calculates totals, one row for each group in the order in which the groups are found first. */
export class GroupTable {
  private readonly groups = new Map<string, RowGroupTotals>()

  /** @param leftOut gets the values that are written and that no total has */
  constructor(
    private readonly wanted: Groups,
    private readonly leftOut: LeftOut,
  ) {}

  add(found: FoundRecord): void {
    const { by, hasItems } = this.wanted
    const cells = by.map(column => groupCell(column, found))
    const totals = this.totalsOf(found)
    for (const values of hasItems ? combinations(cells.map(itemsOfCell)) : [cells]) this.addTo(values, totals)
  }

  /** Adds a record to one group. */
  private addTo(values: Row, totals: readonly (Value | undefined)[]): void {
    const key = JSON.stringify(values.map(value => (value === undefined ? null : [textOfCell(value)])))
    let group = this.groups.get(key)
    if (!group) {
      group = {
        values,
        count: 0,
        totals: totals.map(
          (): TotalState => ({ sum: 0, fractions: 0, count: 0, least: undefined, greatest: undefined }),
        ),
      }
      this.groups.set(key, group)
    }
    group.count++
    for (const [index, value] of totals.entries()) if (value !== undefined) addToTotal(group.totals[index]!, value)
  }

  /** What a record adds to each total. Notes what is written and is no number. */
  private totalsOf(found: FoundRecord): readonly (Value | undefined)[] {
    let unread: FieldPlace[] | undefined
    const values = this.wanted.totals.map(({ evaluate, reads }) => {
      const value = evaluate(found.frame)
      if (value === undefined) unread = [...(unread ?? []), ...reads]
      return value
    })
    if (unread) this.leftOut.note(unread, found)
    return values
  }

  rows(): GroupRow[] {
    const { by, totals } = this.wanted
    // Without groups there is one row, also for no records.
    if (by.length === 0 && this.groups.size === 0) return [[0, ...totals.map(() => undefined)]]
    return [...this.groups.values()].map(({ values, count, totals: states }) => [
      ...values,
      count,
      ...states.map((state, index) => groupedResult(totals[index]!, state)),
    ])
  }
}

/** What is counted of a cell: each item of a list once. An empty list counts as an absent value. */
const itemsOfCell = (cell: Cell): readonly Cell[] => {
  if (!Array.isArray(cell)) return [cell]
  const items = [...new Map((cell as readonly Value[]).map(item => [textOfCell(item), item])).values()]
  return items.length > 0 ? items : [undefined]
}

/** All rows that have one of some cells in each column. */
const combinations = (columns: readonly (readonly Cell[])[]): Row[] =>
  columns.reduce<Row[]>((rows, cells) => rows.flatMap(row => cells.map(cell => [...row, cell])), [[]])

interface RowGroupTotals {
  readonly values: Row
  count: number
  readonly totals: readonly TotalState[]
}

interface TotalState {
  /** The sum of the whole numbers, which is exact. */
  sum: number | bigint
  /** The sum of the numbers with a fraction, and of those whose exponent makes them very large. */
  fractions: number
  count: number
  least: Value | undefined
  greatest: Value | undefined
}

function addToTotal(state: TotalState, value: Value): void {
  state.count++
  if (typeof value === 'bigint' || Number.isSafeInteger(value))
    state.sum = exactSum(state.sum, value as number | bigint)
  else if (typeof value === 'number') state.fractions += value
  if (state.least === undefined || compareCells(value, state.least) < 0) state.least = value
  if (state.greatest === undefined || compareCells(value, state.greatest) > 0) state.greatest = value
}

function groupedResult(
  { kind }: Total,
  { sum: whole, fractions, count, least, greatest }: TotalState,
): Value | undefined {
  if (count === 0) return undefined
  if (kind === 'min') return least
  if (kind === 'max') return greatest
  const sum = fractions === 0 ? whole : Number(whole) + fractions
  if (kind === 'sum') return sum
  return typeof sum === 'bigint' && sum % BigInt(count) === 0n ? wholeValue(sum / BigInt(count)) : Number(sum) / count
}

/** The order in a sorted column. Absent values come last, whatever its direction. */
export function compareForSort(one: Cell, other: Cell, isDescending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const order = compareCells(one, other)
  return isDescending ? -order : order
}

/** The order of two cells of a column. Texts that are written where the column has other values come behind these. */
function compareCells(one: NonNullable<Cell>, other: NonNullable<Cell>): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (isWholeCell(one) && isWholeCell(other)) return one < other ? -1 : Number(one > other)
  if (typeof one === 'string' || typeof other === 'string') {
    const texts = Number(typeof one === 'string') - Number(typeof other === 'string')
    if (texts !== 0) return texts
  } else if (isTimeCell(one) && isTimeCell(other)) return compareTimestamps(one, other) || one.time - other.time
  return compareText(textOfCell(one), textOfCell(other))
}

const isWholeCell = (cell: NonNullable<Cell>): cell is number | bigint =>
  typeof cell === 'bigint' || typeof cell === 'number'

const isTimeCell = (cell: NonNullable<Cell>): cell is Timestamp => !isWrittenNumber(cell) && isTimestamp(cell)
