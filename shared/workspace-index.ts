import type { CheckedFile } from './check.ts'
import { differenceOf } from './difference.ts'
import { FileCounts } from './file-counts.ts'
import { isSameRecord, type Definition, type Identity, type RecordName, type Reference } from './identity.ts'
import type { TagName } from './registry.ts'
import type { RecordNode, Span } from './syntax.ts'
import { positionIn, type Position } from './tree.ts'

/** A range of a file. */
export interface Place {
  readonly uri: string
  readonly start: Position
  readonly end: Position
}

/** A record of a file that is not open: all that is kept of it. */
export interface PlacedIdentity {
  readonly identity: Identity
  readonly tag: TagName
  readonly tagPlace: Omit<Place, 'uri'>
  /** The place of the definition, then of each reference. */
  readonly places: readonly Omit<Place, 'uri'>[]
}

/** A record of any file, open or not. Where it stands is worked out when it is asked for. */
export interface IndexedRecord {
  readonly uri: string
  readonly tag: TagName
  readonly identity: Identity
  /** Where its `@TAG` stands. */
  tagPlace(): Place
  /** Where its definition or one of its references stands. */
  placeOf(part: Definition | Reference): Place
}

type Content = CheckedFile | readonly PlacedIdentity[]

/**
 * The records of all files by identity: which files define a record, and which refer to one of its id.
 *
 * It counts, so that a change costs what it changes; where in a file something stands is found in the file's own
 * content when someone asks.
 */
export class WorkspaceIndex {
  private readonly files = new Map<string, Content>()
  /** The records' ids, by the path of their tag. */
  private readonly definitions = new Map<string, FileCounts>()
  private readonly references = new FileCounts()
  private changes = 0

  /** How many records have this name. */
  count({ path, id }: RecordName): number {
    return this.definitions.get(path)?.total(id) ?? 0
  }

  /** The paths of the tags of which any id stands for more than one record. */
  tagsWithRepeatedIds(): Set<string> {
    return new Set([...this.definitions].flatMap(([path, ids]) => (ids.hasRepeated ? path : [])))
  }

  /** Another number each time a name comes or goes, once more or for the first time: only then references may lead elsewhere. */
  get revision(): number {
    return this.changes
  }

  /** How many references of all files name a record of this id, whatever its tag. */
  countReferences({ id }: Pick<RecordName, 'id'>): number {
    return this.references.total(id)
  }

  /** How many records of all files refer to a record, itself included where it does. */
  countReferring(name: RecordName): number {
    return [...this.recordsReferringTo(name)].length
  }

  /** The files that have records of this name. */
  filesOf({ path, id }: RecordName): string[] {
    return [...this.definitions.get(path)?.filesOf(id) ?? []]
  }

  /** The places where records of this name stand, by their ids. */
  definitionsOf(name: RecordName, limit = Infinity): Place[] {
    const places: Place[] = []
    for (const record of this.recordsNamed(name)) {
      if (places.length >= limit) break
      places.push(record.placeOf(record.identity.definition!))
    }
    return places
  }

  /** The places that refer to a record. */
  referencesTo(name: RecordName, limit = Infinity): Place[] {
    const places: Place[] = []
    for (const record of this.recordsReferringTo(name)) {
      for (const reference of record.identity.references) {
        if (places.length >= limit) return places
        if (isSameRecord(reference, name)) places.push(record.placeOf(reference))
      }
    }
    return places
  }

  /** The records of this name, in the order of their files' addresses; more than one where an id is not unique. */
  *recordsNamed(name: RecordName): Iterable<IndexedRecord> {
    for (const uri of this.filesOf(name).sort()) yield* recordsWith(name, uri, this.files.get(uri)!, isDefinition)
  }

  /** The records that refer to one of this name, in the order of their files' addresses. */
  *recordsReferringTo(name: RecordName): Iterable<IndexedRecord> {
    for (const uri of [...this.references.filesOf(name.id)].sort()) yield* recordsWith(name, uri, this.files.get(uri)!, hasReference)
  }

  /** All records of a file whose tag is known, with an id or without. */
  *recordsIn(uri: string): Iterable<IndexedRecord> {
    const content = this.files.get(uri)
    if (!content) return
    const { length } = entriesOf(content)
    for (let entry = 0; entry < length; entry++) {
      const record = recordAt(uri, content, entry)
      if (record) yield record
    }
  }

  /** The record that is an entry of a file that is open; undefined for another entry, or one of an unknown tag. */
  recordAt(uri: string, entry: number): IndexedRecord | undefined {
    const content = this.files.get(uri)
    return content && 'tree' in content ? recordAt(uri, content, entry) : undefined
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
  update(uri: string, content: Content | undefined): Set<string> {
    const { gone, come } = differences(this.files.get(uri), content)
    if (content === undefined) this.files.delete(uri)
    else this.files.set(uri, content)

    const affected = new Set<string>()
    const going = countNames(gone)
    for (const { definition, references } of come) {
      // A name that goes and comes again, as where another field of its record changes, concerns nobody.
      if (definition && !takeOne(going, definition)) this.define(uri, definition, 1, affected)
      for (const { id } of references) this.references.add(id, uri, 1)
    }
    for (const { definition, references } of gone) {
      if (definition && takeOne(going, definition)) this.define(uri, definition, -1, affected)
      for (const { id } of references) this.references.add(id, uri, -1)
    }
    affected.delete(uri)
    return affected
  }

  /** Counts a definition up or down, and notes the files that it concerns: of its namesakes, or of references to it. */
  private define(uri: string, { path, id }: Definition, change: 1 | -1, affected: Set<string>): void {
    let ids = this.definitions.get(path)
    if (!ids) this.definitions.set(path, ids = new FileCounts())
    this.changes++
    const before = ids.add(id, uri, change)
    const after = before + change
    if (before > 1 || after > 1) for (const other of ids.filesOf(id)) affected.add(other)
    if (before === 0 || after === 0) for (const other of this.references.filesOf(id)) affected.add(other)
  }
}

/** What is to be kept of a file that is not open: its records whose tag is known, with strings that don't hold on to its text. */
export const placedIdentities = ({ tree, entries }: CheckedFile): PlacedIdentity[] =>
  entries.flatMap(({ identity, tag }, entry) => {
    if (!tag || !identity) return []
    const { at, tagEnd } = tree.entries[entry] as RecordNode
    const place = ({ start, end }: Span): Omit<Place, 'uri'> => ({ start: positionIn(tree, entry, start), end: positionIn(tree, entry, end) })
    return {
      identity: withOwnStrings(identity),
      tag: tag.fullName,
      tagPlace: place({ start: at, end: tagEnd }),
      places: partsOf(identity).map(place),
    }
  })

/** A definition, then the references. */
const partsOf = ({ definition, references }: Identity): readonly (Definition | Reference)[] => (definition ? [definition, ...references] : references)

const withOwnStrings = ({ title, definition, references }: Identity): Identity => ({
  title: ownString(title),
  definition: definition && { ...definition, id: ownString(definition.id) },
  references: references.map(reference => ({ ...reference, id: ownString(reference.id) })),
})

/** The same string in memory of its own: an engine may keep a part of a text as a view that keeps the whole text alive. */
const ownString = (text: string): string => JSON.parse(JSON.stringify(text)) as string

function recordAt(uri: string, content: Content, entry: number): IndexedRecord | undefined {
  if (!('tree' in content)) {
    const { identity, tag, tagPlace, places } = content[entry]!
    return { uri, tag, identity, tagPlace: () => ({ uri, ...tagPlace }), placeOf: part => ({ uri, ...places[partsOf(identity).indexOf(part)]! }) }
  }
  const { identity, tag } = content.entries[entry]!
  if (!tag || !identity) return undefined
  const placeOf = ({ start, end }: Span): Place => ({ uri, start: positionIn(content.tree, entry, start), end: positionIn(content.tree, entry, end) })
  const tagPlace = (): Place => {
    const { at, tagEnd } = content.tree.entries[entry] as RecordNode
    return placeOf({ start: at, end: tagEnd })
  }
  return { uri, tag: tag.fullName, identity, tagPlace, placeOf }
}

const isDefinition = ({ definition }: Identity, name: RecordName): boolean => definition !== undefined && isSameRecord(definition, name)

const hasReference = ({ references }: Identity, name: RecordName): boolean => references.some(reference => isSameRecord(reference, name))

function* recordsWith(name: RecordName, uri: string, content: Content, has: (identity: Identity, name: RecordName) => boolean): Iterable<IndexedRecord> {
  const entries = entriesOf(content)
  for (const entry of entriesNaming(name.id, content)) {
    const { identity } = entries[entry]!
    if (identity && has(identity, name)) yield recordAt(uri, content, entry)!
  }
}

/** How often contents were asked about an id, and what was made then to answer faster. */
const lookups = new WeakMap<Content, { asked: number; byId?: Map<string, number[]> }>()

/**
 * The entries among which those are that have an id or refer to it. The first questions about a content look through
 * it, which is cheaper than a table of its ids; who asks more often than that gets the table.
 */
function entriesNaming(id: string, content: Content): Iterable<number> {
  const lookup = lookups.get(content) ?? { asked: 0 }
  lookups.set(content, lookup)
  if (++lookup.asked <= 8) return entriesOf(content).keys()
  lookup.byId ??= entriesById(content)
  return lookup.byId.get(id) ?? []
}

function entriesById(content: Content): Map<string, number[]> {
  const byId = new Map<string, number[]>()
  entriesOf(content).forEach(({ identity }, entry) => {
    if (!identity) return
    for (const { id } of partsOf(identity)) {
      const entries = byId.get(id)
      if (!entries) byId.set(id, [entry])
      else if (entries.at(-1) !== entry) entries.push(entry)
    }
  })
  return byId
}

/** The identities that one content has and the other has not. */
function differences(before: Content | undefined, after: Content | undefined): { gone: Identity[]; come: Identity[] } {
  const old = entriesOf(before)
  const fresh = entriesOf(after)
  const { first, oldEnd, newEnd } = differenceOf(old, fresh)
  return { gone: identitiesIn(old, first, oldEnd), come: identitiesIn(fresh, first, newEnd) }
}

function identitiesIn(entries: ReturnType<typeof entriesOf>, from: number, to: number): Identity[] {
  const identities: Identity[] = []
  for (let index = from; index < to; index++) {
    const { identity } = entries[index]!
    if (identity) identities.push(identity)
  }
  return identities
}

/** How many of the records have each name. */
function countNames(identities: readonly Identity[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { definition } of identities) if (definition) counts.set(keyOf(definition), (counts.get(keyOf(definition)) ?? 0) + 1)
  return counts
}

/** Counts a name down; false where none is left. */
function takeOne(counts: Map<string, number>, name: RecordName): boolean {
  if (counts.size === 0) return false
  const left = counts.get(keyOf(name)) ?? 0
  if (left > 0) counts.set(keyOf(name), left - 1)
  return left > 0
}

const keyOf = ({ path, id }: RecordName): string => `${path} ${id}`

const entriesOf = (content: Content | undefined): readonly { readonly identity?: Identity | undefined }[] =>
  content === undefined ? [] : 'tree' in content ? content.entries : content
