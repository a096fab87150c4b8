import type { CheckedFile } from './check.ts'
import { isSameRecord, type Definition, type Identity, type RecordName, type Reference } from './identity.ts'
import { nextId } from './next-id.ts'
import type { TagName } from './registry.ts'
import { positionIn, type Position } from './tree.ts'

/** A range of a file. */
export interface Place {
  readonly uri: string
  readonly start: Position
  readonly end: Position
}

/** A record's identity with the lines it stands on: all that is kept of a file that is not open. */
export interface PlacedIdentity {
  readonly identity: Identity
  /** The place of the definition, then of each reference. */
  readonly places: readonly Omit<Place, 'uri'>[]
}

/**
 * The records of all files by identity: which files define a record, and which refer to one of its id.
 *
 * It counts, so that a change costs what it changes; where in a file something stands is found in the file's own
 * content when someone asks.
 */
export class WorkspaceIndex {
  private readonly files = new Map<string, CheckedFile | readonly PlacedIdentity[]>()
  /** The records' ids, by the path of their tag. */
  private readonly definitions = new Map<string, FileCounts>()
  private readonly references = new FileCounts()

  /** How many records have this name. */
  count({ path, id }: RecordName): number {
    return this.definitions.get(path)?.total(id) ?? 0
  }

  /** How many references of all files name a record of this id, whatever its tag. */
  countReferences({ id }: Pick<RecordName, 'id'>): number {
    return this.references.total(id)
  }

  /** The files that have records of this name. */
  filesOf({ path, id }: RecordName): string[] {
    return [...this.definitions.get(path)?.filesOf(id) ?? []]
  }

  /** The places where records of this name stand, by their ids. */
  definitionsOf(name: RecordName, limit = Infinity): Place[] {
    return this.placesIn(this.filesOf(name), ({ definition }) => (definition && isSameRecord(definition, name) ? [definition] : []), limit)
  }

  /** The places that refer to a record. */
  referencesTo(name: RecordName, limit = Infinity): Place[] {
    return this.placesIn(this.references.filesOf(name.id), ({ references }) => references.filter(reference => isSameRecord(reference, name)), limit)
  }

  /** The ids of all records of a tag. */
  idsOf({ path }: TagName): Iterable<string> {
    return this.definitions.get(path)?.keys() ?? []
  }

  /** The next free id of a tag's records, counted on from those there are; undefined where they are not numbered. */
  nextIdOf({ path }: TagName): string | undefined {
    return this.definitions.get(path)?.nextId()
  }

  /** The identities of a file's records. */
  identitiesOf(uri: string): Identity[] {
    return entriesOf(this.files.get(uri)).flatMap(({ identity }) => identity ?? [])
  }

  /** The addresses of all files. */
  uris(): Iterable<string> {
    return this.files.keys()
  }

  /**
   * Takes a file's new content; undefined for a file that is gone.
   *
   * @returns the other files whose records may now be right or wrong in another way
   */
  update(uri: string, content: CheckedFile | readonly PlacedIdentity[] | undefined): Set<string> {
    const { gone, come } = differences(this.files.get(uri), content)
    if (content === undefined) this.files.delete(uri)
    else this.files.set(uri, content)

    const before = new Map<string, number>()
    const touched = new Map<string, RecordName>()
    for (const { definition } of [...gone, ...come]) {
      if (!definition) continue
      const key = `${definition.path} ${definition.id}`
      if (touched.has(key)) continue
      touched.set(key, definition)
      before.set(key, this.count(definition))
    }
    for (const identity of gone) this.add(uri, identity, -1)
    for (const identity of come) this.add(uri, identity, 1)

    const affected = new Set<string>()
    for (const [key, name] of touched) {
      const [was, is] = [before.get(key)!, this.count(name)]
      if (was === is) continue
      if (was > 1 || is > 1) for (const other of this.filesOf(name)) affected.add(other)
      if (was === 0 || is === 0) for (const other of this.references.filesOf(name.id)) affected.add(other)
    }
    affected.delete(uri)
    return affected
  }

  private add(uri: string, { definition, references }: Identity, count: number): void {
    if (definition) {
      const ids = this.definitions.get(definition.path) ?? new FileCounts()
      this.definitions.set(definition.path, ids)
      ids.add(definition.id, uri, count)
    }
    for (const { id } of references) this.references.add(id, uri, count)
  }

  private placesIn(uris: Iterable<string>, select: (identity: Identity) => readonly (Definition | Reference)[], limit: number): Place[] {
    const places: Place[] = []
    for (const uri of [...uris].sort()) {
      const content = this.files.get(uri)
      if (!content) continue
      for (const place of 'tree' in content ? placesInFile(content, select) : placesInList(content, select)) {
        if (places.length >= limit) return places
        places.push({ uri, ...place })
      }
    }
    return places
  }
}

/** What is to be kept of a file that is not open. */
export const placedIdentities = (file: CheckedFile): PlacedIdentity[] =>
  file.entries.flatMap(({ identity }, entry) => {
    if (!identity) return []
    const spans = identity.definition ? [identity.definition, ...identity.references] : identity.references
    return { identity, places: spans.map(({ start, end }) => ({ start: positionIn(file.tree, entry, start), end: positionIn(file.tree, entry, end) })) }
  })

function* placesInFile({ tree, entries }: CheckedFile, select: (identity: Identity) => readonly (Definition | Reference)[]): Iterable<Omit<Place, 'uri'>> {
  for (let entry = 0; entry < entries.length; entry++) {
    const { identity } = entries[entry]!
    if (!identity) continue
    for (const { start, end } of select(identity)) yield { start: positionIn(tree, entry, start), end: positionIn(tree, entry, end) }
  }
}

function* placesInList(content: readonly PlacedIdentity[], select: (identity: Identity) => readonly (Definition | Reference)[]): Iterable<Omit<Place, 'uri'>> {
  for (const { identity, places } of content) {
    const selected = select(identity)
    if (selected.length === 0) continue
    const all: readonly (Definition | Reference)[] = identity.definition ? [identity.definition, ...identity.references] : identity.references
    for (const one of selected) yield places[all.indexOf(one)]!
  }
}

/** The identities that one content has and the other has not: those between the entries that both start and end with. */
function differences(
  before: CheckedFile | readonly PlacedIdentity[] | undefined,
  after: CheckedFile | readonly PlacedIdentity[] | undefined,
): { gone: Identity[]; come: Identity[] } {
  const old = entriesOf(before)
  const fresh = entriesOf(after)
  const shorter = Math.min(old.length, fresh.length)
  let same = 0
  while (same < shorter && old[same] === fresh[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && old[old.length - 1 - sameAtEnd] === fresh[fresh.length - 1 - sameAtEnd]) sameAtEnd++
  const between = (entries: readonly { readonly identity?: Identity | undefined }[]): Identity[] =>
    entries.slice(same, entries.length - sameAtEnd).flatMap(({ identity }) => identity ?? [])
  return { gone: between(old), come: between(fresh) }
}

const entriesOf = (content: CheckedFile | readonly PlacedIdentity[] | undefined): readonly { readonly identity?: Identity | undefined }[] =>
  content === undefined ? [] : 'tree' in content ? content.entries : content

/** How often each file has a key. Most keys stand in one file once, so that case is a plain string. */
class FileCounts {
  private readonly counts = new Map<string, string | Map<string, number>>()

  private next: { readonly id: string | undefined } | undefined

  add(key: string, uri: string, count: number): void {
    const held = this.counts.get(key)
    this.next = undefined
    if (held === undefined && count === 1) {
      this.counts.set(key, uri)
      return
    }
    const files = typeof held === 'string' ? new Map([[held, 1]]) : held ?? new Map<string, number>()
    const sum = (files.get(uri) ?? 0) + count
    if (sum === 0) files.delete(uri)
    else files.set(uri, sum)
    if (files.size === 0) this.counts.delete(key)
    else this.counts.set(key, files)
  }

  total(key: string): number {
    const held = this.counts.get(key)
    if (held === undefined) return 0
    if (typeof held === 'string') return 1
    let sum = 0
    for (const count of held.values()) sum += count
    return sum
  }

  filesOf(key: string): Iterable<string> {
    const held = this.counts.get(key)
    return held === undefined ? [] : typeof held === 'string' ? [held] : held.keys()
  }

  keys(): Iterable<string> {
    return this.counts.keys()
  }

  /** The id that follows on the keys; remembered until one of them changes. */
  nextId(): string | undefined {
    this.next ??= { id: nextId(this.counts.keys()) }
    return this.next.id
  }
}
