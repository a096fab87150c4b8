import { type SymbolInformation, SymbolKind } from 'vscode-languageserver-types'
import { recordLabel } from '../../shared/domains/identity.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { compareNames, foldQuery } from '../../shared/index/match.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Place } from '../../shared/syntax/tree.ts'
import { locationOf } from '../snapshot/ranges.ts'

/** How many symbols are answered: the best ones. A client asks again with each character. */
const limit = 200

/**
 * The records of all files, open or not, whose tag, id or most telling text match what was typed, best first. A
 * symbol's name has all three, as clients filter the answer by it once more.
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
