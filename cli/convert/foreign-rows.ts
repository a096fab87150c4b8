import type { ColumnField } from '../../shared/convert/foreign-tables/column-fields.ts'
import type { ForeignTable, TableProblem } from '../../shared/convert/foreign-tables/foreign-table.ts'
import { readForeignTable } from '../../shared/convert/foreign-tables/records.ts'
import { plainNote, type TableNote } from '../../shared/convert/foreign-tables/table-notes.ts'
import { orderColumn, type ReadRow, textColumn } from '../../shared/convert/rows.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { placesInText } from '../output/places.ts'
import { type Input, inputName } from './batch.ts'
import { tagInName } from './jobs.ts'
import { CannotConvert, mostListedProblems, Problems, placed, type SourceLine, throwProblemsIn } from './problems.ts'
import { lineFinder } from './whole-text.ts'

/** A row, with its place in the data. */
export interface PlacedRow extends ReadRow {
  readonly place: SourceLine
  /** Whether it comes from a table that Recline has not written. */
  readonly isFromElsewhere: boolean
}

/** The rows of a table, some at a time. */
export interface PlacedRows {
  readonly rows: Iterable<readonly PlacedRow[]> | AsyncIterable<readonly PlacedRow[]>
  /** Whether they have a place among those of other tables. */
  readonly isOrdered: boolean
}

/** Takes what the user should know about the table of a file. */
export type Tell = (file: string, note: TableNote) => void

/** How many rows exist with their places at the same time. */
const rowsInPlace = 10_000

/**
 * The rows of a table from elsewhere as records. What is wrong with any of them is thrown before the first ones are
 * there.
 *
 * @param text the text of the table, if it is text
 */
export function foreignRows(
  input: Input,
  table: ForeignTable,
  text: string | undefined,
  tell: Tell,
): PlacedRows & { readonly rows: Iterable<readonly PlacedRow[]> } {
  const { source, context, choices } = input
  const file = inputName(input)
  const tag = tagOfTable(input, table.tag)
  if (source.path === undefined) throwUnknownColumns(table.names, choices.saidColumns)
  const read = readForeignTable(table, tag, context, choices)
  for (const note of read.notes) tell(file, note)
  if (read.missing !== undefined) tell(file, plainNote(read.missing))
  const mapped = new Set([...choices.fields.keys(), ...(choices.timeZones?.keys() ?? [])])
  const absent = [...mapped].filter(name => !table.names.includes(name) && !choices.saidColumns.includes(name))
  if (absent.length > 0)
    tell(
      file,
      plainNote(
        localize('There is no column {columns}, which the mapping has.', { columns: { or: absent.map(show) } }),
      ),
    )
  choices.onFound?.(tag, read.found)
  throwProblems(file, table, text, read.problems, read.found)
  if (read.doubts.length > 0)
    throw new CannotConvert(read.doubts.map(({ about, message }) => `${file}: ${message} ${valueAdvice[about]()}`))
  const isFromElsewhere = isTableFromElsewhere(read.found)
  const lineOf = table.lineOf ?? ((row: number): number => row + 1)
  const lineAt = text === undefined ? lineOf : lineOfRow(table, text)
  function* placedRows(): Generator<readonly PlacedRow[]> {
    let some: PlacedRow[] = []
    for (const { columns, cells, order, index } of read.rows) {
      const place = { file, line: lineAt(index) }
      if (some.push({ columns, cells, tag, order, isFromElsewhere, place }) < rowsInPlace) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  }
  return { rows: placedRows(), isOrdered: read.found.some(({ column }) => column === orderColumn) }
}

/**
 * Whether other programs or people have written a table. If all columns have exactly the names of fields, it can be
 * records that were converted, and these must stay the same on the way back.
 */
export const isTableFromElsewhere = (found: readonly ColumnField[]): boolean =>
  found.every(({ column }) => column !== orderColumn && column !== textColumn) &&
  found.some(({ column, key }) => key !== column)

function lineOfRow({ startOf }: ForeignTable, text: string): (row: number) => number {
  const lineAt = lineFinder(text)
  return row => lineAt(startOf!(row))
}

const valueAdvice = {
  dateOrder: () => localize('Add --date-order day-month, month-day or unchanged.'),
  decimalMark: () => localize('Add --decimal-mark comma, point or unchanged.'),
} as const

const adviceByOption = {
  header: () =>
    localize('Add --header with the number of the line that has the names of the columns, or --header none.'),
  nested: () => localize('Add --flatten to make fields of the parts of objects.'),
  records: () => localize('Add --records with the path of the list of records.'),
} as const

function throwProblems(
  file: string,
  table: ForeignTable,
  text: string | undefined,
  problems: readonly TableProblem[],
  found: ReturnType<typeof readForeignTable>['found'],
): void {
  const abouts = [...new Set(problems.flatMap(({ about }) => about ?? []))].map(about => adviceByOption[about]())
  const nameless = found.find(({ match }) => match === 'none')?.column
  const named =
    nameless === undefined
      ? []
      : [
          localize('Add --map-column {named} to name the field, or --map-column {empty} to leave the column out.', {
            named: show(`${nameless}=<field>`),
            empty: show(`${nameless}=`),
          }),
        ]
  const advice = [...abouts, ...named]
  if (text !== undefined) throwProblemsInText(file, table, text, problems, advice)
  else if (table.placesOf) throwPlacedProblems(file, table, table.placesOf, problems, advice)
  else {
    const whole = new Problems()
    for (const { message, row } of problems)
      whole.add(
        row === undefined
          ? `${file}: ${message}`
          : localize('{file}: in {place}: {problem}', { file, place: table.placeOf(row), problem: message }),
      )
    whole.end(advice)
  }
}

/** Throws those of the whole table, or else the others in the order of their lines. */
function throwPlacedProblems(
  file: string,
  { lineOf }: ForeignTable,
  placesOf: NonNullable<ForeignTable['placesOf']>,
  problems: readonly TableProblem[],
  advice: readonly string[],
): void {
  const isPlaced = ({ row, column, line }: TableProblem): boolean => (row ?? column ?? line) !== undefined
  const whole = new Problems()
  for (const problem of problems) if (!isPlaced(problem)) whole.add(`${file}: ${problem.message}`)
  whole.end(advice)
  const lineFor = ({ row, line = 0 }: TableProblem): number => (row === undefined ? line : lineOf!(row))
  const sorted = problems.toSorted((one, other) => lineFor(one) - lineFor(other))
  const places = placesOf(sorted.slice(0, mostListedProblems))
  const all = new Problems()
  for (const [index, { message }] of sorted.entries()) {
    const { lines, line, offset } = places[index] ?? { lines: '', line: 1, offset: 0 }
    const place = placesInText(lines, [offset])(offset)
    all.add(placed(file, line + place.line - 1, place.column, message))
  }
  all.end(advice)
}

function throwProblemsInText(
  file: string,
  table: ForeignTable,
  text: string,
  problems: readonly TableProblem[],
  advice: readonly string[],
): void {
  const placeIn = ({ row, column, span }: TableProblem): { start: number; end: number } | undefined =>
    span ?? (row === undefined && column === undefined ? undefined : table.spanOf?.(row, column ?? 0))
  const whole = new Problems()
  const inText = problems.flatMap(problem => {
    const span = placeIn(problem)
    if (!span) whole.add(`${file}: ${problem.message}`)
    return span ? { ...span, message: problem.message } : []
  })
  whole.end(advice)
  throwProblemsIn(
    file,
    text,
    inText.sort((one, other) => one.start - other.start),
    advice,
  )
}

/** Throws a `CannotConvert` if the command line names a column that is not among these. */
export function throwUnknownColumns(names: readonly string[], said: readonly string[]): void {
  // A table without columns has a problem of its own.
  const unknown = names.length === 0 ? undefined : said.find(column => !names.includes(column))
  if (unknown === undefined) return
  const known = [...new Set(names)]
  const similar = nearest(unknown, known)
  throw new CannotConvert([
    similar.length === 0
      ? localize('No column is named {name}, as the command line says; there are {columns}.', {
          name: show(unknown),
          columns: { list: known },
        })
      : localize('No column is named {name}, as the command line says; did you mean {names}?', {
          name: show(unknown),
          names: { or: similar.map(shorten) },
        }),
  ])
}

/** The tag of a table: from `--tag`, or else from the content of the file (`said`), or else from its name. */
export function tagOfTable(input: Input, said?: string): string {
  const { source, tag, context, sheet } = input
  const found = tag ?? said ?? tagInName(source.file, context.registry)
  if (found !== undefined) return found
  const name = { input: inputName(input) }
  throw new CannotConvert([
    sheet
      ? localize(
          'The tag of the records in {input} is unknown; use --tag, call the sheet like the tag, or choose other sheets with --sheet.',
          name,
        )
      : localize(
          'The tag of the records in {input} is unknown; use --tag, or put the tag into the name of the file, such as audit.CONTROL.csv.',
          name,
        ),
  ])
}
