import {
  compareDecimals,
  type Decimal,
  decimalQuotient,
  decimalSum,
  exactDecimal,
  textOfDecimal,
  zero,
} from '../basics/decimals.ts'
import { compareText } from '../basics/text.ts'
import { localize } from '../domains/localize.ts'
import { cutTo, shorten } from '../domains/message-text.ts'
import type { FieldDefinition } from '../domains/registry.ts'
import { compareTimestamps, exactSum, isTimestamp, type Timestamp, type Value } from '../expression/run/values.ts'
import {
  type Cell,
  cellAsWritten,
  groupCell,
  isWrittenNumber,
  type Row,
  textOfCell,
  type WrittenNumber,
} from './cells.ts'
import type { FoundRecord } from './found-record.ts'
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
  private addTo(values: Row, totals: readonly (TotalValue | undefined)[]): void {
    const key = JSON.stringify(values.map(value => (value === undefined ? null : [textOfCell(value)])))
    let group = this.groups.get(key)
    if (!group) {
      group = {
        values,
        count: 0,
        totals: totals.map(
          (): TotalState => ({ sum: 0, fractions: zero, count: 0, least: undefined, greatest: undefined }),
        ),
      }
      this.groups.set(key, group)
    }
    group.count++
    for (const [index, value] of totals.entries()) if (value !== undefined) addToTotal(group.totals[index]!, value)
  }

  /** What a record adds to each total. Notes what is written and cannot be used. */
  private totalsOf(found: FoundRecord): readonly (TotalValue | undefined)[] {
    return this.wanted.totals.map(total => {
      const value = this.leftOut.valueOf(total, found)
      return typeof value === 'number' && total.field ? allDigits(value, total.field, found) : value
    })
  }

  /** A sentence for each column with groups that people cannot tell apart, such as `wip` and `wip ` with a blank. */
  lookAlikes(): string[] {
    return this.wanted.by.flatMap(({ name }, column) => {
      const bySight = new Map<string, Set<string>>()
      for (const { values } of this.groups.values()) {
        const seen = seenText(values[column])
        bySight.set(seen, (bySight.get(seen) ?? new Set()).add(visibleCell(values[column])))
      }
      const alike = [...bySight.values()].filter(({ size }) => size > 1).map(some => namesAlike([...some].sort()))
      if (alike.length === 0) return []
      const places = { field: shorten(name), groups: alike.slice(0, mostAlike).map(cutToLine).join('; ') }
      return alike.length > mostAlike
        ? localize('Groups of {field} look alike, and are not the same: {groups}, and {count} more.', {
            ...places,
            count: alike.length - mostAlike,
          })
        : localize('Groups of {field} look alike, and are not the same: {groups}.', places)
    })
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

/** A number that is written with more digits than it holds, as it is written; any other one as it is. */
function allDigits(value: number, field: FieldDefinition, found: FoundRecord): TotalValue {
  if (Number.isSafeInteger(value) || String(value).length < 16) return value
  const written = cellAsWritten(found, field)
  return isWrittenNumber(written) && exactDecimal(written.digits) ? written : value
}

/** What a total is made of. */
type TotalValue = Value | WrittenNumber

/** The most groups that look alike and are listed. */
const mostAlike = 5

const namesAlike = (names: readonly string[]): string =>
  names.reduce((words, last) => localize('{words} and {last}', { words, last }))

/** A text as people see it: without what has no width, and with one blank for all that look like some. */
const seenText = (cell: Cell): string =>
  textOfCell(cell)
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

const cutToLine = (text: string): string => cutTo(200, text)

/** A text in quotes, in which characters without width are seen. */
const visibleCell = (cell: Cell): string =>
  cell === undefined
    ? 'no value'
    : JSON.stringify(textOfCell(cell)).replace(
        /\p{Cf}/gu,
        character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )

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
  /** The sum of the whole numbers. */
  sum: number | bigint
  /** The sum of the other numbers. */
  fractions: Decimal
  count: number
  least: TotalValue | undefined
  greatest: TotalValue | undefined
}

function addToTotal(state: TotalState, value: TotalValue): void {
  state.count++
  if (typeof value === 'bigint' || Number.isSafeInteger(value))
    state.sum = exactSum(state.sum, value as number | bigint)
  else if (typeof value === 'number' || isWrittenNumber(value))
    state.fractions = decimalSum(state.fractions, exactDecimal(isWrittenNumber(value) ? value.digits : value)!)
  if (state.least === undefined || compareCells(value, state.least) < 0) state.least = value
  if (state.greatest === undefined || compareCells(value, state.greatest) > 0) state.greatest = value
}

function groupedResult({ kind }: Total, { sum: whole, fractions, count, least, greatest }: TotalState): Cell {
  if (count === 0) return undefined
  if (kind === 'min') return least
  if (kind === 'max') return greatest
  if (kind === 'sum' && fractions.digits === 0n) return whole
  const sum = decimalSum(exactDecimal(whole)!, fractions)
  if (kind === 'sum') return cellOfDecimal(sum)
  const average = decimalQuotient(sum, count)
  const digits = textOfDecimal(average)
  return digits.length > mostDigitsOfAverage ? Number(digits) : cellOfDecimal(average)
}

/** An average is rounded. Where it has more digits, most of them are zeros that only say how large or small it is. */
const mostDigitsOfAverage = 40

/** A decimal as a number, or as its digits if no number has all of them. */
function cellOfDecimal(decimal: Decimal): Cell {
  const digits = textOfDecimal(decimal)
  const number = Number(digits)
  return String(number) === digits ? number : { digits }
}

/** The order in a sorted column. Absent values come last, whatever its direction. */
export function compareForSort(one: Cell, other: Cell, isDescending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const order = compareCells(one, other)
  return isDescending ? -order : order
}

/** The order of two cells of a column. Texts that are written where the column has other values come behind these. */
function compareCells(one: NonNullable<Cell>, other: NonNullable<Cell>): number {
  if (isWrittenNumber(one) || isWrittenNumber(other)) {
    const [left, right] = [one, other].map(cell => exactDecimal(textOfCell(cell)))
    if (left && right) return compareDecimals(left, right)
  }
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
