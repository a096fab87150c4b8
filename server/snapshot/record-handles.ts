import { differenceOf } from '../../shared/syntax/difference.ts'
import { itemsBetween } from '../../shared/syntax/list.ts'
import { type Entry, type RecordNode, tagWord, valueText } from '../../shared/syntax/nodes.ts'
import { entryAt, indexAt, type Replacement, type Tree } from '../../shared/syntax/tree.ts'

interface HandledFile {
  /** Its newest version. */
  tree: Tree
  /** Records that the newest version does not have, by their handles: they may come back, for example with an undo. */
  readonly lost: Map<number, RecordNode>
}

/** The most lost records that are remembered of a file. */
const mostLost = 1000

/**
 * Names records by numbers, their handles, which stay the same while the files change. So a view can say which record
 * it means, although its rows are those of an older version.
 *
 * A record keeps its handle if the change left it alone, if the text changed inside it, or if exactly one record of
 * the new text has its tag and id, or else its whole text. In all other cases it is lost: a guess could change another
 * record.
 */
export class RecordHandles {
  private readonly handles = new WeakMap<Entry, number>()
  private readonly files = new Map<string, HandledFile>()
  private readonly seen = new WeakSet<Tree>()
  private readonly owners = new Map<number, string>()
  /** The places of the records of a version by their handles; -1 if a handle is not unique there. */
  private readonly places = new WeakMap<Tree, Map<number, number>>()
  private count = 0

  /** The handle of a record of a file, by the index of its entry. */
  of(uri: string, tree: Tree, index: number): number {
    this.see(uri, tree)
    const entry = entryAt(tree, index)!
    const known = this.handles.get(entry)
    if (known !== undefined) return known
    const handle = ++this.count
    this.handles.set(entry, handle)
    this.owners.set(handle, uri)
    this.places.get(tree)?.set(handle, index)
    return handle
  }

  /** The index of the entry of a record in a version of its file; undefined if it is not there, or not for certain. */
  find(uri: string, tree: Tree, handle: number): number | undefined {
    if (this.owners.get(handle) !== uri) return undefined
    this.see(uri, tree)
    const index = this.placesIn(tree).get(handle)
    return index === -1 ? undefined : index
  }

  /** The file that a record is in, or was in. */
  uriOf(handle: number): string | undefined {
    return this.owners.get(handle)
  }

  /**
   * Takes note of changes of an open file.
   *
   * @param replaced the changes in their order, which do not overlap; without them, the whole text was replaced
   */
  edited(uri: string, before: Tree, after: Tree, replaced: readonly Replacement[] = []): void {
    const file = this.files.get(uri)
    if (!file) return
    this.see(uri, before)
    this.seen.add(after)
    this.carry(file, after, replaced)
  }

  /** Takes note of a version of a file that was read anew. */
  see(uri: string, tree: Tree): void {
    if (this.seen.has(tree)) return
    this.seen.add(tree)
    const file = this.files.get(uri)
    if (file) this.carry(file, tree)
    else this.files.set(uri, { tree, lost: new Map() })
  }

  private carry(file: HandledFile, after: Tree, replaced: readonly Replacement[] = []): void {
    const { tree: before, lost } = file
    file.tree = after
    const { first, oldEnd, newEnd } = differenceOf(before.list, after)
    const fresh = new Set(recordNodesIn(after, first, newEnd))
    const old = recordNodesIn(before, first, oldEnd).filter(record => !fresh.delete(record))
    const gone = new Map(lost)
    for (const record of old) {
      const handle = this.handles.get(record)
      if (handle !== undefined) gone.set(handle, record)
    }
    if (gone.size === 0) return
    const take = (record: RecordNode, handle: number): void => {
      gone.delete(handle)
      fresh.delete(record)
      this.handles.set(record, handle)
      this.places.delete(after)
    }
    for (const [old, now] of changedInside(before, after, replaced)) {
      const handle = this.handles.get(old)
      if (handle !== undefined && fresh.has(now)) take(now, handle)
    }
    for (const nameOf of [handleKey, trimmedText]) {
      const wanted = uniqueBy(fresh, nameOf)
      const offered = uniqueBy(
        [...gone].map(([handle, record]) => ({ handle, record })),
        ({ record }) => nameOf(record),
      )
      for (const [name, { handle }] of offered) {
        const record = wanted.get(name)
        if (record) take(record, handle)
      }
    }
    lost.clear()
    for (const [handle, record] of [...gone].slice(-mostLost)) lost.set(handle, record)
  }

  private placesIn(tree: Tree): Map<number, number> {
    const known = this.places.get(tree)
    if (known) return known
    const places = new Map<number, number>()
    for (const [index, entry] of tree.entries.entries()) {
      const handle = entry.kind === 'record' ? this.handles.get(entry) : undefined
      if (handle !== undefined) places.set(handle, places.has(handle) ? -1 : index)
    }
    this.places.set(tree, places)
    return places
  }
}

const recordNodesIn = (tree: Tree, first: number, end: number): RecordNode[] =>
  itemsBetween(tree.list, first, end).filter(entry => entry.kind === 'record')

/** The records whose text changed only inside of them, before and after the changes. */
function changedInside(before: Tree, after: Tree, changes: readonly Replacement[]): [RecordNode, RecordNode][] {
  /** Whether all changes that touch an entry are inside of it, by the index of the entry. */
  const areInside = new Map<number, boolean>()
  for (const { start, end } of changes) {
    const first = indexAt(before, start)
    const last = indexAt(before, Math.max(start, end - 1))
    for (let index = first; index <= last; index++) {
      const isInside = first === last && isInsideOf(before, index, start, end)
      areInside.set(index, isInside && areInside.get(index) !== false)
    }
  }
  const found: [RecordNode, RecordNode][] = []
  /** How far the changes above have moved the text. */
  let moved = 0
  let next = 0
  for (const [index, isInside] of areInside) {
    const from = before.startOf(index)
    for (; next < changes.length && changes[next]!.end <= from; next++) {
      const { start, end, text } = changes[next]!
      moved += text.length - (end - start)
    }
    if (!isInside) continue
    const place = indexAt(after, from + moved)
    const [old, now] = [entryAt(before, index), entryAt(after, place)]
    if (old?.kind === 'record' && now?.kind === 'record' && after.startOf(place) === from + moved)
      found.push([old, now])
  }
  return found
}

/** Whether a part of a text is inside of a record: behind its `@`, and not behind its last value. */
function isInsideOf(tree: Tree, index: number, start: number, end: number): boolean {
  const from = tree.startOf(index)
  const record = entryAt(tree, index)
  return record?.kind === 'record' && start > from + record.at && end <= from + contentLength(record)
}

/** The length of a record without its last line end. */
const contentLength = ({ text }: RecordNode): number => text.replace(/(\r\n|\r|\n)$/, '').length

/** The tag and the id of a record; undefined if it has no id. */
function handleKey(record: RecordNode): string | undefined {
  const idOf = (wanted: string): string | undefined => {
    const value = record.fields.find(({ name }) => name === wanted)?.value
    return value && valueText(record, value)
  }
  const id = idOf('rid') ?? idOf('id')
  return id === undefined || id === '' ? undefined : `${tagWord(record)} ${id}`
}

const trimmedText = ({ text }: RecordNode): string => text.trim()

/** The things by their names, without those whose name several have. */
function uniqueBy<Thing>(
  things: Iterable<Thing>,
  nameOf: (thing: Thing) => string | undefined,
): ReadonlyMap<string, Thing> {
  const found = new Map<string, Thing>()
  const several = new Set<string>()
  for (const thing of things) {
    const name = nameOf(thing)
    if (name === undefined) continue
    if (found.has(name)) several.add(name)
    found.set(name, thing)
  }
  for (const name of several) found.delete(name)
  return found
}
