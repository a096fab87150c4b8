import { countPassing } from '../basics/binary-search.ts'
import { type RecordName, recordName } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import type { Place } from '../syntax/tree.ts'
import { IdRows, rowPast } from './id-rows.ts'
import type { IndexedFile, IndexedRecord, RecordNames, RecordQuery, Way } from './indexed-file.ts'
import { charactersIn, hasInOrder, Rank, rankOfText } from './match.ts'
import { type PackedFile, RecordPart, ReferencePart } from './packed-file.ts'

/** A file that is not open. */
export class ClosedFile implements IndexedFile {
  private readonly ids: IdRows
  private readonly referredIds: IdRows
  private readonly keyIds: IdRows

  constructor(
    readonly uri: string,
    readonly facts: PackedFile,
  ) {
    this.ids = new IdRows(facts.ids, facts.records, RecordPart.Count, RecordPart.EndOfId)
    this.referredIds = new IdRows(facts.referredIds, facts.references, ReferencePart.Count, ReferencePart.EndOfId)
    this.keyIds = new IdRows(facts.keyIds, facts.keys, ReferencePart.Count, ReferencePart.EndOfId)
  }

  get length(): number {
    return this.facts.records.length / RecordPart.Count
  }

  get textLength(): number {
    return this.facts.textLength
  }

  get tags(): ReadonlySet<string> {
    return new Set(this.facts.tags.map(({ path }) => path))
  }

  names(): RecordNames[] {
    return Array.from({ length: this.length }, (_, entry) => this.recordAt(entry).identity)
  }

  recordAt(entry: number): IndexedRecord {
    return new ClosedRecord(this.uri, this.facts, entry)
  }

  recordOnLine(line: number): IndexedRecord | undefined {
    const { records } = this.facts
    const lineAt = (entry: number): number | undefined => records[entry * RecordPart.Count + RecordPart.TagLine]
    const entry = countPassing(this.length, above => lineAt(above)! < line)
    return lineAt(entry) === line ? this.recordAt(entry) : undefined
  }

  *recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<IndexedRecord> {
    for (const entry of this.entriesWith(id)) {
      const record = this.recordAt(entry)
      if (holds(record.identity)) yield record
    }
  }

  match(wanted: RecordQuery, way: Way, take: (entry: number, rank: number) => void): void {
    if (way === 'text' && wanted.query !== '') this.matchText(wanted, take)
    else this.matchEach(wanted, way, take)
  }

  /** V8 searches one long string many times faster than one string per record. */
  private matchText({ query, tag }: RecordQuery, take: (entry: number, rank: number) => void): void {
    const { records, folded } = this.facts
    let entry = 0
    let found = folded.indexOf(query)
    while (found >= 0) {
      while (records[entry * RecordPart.Count + RecordPart.EndOfFolded]! <= found) entry++
      const end = records[entry * RecordPart.Count + RecordPart.EndOfFolded]!
      const { start, idStart, idLength, isWanted } = this.lineOf(entry, tag)
      if (isWanted && found >= start) {
        if (query.length > idLength || !folded.startsWith(query, idStart)) take(entry, rankOfText(folded, found))
        else take(entry, query.length === idLength ? Rank.id : Rank.startOfId)
      }
      found = folded.indexOf(query, isWanted && found < start ? start : end)
    }
  }

  private matchEach({ query, tag }: RecordQuery, way: Way, take: (entry: number, rank: number) => void): void {
    const { records, folded } = this.facts
    const [signs, letters] = way === 'characters' ? charactersIn(query) : [0, 0]
    for (let entry = 0; entry < this.length; entry++) {
      const at = entry * RecordPart.Count
      if (
        (records[at + RecordPart.Signs]! & signs) !== signs ||
        (records[at + RecordPart.Letters]! & letters) !== letters
      )
        continue
      const { start, isWanted } = this.lineOf(entry, tag)
      if (!isWanted) continue
      if (way === 'text') take(entry, Rank.id)
      else if (way === 'none') take(entry, Rank.none)
      else if (hasInOrder(query, folded, start, records[at + RecordPart.EndOfFolded]!)) take(entry, Rank.characters)
    }
  }

  /** The offset of a record in the folded text, and whether it is wanted. */
  private lineOf(
    entry: number,
    wanted: TagName | undefined,
  ): { start: number; idStart: number; idLength: number; isWanted: boolean } {
    const { records, tags } = this.facts
    const at = entry * RecordPart.Count
    const { path, tag } = tags[records[at + RecordPart.Tag]!]!
    const lineStart = entry === 0 ? 0 : records[at - RecordPart.Count + RecordPart.EndOfFolded]!
    const idLength =
      records[at + RecordPart.EndOfId]! - (entry === 0 ? 0 : records[at - RecordPart.Count + RecordPart.EndOfId]!)
    const idStart = lineStart + tag.length + 1
    return {
      start: wanted ? idStart : lineStart,
      idStart,
      idLength,
      isWanted: !wanted || (path === wanted.path && idLength > 0),
    }
  }

  /** The records that have an id, or refer to it, or have it as the value of a unique list, in order. */
  private entriesWith(id: string): number[] {
    const entriesOf = (rows: IdRows, column: number): number[] =>
      rows.rowsOf(id).map(row => rowPast(this.facts.records, RecordPart.Count, column, row))
    const others = [
      ...this.ids.rowsOf(id),
      ...(this.facts.keys.length > 0 ? entriesOf(this.keyIds, RecordPart.EndOfKeys) : []),
    ]
    const referring = entriesOf(this.referredIds, RecordPart.EndOfReferences)
    const entries = others.length === 0 ? referring : [...others, ...referring].sort((one, other) => one - other)
    return entries.filter((entry, index) => entry !== entries[index - 1])
  }
}

class ClosedRecord implements IndexedRecord {
  private readonly at: number
  private names: RecordNames | undefined
  private knownId: string | undefined

  constructor(
    readonly uri: string,
    private readonly facts: PackedFile,
    entry: number,
  ) {
    this.at = entry * RecordPart.Count
  }

  get tag(): TagName {
    return this.facts.tags[this.number(RecordPart.Tag)]!
  }

  get id(): string | undefined {
    if (this.number(RecordPart.IdEnd) === 0) return undefined
    this.knownId ??= this.facts.ids.slice(this.before(RecordPart.EndOfId), this.number(RecordPart.EndOfId))
    return this.knownId
  }

  get title(): string {
    return this.facts.titles.slice(this.before(RecordPart.EndOfTitle), this.number(RecordPart.EndOfTitle))
  }

  get identity(): RecordNames {
    const { id, title } = this
    this.names ??= {
      title,
      definition: id === undefined ? undefined : recordName(this.tag, id),
      references: this.references(),
      keys: this.keys(),
    }
    return this.names
  }

  tagPlace(): Place {
    return this.place(this.number(RecordPart.TagLine), this.number(RecordPart.TagStart), this.number(RecordPart.TagEnd))
  }

  placeOf(part: RecordName): Place {
    const { definition, references, keys } = this.identity
    if (part === definition)
      return this.place(this.number(RecordPart.IdLine), this.number(RecordPart.IdStart), this.number(RecordPart.IdEnd))
    const key = keys.indexOf(part)
    if (key >= 0) return this.placeIn(this.facts.keys, this.before(RecordPart.EndOfKeys) + key)
    const index = references.findIndex(reference => reference === part)
    return this.placeIn(this.facts.references, this.before(RecordPart.EndOfReferences) + index)
  }

  private references(): RecordNames['references'] {
    const { fields, references, referredIds } = this.facts
    return this.rowsTo(RecordPart.EndOfReferences).map(reference => ({
      ...this.nameIn(references, referredIds, reference),
      field: fields[references[reference * ReferencePart.Count + ReferencePart.Field]!]!,
    }))
  }

  private keys(): readonly RecordName[] {
    const { keys, keyIds } = this.facts
    return this.rowsTo(RecordPart.EndOfKeys).map(key => this.nameIn(keys, keyIds, key))
  }

  /** The numbers of its rows in another table, where a part says at which row they end. */
  private rowsTo(part: number): number[] {
    const rows: number[] = []
    for (let row = this.before(part); row < this.number(part); row++) rows.push(row)
    return rows
  }

  /** The name in a row of a table whose ids are parts of a text. */
  private nameIn(table: Uint32Array, ids: string, row: number): RecordName {
    const at = row * ReferencePart.Count
    const start = row === 0 ? 0 : table[at - ReferencePart.Count + ReferencePart.EndOfId]!
    const tag = this.facts.tags[table[at + ReferencePart.Tag]!]!
    return recordName(tag, ids.slice(start, table[at + ReferencePart.EndOfId]))
  }

  private placeIn(table: Uint32Array, row: number): Place {
    const at = row * ReferencePart.Count
    const [line, start, end] = table.subarray(at + ReferencePart.Line, at + ReferencePart.End + 1)
    return this.place(line!, start!, end!)
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
