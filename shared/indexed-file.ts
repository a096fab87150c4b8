import type { CheckedEntry, CheckedFile } from './check.ts'
import { differenceOf } from './difference.ts'
import { RecordPart, ReferencePart, type FileFacts } from './file-facts.ts'
import { recordName, type Identity, type RecordName, type Reference } from './identity.ts'
import type { TagName } from './registry.ts'
import type { RecordNode, Span } from './syntax.ts'
import { positionIn, type Place } from './tree.ts'

/** What a record is called and refers to, wherever that stands in it. */
export interface RecordNames {
  readonly title: string
  readonly definition: RecordName | undefined
  readonly references: readonly (RecordName & Pick<Reference, 'field'>)[]
}

/** A record of any file, open or not. What it says and where it stands is worked out when it is asked for. */
export interface IndexedRecord {
  readonly uri: string
  readonly tag: TagName
  readonly id: string | undefined
  readonly title: string
  readonly identity: RecordNames
  /** Where its `@TAG` stands. */
  tagPlace(): Place
  /** Where its definition or one of its references stands. */
  placeOf(part: RecordName): Place
}

/** A file as the index sees it: entries of which some are records whose tag is known. */
export interface IndexedFile {
  readonly length: number
  namesAt(entry: number): RecordNames | undefined
  recordAt(entry: number): IndexedRecord | undefined
  /** Those of the records that have an id or refer to it for which something holds, in order. */
  recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<IndexedRecord>
}

/** A file that is open, as its last check has it. */
export class OpenFile implements IndexedFile {
  private asked = 0
  private byId: Map<string, CheckedEntry | CheckedEntry[]> | undefined

  constructor(private readonly uri: string, private checked: CheckedFile) {}

  get length(): number {
    return this.checked.entries.length
  }

  namesAt(entry: number): RecordNames | undefined {
    return this.checked.entries[entry]!.identity
  }

  recordAt(entry: number): IndexedRecord | undefined {
    const checked = this.checked.entries[entry]!
    return checked.identity && new OpenRecord(this.uri, this.checked, checked, entry)
  }

  /** The first questions look through all entries, which is cheaper than a table of the ids; who asks more often gets the table. */
  * recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<IndexedRecord> {
    const { uri, checked } = this
    const { entries } = checked
    if (!this.byId && ++this.asked > 8) {
      this.byId = new Map()
      for (const entry of entries) this.note(entry)
    }
    const found = this.byId?.get(id)
    // Of one that is named often, the order is found sooner by looking through all.
    if (!this.byId || (Array.isArray(found) && found.length > 8)) {
      for (let entry = 0; entry < entries.length; entry++) {
        const { identity } = entries[entry]!
        if (identity && isNamed(identity, id) && holds(identity)) yield new OpenRecord(uri, checked, entries[entry]!, entry)
      }
    } else {
      const records = [found ?? []].flat().filter(({ identity }) => holds(identity!)).map(entry => new OpenRecord(uri, checked, entry))
      if (records.length > 1) records.sort((one, other) => one.entry - other.entry)
      yield* records
    }
  }

  /** Takes the file as it is after a change; gives the names of the records that the change took away and brought. */
  take(checked: CheckedFile): { gone: RecordNames[]; come: RecordNames[] } {
    const { first, oldEnd, newEnd } = differenceOf(this.checked.entries, checked)
    const gone = this.checked.entries.slice(first, oldEnd)
    const come = checked.entries.slice(first, newEnd)
    this.checked = checked
    if (this.byId) {
      for (const entry of gone) this.forget(entry)
      for (const entry of come) this.note(entry)
    }
    const names = (entries: readonly CheckedEntry[]): RecordNames[] => entries.flatMap(({ identity }) => identity ?? [])
    return { gone: names(gone), come: names(come) }
  }

  private note(entry: CheckedEntry): void {
    for (const id of idsIn(entry)) {
      const others = this.byId!.get(id)
      this.byId!.set(id, others ? [others, entry].flat() : entry)
    }
  }

  private forget(entry: CheckedEntry): void {
    for (const id of idsIn(entry)) {
      const left = [this.byId!.get(id) ?? []].flat().filter(other => other !== entry)
      if (left.length === 0) this.byId!.delete(id)
      else this.byId!.set(id, left)
    }
  }
}

/** The ids that a record has and refers to, each once. */
function idsIn({ identity }: CheckedEntry): Set<string> | readonly string[] {
  if (!identity) return []
  const { definition, references } = identity
  if (references.length === 0) return definition ? [definition.id] : []
  return new Set([...definition ? [definition.id] : [], ...references.map(({ id }) => id)])
}

const isNamed = ({ definition, references }: Identity, id: string): boolean =>
  definition?.id === id || (references.length > 0 && references.some(reference => reference.id === id))

class OpenRecord implements IndexedRecord {
  constructor(readonly uri: string, private readonly file: CheckedFile, private readonly checked: CheckedEntry, private known?: number) {}

  get tag(): TagName {
    return this.checked.tag!.fullName
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

  /** Its index among the file's entries, looked for only where someone asks. */
  get entry(): number {
    return this.known ??= this.file.entries.indexOf(this.checked)
  }

  tagPlace(): Place {
    const { entry, file: { tree } } = this
    const { at, tagEnd } = tree.entries[entry] as RecordNode
    return this.place(entry, { start: at, end: tagEnd })
  }

  placeOf(part: RecordName): Place {
    const { definition, references } = this.identity
    return this.place(this.entry, part === definition ? definition : references.find(reference => reference === part)!)
  }

  private place(entry: number, { start, end }: Span): Place {
    const { tree } = this.file
    return { uri: this.uri, start: positionIn(tree, entry, start), end: positionIn(tree, entry, end) }
  }
}

/** A file that is not open. */
export class ClosedFile implements IndexedFile {
  constructor(readonly uri: string, readonly facts: FileFacts) {}

  get length(): number {
    return this.facts.records.length / RecordPart.Count
  }

  namesAt(entry: number): RecordNames {
    return this.recordAt(entry).identity
  }

  recordAt(entry: number): IndexedRecord {
    return new ClosedRecord(this.uri, this.facts, entry)
  }

  * recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<IndexedRecord> {
    for (const entry of this.entriesWith(id)) {
      const record = this.recordAt(entry)
      if (holds(record.identity)) yield record
    }
  }

  /** The records that have an id or refer to it, in order. */
  private entriesWith(id: string): number[] {
    const { records, references, ids, referredIds } = this.facts
    const own = rowsOf(id, ids, records, RecordPart.Count, RecordPart.EndOfId)
    const referring = rowsOf(id, referredIds, references, ReferencePart.Count, ReferencePart.EndOfId)
      .map(reference => rowPast(records, RecordPart.Count, RecordPart.EndOfReferences, reference))
    const entries = own.length === 0 ? referring : [...own, ...referring].sort((one, other) => one - other)
    return entries.filter((entry, index) => entry !== entries[index - 1])
  }
}

/**
 * The rows of a table that have an id among all ids in one text: the engine finds it there many times as fast as one looks at each row.
 *
 * @param column has where the id of the row ends in the text
 */
function rowsOf(id: string, ids: string, table: Uint32Array, width: number, column: number): number[] {
  const rows: number[] = []
  for (let start = ids.indexOf(id); start >= 0 && id !== ''; start = ids.indexOf(id, start + 1)) {
    const row = rowPast(table, width, column, start)
    const before = row === 0 ? 0 : table[(row - 1) * width + column]
    if (before === start && table[row * width + column] === start + id.length) rows.push(row)
  }
  return rows
}

/** The first row of a table, so many numbers wide, that has more than a value in a column which never descends. */
function rowPast(table: Uint32Array, width: number, column: number, value: number): number {
  let low = 0
  let high = table.length / width
  while (low < high) {
    const middle = (low + high) >>> 1
    if (table[middle * width + column]! > value) high = middle
    else low = middle + 1
  }
  return low
}

class ClosedRecord implements IndexedRecord {
  private readonly at: number
  private names: RecordNames | undefined

  constructor(readonly uri: string, private readonly facts: FileFacts, entry: number) {
    this.at = entry * RecordPart.Count
  }

  get tag(): TagName {
    return this.facts.tags[this.number(RecordPart.Tag)]!
  }

  get id(): string | undefined {
    if (this.number(RecordPart.IdEnd) === 0) return undefined
    return this.facts.ids.slice(this.before(RecordPart.EndOfId), this.number(RecordPart.EndOfId))
  }

  get title(): string {
    return this.facts.titles.slice(this.before(RecordPart.EndOfTitle), this.number(RecordPart.EndOfTitle))
  }

  get identity(): RecordNames {
    const { id, title } = this
    return this.names ??= { title, definition: id === undefined ? undefined : recordName(this.tag, id), references: this.references() }
  }

  tagPlace(): Place {
    return this.place(this.number(RecordPart.TagLine), this.number(RecordPart.TagStart), this.number(RecordPart.TagEnd))
  }

  placeOf(part: RecordName): Place {
    const { definition, references } = this.identity
    if (part === definition) return this.place(this.number(RecordPart.IdLine), this.number(RecordPart.IdStart), this.number(RecordPart.IdEnd))
    const at = (this.before(RecordPart.EndOfReferences) + references.findIndex(reference => reference === part)) * ReferencePart.Count
    const [line, start, end] = this.facts.references.subarray(at + ReferencePart.Line, at + ReferencePart.End + 1)
    return this.place(line!, start!, end!)
  }

  private references(): RecordNames['references'] {
    const { tags, fields, references, referredIds } = this.facts
    const all: (RecordName & { field: string })[] = []
    for (let reference = this.before(RecordPart.EndOfReferences); reference < this.number(RecordPart.EndOfReferences); reference++) {
      const at = reference * ReferencePart.Count
      const start = reference === 0 ? 0 : references[at - ReferencePart.Count + ReferencePart.EndOfId]!
      const { path, domain, tag } = tags[references[at + ReferencePart.Tag]!]!
      const id = referredIds.slice(start, references[at + ReferencePart.EndOfId])
      all.push({ path, domain, tag, id, field: fields[references[at + ReferencePart.Field]!]! })
    }
    return all
  }

  private number(part: number): number {
    return this.facts.records[this.at + part]!
  }

  /** A number of the record before; 0 for the first one. */
  private before(part: number): number {
    return this.at === 0 ? 0 : this.facts.records[this.at - RecordPart.Count + part]!
  }

  private place(line: number, start: number, end: number): Place {
    return { uri: this.uri, start: { line, character: start }, end: { line, character: end } }
  }
}
