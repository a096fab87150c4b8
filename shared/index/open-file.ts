import type { CheckedEntry, CheckedFile } from '../check/check.ts'
import type { Definition, Identity, RecordName, Reference } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import { differenceOf } from '../syntax/difference.ts'
import { allItems, itemAt, itemsBetween, type List } from '../syntax/list.ts'
import type { RecordNode, Span } from '../syntax/nodes.ts'
import { entryAt, indexAtLine, lengthOf, type Place, positionIn } from '../syntax/tree.ts'
import type { IndexedFile, IndexedRecord, RecordNames, RecordQuery, Way } from './indexed-file.ts'
import { foldRecord, hasInOrder, Rank, rankOfId, rankOfText } from './match.ts'
import { namesOwnedBy } from './name-change.ts'

/** An open file, as of its last check. */
export class OpenFile implements IndexedFile {
  private asked = 0
  private byId: Map<string, CheckedEntry | CheckedEntry[]> | undefined
  /** Where an entry was when it was looked for last. Most are near that place. */
  private readonly known = new WeakMap<CheckedEntry, number>()

  constructor(
    readonly uri: string,
    private checked: CheckedFile,
  ) {}

  /** Its last check. */
  get content(): CheckedFile {
    return this.checked
  }

  get length(): number {
    return this.checked.list.length
  }

  get textLength(): number {
    return lengthOf(this.checked.tree)
  }

  get tags(): ReadonlySet<string> {
    return new Set(this.checked.entries.flatMap(({ tag }) => tag?.nameOfRecords.path ?? []))
  }

  names(): RecordNames[] {
    return namesOfEntries(allItems(this.checked.list))
  }

  recordAt(entry: number): IndexedRecord | undefined {
    const checked = itemAt(this.checked.list, entry)!
    return checked.identity && new OpenRecord(this, this.checked, checked, entry)
  }

  recordOnLine(line: number): IndexedRecord | undefined {
    const entry = indexAtLine(this.checked.tree, line)
    return entry < 0 ? undefined : this.recordAt(entry)
  }

  /**
   * The first searches go through all entries, which is cheaper than to build a table of ids. Later ones use the table.
   */
  *recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<OpenRecord> {
    if (!this.byId && ++this.asked > 8) {
      this.byId = new Map()
      for (const entry of this.checked.entries) this.note(entry)
    }
    const found = this.byId?.get(id)
    // An id with many references: going through all entries is faster than sorting.
    if (!this.byId || (Array.isArray(found) && found.length > 8)) {
      const { entries } = this.checked
      for (let entry = 0; entry < entries.length; entry++) {
        const { identity } = entries[entry]!
        if (identity && isNamed(identity, id) && holds(identity))
          yield new OpenRecord(this, this.checked, entries[entry]!, entry)
      }
    } else {
      const records = [found ?? []]
        .flat()
        .filter(({ identity }) => holds(identity!))
        .map(entry => new OpenRecord(this, this.checked, entry))
      if (records.length > 1) records.sort((one, other) => one.entry - other.entry)
      yield* records
    }
  }

  /** Whether it is this check of the file. */
  isOf(file: CheckedFile): boolean {
    return file === this.checked
  }

  /** The entries of the records that `recordsNaming` finds, in order, at most `limit` of them. */
  entriesNaming(id: string, holds: (names: RecordNames) => boolean = () => true, limit = Infinity): number[] {
    const found: number[] = []
    for (const { entry } of this.recordsNaming(id, holds)) {
      found.push(entry)
      if (found.length === limit) break
    }
    return found
  }

  /**
   * Reading a record once is cheaper than once for each way, so weaker matches are taken in the same pass.
   */
  match({ query, tag: wanted }: RecordQuery, way: Way, take: (entry: number, rank: number) => void): void {
    if (way === 'characters') return
    const { entries } = this.checked
    for (let entry = 0; entry < entries.length; entry++) {
      const { tag, identity } = entries[entry]!
      if (!tag || !identity) continue
      const { definition, title } = identity
      if (wanted && (tag.nameOfRecords.path !== wanted.path || !definition)) continue
      const rank = way === 'none' ? Rank.none : rankOfId(query, definition?.id ?? '')
      if (rank !== undefined) {
        take(entry, rank)
        continue
      }
      const text = foldRecord(tag.name, definition?.id, title)
      const start = wanted ? tag.name.length + 1 : 0
      const found = text.indexOf(query, start)
      if (found >= 0) take(entry, rankOfText(text, found))
      else if (hasInOrder(query, text, start, text.length)) take(entry, Rank.characters)
    }
  }

  /** Updates the file after a change. Returns the names of the removed and the added records. */
  take(checked: CheckedFile): { gone: RecordNames[]; come: RecordNames[] } {
    const { first, oldEnd, newEnd } = differenceOf(this.checked.list, checked)
    const gone = itemsBetween(this.checked.list, first, oldEnd)
    const come = itemsBetween(checked.list, first, newEnd)
    this.checked = checked
    // Removing an entry takes time in proportion to the others of its id, so after many changes the table is rebuilt on
    // the next search.
    if (gone.length > 100) this.byId = undefined
    if (this.byId) {
      for (const entry of gone) this.forget(entry)
      for (const entry of come) this.note(entry)
      for (const [index, entry] of come.entries()) this.known.set(entry, first + index)
    }
    return { gone: namesOfEntries(gone), come: namesOfEntries(come) }
  }

  /** The index of an entry. It is looked for around its last place: most changes move the entries below a little. */
  indexOf(entry: CheckedEntry, file: CheckedFile): number {
    const last = this.known.get(entry)
    const index = last === undefined ? file.entries.indexOf(entry) : indexAround(file.list, entry, last)
    this.known.set(entry, index)
    return index
  }

  private note(entry: CheckedEntry): void {
    for (const id of idsOfEntry(entry)) {
      const others = this.byId!.get(id)
      if (Array.isArray(others)) others.push(entry)
      else this.byId!.set(id, others ? [others, entry] : entry)
    }
  }

  private forget(entry: CheckedEntry): void {
    for (const id of idsOfEntry(entry)) {
      const left = [this.byId!.get(id) ?? []].flat().filter(other => other !== entry)
      if (left.length === 0) this.byId!.delete(id)
      else this.byId!.set(id, left)
    }
  }
}

function namesOfEntries(entries: readonly CheckedEntry[]): RecordNames[] {
  const names: RecordNames[] = []
  for (const { identity } of entries) if (identity) names.push(identity)
  return names
}

/** The ids that a record has and refers to, and its values in the fields of unique lists, each once. */
function idsOfEntry({ identity }: CheckedEntry): Set<string> | readonly string[] {
  if (!identity) return []
  const { definition, references, keys } = identity
  if (references.length === 0 && keys.length === 0) return definition ? [definition.id] : []
  return new Set([...namesOwnedBy(identity), ...references].map(({ id }) => id))
}

const isNamed = ({ definition, references, keys }: Identity, id: string): boolean =>
  definition?.id === id ||
  (references.length > 0 && references.some(reference => reference.id === id)) ||
  (keys.length > 0 && keys.some(key => key.id === id))

/** The index of an item that a list has, which is likely near another index. */
function indexAround<Item>(list: List<Item>, item: Item, near: number): number {
  let below = Math.min(near, list.length - 1)
  let above = below + 1
  for (; below >= 0 || above < list.length; below--, above++) {
    if (below >= 0 && itemAt(list, below) === item) return below
    if (above < list.length && itemAt(list, above) === item) return above
  }
  return -1
}

class OpenRecord implements IndexedRecord {
  constructor(
    private readonly of: OpenFile,
    private readonly file: CheckedFile,
    private readonly checked: CheckedEntry,
    private index?: number,
  ) {}

  get uri(): string {
    return this.of.uri
  }

  get tag(): TagName {
    return this.checked.tag!.nameOfRecords
  }

  get identity(): Identity {
    return this.checked.identity!
  }

  get id(): string | undefined {
    return this.identity.definition?.id
  }

  get title(): string {
    return this.identity.title
  }

  /** Its index among the entries of the file, computed on request. */
  get entry(): number {
    this.index ??= this.of.indexOf(this.checked, this.file)
    return this.index
  }

  tagPlace(): Place {
    const {
      entry,
      file: { tree },
    } = this
    const { at, tagEnd } = entryAt(tree, entry) as RecordNode
    return this.place(entry, { start: at, end: tagEnd })
  }

  /** @param part of `identity`, where all names have spans */
  placeOf(part: RecordName): Place {
    return this.place(this.entry, part as Definition | Reference)
  }

  private place(entry: number, { start, end }: Span): Place {
    const { tree } = this.file
    return { uri: this.uri, start: positionIn(tree, entry, start), end: positionIn(tree, entry, end) }
  }
}
