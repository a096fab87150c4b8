import { compareText, counted } from '../../shared/basics/text.ts'
import { MissingRecords } from '../../shared/check/missing-records.ts'
import { isFormula, withEscape } from '../../shared/convert/formula.ts'
import { compareTimestamps, isTimestamp, type Value, valueAsText } from '../../shared/expression/run/values.ts'
import { missingNote } from '../output/missing-note.ts'
import { printData } from '../output/output.ts'
import type { Plan } from '../plan/plan.ts'
import { referrersNote } from '../plan/referrers-note.ts'
import { type Row, rowOf } from './cells.ts'
import { type FoundPlace, type FoundRecord, findRecords } from './find-records.ts'
import type { QueryPlan, ResultColumn, Total } from './query-plan.ts'
import { type RowFormat, rowFormats } from './row-formats.ts'

/**
 * Runs a query and prints what it finds.
 *
 * @param now what `now` means, in milliseconds since 1970
 * @returns how many records it found, sentences about what the output lacks or holds, and a sentence for each file that
 *   could not be read
 */
export async function printQuery(
  plan: Plan,
  query: QueryPlan,
  now: number,
): Promise<{ readonly found: number; readonly notes: readonly string[]; readonly failures: readonly string[] }> {
  const failures: string[] = []
  const notes: string[] = []
  const missing = new MissingRecords<FoundPlace>()
  let found = 0
  async function* countedRecords(): AsyncGenerator<FoundRecord> {
    for await (const record of findRecords(plan, query, now, sentence => failures.push(sentence), missing)) {
      found++
      yield record
    }
  }
  if (query.format === 'parquet') {
    const { parquetOfRows: parquetOf } = await import('./parquet-format.ts')
    const { columns, rows } = resultOf(query, countedRecords())
    process.stdout.write(await parquetOf(columns, rows()))
  } else {
    let formulas = 0
    await printData(outputOf(query, countedRecords(), () => formulas++))
    if (formulas > 0)
      notes.push(
        `${counted(formulas, 'cell')} can run as ${formulas === 1 ? 'a formula' : 'formulas'} in a spreadsheet; add --escape-formulas.`,
      )
  }
  if (missing.first) notes.push(missingNote(missing.count, missing.first))
  const unread = await referrersNote(plan, query.referringTags, missing.referringTags)
  if (unread) notes.push(unread.sentence)
  const { fields, columns, tag } = query
  if (found > 0 && !query.groups && fields > columns.length)
    notes.push(
      `The table shows ${columns.length} of the ${fields} fields of ${tag.name}; choose others with --select, or see all with --format json.`,
    )
  return { found, notes, failures }
}

/**
 * What a query prints as text, some at a time.
 *
 * @param noteFormula is called for each cell of CSV that a spreadsheet would run as a formula
 */
export async function* outputOf(
  query: QueryPlan,
  records: AsyncIterable<FoundRecord>,
  noteFormula: () => void = () => undefined,
): AsyncGenerator<string> {
  if (query.format === 'rec') {
    for await (const { text } of wanted(query, records)) yield `${text().trimEnd()}\n`
    return
  }
  const { columns, rows } = resultOf(query, records)
  const withNote = (cell: string): string => {
    if (isFormula(cell)) noteFormula()
    return cell
  }
  yield* formatOf(query.format)(
    columns.map(({ name }) => name),
    rows,
    query.escapesFormulas ? withEscape : withNote,
  )
}

interface Result {
  readonly columns: readonly ResultColumn[]
  readonly rows: () => AsyncIterable<Row>
}

function resultOf(query: QueryPlan, records: AsyncIterable<FoundRecord>): Result {
  const { groups, columns } = query
  if (!groups) {
    return {
      columns,
      rows: async function* rows() {
        for await (const record of wanted(query, records)) yield rowOf(columns, record)
      },
    }
  }
  const table = new GroupTable(groups)
  return {
    columns: groups.columns,
    rows: async function* rows() {
      for await (const record of records) table.add(record)
      yield* sortedRows(table, groups.columns, query)
    },
  }
}

const formatOf = (format: QueryPlan['format']): RowFormat =>
  rowFormats[format === 'rec' || format === 'parquet' ? 'table' : format]

function sortedRows(table: GroupTable, columns: readonly ResultColumn[], { sort, limit }: QueryPlan): GroupRow[] {
  const keys = sort.flatMap(({ name, isDescending }) => {
    const index = columns.findIndex(column => column.name === name)
    return index < 0 ? [] : { index, sign: isDescending ? -1 : 1 }
  })
  const rows = table.rows()
  rows.sort((one, other) => {
    for (const { index, sign } of keys) {
      const order = sign * compareValues(one[index], other[index])
      if (order !== 0) return order
    }
    return 0
  })
  return rows.slice(0, limit)
}

/** The records that are printed, in their order. */
async function* wanted({ sort, limit }: QueryPlan, records: AsyncIterable<FoundRecord>): AsyncGenerator<FoundRecord> {
  if (sort.length === 0) {
    let count = 0
    if (limit === 0) return
    for await (const record of records) {
      yield record
      if (++count >= limit) return
    }
    return
  }
  const all: { readonly record: FoundRecord; readonly keys: readonly (Value | undefined)[] }[] = []
  for await (const record of records) all.push({ record, keys: sort.map(({ evaluate }) => evaluate(record.frame)) })
  all.sort((one, other) => {
    for (const [index, { isDescending }] of sort.entries()) {
      const order = compareValues(one.keys[index], other.keys[index])
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  })
  for (const { record } of all.slice(0, limit)) yield record
}

/** Counts records and calculates totals, one row for each group in the order in which the groups are found first. */
class GroupTable {
  private readonly groups = new Map<string, Group>()

  constructor(private readonly wanted: NonNullable<QueryPlan['groups']>) {}

  add({ frame }: FoundRecord): void {
    const { by, totals } = this.wanted
    const values = by.map(({ evaluate }) => evaluate(frame))
    const key = JSON.stringify(values.map(value => (value === undefined ? null : [valueAsText(value)])))
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
      ...states.map((state, index) => groupedResult(totals[index]!, state)),
    ])
  }
}

/** What the records of a group have in common, their number and their totals; undefined for an absent value. */
type GroupRow = readonly (Value | undefined)[]

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

function groupedResult({ kind }: Total, { sum, count, least, greatest }: TotalState): Value | undefined {
  if (count === 0) return undefined
  if (kind === 'min') return least
  if (kind === 'max') return greatest
  return kind === 'sum' ? sum : sum / count
}

/** The order of two values of one type; absent values come last. */
function compareValues(one: Value | undefined, other: Value | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  if (isTimestamp(one) && isTimestamp(other)) return compareTimestamps(one, other) || one.time - other.time
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareText(valueAsText(one), valueAsText(other))
}
