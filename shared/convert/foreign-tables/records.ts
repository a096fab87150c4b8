import { copyOfText } from '../../basics/text.ts'
import { domainsOfFile, type FileContext, tagsInForce } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { type Domain, fieldOf } from '../../domains/registry.ts'
import { type TypeName, typeNamed } from '../../syntax/type-words.ts'
import { declaredType, definitionsOf } from '../declared-types.ts'
import {
  type Cells,
  type Look,
  orderColumn,
  type ReadColumn,
  type ReadRow,
  readColumns,
  readRow,
  textColumn,
} from '../rows.ts'
import { CellCleaner, ValueMapper } from './cell-texts.ts'
import { aliasesOfFields, type ColumnField, fieldsOfColumns, type TagFields } from './column-fields.ts'
import { choiceProblems, columnNotes, requiredNote } from './column-notes.ts'
import type { ForeignTable, TableChoices, TableProblem } from './foreign-table.ts'
import { type FieldsForParts, PartsOfNumbers, partOfCell, withPartFields } from './measured-values.ts'
import type { TableNote } from './table-notes.ts'
import { choicesOfColumn, type ValueChoices } from './value-choices.ts'
import { type ColumnReading, type ColumnSurvey, type Doubt, surveyOfColumn, type TakeValue } from './values.ts'

/** A table from elsewhere as rows of records, with all that the user should know. */
export interface ForeignRecords {
  readonly found: readonly ColumnField[]
  /** The rows with their values in the notation. The table is read anew each time that these are gone through. */
  readonly rows: Iterable<IndexedRow>
  readonly rowCount: number
  readonly notes: readonly TableNote[]
  /** Whether other rows can change how these are read. */
  readonly needsAllRows: boolean
  /** A sentence about required fields that no column becomes. */
  readonly missing: string | undefined
  readonly doubts: readonly Doubt[]
  readonly problems: readonly TableProblem[]
}

/** A row, and its place in the table. */
interface IndexedRow extends ReadRow {
  readonly index: number
}

/** A row of a table, and the record that it is; a problem if it is none, and nothing for an empty row. */
interface PreparedRow {
  readonly index: number
  readonly cells: Cells
  readonly row: IndexedRow | TableProblem | undefined
}

/** What the columns of a table are compared with. */
export function fieldsOfTag(
  tag: string,
  context: FileContext,
): TagFields & FieldsForParts & { readonly required: readonly string[] } {
  const tags = tagsInForce(tag, domainsOfFile(context).domains)
  const [first] = tags
  const identity = first?.identityField ?? 'rid'
  const isRequired = (name: string): boolean =>
    tags.length > 0 && tags.every(one => one.required.some(field => field.name === name))
  const isNumber = (name: string): boolean =>
    tags.every(one => {
      const field = fieldOf(one, name)
      return field !== undefined && !field.list && isNumberLook(field.type)
    })
  const fields = [...new Set(tags.flatMap(one => ['rid', ...one.fields.keys()]))]
  return {
    tag,
    fields,
    numbers: new Set(fields.filter(isNumber)),
    identity,
    isIdentityRequired: isRequired(identity),
    aliases: aliasesOfFields(tags),
    required: first ? first.required.map(({ name }) => name).filter(isRequired) : [],
  }
}

/** All tags of domains, those first whose fields are most of the columns, each with how many it has. */
export function tagsByFit(
  names: readonly string[],
  domains: readonly Domain[],
  context: FileContext,
): { readonly tag: string; readonly fit: number }[] {
  const isMeant = ({ match }: ColumnField): boolean =>
    match === 'same' || match === 'spelling' || match === 'alias' || match === 'similar' || match === 'id'
  return [...new Set(domains.flatMap(({ tags }) => [...tags.keys()]))]
    .map(tag => ({ tag, fit: fieldsOfColumns(names, fieldsOfTag(tag, context)).filter(isMeant).length }))
    .sort((one, other) => other.fit - one.fit)
}

/**
 * Reads a table from elsewhere as records of a tag: finds the fields of its columns, and reads dates, numbers and truth
 * values as spreadsheets and programs write them.
 */
export function readForeignTable(
  table: ForeignTable,
  tag: string,
  context: FileContext,
  choices: TableChoices,
): ForeignRecords {
  const ofTag = fieldsOfTag(tag, context)
  const valuesOf = (column: number): Iterable<string | undefined> => cleanColumn(table, column, choices.nulls)
  const whole = fieldsOfColumns(table.names, ofTag, choices.fields, column => isUnique(valuesOf(column)))
  const found = withPartFields(whole, valuesOf, ofTag)
  const columns = foundColumns(found, table, valuesOf)
  const kept = new Set(found.flatMap(({ index, key }) => (key === undefined ? [] : index)))
  const isWanted = ({ column }: TableProblem): boolean => column === undefined || kept.has(column)
  const ofNames = table.hasDoubtfulNames && !found.some(isKnown) ? namesProblem(table) : []
  const ofHeader = [...table.problems.filter(isWanted), ...ofNames].filter(({ about }) => about === 'header')
  if (ofHeader.length > 0)
    return {
      found,
      rows: [],
      rowCount: 0,
      notes: table.notes,
      needsAllRows: true,
      missing: undefined,
      doubts: [],
      problems: ofHeader,
    }
  const prepare = rowPreparer(table, tag, found, columns)
  /** The cells of each row, and the row before its values are read, or what is wrong with it. */
  function* preparedRows(cleaner: CellCleaner, mapper: ValueMapper): Generator<PreparedRow> {
    let index = 0
    for (const raw of table.rows) {
      const cells = cleaner.clean(raw, index)
      const row = prepare?.(cells, index)
      yield { index, cells, row: row && 'columns' in row ? mapper.map(row) : row }
      index++
    }
  }
  const newCleaner = (): CellCleaner => new CellCleaner(table.names, choices.nulls)
  const newMapper = (): ValueMapper => new ValueMapper(found, choices.values)
  function* mappedRows(): Generator<IndexedRow> {
    for (const { row } of preparedRows(newCleaner(), newMapper())) if (row && 'columns' in row) yield row
  }
  const [cleaner, mapper] = [newCleaner(), newMapper()]
  const readings = new ValueReadings(columns.columns, found, tag, context, choices, table)
  const parts = new PartsOfNumbers(found)
  const filled = new FilledColumns(found.map(({ index }) => index))
  const ofRows: TableProblem[] = []
  let rowCount = 0
  for (const { index, cells, row } of preparedRows(cleaner, mapper)) {
    filled.take(cells)
    parts.take(cells, index)
    if (!row) continue
    if ('columns' in row) {
      rowCount++
      readings.take(row)
    } else ofRows.push(row)
  }
  while (readings.needsMore()) for (const row of mappedRows()) readings.take(row)
  const values = readings.result(rowCount)
  const withValues = found.filter(({ index }) => filled.has(index))
  const isOwn = table.names.includes(orderColumn) || table.names.includes(textColumn)
  // A record that gets an id when it is written has one.
  const required = ofTag.required.filter(name => !choices.givesIds || name !== ofTag.identity)
  return {
    found,
    rows: { [Symbol.iterator]: () => values.read(mappedRows()) },
    rowCount,
    needsAllRows: values.isRead || (choices.values?.size ?? 0) > 0 || hasIdOfValues(found) || hasParts(found),
    notes: [
      ...table.notes,
      ...columnNotes(withValues, ofTag),
      ...cleaner.notes(table.placeOf),
      ...parts.notes(table.placeOf),
      ...mapper.notes(table.placeOf),
      ...values.notes,
    ],
    missing: isOwn || rowCount === 0 ? undefined : requiredNote(withValues, tag, required),
    doubts: values.doubts,
    problems: [
      ...table.problems.filter(isWanted),
      ...choiceProblems(found, ofTag).map(message => ({ message })),
      ...columns.problems.map(({ message, column }) => ({ message, column: found[column]!.index })),
      ...ofNames,
      ...ofRows,
      ...mapper.problems,
    ],
  }
}

/** The cells of a column without blanks around them, and without values that mean nothing. */
function* cleanColumn(
  { names, rows }: ForeignTable,
  column: number,
  nulls?: readonly string[],
): Generator<string | undefined> {
  const cleaner = new CellCleaner(names, nulls)
  let row = 0
  for (const cells of rows) yield cleaner.clean(cells, row++)[column]
}

/** Which columns have a value. */
class FilledColumns {
  private empty: readonly number[]
  private readonly all: ReadonlySet<number>

  constructor(columns: readonly number[]) {
    this.all = new Set(columns)
    this.empty = [...this.all]
  }

  take(cells: Cells): void {
    if (this.empty.some(column => cells[column] !== undefined))
      this.empty = this.empty.filter(column => cells[column] === undefined)
  }

  has(column: number): boolean {
    return this.all.has(column) && !this.empty.includes(column)
  }
}

/**
 * Makes a function that reads the cells of a row as a record: its problem if they are none, and undefined for an empty
 * row. If the columns are uncertain, so are all their cells, and there is no function.
 */
function rowPreparer(
  { names }: ForeignTable,
  tag: string,
  found: readonly ColumnField[],
  { columns, problems, isInOrder }: FoundColumns,
): ((cells: Cells, index: number) => IndexedRow | TableProblem | undefined) | undefined {
  if (problems.length > 0) return undefined
  return (cells, index) => {
    const row = readRow(columns, isInOrder ? cells : arranged(cells, found, names.length), tag)
    if (!row || !('message' in row))
      return row && { columns: row.columns, cells: row.cells, tag, order: row.order, index }
    const column = row.column < found.length ? found[row.column]!.index : row.column - found.length + names.length
    return { message: row.message, row: index, column }
  }
}

/** Whether a column becomes the id of a record, beside another field, because it has another value in each row. */
const hasIdOfValues = (found: readonly ColumnField[]): boolean =>
  found.some(({ index, match }) => match === 'id' && found.some(other => other.index === index && other.match !== 'id'))

const hasParts = (found: readonly ColumnField[]): boolean => found.some(({ part }) => part !== undefined)

const isKnown = ({ column, match }: ColumnField): boolean =>
  match === 'same' ||
  match === 'spelling' ||
  match === 'alias' ||
  match === 'similar' ||
  match === 'id' ||
  match === 'chosen' ||
  column === ''

/** The problem that the first row may be no names: it has a number or a date. */
function namesProblem({ names }: ForeignTable): TableProblem[] {
  const column = names.findIndex(name => /^(?:[+-]?\d[\d.,]*|\d{4}-\d\d-\d\d.*|true|false)$/i.test(name.trim()))
  if (column < 0) return []
  return [
    {
      about: 'header',
      message: localize('The first row seems to have values and no names of columns, such as {text}.', {
        text: JSON.stringify(names[column]),
      }),
      column,
    },
  ]
}

function isUnique(values: Iterable<string | undefined>): boolean {
  const texts = new Set<string>()
  let count = 0
  for (const text of values) {
    count++
    if (text === undefined || texts.add(copyOfText(text)).size < count) return false
  }
  return true
}

interface FoundColumns extends ReturnType<typeof readColumns> {
  /** Whether the cells stand in the order of the fields. */
  readonly isInOrder: boolean
}

function foundColumns(
  found: readonly ColumnField[],
  { looks = [] }: ForeignTable,
  valuesOf: (column: number) => Iterable<string | undefined>,
): FoundColumns {
  const isEmpty = (column: number): boolean => {
    for (const value of valuesOf(column)) if (value !== undefined) return false
    return true
  }
  // A column that cannot be a field is a problem, unless the user leaves it out or it has no values.
  const keys = found.map(({ column, key, match, index }) => (match === 'none' && !isEmpty(index) ? column : key))
  const read = readColumns(
    keys,
    found.map(({ index }) => looks[index] ?? 'string'),
  )
  return { ...read, isInOrder: !hasParts(found) && found.every(({ index }, place) => index === place) }
}

/** The cells in the order of the fields, and behind them those without a name. */
const arranged = (cells: Cells, sources: readonly ColumnField[], width: number): Cells => [
  ...sources.map(({ index, part }) => (part === undefined ? cells[index] : partOfCell(cells[index], part))),
  ...cells.slice(width),
]

/** How the values of all columns are read by the types of their fields, which is decided by all rows. */
class ValueReadings {
  private readonly columns: readonly (ReadingOfType | undefined)[]

  constructor(
    columns: readonly ReadColumn[],
    found: readonly ColumnField[],
    tag: string,
    context: FileContext,
    choices: ValueChoices,
    private readonly table: Pick<ForeignTable, 'placeOf' | 'isTyped' | 'daysSince'>,
  ) {
    const { placeOf, isTyped, daysSince } = table
    const names = columns.flatMap(column => (column.kind === 'field' ? [column.key.name] : []))
    const definitions = definitionsOf(tag, names, domainsOfFile(context).domains)
    const choicesAt = (index: number): ValueChoices => ({
      ...choicesOfColumn(choices, found[index]?.column ?? ''),
      ...(daysSince && { daysSince }),
    })
    const typeOf = (column: ReadColumn, index: number): TypeName | undefined => {
      if (column.kind !== 'field') return undefined
      const { name, type } = column.key
      // The commas of a list are no decimal commas.
      if (definitions.some(definition => fieldOf(definition, name)?.list)) return undefined
      const meant = typeNamed(type ?? declaredType(definitions, name) ?? '')
      return isReadAs(meant, column.look, choicesAt(index)) ? meant : undefined
    }
    this.columns = columns.map((column, index) => {
      const type = typeOf(column, index)
      if (type === undefined) return undefined
      return new ReadingOfType(
        type,
        surveyOfColumn(found[index]!.column, type, choicesAt(index), placeOf),
        // A number of a table stays what it is, whatever the texts of its column look like.
        row => isTyped !== undefined && isNumberLook(type) && isTyped(row, found[index]?.index ?? index),
      )
    })
  }

  take({ cells, index: row }: IndexedRow): void {
    const { columns } = this
    for (let index = 0; index < columns.length; index++) {
      const cell = cells[index]
      if (cell !== undefined) columns[index]?.take(cell, row)
    }
  }

  /** Ends a round of all rows. Returns whether they have to be taken once more. */
  needsMore(): boolean {
    return this.columns.map(column => column?.needsMore() ?? false).includes(true)
  }

  /** How the values are read, when nothing more is needed. */
  result(rowCount: number): Pick<ForeignRecords, 'notes' | 'doubts'> & {
    readonly isRead: boolean
    readonly read: (rows: Iterable<IndexedRow>) => Generator<IndexedRow>
  } {
    const { columns, table } = this
    const results = columns.flatMap(column => column?.result ?? [])
    const notes = results.flatMap(result => result.notes)
    const isUnchanged = notes.length === 0 && !table.isTyped
    return {
      notes,
      doubts: results.flatMap(({ doubt }) => doubt ?? []),
      isRead: rowCount > 0 && results.length > 0,
      read: function* (rows) {
        if (isUnchanged) return yield* rows
        for (const row of rows)
          yield {
            ...row,
            cells: row.cells.map((cell, index) =>
              cell === undefined ? undefined : (columns[index]?.read(cell, row.index) ?? cell),
            ),
          }
      },
    }
  }
}

/** How the values of a column of a type are read. */
class ReadingOfType {
  private asked: IteratorResult<TakeValue, ColumnReading>

  /** @param isSettled whether the value of a row is read as it is */
  constructor(
    private readonly type: TypeName,
    private readonly survey: ColumnSurvey,
    private readonly isSettled: (row: number) => boolean,
  ) {
    this.asked = survey.next()
  }

  take(text: string, row: number): void {
    if (!this.asked.done && !this.isSettled(row)) this.asked.value(text, row)
  }

  needsMore(): boolean {
    if (!this.asked.done) this.asked = this.survey.next()
    return !this.asked.done
  }

  get result(): ColumnReading | undefined {
    return this.asked.done ? this.asked.value : undefined
  }

  read(text: string, row: number): string {
    return this.isSettled(row) ? settledText(text, this.type) : (this.result?.read(text) ?? text)
  }
}

/** A number of a table in a column of a type; a whole number can be written there as 3.0. */
export const settledText = (text: string, type: TypeName): string => (type === 'int' ? text.replace(/\.0+$/, '') : text)

/**
 * Whether the values of a column are read as a type: texts, numbers that stand for a time or a truth value, and times
 * that get a zone.
 */
export function isReadAs(type: TypeName | undefined, look: Look, { timeZone }: ValueChoices): boolean {
  if (type === undefined || type === 'string') return false
  if (look === 'string') return true
  return isNumberLook(look) ? !isNumberLook(type) : type === 'ts' && look === 'ts' && timeZone !== undefined
}

export const isNumberLook = (look: Look): boolean => look === 'int' || look === 'float'
