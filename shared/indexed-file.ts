import type { CheckedEntry, CheckedFile } from './check.ts'
import { differenceOf } from './difference.ts'
import { RecordPart, ReferencePart, type FileFacts } from './file-facts.ts'
import { recordName, type Identity, type RecordName, type Reference } from './identity.ts'
import type { TagName } from './registry.ts'
import type { RecordNode, Span } from './syntax.ts'
import { positionIn, type Position } from './tree.ts'

/** A range of a file. */
export interface Place {
  readonly uri: string
  readonly start: Position
  readonly end: Position
}

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
  /** The entries among which those are that have an id or refer to it, in order. */
  entriesNaming(id: string): Iterable<number>
}

/** A file that is open, as its last check has it. */
export class OpenFile implements IndexedFile {
  private asked = 0
  private byId: Map<string, Set<CheckedEntry>> | undefined

  constructor(private readonly uri: string, private checked: CheckedFile) {}

  get length(): number {
    return this.checked.entries.length
  }

  namesAt(entry: number): RecordNames | undefined {
    return this.checked.entries[entry]!.identity
  }

  recordAt(entry: number): IndexedRecord | undefined {
    return this.checked.entries[entry]!.identity && new OpenRecord(this.uri, this.checked, entry)
  }

  /** The first questions look through all entries, which is cheaper than a table of the ids; who asks more often gets the table. */
  entriesNaming(id: string): Iterable<number> {
    const { entries } = this.checked
    if (!this.byId && ++this.asked <= 8) return entries.keys()
    this.byId ??= tableOf(entries)
    const found = this.byId.get(id) ?? new Set()
    return found.size > 8 ? entries.keys() : [...found].map(entry => entries.indexOf(entry)).sort((one, other) => one - other)
  }

  /** Takes the file as it is after a change; gives the names of the records that the change took away and brought. */
  take(checked: CheckedFile): { gone: RecordNames[]; come: RecordNames[] } {
    const { first, oldEnd, newEnd } = differenceOf(this.checked.entries, checked.entries)
    const gone = this.checked.entries.slice(first, oldEnd)
    const come = checked.entries.slice(first, newEnd)
    this.checked = checked
    for (const entry of this.byId ? gone : []) for (const id of idsIn(entry)) this.byId!.get(id)?.delete(entry)
    for (const entry of this.byId ? come : []) for (const id of idsIn(entry)) addTo(this.byId!, id, entry)
    const names = (entries: readonly CheckedEntry[]): RecordNames[] => entries.flatMap(({ identity }) => identity ?? [])
    return { gone: names(gone), come: names(come) }
  }
}

function tableOf(entries: readonly CheckedEntry[]): Map<string, Set<CheckedEntry>> {
  const table = new Map<string, Set<CheckedEntry>>()
  for (const entry of entries) for (const id of idsIn(entry)) addTo(table, id, entry)
  return table
}

function addTo(table: Map<string, Set<CheckedEntry>>, id: string, entry: CheckedEntry): void {
  const entries = table.get(id)
  if (entries) entries.add(entry)
  else table.set(id, new Set([entry]))
}

function idsIn({ identity }: CheckedEntry): string[] {
  if (!identity) return []
  const { definition, references } = identity
  return definition ? [definition.id, ...references.map(({ id }) => id)] : references.map(({ id }) => id)
}

class OpenRecord implements IndexedRecord {
  constructor(readonly uri: string, private readonly file: CheckedFile, private readonly entry: number) {}

  get tag(): TagName {
    return this.file.entries[this.entry]!.tag!.fullName
  }

  get identity(): Identity {
    return this.file.entries[this.entry]!.identity!
  }

  get id(): string | undefined {
    return this.identity.definition?.id
  }

  get title(): string {
    return this.identity.title
  }

  tagPlace(): Place {
    const { at, tagEnd } = this.file.tree.entries[this.entry] as RecordNode
    return this.place({ start: at, end: tagEnd })
  }

  placeOf(part: RecordName): Place {
    const { definition, references } = this.identity
    return this.place(part === definition ? definition : references.find(reference => reference === part)!)
  }

  private place({ start, end }: Span): Place {
    const { tree } = this.file
    return { uri: this.uri, start: positionIn(tree, this.entry, start), end: positionIn(tree, this.entry, end) }
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

  * entriesNaming(id: string): Iterable<number> {
    const { records, references, text, referenceText } = this.facts
    let textStart = 0
    let reference = 0
    let referenceStart = 0
    for (let at = 0; at < records.length; at += RecordPart.Count) {
      let isNamed = records[at + RecordPart.EndOfId]! - textStart === id.length && text.startsWith(id, textStart)
      textStart = records[at + RecordPart.EndOfTitle]!
      for (; reference < records[at + RecordPart.EndOfReferences]! * ReferencePart.Count; reference += ReferencePart.Count) {
        const end = references[reference + ReferencePart.EndOfId]!
        if (end - referenceStart === id.length && referenceText.startsWith(id, referenceStart)) isNamed = true
        referenceStart = end
      }
      if (isNamed) yield at / RecordPart.Count
    }
  }
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
    return this.number(RecordPart.IdEnd) === 0 ? undefined : this.facts.text.slice(this.before(RecordPart.EndOfTitle), this.number(RecordPart.EndOfId))
  }

  get title(): string {
    return this.facts.text.slice(this.number(RecordPart.EndOfId), this.number(RecordPart.EndOfTitle))
  }

  get identity(): RecordNames {
    this.names ??= { title: this.title, definition: this.id === undefined ? undefined : recordName(this.tag, this.id), references: this.references() }
    return this.names
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
    const { tags, fields, references, referenceText } = this.facts
    const all: (RecordName & { field: string })[] = []
    for (let reference = this.before(RecordPart.EndOfReferences); reference < this.number(RecordPart.EndOfReferences); reference++) {
      const at = reference * ReferencePart.Count
      const start = reference === 0 ? 0 : references[at - ReferencePart.Count + ReferencePart.EndOfId]!
      const { path, domain, tag } = tags[references[at + ReferencePart.Tag]!]!
      const id = referenceText.slice(start, references[at + ReferencePart.EndOfId])
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
