import { groupBy } from '../basics/group.ts'
import { capitalized, firstSentences } from '../basics/text.ts'
import { type CheckedFile, sectionAt } from '../check/check.ts'
import { definitionsOf } from '../convert/declared-types.ts'
import { writeChosenField } from '../convert/foreign-tables/chosen-fields.ts'
import { type ColumnField, fieldsOfColumns } from '../convert/foreign-tables/column-fields.ts'
import { lineFinderIn } from '../convert/foreign-tables/csv-table.ts'
import type { ForeignTable, TableChoices, TableProblem } from '../convert/foreign-tables/foreign-table.ts'
import { hasOwnKeys, listOfJsonLines } from '../convert/foreign-tables/json-table.ts'
import { fieldsOfTag, readForeignTable, tagsByFit } from '../convert/foreign-tables/records.ts'
import { plainNote, sentencesOf } from '../convert/foreign-tables/table-notes.ts'
import { isJsonText, readTextTable } from '../convert/foreign-tables/text-table.ts'
import { isTimeZone } from '../convert/foreign-tables/value-choices.ts'
import { recordsFromJson } from '../convert/json.ts'
import { written } from '../convert/reading.ts'
import { byOrder, givenOf, orderColumn, textColumn } from '../convert/rows.ts'
import { moreProblems } from '../domains/counts-in-words.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import type { Tag } from '../domains/registry.ts'
import type { ImportedColumn, ImportedRecords, ImportedTable, importRequest } from '../protocol/import.ts'
import type { ParamsOf } from '../protocol/request.ts'
import { indexAt, offsetAt } from '../syntax/tree.ts'
import { practiceColumns } from './practice-columns.ts'

/** Data, and how they are read as records. */
export type DataToImport = Omit<ParamsOf<typeof importRequest>, 'uri'> & Pick<TableChoices, 'values' | 'givesIds'>

/** Data as records. */
export interface ReadData {
  /** What the user should know or decide. */
  readonly told: Omit<ImportedRecords, 'text' | 'warnings' | 'into'>
  /** The records, each on a line of its own; empty if the user has to decide something first. */
  readonly text: string
  readonly context: FileContext
  /** Where a record comes from, by its index. */
  readonly placeOf: (record: number) => string
  /** The names of the fields that columns become; undefined if each record has fields of its own. */
  readonly columns: ReadonlySet<string> | undefined
  /** The tag whose defaults new records get; undefined if the data were written from records. */
  readonly tag: Tag | undefined
}

/** Reads data as records by the domains of a place in a file. */
export function readDataToImport(
  file: CheckedFile,
  { line, data, tag: chosenTag, fields: chosen, into: _, key: __, gone: ___, base: ____, ...said }: DataToImport,
): ReadData {
  const entry = Math.max(0, indexAt(file.tree, offsetAt(file.tree, { line, character: 0 })))
  const { domains } = sectionAt(file, entry)
  const context = { ...file.context, settingDomains: domains.map(({ path }) => path) }
  if (typeof data === 'string' && isJsonText(data) && hasOwnKeys(data)) return withOwnTags(data, context)
  const table = typeof data === 'string' ? readTextTable(data, said) : tableIn(data)
  const tags = tagsByFit(table.names, domains, context).map(({ tag: name }) => name)
  const tag = tags.find(name => name === chosenTag) ?? tags.find(name => name === table.tag) ?? tags[0]!
  const ofTag = fieldsOfTag(tag, context)

  // A column that cannot be a field is left out, unless the user chooses a field.
  const nameless = fieldsOfColumns(table.names, ofTag, new Map(chosen)).filter(({ match }) => match === 'none')
  const isZone = said.timeZone === undefined || isTimeZone(said.timeZone)
  const choices = {
    ...said,
    timeZone: isZone ? said.timeZone : undefined,
    fields: new Map([...chosen, ...nameless.map(({ column }): [string, string] => [column, ''])]),
  }
  const read = readForeignTable(table, tag, context, choices)
  const problems: TableProblem[] = isZone
    ? [...read.problems]
    : [
        {
          message: localize('There is no time zone {zone}; write one such as {examples}.', {
            zone: show(said.timeZone!),
            examples: { or: ['+02:00', 'Europe/Berlin'] },
          }),
        },
      ]
  const isReady = problems.length === 0 && read.doubts.length === 0
  const ordered = byOrder(read.rows)
  const names = read.found.flatMap(({ key }) => key?.split(':')[0] ?? [])
  const definitions = definitionsOf(tag, names, domains)
  const isFromRecords = names.some(name => name === orderColumn || name === textColumn)
  return {
    told: {
      form: formOf(data),
      tags,
      tag,
      fields: ofTag.fields,
      columns: importedColumns(table, read.found),
      notes: [...sentencesOf(read.notes), ...ownColumnNotes(read.found)],
      missing: read.missing ?? null,
      practice: practiceColumns(read.found, definitions),
      doubts: read.doubts,
      problems: toldProblems(problems, problem => placedMessage(problem, table, data)),
      records: read.rowCount,
    },
    text: isReady ? written(ordered.map(givenOf), context) : '',
    context,
    placeOf: record => table.placeOf(ordered[record]!.index),
    // Names with $, such as $order, are none of fields.
    columns: new Set(names.filter(name => !name.startsWith('$'))),
    tag: isFromRecords || definitions.length > 1 ? undefined : definitions[0],
  }
}

function formOf(data: string | ImportedTable): ImportedRecords['form'] {
  if (typeof data !== 'string') return data.sheet ? 'sheet' : 'table'
  return isJsonText(data) ? 'json' : 'csv'
}

/** A table from a file that is no text. A column with a value that no field can hold has no values. */
export function tableIn({ tag, names, looks, rows, unreadable, sheet }: ImportedTable): ForeignTable {
  const typed = new Map(sheet?.typed.map(({ column, rows: some }) => [column, new Set(some)]))
  const lost = new Set(unreadable.map(({ column }) => column))
  return {
    tag,
    names,
    looks,
    rows: rows.map(row => row.map((cell, column) => (lost.has(column) ? undefined : (cell ?? undefined)))),
    placeOf: row =>
      sheet ? localize('row {row}', { row: sheet.lines[row] ?? 0 }) : localize('record {number}', { number: row + 1 }),
    isTyped: (row, column) => typed.get(column)?.has(row) ?? false,
    daysSince: sheet?.daysSince,
    problems: (sheet?.problems ?? []).map(message => ({ about: 'header', message })),
    notes: [...(sheet?.notes ?? []), ...unreadable.map(({ message }) => message)].map(plainNote),
    hasDoubtfulNames: sheet?.isFound ?? false,
  }
}

/** A problem with its place in front. */
function placedMessage(
  { message, row, column, span }: TableProblem,
  table: ForeignTable,
  data: string | ImportedTable,
): string {
  const start = (span ?? (column === undefined && row === undefined ? undefined : table.spanOf?.(row, column ?? 0)))
    ?.start
  if (formOf(data) === 'csv' && start !== undefined)
    return localize('Line {line}: {message}', { line: lineFinderIn(data as string)(start), message })
  return row === undefined ? message : `${capitalized(table.placeOf(row))}: ${message}`
}

/** The columns of a table, each with all fields that it becomes. */
function importedColumns({ names, rows }: ForeignTable, found: readonly ColumnField[]): ImportedColumn[] {
  const byColumn = groupBy(found, ({ index }) => index)
  return names.map((column, index) => {
    const fields = byColumn.get(index) ?? []
    return {
      column,
      match: fields[0]?.match ?? 'none',
      field: fields.flatMap(one => (one.key === undefined ? [] : writeChosenField(one))).join(','),
      examples: exampleValuesOf(rows, index),
    }
  })
}

/** The first values of a column that has some, which need not be those of the first rows. */
function exampleValuesOf(rows: ForeignTable['rows'], column: number): string[] {
  const examples: string[] = []
  for (const cells of rows) {
    const cell = cells[column]
    if (cell !== undefined) examples.push(cell.slice(0, 100))
    if (examples.length === 3) break
  }
  return examples
}

/** JSON that names the tags of its records has the names of fields, too. */
function withOwnTags(data: string, context: FileContext): ReadData {
  const reading = recordsFromJson(listOfJsonLines(data), { context })
  const text = 'text' in reading ? reading.text : ''
  return {
    told: {
      form: 'json',
      tags: [],
      tag: null,
      fields: [],
      columns: [],
      notes: [],
      missing: null,
      practice: null,
      doubts: [],
      problems: 'problems' in reading ? toldProblems(reading.problems, ({ message }) => message) : [],
      records: text.split('\n').length - 1,
    },
    text,
    context,
    placeOf: record => localize('record {number}', { number: record + 1 }),
    columns: undefined,
    tag: undefined,
  }
}

/** Says what the columns are for that an export adds to the fields. */
const ownColumnNotes = (found: readonly ColumnField[]): string[] =>
  found.flatMap(({ key }) => {
    if (key === orderColumn)
      return [localize('{column} becomes no field; the records are sorted by it.', { column: `"${orderColumn}"` })]
    return key === textColumn
      ? [
          localize('{column} becomes no field; it has the text of records that are more than fields.', {
            column: `"${textColumn}"`,
          }),
        ]
      : []
  })

/** The first problems of many. If some are left out, the last one says how many. */
const toldProblems = <Problem extends TableProblem>(
  problems: readonly Problem[],
  messageOf: (problem: Problem) => string,
): ImportedRecords['problems'] =>
  firstSentences<ImportedRecords['problems'][number]>(
    problems.map(problem => ({ ...(problem.about && { about: problem.about }), message: messageOf(problem) })),
    left => ({ message: moreProblems(left) }),
  )
