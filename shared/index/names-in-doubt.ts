import { groupBy } from '../basics/group.ts'
import type { RecordKey } from '../domains/identity.ts'
import { recordNameKey } from '../domains/identity.ts'
import type { Place } from '../syntax/tree.ts'
import { type AllRecords, relatedLimit } from './identity-rules.ts'
import { namesOwnedBy } from './name-change.ts'
import type { RecordIndex } from './workspace-index.ts'

/**
 * What a check of one file has to know of the records of all files: the ids in the file that are not unique, or to
 * which no record belongs. Threads can send it to each other.
 */
export interface NamesInDoubt {
  readonly ids: readonly string[]
  /** The records of all files that have one of these ids. */
  readonly names: readonly KnownName[]
}

interface KnownName extends RecordKey {
  readonly count: number
  readonly isElsewhere: boolean
  /** Where some of these records are. */
  readonly places: readonly Place[]
}

/**
 * Finds the names in doubt of a file that is not open. Does not look at the text of the file, only at the index.
 *
 * @returns a generator that pauses after every `size` records, so that other work can have its turn
 */
export function* findNamesInDoubt(
  uri: string,
  index: RecordIndex,
  size = 200,
): Generator<undefined, NamesInDoubt, undefined> {
  const repeated = index.tagsWithRepeatedIds()
  const ids = new Set<string>()
  let count = 0
  for (const { identity } of index.recordsIn(uri)) {
    if (++count % size === 0) yield
    for (const name of namesOwnedBy(identity)) if (repeated.has(name.path) && index.count(name) > 1) ids.add(name.id)
    for (const reference of identity.references) if (index.count(reference) === 0) ids.add(reference.id)
  }
  const names = [...ids].flatMap(id => index.tagsWithId(id).map(path => knownName({ path, id }, uri, index)))
  return { ids: [...ids], names }
}

function knownName(name: RecordKey, uri: string, index: RecordIndex): KnownName {
  return {
    ...name,
    count: index.count(name),
    isElsewhere: index.isElsewhere(name, uri),
    // One of them can be the record itself.
    places: index.definitionsOf(name, relatedLimit + 1),
  }
}

/** The records of all files for the check of the file in which these names are in doubt; all other ids are right. */
export function recordsWith({ ids, names }: NamesInDoubt): AllRecords {
  const inDoubt = new Set(ids)
  const known = new Map(names.map(name => [recordNameKey(name), name]))
  const byId = groupBy(names, ({ id }) => id)
  return {
    count: name => (inDoubt.has(name.id) ? (known.get(recordNameKey(name))?.count ?? 0) : 1),
    tagsWithId: id => (byId.get(id) ?? []).map(({ path }) => path),
    isElsewhere: name => known.get(recordNameKey(name))?.isElsewhere ?? false,
    definitionsOf: (name, limit) => known.get(recordNameKey(name))?.places.slice(0, limit) ?? [],
    // Only fixes need these, and a file that is not open gets none.
    idsOf: () => [],
    nextIdOf: () => undefined,
  }
}
