import { isFormula, withEscape } from '../../shared/convert/formula.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { fieldNamed } from '../../shared/domains/registry.ts'
import { type Row, rowOf } from '../../shared/query/cells.ts'
import type { FoundPlace, FoundRecord } from '../../shared/query/found-record.ts'
import { GroupTable } from '../../shared/query/group-table.ts'
import { LeftOut } from '../../shared/query/left-out.ts'
import { cutMatrixNote, MatrixTable } from '../../shared/query/matrix.ts'
import { SortedRecords, sortedRows } from '../../shared/query/order.ts'
import {
  columnOfField,
  type Matrix,
  mostColumns,
  type QueryPlan,
  type ResultColumn,
} from '../../shared/query/query-plan.ts'
import { ReadNotes } from '../../shared/query/read-notes.ts'
import type { Failure } from '../files/failure.ts'
import type { Target } from '../files/target.ts'
import { writePieces } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { oneLine } from '../output/one-line.ts'
import { printData } from '../output/output.ts'
import type { Plan } from '../plan/plan.ts'
import { referrersNote } from '../plan/referrers-note.ts'
import { findRecords } from './find-records.ts'
import { type RowFormat, rowFormats } from './row-formats.ts'

/** What a query found, and what is told about it. */
export interface PrintedQuery {
  readonly found: number
  readonly notes: readonly string[]
  readonly failures: readonly string[]
}

/**
 * Runs a query and prints what it finds, or writes it to a file.
 *
 * @param output the file; undefined for standard output
 * @param now what `now` means, in milliseconds since 1970
 * @returns how many records it found, sentences about what the output lacks or holds, and a sentence for each file that
 *   could not be read or written
 */
export async function printQuery(
  plan: Plan,
  query: QueryPlan,
  now: number,
  output: Target | undefined,
): Promise<PrintedQuery> {
  const failures: string[] = []
  const notes: string[] = []
  const read = new ReadNotes()
  const leftOut = new LeftOut(read.missing)
  let found = 0
  let isComplete = false
  const records = findRecords(plan, query, now, sentence => failures.push(sentence), read)
  const next = async (): Promise<FoundRecord | undefined> => {
    const { done, value } = await records.next()
    isComplete ||= done === true
    return done ? undefined : value
  }
  async function* countedRecords(): AsyncGenerator<FoundRecord> {
    for (let record = await next(); record; record = await next()) {
      found++
      yield record
    }
  }
  const shown = await withAllColumns(query, () => findRecords(plan, query, now, ignore))
  const late = new LateFields()
  if (query.format === 'rec') {
    const unwritten = await writePlain(outputOf(shown, countedRecords()), output)
    if (unwritten) failures.push(unwritten.failure)
  } else {
    const { matrix } = shown
    const result = matrix
      ? await matrixResult(matrix, shown, countedRecords(), leftOut)
      : queryResult(shown, countedRecords(), leftOut, late)
    if ('problem' in result) return { found, notes, failures: [...failures, result.problem] }
    const written = await writeRows(result, query, output)
    failures.push(...written.failures)
    notes.push(...written.notes)
  }
  // Below a limit, whether no record has a field is known when all are read.
  while (!isComplete && read.unseen(query).length > 0) await next()
  await records.return(undefined)
  failures.push(...late.sentences())
  notes.push(...leftOut.sentences())
  notes.push(...read.sentences(query, isComplete))
  const unread = await referrersNote(plan, query.referringTags, read.missing.referringTags)
  if (unread) notes.push(unread.sentence)
  const others = query.showsAll ? read.undefinedCount(query.tag) : 0
  const { columns, tag } = shown
  const fields = query.fields + others
  if (found > 0 && query.format === 'table' && fields > columns.length)
    notes.push(
      others > 0
        ? localize(
            'The table shows {count} of {fields} fields; choose others with --select, or see all with --format json.',
            {
              count: columns.length,
              fields,
            },
          )
        : localize(
            'The table shows {count} of the {fields} fields of {tag}; choose others with --select, or see all with --format json.',
            { count: columns.length, fields, tag: tag.name },
          ),
    )
  return { found, notes, failures }
}

const writePlain = async (pieces: AsyncIterable<string>, output: Target | undefined): Promise<Failure | undefined> =>
  output === undefined ? void (await printData(pieces)) : writePieces(output, pieces)

/**
 * Writes the rows of a result in a format, to standard output or to a file.
 *
 * @returns a sentence about what a spreadsheet would run, and one if the file could not be written
 */
export async function writeRows(
  result: QueryResult,
  { format, escapesFormulas }: Pick<QueryPlan, 'format' | 'escapesFormulas'>,
  output: Target | undefined,
): Promise<Pick<PrintedQuery, 'notes' | 'failures'>> {
  let formulas = 0
  let unwritten: Failure | undefined
  if (format === 'parquet') {
    const { parquetOfRows: parquetOf } = await import('./parquet-format.ts')
    const pieces = parquetOf(result.columns, result.rows())
    if (output !== undefined) unwritten = await writePieces(output, pieces)
    else for await (const piece of pieces) host.stdout.write(piece)
  } else {
    const noteFormula = (): void => void formulas++
    unwritten = await writePlain(textOfRows(result, { format, escapesFormulas }, noteFormula), output)
  }
  const told =
    formulas === 1
      ? localize('1 cell can run as a formula in a spreadsheet; add --escape-formulas.')
      : localize('{count} cells can run as formulas in a spreadsheet; add --escape-formulas.', { count: formulas })
  return { notes: formulas > 0 ? [told] : [], failures: unwritten ? [unwritten.failure] : [] }
}

/**
 * What a query prints as text, some at a time.
 *
 * @param noteFormula is called for each cell of CSV that a spreadsheet would run as a formula
 * @param leftOut gets the values that no total has
 * @param late gets the fields that came into the files after the columns were known
 */
export async function* outputOf(
  query: PlanOfColumns,
  records: AsyncIterable<FoundRecord>,
  noteFormula: () => void = () => undefined,
  leftOut = new LeftOut(),
  late = new LateFields(),
): AsyncGenerator<string> {
  if (query.format === 'rec') for await (const { text } of wanted(query, records)) yield `${text().trimEnd()}\n`
  else yield* textOfRows(queryResult(query, records, leftOut, late), query, noteFormula)
}

function textOfRows(
  { names, rows }: QueryResult,
  { format, escapesFormulas }: Pick<QueryPlan, 'format' | 'escapesFormulas'>,
  noteFormula: () => void,
): AsyncIterable<string> {
  const withNote = (cell: string): string => {
    if (isFormula(cell)) noteFormula()
    return cell
  }
  return formatOf(format)(names, rows, escapesFormulas ? withEscape : withNote)
}

const ignore = (): void => undefined

/** Whether the columns of a format must be known before the first row, and records can have fields that add some. */
const needsAllColumns = ({ showsAll, format, fields }: QueryPlan): boolean =>
  showsAll && format !== 'json' && format !== 'ndjson' && (format !== 'table' || fields < mostColumns)

/**
 * A query with a column for each field that the printed records have and that their tag does not define; as it is if it
 * wants none, or if its format needs no columns before the rows.
 *
 * @param records finds the records of the query; they are read once more for the rows
 */
export async function withAllColumns(
  query: QueryPlan,
  records: () => AsyncIterable<FoundRecord>,
): Promise<PlanOfColumns> {
  if (!needsAllColumns(query)) return query
  const names = new Set<string>()
  for await (const { undefinedFields } of wanted(query, records())) for (const name of undefinedFields) names.add(name)
  const added = [...names].map(name => columnOfField(fieldNamed(query.tag, name)))
  const columns = [...query.columns, ...added]
  return {
    ...query,
    showsAll: false,
    columns: query.format === 'table' ? columns.slice(0, mostColumns) : columns,
    knownFields: names,
  }
}

/** A query whose columns are those of all records that were there when its files were read first. */
export interface PlanOfColumns extends QueryPlan {
  /** The fields that the tag does not define and that the records had then. */
  readonly knownFields?: ReadonlySet<string>
}

/** Rows, and the columns that they have. */
interface QueryResult {
  readonly columns: readonly ResultColumn[]
  /** The names of the columns. Those of JSON become more with the rows. */
  readonly names: readonly string[]
  readonly rows: () => AsyncIterable<Row>
}

function queryResult(
  query: PlanOfColumns,
  records: AsyncIterable<FoundRecord>,
  leftOut: LeftOut,
  late: LateFields,
): QueryResult {
  const { groups } = query
  if (!groups) {
    const columns = [...query.columns]
    const names = columns.map(({ name }) => name)
    const known = new Set(names)
    const add = (name: string): void => {
      if (known.has(name)) return
      known.add(name)
      names.push(name)
      columns.push(columnOfField(fieldNamed(query.tag, name)))
    }
    return {
      columns,
      names,
      rows: async function* rows() {
        for await (const record of wanted(query, records)) {
          if (query.showsAll && query.format !== 'table') record.undefinedFields.forEach(add)
          if (query.knownFields) late.note(query.knownFields, record)
          yield rowOf(columns, record)
        }
      },
    }
  }
  const table = new GroupTable(groups, leftOut)
  leftOut.add(() => table.lookAlikes())
  return {
    columns: groups.columns,
    names: groups.columns.map(({ name }) => name),
    rows: async function* rows() {
      for await (const record of records) table.add(record)
      yield* sortedRows(table, groups.columns, query)
    },
  }
}

/** The rows of a matrix, whose columns are known when all records are read. */
async function matrixResult(
  matrix: Matrix,
  { groups, limit }: QueryPlan,
  records: AsyncIterable<FoundRecord>,
  leftOut: LeftOut,
): Promise<QueryResult | { readonly problem: string }> {
  const counts = new MatrixTable(matrix, groups!, leftOut)
  for await (const record of records) counts.add(record)
  const table = counts.table(limit)
  if ('problem' in table) return table
  leftOut.add(() => cutMatrixNote(table.rows.length - 1, table.found))
  return {
    columns: table.columns,
    names: table.columns.map(({ name }) => name),
    rows: async function* rows() {
      yield* table.rows
    },
  }
}

const formatOf = (format: QueryPlan['format']): RowFormat =>
  rowFormats[format === 'rec' || format === 'parquet' ? 'table' : format]

/** The records that are printed, in their order. */
async function* wanted({ sort, limit }: QueryPlan, records: AsyncIterable<FoundRecord>): AsyncGenerator<FoundRecord> {
  // Sorted records are all read, and so counted, however few are printed.
  if (limit === 0 && sort.length === 0) return
  const sorted = new SortedRecords(sort)
  let count = 0
  for await (const record of records) {
    if (sort.length > 0) {
      sorted.add(record)
      continue
    }
    yield record
    if (++count >= limit) return
  }
  yield* sorted.first(limit)
}

/** The fields that a result lacks because another program wrote them while the files were read. */
export class LateFields {
  private readonly places = new Map<string, FoundPlace>()

  /** Notes the fields of a record that had no place among the columns. */
  note(known: ReadonlySet<string>, { undefinedFields, place }: FoundRecord): void {
    for (const name of undefinedFields) if (!known.has(name) && !this.places.has(name)) this.places.set(name, place)
  }

  /** A sentence for each field. */
  sentences(): string[] {
    return [...this.places].map(([name, { file, line }]) =>
      localize(
        '{file} changed while it was read, so the output lacks the field {field}, which is now at {place}; run the query again.',
        { file: oneLine(file), field: shorten(name), place: `${oneLine(file)}:${line}` },
      ),
    )
  }
}
