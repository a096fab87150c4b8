import { checkFile, problemsOf, sectionAt } from '../../shared/check/check.ts'
import { parseJson, propertiesOf } from '../../shared/config/json.ts'
import { fieldsOfColumns, nameIn } from '../../shared/convert/foreign-tables/column-fields.ts'
import { hasOwnKeys, listOfJsonLines } from '../../shared/convert/foreign-tables/json-table.ts'
import { fieldsOfTag, readForeignTable } from '../../shared/convert/foreign-tables/records.ts'
import { isJsonText, readTextTable } from '../../shared/convert/foreign-tables/text-table.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import { type Reading, type ReadingOptions, written } from '../../shared/convert/reading.ts'
import { byOrder, givenOf } from '../../shared/convert/rows.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Domain, Tag } from '../../shared/domains/registry.ts'
import type { PastedRecords, RecordsFromTextParams } from '../../shared/protocol/records.ts'
import { indexAt, lineBreakOf, offsetAt, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most tags that are offered for one text. */
const mostOfferedTags = 5

/** The most columns of a table, and the longest name of one. To search the fields for more takes too long. */
const mostPastedColumns = 500
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
  const foreign = isJsonText(text) && hasOwnKeys(text) ? readAsRecords(text, context) : readAsTable(text, context)
  if (!foreign) return []
  const offers = (foreign.hasTags ? [undefined] : fittingTags(foreign, domains)).flatMap(tag => {
    const reading = foreign.read({ context, ...(tag && { tag: tag.name }) })
    if ('problems' in reading || reading.text === '') return []
    const tree = parse(reading.text)
    const problems = problemsOf(checkFile(tree, context)).length
    const count = tree.entries.filter(({ kind }) => kind === 'record').length
    return { tag: tag?.name ?? null, count, text: reading.text.replaceAll('\n', lineBreakOf(file.tree)), problems }
  })
  return offers.sort((one, other) => one.problems - other.problems).map(({ problems: _, ...offer }) => offer)
}

/** JSON or CSV, with the names of its fields and a function that reads it as records. */
interface ForeignText {
  readonly names: readonly string[]
  /** How many of the names are those of fields of a tag. */
  readonly countOf: (tag: string) => number
  /** Whether it names the tags of its records. */
  readonly hasTags: boolean
  readonly read: (options: ReadingOptions) => Reading
}

/** Reads JSON in which some object names its tag. */
function readAsRecords(text: string, context: FileContext): ForeignText | undefined {
  const json = listOfJsonLines(text)
  const root = parseJson(json)
  if ('reason' in root) return undefined
  const first = root.type === 'array' ? root.children?.[0] : root
  const names = propertiesOf(first).map(([key]) => String(key.value))
  return {
    names,
    countOf: tag => names.filter(name => fieldsOfTag(tag, context).fields.includes(nameIn(name))).length,
    hasTags: names.includes('$tag'),
    read: options => recordsFromJson(json, options),
  }
}

/** Reads JSON or CSV as in an import; where a value can mean two things, it stays as it is. */
function readAsTable(text: string, context: FileContext): ForeignText | undefined {
  if (!isJsonText(text) && !text.split(/\r?\n/, 2)[1]) return undefined
  const table = readTextTable(text)
  const { names } = table
  if (names.length > mostPastedColumns || names.some(name => name.length > nameLimit)) return undefined
  return {
    names,
    countOf: tag => {
      const ofTag = fieldsOfTag(tag, context)
      return fieldsOfColumns(names, ofTag).filter(({ key }) => key !== undefined && ofTag.fields.includes(nameIn(key)))
        .length
    },
    hasTags: false,
    read: ({ tag = '' }) => {
      const { rows, problems } = readForeignTable(table, tag, context, { fields: new Map() })
      return problems.length > 0
        ? { problems: problems.map(({ message }) => ({ message, start: 0, end: 0 })) }
        : { text: written(byOrder(rows).map(givenOf), context) }
    },
  }
}

/** The tags whose fields are the most names: at least two, and more than half of all names. */
function fittingTags({ names, countOf }: ForeignText, domains: readonly Domain[]): Tag[] {
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const counts = new Map(tags.map(tag => [tag, countOf(tag.name)]))
  const most = Math.max(0, ...counts.values())
  return most >= 2 && most * 2 > names.length
    ? tags.filter(tag => counts.get(tag) === most).slice(0, mostOfferedTags)
    : []
}
