import { type SymbolInformation, SymbolKind } from 'vscode-languageserver-types'
import { recordLabel } from '../../shared/domains/identity.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { compareNames, foldQuery } from '../../shared/index/match.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Place } from '../../shared/syntax/tree.ts'
import { locationOf } from '../snapshot/ranges.ts'

/** The most symbols in one answer. The client sends a new request with each character. */
const limit = 200

/**
 * The records of all files whose tag, id or title match a query, best matches first. The name of a symbol has all
 * three, as clients filter the result by the name again.
 */
export const workspaceSymbols = (index: RecordIndex, typed: string): SymbolInformation[] =>
  index
    .search({ query: foldQuery(typed) }, compareLabels, limit)
    .found.map(record => ({ name: nameOf(record), kind: SymbolKind.Object, location: locationOf(placeOf(record)) }))

function nameOf({ tag: { tag }, id, title }: IndexedRecord): string {
  const label = recordLabel(tag, id)
  return title === '' ? label : `${label} ${title}`
}

const compareLabels = (one: IndexedRecord, other: IndexedRecord): number =>
  compareNames(one.tag.tag, other.tag.tag) ||
  compareNames(one.id ?? '', other.id ?? '') ||
  compareNames(one.title, other.title)

const placeOf = (record: IndexedRecord): Place =>
  record.identity.definition ? record.placeOf(record.identity.definition) : record.tagPlace()
