import { counted } from '../../shared/basics/text.ts'
import { MissingRecords } from '../../shared/check/missing-records.ts'
import { isFormula, withEscape } from '../../shared/convert/formula.ts'
import type { Value } from '../../shared/expression/run/values.ts'
import { missingNote } from '../output/missing-note.ts'
import { printData } from '../output/output.ts'
import type { Plan } from '../plan/plan.ts'
import { referrersNote } from '../plan/referrers-note.ts'
import { type Row, rowOf } from './cells.ts'
import { type FoundPlace, type FoundRecord, findRecords } from './find-records.ts'
import { compareForSort, type GroupRow, GroupTable } from './group-table.ts'
import { LeftOut } from './left-out.ts'
import type { QueryPlan, ResultColumn } from './query-plan.ts'
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
  const leftOut = new LeftOut()
  let found = 0
  async function* countedRecords(): AsyncGenerator<FoundRecord> {
    for await (const record of findRecords(plan, query, now, sentence => failures.push(sentence), missing)) {
      found++
      yield record
    }
  }
  if (query.format === 'parquet') {
    const { parquetOfRows: parquetOf } = await import('./parquet-format.ts')
    const { columns, rows } = resultOf(query, countedRecords(), leftOut)
    process.stdout.write(await parquetOf(columns, rows()))
  } else {
    let formulas = 0
    await printData(outputOf(query, countedRecords(), () => formulas++, leftOut))
    if (formulas > 0)
      notes.push(
        `${counted(formulas, 'cell')} can run as ${formulas === 1 ? 'a formula' : 'formulas'} in a spreadsheet; add --escape-formulas.`,
      )
  }
  notes.push(...leftOut.sentences())
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
 * @param leftOut gets the values that no total has
 */
export async function* outputOf(
  query: QueryPlan,
  records: AsyncIterable<FoundRecord>,
  noteFormula: () => void = () => undefined,
  leftOut = new LeftOut(),
): AsyncGenerator<string> {
  if (query.format === 'rec') {
    for await (const { text } of wanted(query, records)) yield `${text().trimEnd()}\n`
    return
  }
  const { columns, rows } = resultOf(query, records, leftOut)
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

function resultOf(query: QueryPlan, records: AsyncIterable<FoundRecord>, leftOut: LeftOut): Result {
  const { groups, columns } = query
  if (!groups) {
    return {
      columns,
      rows: async function* rows() {
        for await (const record of wanted(query, records)) yield rowOf(columns, record)
      },
    }
  }
  const table = new GroupTable(groups, leftOut)
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
      const order = compareForSort(one.keys[index], other.keys[index], isDescending)
      if (order !== 0) return order
    }
    return 0
  })
  for (const { record } of all.slice(0, limit)) yield record
}
