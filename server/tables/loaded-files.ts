import { compareText } from '../../shared/basics/text.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { FollowedRecords, followedRecord } from '../../shared/check/declared/followed-records.ts'
import { type FieldDefinition, fieldOf, type Registry, sameFieldOf } from '../../shared/domains/registry.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import type { ReachableRecords } from '../../shared/expression/run/values.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Where } from '../../shared/views/table/where.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The files of the workspace as they are now. */
export interface WorkspaceFiles {
  readonly index: RecordIndex
  readonly registry: Registry
  /** An open file; undefined for any other file. */
  snapshot(uri: string): Snapshot | undefined
  /**
   * A file, open or not; undefined if it cannot be read. With its last check, it is not read again. With an earlier
   * one, only what changed since then is checked.
   */
  read(uri: string, last?: CheckedFile, earlier?: CheckedFile): Promise<Snapshot | undefined>
  /** Whether a file has records with rules that read the current time. */
  readsTime(uri: string): boolean
}

/** The most text of files that stay in memory at the same time, in UTF-16 code units. */
const mostLoadedText = 100_000_000

interface KnownFile {
  /** Another object after each change of the file. */
  readonly content: object
  /** How many records of each tag it has, by the path of the tag. */
  readonly counts: ReadonlyMap<string, number>
  /** Undefined until the file is loaded. */
  readonly checked: CheckedFile | undefined
  /** The check before the last change, if the file was loaded then. */
  readonly earlier: CheckedFile | undefined
}

/** The records of a tag that expressions reach, and the files that they were taken from. */
interface ReachedTag {
  readonly fields: ReadonlySet<FieldDefinition>
  readonly files: readonly CheckedFile[]
  readonly records: FollowedRecords
}

/**
 * The files of the workspace that tables need. They stay in memory, so that a query after each key reads no file again.
 */
export class LoadedFiles {
  private known = new Map<string, KnownFile>()
  private readonly reached = new Map<string, ReachedTag>()
  private reachedIn: Registry | undefined
  private changes = 0

  constructor(
    private readonly files: WorkspaceFiles,
    private readonly limit = mostLoadedText,
  ) {}

  get registry(): Registry {
    return this.files.registry
  }

  isOpen(uri: string): boolean {
    return this.files.snapshot(uri) !== undefined
  }

  /** A file, open or not; undefined if it cannot be read. */
  async read(uri: string): Promise<Snapshot | undefined> {
    this.refresh()
    const file = this.known.get(uri)
    return file ? this.readKnown(uri, file, file.earlier !== undefined) : this.files.read(uri)
  }

  /** @param isKept whether its check stays in memory */
  private async readKnown(uri: string, file: KnownFile, isKept: boolean): Promise<Snapshot | undefined> {
    const snapshot = await this.files.read(uri, file.checked, file.earlier)
    if (isKept && snapshot && this.known.get(uri) === file)
      this.known.set(uri, { ...file, checked: snapshot.file, earlier: undefined })
    return snapshot
  }

  /** The files that are in memory, checked. */
  checked(): CheckedFile[] {
    return [...this.known.values()].flatMap(({ checked }) => checked ?? [])
  }

  /** Increases each time that a file has changed. */
  get version(): number {
    this.refresh()
    return this.changes
  }

  /** How many records of each tag the workspace has, by the path of the tag. */
  counts(): ReadonlyMap<string, number> {
    this.refresh()
    const sums = new Map<string, number>()
    for (const { counts } of this.known.values())
      for (const [path, count] of counts) sums.set(path, (sums.get(path) ?? 0) + count)
    return sums
  }

  /** How many records of a tag each file has that has any, in the order of their addresses. */
  countsIn(path: string): Map<string, number> {
    this.refresh()
    return new Map(
      [...this.known]
        .sort(([one], [other]) => compareText(one, other))
        .flatMap(([uri, { counts }]) => (counts.has(path) ? [[uri, counts.get(path)!] as const] : [])),
    )
  }

  /**
   * The files that have records of some tags, in the order of their addresses. Reads those that are not in memory yet.
   *
   * @returns null if that was cancelled. `left` is the number of records in files that are too large to be read
   */
  async load(
    paths: readonly string[],
    token: { readonly isCancellationRequested: boolean },
  ): Promise<{ readonly snapshots: readonly Snapshot[]; readonly left: number } | null> {
    this.refresh()
    const snapshots: Snapshot[] = []
    let text = 0
    let left = 0
    for (const [uri, file] of [...this.known].sort(([one], [other]) => compareText(one, other))) {
      const wanted = paths.reduce((sum, path) => sum + (file.counts.get(path) ?? 0), 0)
      if (wanted === 0) continue
      text += this.files.index.textLength(uri) ?? 0
      if (text > this.limit) {
        left += wanted
        continue
      }
      const snapshot = await this.readKnown(uri, file, true)
      if (token.isCancellationRequested) return null
      if (snapshot) snapshots.push(snapshot)
    }
    return { snapshots, left }
  }

  /** Loads the fields of other records that an expression reads; false if that was cancelled. */
  async reach(reads: Where['reads'], token: { readonly isCancellationRequested: boolean }): Promise<boolean> {
    // Another registry has other definitions of the fields.
    if (this.registry !== this.reachedIn) this.reached.clear()
    this.reachedIn = this.registry
    for (const [path, wanted] of reads) {
      const loaded = await this.load([path], token)
      if (!loaded) return false
      const before = this.reached.get(path)
      const files = loaded.snapshots.map(({ file }) => file)
      const fields = new Set([...(before?.fields ?? []), ...wanted])
      const isSame = before?.files.length === files.length && files.every((file, index) => file === before.files[index])
      if (isSame && fields.size === before.fields.size) continue
      this.reached.set(path, { fields, files, records: followedRecordsOf(path, files, [...fields]) })
    }
    return true
  }

  /** The records that `reach` has loaded. */
  readonly reachable: ReachableRecords = {
    find: (tag, id) => this.reached.get(tag.nameOfRecords.path)?.records.find(tag, id),
    referrers: (tag, field, id) => this.reached.get(tag.nameOfRecords.path)?.records.referrers(tag, field, id) ?? [],
    isInCircle: (tag, field, id) => this.reached.get(tag.nameOfRecords.path)?.records.isInCircle(tag, field, id),
  }

  /** Forgets the checks of files whose rules read the current time. */
  forgetTimed(): void {
    const timed = [...this.known].filter(([uri]) => this.files.readsTime(uri))
    for (const [uri, file] of timed) this.known.set(uri, { ...file, checked: undefined, earlier: undefined })
    if (timed.length > 0) this.changes++
  }

  /** Frees the memory. */
  forget(): void {
    this.known = new Map()
    this.reached.clear()
  }

  /** Forgets the files that have changed. */
  private refresh(): void {
    const { files } = this
    const known = new Map<string, KnownFile>()
    for (const uri of files.index.uris()) {
      const content = files.snapshot(uri)?.file ?? files.index.contentAt(uri)!
      const before = this.known.get(uri)
      const earlier = before?.checked ?? before?.earlier
      const isSame = before?.content === content
      known.set(uri, isSame ? before : { content, counts: this.count(uri), checked: undefined, earlier })
    }
    const isSame =
      known.size === this.known.size && [...known].every(([uri, file]) => isSameContent(this.known, uri, file))
    if (!isSame) this.changes++
    this.known = known
  }

  private count(uri: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { tag } of this.files.index.recordsIn(uri)) counts.set(tag.path, (counts.get(tag.path) ?? 0) + 1)
    return counts
  }
}

const isSameContent = (known: ReadonlyMap<string, KnownFile>, uri: string, { content }: KnownFile): boolean =>
  known.get(uri)?.content === content

function followedRecordsOf(
  path: string,
  files: readonly CheckedFile[],
  fields: readonly FieldDefinition[],
): FollowedRecords {
  const records = new FollowedRecords()
  for (const { tree, entries } of files) {
    for (const [index, { tag }] of entries.entries()) {
      const record = tree.entries[index]!
      if (tag?.nameOfRecords.path !== path || record.kind !== 'record') continue
      const id = fieldOf(tag, tag.identityField)
      const read = fields.flatMap(field => sameFieldOf(tag, field) ?? [])
      records.add(path, followedRecord(id ? [id, ...read] : read, new ParsedRecord(record, undefined, 'query')))
    }
  }
  return records
}
