import type { SymbolInformation, SymbolKind } from 'vscode-languageserver-types'
import { recordLabel } from '../../shared/domains/identity.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { compareNames, foldQuery, rankOfId } from '../../shared/index/match.ts'
import type { FoundValue, ValueQuery } from '../../shared/index/value-search.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Place } from '../../shared/syntax/tree.ts'
import { locationOf } from '../snapshot/ranges.ts'
import { kindOfTag } from '../snapshot/tag-kind.ts'

/** The most symbols in one answer. The client sends a new request with each character. */
const mostWorkspaceSymbols = 200

/** VS Code looks for what is typed in the first 128 characters of a name. */
const longestName = 120

/** Shorter texts are in too many values. */
const shortestInValues = 3

/**
 * The records of all files whose tag, id or title match what someone typed, best matches first: from three characters
 * on those that have each word, or a part of it. Letters that are only somewhere in this order would match nearly all.
 */
export function matchingRecords(index: RecordIndex, typed: string): readonly IndexedRecord[] {
  const query = foldQuery(typed)
  if (query.length < shortestInValues) return index.search({ query }, compareLabels, mostWorkspaceSymbols).found
  const words = query.split(/\s+/)
  const longest = words.reduce((found, word) => (word.length > found.length ? word : found))
  const others = words.filter(word => word !== longest)
  return index.search({ query: longest, words: others }, compareLabels, mostWorkspaceSymbols).found
}

/**
 * What to search for in the values of all files, as the index does not have these; undefined if it has found enough, if
 * the text is the start of an id, or if it is short.
 */
export function queryOfValues(typed: string, records: readonly IndexedRecord[]): ValueQuery | undefined {
  const query = foldQuery(typed)
  const isId = records.some(({ id }) => id !== undefined && rankOfId(query, id) !== undefined)
  return isId || records.length >= mostWorkspaceSymbols || query.length < shortestInValues
    ? undefined
    : { query, limit: mostWorkspaceSymbols }
}

/**
 * The matching records, then the others that were found by a value. The name of a symbol has the tag, the id, the title
 * and this value, as clients filter the result by the name again.
 */
export function workspaceSymbols(
  index: RecordIndex,
  registry: Registry,
  records: readonly IndexedRecord[],
  values: ReadonlyMap<string, readonly FoundValue[]> = new Map(),
): SymbolInformation[] {
  const known = new Set(records.map(lineKeyOf))
  const ofValues = [...values].flatMap(([uri, found]) =>
    found.flatMap((value): SymbolInformation[] => {
      const record = index.fileAt(uri)?.recordOnLine(value.tagLine)
      if (record && known.has(lineKeyOf(record))) return []
      const found = ` · ${value.field}: ${value.excerpt}`
      const name = record?.tag.tag === value.tag ? symbolName(record, longestName - found.length) : value.tag
      const place = { uri, start: value.start, end: value.end }
      return [symbol(`${name}${found}`, kindOfTag(registry, record?.tag), place)]
    }),
  )
  const ofRecords = records.map(record =>
    symbol(symbolName(record), kindOfTag(registry, record.tag), symbolPlace(record)),
  )
  return [...ofRecords, ...ofValues].slice(0, mostWorkspaceSymbols)
}

const symbol = (name: string, kind: SymbolKind, place: Place): SymbolInformation => ({
  name,
  kind,
  location: locationOf(place),
})

const lineKeyOf = (record: IndexedRecord): string => `${record.tagPlace().start.line} ${record.uri}`

/** The tag, the id and the title of a record; of a title that is too long, as much as there is space for. */
function symbolName({ tag: { tag }, id, title }: IndexedRecord, space = Infinity): string {
  const label = recordLabel(tag, id)
  if (title === '') return label
  const left = space - label.length - 1
  return `${label} ${title.length > left ? `${title.slice(0, Math.max(0, left - 1)).trimEnd()}…` : title}`
}

const compareLabels = (one: IndexedRecord, other: IndexedRecord): number =>
  compareNames(one.tag.tag, other.tag.tag) ||
  compareNames(one.id ?? '', other.id ?? '') ||
  compareNames(one.title, other.title)

const symbolPlace = (record: IndexedRecord): Place =>
  record.identity.definition ? record.placeOf(record.identity.definition) : record.tagPlace()
