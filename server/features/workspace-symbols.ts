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
  const { first } = firstOf(matches(index, foldQuery(typed)), (one, other) => one.rank - other.rank || compareNames(one.name, other.name), limit)
  return first.map(({ record, name }) => ({ name, kind: SymbolKind.Object, location: locationOf(placeOf(record)) }))
}

interface Match {
  readonly record: IndexedRecord
  readonly name: string
  readonly rank: number
}

function* matches(index: WorkspaceIndex, query: string): Iterable<Match> {
  for (const uri of index.uris()) {
    for (const record of index.recordsIn(uri)) {
      const { id = '', title, tag: { tag } } = record
      const label = recordLabel(tag, record.id)
      const name = title === '' ? label : `${label} ${title}`
      const rank = matchRank(query, name, tag.length + 1, id.length)
      if (rank !== undefined) yield { record, name, rank }
    }
  }
}

const placeOf = (record: IndexedRecord): Place => (record.identity.definition ? record.placeOf(record.identity.definition) : record.tagPlace())
