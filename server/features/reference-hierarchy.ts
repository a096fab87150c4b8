import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type Position,
  type Range,
  SymbolKind,
} from 'vscode-languageserver-types'
import { groupBy } from '../../shared/basics/group.ts'
import { isSameRecord, recordLabel } from '../../shared/domains/identity.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { namedAt } from '../snapshot/named.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * The record that a hierarchy of references starts at: the one that the reference at a position names, or else the one
 * that contains the position. The protocol only has a hierarchy of calls, so a reference counts as a call.
 */
export function prepareReferenceHierarchy(snapshot: Snapshot, position: Position): CallHierarchyItem[] | null {
  const { uri, file, index } = snapshot
  const named = namedAt(snapshot, position)
  if (named?.kind === 'reference') return [...index.recordsNamed(named.name)].map(hierarchyItemOf)
  const entry = cursorAt(file, position)?.entry
  const record = entry === undefined ? undefined : index.recordAt(uri, entry)
  return record ? [hierarchyItemOf(record)] : null
}

/** The records that refer to a record. */
export function incomingReferences(index: RecordIndex, item: CallHierarchyItem): CallHierarchyIncomingCall[] {
  const name = recordOfItem(index, item)?.identity.definition
  if (!name) return []
  return [...index.recordsReferringTo(name)].map(record => ({
    from: hierarchyItemOf(record),
    fromRanges: rangesOf(
      record,
      record.identity.references.filter(reference => isSameRecord(reference, name)),
    ),
  }))
}

/** The records that a record refers to. A reference that no record has as its id is left out. */
export function outgoingReferences(index: RecordIndex, item: CallHierarchyItem): CallHierarchyOutgoingCall[] {
  const record = recordOfItem(index, item)
  if (!record) return []
  const byName = groupBy(record.identity.references, ({ path, id }) => `${path} ${id}`)
  return [...byName.values()].flatMap(same =>
    [...index.recordsNamed(same[0]!)].map(to => ({ to: hierarchyItemOf(to), fromRanges: rangesOf(record, same) })),
  )
}

function hierarchyItemOf(record: IndexedRecord): CallHierarchyItem {
  const { title, definition } = record.identity
  const tagPlace = record.tagPlace()
  const selection = definition ? record.placeOf(definition) : tagPlace
  return {
    name: recordLabel(record.tag.tag, definition?.id, title),
    ...(title && definition && { detail: title }),
    kind: SymbolKind.Object,
    uri: record.uri,
    range: { start: tagPlace.start, end: selection.end },
    selectionRange: { start: selection.start, end: selection.end },
  }
}

/** The record of an item: the one on its line; if the file has changed since, the first one with its name. */
function recordOfItem(index: RecordIndex, { uri, name, range }: CallHierarchyItem): IndexedRecord | undefined {
  let found: IndexedRecord | undefined
  for (const record of index.recordsIn(uri)) {
    const { definition, title } = record.identity
    if (recordLabel(record.tag.tag, definition?.id, title) !== name) continue
    if (record.tagPlace().start.line === range.start.line) return record
    found ??= record
  }
  return found?.identity.definition && found
}

type IndexedReference = IndexedRecord['identity']['references'][number]

const rangesOf = (record: IndexedRecord, references: readonly IndexedReference[]): Range[] =>
  references.map(reference => {
    const { start, end } = record.placeOf(reference)
    return { start, end }
  })
