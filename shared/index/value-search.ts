import { allItems } from '../syntax/list.ts'
import { type RecordNode, tagWord, type ValueNode, valueText } from '../syntax/nodes.ts'
import { type Position, parse, positionIn, type Tree } from '../syntax/tree.ts'

/** A value that contains a query. */
export interface FoundValue {
  /** The tag of its record, as written, and the line with it. */
  readonly tag: string
  readonly tagLine: number
  /** The name of its field. */
  readonly field: string
  /** The value, or the part of it around the query. */
  readonly excerpt: string
  readonly start: Position
  readonly end: Position
}

/** A search for text in values. */
export interface ValueQuery {
  /** As `foldQuery` makes it. */
  readonly query: string
  /** The most values of a file. */
  readonly limit: number
}

/**
 * The records of a text with a value that contains a query, in order, each with its first such value.
 */
export function searchValues(text: string, wanted: ValueQuery): FoundValue[] {
  // Most texts do not have the query anywhere, and are not parsed.
  if (!foldedInPlace(text).includes(asQuoted(wanted.query))) return []
  const search = searchTree(parse(text), wanted)
  let step = search.next()
  while (!step.done) step = search.next()
  return step.value
}

/** The same for a tree. Other work can run between its parts. */
export function* searchTree(tree: Tree, { query, limit }: ValueQuery): Generator<undefined, FoundValue[]> {
  const found: FoundValue[] = []
  const wanted = asQuoted(query)
  for (const [entry, record] of allItems(tree.list).entries()) {
    if (found.length >= limit) break
    if (entry % entriesAtOnce === entriesAtOnce - 1) yield
    if (record.kind !== 'record') continue
    const folded = foldedInPlace(record.text)
    if (!folded.includes(wanted)) continue
    const field = record.fields.find(({ value }) => value && at(folded, wanted, value) >= 0)
    if (!field) continue
    const start = at(folded, wanted, field.value!)
    found.push({
      tag: tagWord(record),
      tagLine: positionIn(tree, entry, record.at).line,
      field: field.name,
      excerpt: valueExcerpt(record, field.value!, query),
      start: positionIn(tree, entry, start),
      end: positionIn(tree, entry, start + wanted.length),
    })
  }
  return found
}

/** The number of entries between two turns of other work. */
const entriesAtOnce = 5000

/** Where a query stands in a value, as an offset of the record; -1 if it does not. */
function at(folded: string, wanted: string, { start, end }: ValueNode): number {
  const found = folded.indexOf(wanted, start)
  return found + wanted.length <= end ? found : -1
}

/** A query as quoted values have it. */
const asQuoted = (query: string): string => query.replace(/["\\]/g, '\\$&')

/** Ignores case, and keeps all offsets: this one letter becomes two in lower case. */
const foldedInPlace = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

function valueExcerpt(record: RecordNode, value: ValueNode, query: string): string {
  const text = valueText(record, value).replace(/\s/g, ' ')
  const found = Math.max(0, foldedInPlace(text).indexOf(query))
  const first = found > around ? text.lastIndexOf(' ', found - around) + 1 : 0
  const start = found - first > 2 * around ? found - around : first
  const end = Math.min(text.length, found + query.length + around)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** About how many characters before and behind a query are shown. */
const around = 30
