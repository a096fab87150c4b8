import { type CheckedFile, checkFile, problemsOf, sectionAt } from '../../shared/check/check.ts'
import { type ColumnField, fieldsOfColumns } from '../../shared/convert/column-fields.ts'
import { namesInCsv, readCsv } from '../../shared/convert/csv.ts'
import { fieldsOfTag, readForeignColumns, readForeignValues } from '../../shared/convert/foreign-table.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import { type JsonTable, listOfJsonLines, readJsonTable } from '../../shared/convert/json-table.ts'
import { written } from '../../shared/convert/reading.ts'
import {
  byOrder,
  givenOf,
  type Look,
  orderColumn,
  type ReadColumns,
  type ReadRow,
  readRow,
  textColumn,
} from '../../shared/convert/rows.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { ImportedRecords, ImportedTable, importRequest } from '../../shared/protocol/import.ts'
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
  { line, data, tag: chosenTag, fields: chosen, dateOrder, decimalMark }: Omit<ParamsOf<typeof importRequest>, 'uri'>,
): ImportedRecords {
  const entry = Math.max(0, indexAt(file.tree, offsetAt(file.tree, { line, character: 0 })))
  const { domains } = sectionAt(file, entry)
  const context = { ...file.context, settingDomains: domains.map(({ path }) => path) }
  const lineBreak = lineBreakOf(file.tree)
  const json = typeof data === 'string' && /^\s*[[{]/.test(data) ? listOfJsonLines(data) : undefined
  const table = json === undefined ? tableIn(data) : jsonIn(json)
  if (json !== undefined && table.names.includes('$tag')) return withOwnTags(json, context, index, lineBreak)
  const tags = tagsByFit(table.names, domains, context)
  const tag = tags.find(name => name === chosenTag) ?? tags.find(name => name === table.tag) ?? tags[0]!
  const fields = fieldsOfTag(tag, context)

  // A column that cannot be a field is left out, unless the user chooses a field.
  const nameless = fieldsOfColumns(table.names, fields, new Map(chosen)).filter(({ match }) => match === 'none')
  const choices = {
    fields: new Map([...chosen, ...nameless.map(({ column }): [string, string] => [column, ''])]),
    dateOrder,
    decimalMark,
  }
  const columns = readForeignColumns(table.names, tag, context, choices, table.looks)
  const { rows, problems, placeOf } = table.read(tag, columns)
  const values = readForeignValues(rows, columns.found, context, choices, placeOf)
  const isReady = problems.length === 0 && values.doubts.length === 0
  const ordered = byOrder(values.rows)
  const records = isReady ? written(ordered.map(givenOf), context) : ''
  return {
    tags,
    tag,
    fields,
    columns: columns.found.map(({ column, key = '', match }, index) => ({
      column,
      match,
      field: key,
      examples: rows.slice(0, 3).flatMap(({ cells }) => cells[index]?.slice(0, 100) ?? []),
    })),
    notes: [...columns.notes, ...ownColumnNotes(columns), ...values.notes],
    doubts: values.doubts,
    problems: cut(problems),
    records: rows.length,
    text: records.replaceAll('\n', lineBreak),
    warnings: warningsIn(records, context, index, record => placeOf(values.rows.indexOf(ordered[record]!))),
  }
}

/** A table from elsewhere. */
interface ForeignTable {
  readonly tag?: string | undefined
  readonly names: readonly string[]
  readonly looks?: readonly Look[]
  readonly read: (tag: string, columns: ReadColumns) => ReadTable
}

interface ReadTable {
  readonly rows: readonly ReadRow[]
  readonly problems: readonly string[]
  /** Where a row stands in the data, by its index. */
  readonly placeOf: (index: number) => string
}

function tableIn(data: string | ImportedTable): ForeignTable {
  if (typeof data === 'string') return csvIn(data)
  const { tag, names, looks, unreadable } = data
  const rows = data.rows.map(row => row.map(cell => cell ?? undefined))
  return {
    tag,
    names,
    looks,
    read: (tag, columns) => {
      const read = withRows({ names, looks, rows, problems: [] }).read(tag, columns)
      const wanted = unreadable.filter(({ column }) => columns.columns[column]?.kind !== 'left out')
      return { ...read, problems: [...wanted.map(({ message }) => message), ...read.problems] }
    },
  }
}

const csvIn = (text: string): ForeignTable => ({
  names: namesInCsv(text),
  read: (tag, columns) => {
    const { rows, problems } = readCsv(text, tag, () => columns)
    const lineOf = (offset: number): number => text.slice(0, offset).split(/\r\n|\r|\n/).length
    return {
      rows,
      problems: cut(problems).map(({ message, start }) => `Line ${lineOf(start)}: ${message}`),
      placeOf: index => `line ${lineOf(rows[index]!.start)}`,
    }
  },
})

const jsonIn = (text: string): ForeignTable => withRows(readJsonTable(text))

function withRows({ names, looks, rows: all, problems: ofTable }: JsonTable): ForeignTable {
  return {
    names,
    looks,
    read: (tag, { columns, problems: ofColumns }) => {
      const rows: ReadRow[] = []
      const numbers: number[] = []
      const problems = [...ofTable, ...ofColumns.map(({ message }) => message)]
      for (const [index, cells] of all.entries()) {
        const row = readRow(columns, cells, tag)
        if (row && 'message' in row) problems.push(`Record ${index + 1}: ${row.message}`)
        else if (row) {
          rows.push(row)
          numbers.push(index + 1)
        }
      }
      return { rows, problems, placeOf: index => recordNumbered(numbers[index]!) }
    },
  }
}

/** JSON that names the tags of its records has the names of fields, too. */
function withOwnTags(text: string, context: FileContext, index: RecordIndex, lineBreak: string): ImportedRecords {
  const reading = recordsFromJson(text, { context })
  const records = 'text' in reading ? reading.text : ''
  return {
    tags: [],
    tag: null,
    fields: [],
    columns: [],
    notes: [],
    doubts: [],
    problems: 'problems' in reading ? cut(reading.problems.map(({ message }) => message)) : [],
    records: records.split('\n').length - 1,
    text: records.replaceAll('\n', lineBreak),
    warnings: warningsIn(records, context, index, record => recordNumbered(record + 1)),
  }
}

/** Says what the columns are for that an export adds to the fields. */
const ownColumnNotes = ({ columns }: ReadColumns): string[] =>
  columns.flatMap(({ kind }) => {
    if (kind === 'order') return [`"${orderColumn}" becomes no field; the records are sorted by it.`]
    return kind === 'text'
      ? [`"${textColumn}" becomes no field; it has the text of records that are more than fields.`]
      : []
  })

const recordNumbered = (number: number): string => `record ${number}`

/** The names of all tags, those first whose fields are most of the columns. */
function tagsByFit(names: readonly string[], domains: readonly Domain[], context: FileContext): string[] {
  const isMeant = ({ match }: ColumnField): boolean => match === 'same' || match === 'spelling' || match === 'similar'
  return [...new Set(domains.flatMap(({ tags }) => [...tags.keys()]))]
    .map(tag => ({ tag, fit: fieldsOfColumns(names, fieldsOfTag(tag, context)).filter(isMeant).length }))
    .sort((one, other) => other.fit - one.fit)
    .map(({ tag }) => tag)
}

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
): string[] {
  const firstOf = (count: number): CheckedFile => checkFile(parse(records.split('\n', count).join('\n')), context)
  return [...takenIds(firstOf(lookedUpRecords), index), ...messagesOf(firstOf(checkedRecords), placeOf)].slice(
    0,
    sentenceLimit,
  )
}

/** The messages about some records, each once, with the place of the first record that has it. */
function messagesOf(file: CheckedFile, placeOf: (record: number) => string): string[] {
  const recordsBy = new Map<string, Set<number>>()
  for (const { message, entry } of problemsOf(file)) {
    const record = file.tree.entries.slice(0, entry).filter(({ kind }) => kind === 'record').length
    recordsBy.set(message, (recordsBy.get(message) ?? new Set()).add(record))
  }
  return [...recordsBy].map(([message, [first = 0, ...others]]) => {
    const place = placeOf(first)
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return `${place.charAt(0).toUpperCase()}${place.slice(1)}${more}: ${message}`
  })
}

/** A sentence if other records have ids of these ones. */
function takenIds({ entries }: CheckedFile, index: RecordIndex): string[] {
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

const cut = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, sentenceLimit)
