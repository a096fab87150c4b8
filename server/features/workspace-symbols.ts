import { SymbolKind, type SymbolInformation } from 'vscode-languageserver-types'
import type { IndexedRecord } from '../../shared/indexed-file.ts'
import type { Place } from '../../shared/tree.ts'
import type { WorkspaceIndex } from '../../shared/workspace-index.ts'
import { compareNames, firstOf, foldQuery, matchRank } from '../match.ts'
import { locationOf, recordLabel } from '../records.ts'

/** How many symbols are answered: the best ones. A client asks again with each character. */
const limit = 200

/**
 * The records of all files, open or not, whose tag, id or most telling text match what was typed, best first. A
 * symbol's name has all three, as clients filter the answer by it once more.
 */
export function workspaceSymbols(index: WorkspaceIndex, typed: string): SymbolInformation[] {
  const { first } = firstOf(matches(index, foldQuery(typed)), compareMatches, limit)
  return first.map(({ record }) => ({ name: nameOf(record), kind: SymbolKind.Object, location: locationOf(placeOf(record)) }))
}

interface Match {
  readonly record: IndexedRecord
  readonly id: string
  readonly rank: number
}

function* matches(index: WorkspaceIndex, query: string): Iterable<Match> {
  for (const uri of index.uris()) {
    for (const record of index.recordsIn(uri)) {
      const { id = '' } = record
      const rank = matchRank(query, id, () => nameOf(record))
      if (rank !== undefined) yield { record, id, rank }
    }
  }
}

const compareMatches = (one: Match, other: Match): number => one.rank - other.rank || compareNames(one.record.tag.tag, other.record.tag.tag)
  || compareNames(one.id, other.id) || compareNames(one.record.title, other.record.title)

function nameOf({ tag: { tag }, id, title }: IndexedRecord): string {
  const label = recordLabel(tag, id)
  return title === '' ? label : `${label} ${title}`
}

const placeOf = (record: IndexedRecord): Place => (record.identity.definition ? record.placeOf(record.identity.definition) : record.tagPlace())
