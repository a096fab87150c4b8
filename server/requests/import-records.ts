import { groupBy } from '../../shared/basics/group.ts'
import { capitalized, withCommas } from '../../shared/basics/text.ts'
import { type CheckedFile, checkFile, problemsOf, sectionAt } from '../../shared/check/check.ts'
import { missingField } from '../../shared/check/rules/missing-field.ts'
import { type ColumnField, fieldsOfColumns } from '../../shared/convert/foreign-tables/column-fields.ts'
import { lineFinderIn } from '../../shared/convert/foreign-tables/csv-table.ts'
import type { ForeignTable, TableChoices, TableProblem } from '../../shared/convert/foreign-tables/foreign-table.ts'
import { hasOwnKeys, listOfJsonLines } from '../../shared/convert/foreign-tables/json-table.ts'
import { fieldsOfTag, readForeignTable, tagsByFit } from '../../shared/convert/foreign-tables/records.ts'
import { plainNote, sentencesOf } from '../../shared/convert/foreign-tables/table-notes.ts'
import { isJsonText, readTextTable } from '../../shared/convert/foreign-tables/text-table.ts'
import { isTimeZone } from '../../shared/convert/foreign-tables/value-choices.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import { written } from '../../shared/convert/reading.ts'
import { byOrder, givenOf, orderColumn, textColumn } from '../../shared/convert/rows.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { ImportedColumn, ImportedRecords, ImportedTable, importRequest } from '../../shared/protocol/import.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import { indexAt, lineBreakOf, offsetAt, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The number of records that are checked before they are inserted. */
const checkedRecords = 10

/** The number of records whose ids are looked up before they are inserted. */
const lookedUpRecords = 5000

/** The most ids in a sentence. */
const idLimit = 5

/** The most sentences of one kind. */
const sentenceLimit = 20

/** CSV, JSON, JSON Lines or a table as records, with what the user should know or decide before they are inserted. */
export function importRecords(
  { file, index }: Snapshot,
  {
    line,
    data,
    tag: chosenTag,
    fields: chosen,
    ...said
  }: Omit<ParamsOf<typeof importRequest>, 'uri'> & Pick<TableChoices, 'values' | 'givesIds'>,
): ImportedRecords {
  const entry = Math.max(0, indexAt(file.tree, offsetAt(file.tree, { line, character: 0 })))
  const { domains } = sectionAt(file, entry)
  const context = { ...file.context, settingDomains: domains.map(({ path }) => path) }
  const lineBreak = lineBreakOf(file.tree)
  if (typeof data === 'string' && isJsonText(data) && hasOwnKeys(data))
    return withOwnTags(listOfJsonLines(data), context, index, lineBreak)
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
    : [{ message: `There is no time zone ${show(said.timeZone!)}; write one such as +02:00 or Europe/Berlin.` }]
  const isReady = problems.length === 0 && read.doubts.length === 0
  const ordered = byOrder(read.rows)
  const records = isReady ? written(ordered.map(givenOf), context) : ''
  return {
    form: formOf(data),
    tags,
    tag,
    fields: ofTag.fields,
    columns: importedColumns(table, read.found),
    notes: [
      ...sentencesOf(read.notes),
      ...ownColumnNotes(read.found),
      ...uncheckedNotes(isReady ? read.rows.length : 0),
    ],
    missing: read.missing ?? null,
    doubts: read.doubts,
    problems: cutToSentence(problems).map(problem => ({
      ...(problem.about && { about: problem.about }),
      message: placedMessage(problem, table, data),
    })),
    records: read.rows.length,
    text: records.replaceAll('\n', lineBreak),
    warnings: warningsIn(records, context, index, record => table.placeOf(ordered[record]!.index), said.givesIds),
  }
}

function formOf(data: string | ImportedTable): ImportedRecords['form'] {
  if (typeof data !== 'string') return data.sheet ? 'sheet' : 'table'
  return isJsonText(data) ? 'json' : 'csv'
}

/** A table from a file that is no text. A column with a value that no field can hold has no values. */
function tableIn({ tag, names, looks, rows, unreadable, sheet }: ImportedTable): ForeignTable {
  const typed = new Map(sheet?.typed.map(({ column, rows: some }) => [column, new Set(some)]))
  const lost = new Set(unreadable.map(({ column }) => column))
  return {
    tag,
    names,
    looks,
    rows: rows.map(row => row.map((cell, column) => (lost.has(column) ? undefined : (cell ?? undefined)))),
    placeOf: row => (sheet ? `row ${sheet.lines[row]}` : `record ${row + 1}`),
    isTyped: (row, column) => typed.get(column)?.has(row) ?? false,
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
  if (formOf(data) === 'csv' && start !== undefined) return `Line ${lineFinderIn(data as string)(start)}: ${message}`
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
      field: fields.flatMap(({ key }) => key ?? []).join(','),
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
function withOwnTags(text: string, context: FileContext, index: RecordIndex, lineBreak: string): ImportedRecords {
  const reading = recordsFromJson(text, { context })
  const records = 'text' in reading ? reading.text : ''
  return {
    form: 'json',
    tags: [],
    tag: null,
    fields: [],
    columns: [],
    notes: [],
    missing: null,
    doubts: [],
    problems: 'problems' in reading ? cutToSentence(reading.problems.map(({ message }) => ({ message }))) : [],
    records: records.split('\n').length - 1,
    text: records.replaceAll('\n', lineBreak),
    warnings: warningsIn(records, context, index, record => `record ${record + 1}`),
  }
}

/** Says what the columns are for that an export adds to the fields. */
const ownColumnNotes = (found: readonly ColumnField[]): string[] =>
  found.flatMap(({ key }) => {
    if (key === orderColumn) return [`"${orderColumn}" becomes no field; the records are sorted by it.`]
    return key === textColumn
      ? [`"${textColumn}" becomes no field; it has the text of records that are more than fields.`]
      : []
  })

/** A sentence if only the first of so many records are checked before they are inserted. */
const uncheckedNotes = (records: number): string[] =>
  records > checkedRecords
    ? [
        `Only the first ${checkedRecords} of ${withCommas(records)} records are checked here; all are, once they are inserted.`,
      ]
    : []

/**
 * What the user should know of the records: which ids exist already, and the messages about the first records.
 *
 * @param placeOf where a record comes from, by its index
 */
function warningsIn(
  records: string,
  context: FileContext,
  index: RecordIndex,
  placeOf: (record: number) => string,
  givesIds = false,
): string[] {
  const firstOf = (count: number): CheckedFile => checkFile(parse(records.split('\n', count).join('\n')), context)
  return [
    ...takenIdsSentence(firstOf(lookedUpRecords), index),
    ...messagesOf(firstOf(checkedRecords), placeOf, givesIds),
  ].slice(0, sentenceLimit)
}

/** The messages about some records, each once, with the place of the first record that has it. */
function messagesOf(file: CheckedFile, placeOf: (record: number) => string, givesIds = false): string[] {
  const recordsBy = new Map<string, Set<number>>()
  for (const { message, entry, code, subject } of problemsOf(file)) {
    if (givesIds && code === missingField.code && subject === file.entries[entry]?.tag?.identityField) continue
    const record = file.tree.entries.slice(0, entry).filter(({ kind }) => kind === 'record').length
    recordsBy.set(message, (recordsBy.get(message) ?? new Set()).add(record))
  }
  return [...recordsBy].map(([message, [first = 0, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return `${capitalized(placeOf(first))}${more}: ${message}`
  })
}

/** A sentence if other records have ids of these ones. */
function takenIdsSentence({ entries }: CheckedFile, index: RecordIndex): string[] {
  const seen = new Set<string>()
  const taken = entries.flatMap(({ identity }) => {
    const name = identity?.definition
    if (!name) return []
    const key = `${name.path} ${name.id}`
    const isTaken = seen.has(key) || index.count(name) > 0
    seen.add(key)
    return isTaken ? [name.id] : []
  })
  if (taken.length === 0) return []
  const more = taken.length > idLimit ? ` and ${taken.length - idLimit} more` : ''
  const ids = taken.slice(0, idLimit).map(id => shorten(id))
  return [`Other records have the same id: ${ids.join(', ')}${more}.`]
}

const cutToSentence = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, sentenceLimit)
