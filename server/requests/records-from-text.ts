import { checkFile, problemsOf, sectionAt } from '../../shared/check/check.ts'
import { parseJson } from '../../shared/config/json.ts'
import { fieldsOfColumns } from '../../shared/convert/column-fields.ts'
import { namesInCsv, recordsFromCsv } from '../../shared/convert/csv.ts'
import { fieldsOfTag, readForeignColumns, readForeignValues } from '../../shared/convert/foreign-table.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import { listOfJsonLines } from '../../shared/convert/json-table.ts'
import type { Reading, ReadingOptions } from '../../shared/convert/reading.ts'
import type { ReadRow } from '../../shared/convert/rows.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Domain, Tag } from '../../shared/domains/registry.ts'
import type { PastedRecords, RecordsFromTextParams } from '../../shared/protocol/records.ts'
import { indexAt, lineBreakOf, offsetAt, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most tags that are offered for one text. */
const offerLimit = 5

/** The most columns of a table, and the longest name of one. To search the fields for more takes too long. */
const columnLimit = 500
const nameLimit = 200

/**
 * JSON, JSON Lines, or CSV with a row of names as the text of records, once for each tag with the same fields. The text
 * with the fewest problems comes first. An empty list for any other text.
 */
export function recordsFromText(
  { file }: Snapshot,
  { line, text }: Omit<RecordsFromTextParams, 'uri'>,
): PastedRecords[] {
  const entry = Math.max(0, indexAt(file.tree, offsetAt(file.tree, { line, character: 0 })))
  const { domains } = sectionAt(file, entry)
  const context = { ...file.context, settingDomains: domains.map(({ path }) => path) }
  const foreign = /^\s*[[{]/.test(text) ? readAsJson(text) : readAsCsv(text, context)
  if (!foreign) return []
  const offers = (foreign.hasTags ? [undefined] : fittingTags(foreign, domains)).flatMap(tag => {
    const reading = foreign.read({ context, ...(tag && { tag: tag.name }) })
    if ('problems' in reading || reading.text === '') return []
    const problems = problemsOf(checkFile(parse(reading.text), context)).length
    return { tag: tag?.name ?? null, text: reading.text.replaceAll('\n', lineBreakOf(file.tree)), problems }
  })
  return offers.sort((one, other) => one.problems - other.problems).map(({ tag, text }) => ({ tag, text }))
}

/** JSON or CSV, with the names of its fields and a function that reads it as records. */
interface ForeignText {
  readonly names: readonly string[]
  /** How many of the names are those of fields. */
  readonly countOf: (fields: ReadonlySet<string>) => number
  /** Whether it names the tags of its records. */
  readonly hasTags: boolean
  readonly read: (options: ReadingOptions) => Reading
}

/** Reads JSON, or JSON Lines, where each line is a value of its own. */
function readAsJson(text: string): ForeignText | undefined {
  const json = listOfJsonLines(text)
  const root = parseJson(json)
  if ('reason' in root) return undefined
  const first = root.type === 'array' ? root.children?.[0] : root
  const keys = (first?.type === 'object' ? (first.children ?? []) : []).map(({ children }) =>
    String(children?.[0]?.value),
  )
  return {
    names: keys,
    countOf: fields => keys.filter(key => fields.has(withoutType(key))).length,
    hasTags: keys.includes('$tag'),
    read: options => recordsFromJson(json, options),
  }
}

/** Reads CSV. Its names, dates and numbers are read as in an import, unless they can mean two values. */
function readAsCsv(text: string, context: FileContext): ForeignText | undefined {
  if (!text.split(/\r?\n/, 2)[1]) return undefined
  const names = namesInCsv(text)
  if (names.length > columnLimit || names.some(name => name.length > nameLimit)) return undefined
  return {
    names,
    countOf: fields =>
      fieldsOfColumns(names, [...fields]).filter(({ key }) => key !== undefined && fields.has(withoutType(key))).length,
    hasTags: false,
    read: ({ tag = '' }) => {
      const columns = readForeignColumns(names, tag, context, {
        fields: namesToFields(names, fieldsOfTag(tag, context)),
      })
      const readValues = (rows: readonly ReadRow[]): readonly ReadRow[] =>
        readForeignValues(rows, columns.found, context, {}, () => '').rows
      return recordsFromCsv(text, { context, tag }, readValues, () => columns)
    },
  }
}

/**
 * Names for columns that cannot be fields under their own names: nothing is lost, and the new records show a problem.
 */
const namesToFields = (names: readonly string[], fields: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    fieldsOfColumns(names, fields).flatMap(({ column, match }): [string, string][] => {
      const name = column
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^[_\d]+|_+$/g, '')
      return match === 'none' && name !== '' ? [[column, name]] : []
    }),
  )

/** `maturity` of `maturity:int`. */
const withoutType = (key: string): string => key.replace(/:.*/, '')

/** The tags whose fields are the most names: at least two, and more than half of all names. */
function fittingTags({ names, countOf }: ForeignText, domains: readonly Domain[]): Tag[] {
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const counts = new Map(tags.map(tag => [tag, countOf(new Set(['rid', ...tag.fields.keys()]))]))
  const most = Math.max(0, ...counts.values())
  return most >= 2 && most * 2 > names.length ? tags.filter(tag => counts.get(tag) === most).slice(0, offerLimit) : []
}
