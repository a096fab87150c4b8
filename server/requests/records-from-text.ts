import { checkFile, problemsOf, sectionAt } from '../../shared/check/check.ts'
import { parseJson } from '../../shared/config/json.ts'
import { recordsFromCsv } from '../../shared/convert/csv.ts'
import { readForeignValues } from '../../shared/convert/foreign-table.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import { listOfJsonLines } from '../../shared/convert/json-table.ts'
import type { Reading, ReadOptions } from '../../shared/convert/reading.ts'
import { type Domain, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { PastedRecords, RecordsFromTextParams } from '../../shared/protocol/records.ts'
import { indexAt, lineBreakOf, offsetAt, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most tags that are offered for one text. */
const offerLimit = 5

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
  const foreign = /^\s*[[{]/.test(text) ? readAsJson(text) : readAsCsv(text)
  const offers = (foreign?.hasTags ? [undefined] : fittingTags(foreign?.names ?? [], domains)).flatMap(tag => {
    const reading = foreign!.read({ context, ...(tag && { tag: tag.name }) })
    if ('problems' in reading || reading.text === '') return []
    const problems = problemsOf(checkFile(parse(reading.text), context)).length
    return { tag: tag?.name ?? null, text: reading.text.replaceAll('\n', lineBreakOf(file.tree)), problems }
  })
  return offers.sort((one, other) => one.problems - other.problems).map(({ tag, text }) => ({ tag, text }))
}

/** JSON or CSV, with the names of its fields and a function that reads it as records. */
interface ForeignText {
  readonly names: readonly string[]
  /** Whether it names the tags of its records. */
  readonly hasTags: boolean
  readonly read: (options: ReadOptions) => Reading
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
    names: keys.map(withoutType),
    hasTags: keys.includes('$tag'),
    read: options => recordsFromJson(json, options),
  }
}

function readAsCsv(text: string): ForeignText | undefined {
  const [names = '', row] = text.split(/\r?\n/, 2)
  if (!row) return undefined
  const columns = names.split(/[,;\t|]/).map(name => withoutType(name.trim().replace(/^"|"$/g, '')))
  return {
    names: columns,
    hasTags: false,
    // Dates and numbers as spreadsheets write them are read as in an import, unless they can mean two values.
    read: ({ context, tag = '' }) =>
      recordsFromCsv(text, { context, tag }, rows => readForeignValues(rows, [], context, {}, () => '').rows),
  }
}

/** `maturity` of `maturity:int`. */
const withoutType = (key: string): string => key.replace(/:.*/, '')

/** The tags that define the most names: at least two, and more than half of all names. */
function fittingTags(names: readonly string[], domains: readonly Domain[]): Tag[] {
  const countDefined = (tag: Tag): number => names.filter(name => fieldOf(tag, name)).length
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const most = Math.max(0, ...tags.map(countDefined))
  return most >= 2 && most * 2 > names.length ? tags.filter(tag => countDefined(tag) === most).slice(0, offerLimit) : []
}
