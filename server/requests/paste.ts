import { checkFile, problemsOf, sectionAt } from '../../shared/check/check.ts'
import { parseJson } from '../../shared/config/json.ts'
import { recordsFromCsv } from '../../shared/convert/csv.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import type { Reading, ReadOptions } from '../../shared/convert/reading.ts'
import { type Domain, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { PastedRecords, RecordsFromTextParams } from '../../shared/protocol/protocol.ts'
import { indexAt, lineBreakOf, offsetAt, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** How many tags are offered for text that fits several. */
const offerLimit = 5

/**
 * JSON, line by line or as a whole, or CSV with a row of names, as the text of records of the tags whose fields it
 * names, the one with fewest problems first; nothing for any other text, which is pasted as it is.
 */
export function recordsFromText({ file }: Snapshot, { line, text }: RecordsFromTextParams): PastedRecords[] {
  const entry = Math.max(0, indexAt(file.tree, offsetAt(file.tree, { line, character: 0 })))
  const { domains } = sectionAt(file, entry)
  const context = { ...file.context, settingDomains: domains.map(({ path }) => path) }
  const given = /^\s*[[{]/.test(text) ? readAsJson(text) : readAsCsv(text)
  const offers = (given?.hasTags ? [undefined] : fittingTags(given?.names ?? [], domains)).flatMap(tag => {
    const reading = given!.read({ context, ...(tag && { tag: tag.name }) })
    if ('problems' in reading || reading.text === '') return []
    const problems = problemsOf(checkFile(parse(reading.text), context)).length
    return { tag: tag?.name ?? null, text: reading.text.replaceAll('\n', lineBreakOf(file.tree)), problems }
  })
  return offers.sort((one, other) => one.problems - other.problems).map(({ tag, text }) => ({ tag, text }))
}

/** Text in another form: the names it gives to fields, and how it is read as records. */
interface Given {
  readonly names: readonly string[]
  /** Whether it says the tags of its records. */
  readonly hasTags: boolean
  readonly read: (options: ReadOptions) => Reading
}

/** Each line can be a value of its own, as in logs. */
function readAsJson(text: string): Given | undefined {
  const json = 'reason' in parseJson(text) ? `[${text.trim().split(/\r?\n/).join(',')}]` : text
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

function readAsCsv(text: string): Given | undefined {
  const [names = '', row] = text.split(/\r?\n/, 2)
  if (!row) return undefined
  const columns = names.split(/[,;\t|]/).map(name => withoutType(name.trim().replace(/^"|"$/g, '')))
  return { names: columns, hasTags: false, read: ({ context, tag = '' }) => recordsFromCsv(text, { context, tag }) }
}

/** The name of `maturity:int`. */
const withoutType = (key: string): string => key.replace(/:.*/, '')

/** The tags that define most of the names, more than half of them and at least two. */
function fittingTags(names: readonly string[], domains: readonly Domain[]): Tag[] {
  const countDefined = (tag: Tag): number => names.filter(name => fieldOf(tag, name)).length
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const most = Math.max(0, ...tags.map(countDefined))
  return most >= 2 && most * 2 > names.length ? tags.filter(tag => countDefined(tag) === most).slice(0, offerLimit) : []
}
