import { compareText } from '../../../shared/basics/text.ts'
import type { CheckedFile } from '../../../shared/check/check.ts'
import {
  type Definition,
  type Identity,
  identityOf,
  isSameRecord,
  type RecordName,
} from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { withoutKey } from '../../../shared/domains/unique-keys.ts'
import type { AllRecords } from '../../../shared/index/identity-rules.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import type { EntryText } from '../../../shared/syntax/nodes.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import { type Place, positionInEntry } from '../../../shared/syntax/tree.ts'
import type { Content } from '../parts/content.ts'
import type { PartReader } from '../parts/part-reader.ts'
import type { KeptPart } from '../parts/read-files.ts'
import type { NamedRecords, NameTable, RecordPlace } from './name-table.ts'

/** What a record that was read is called, by its id or by a unique list, and where that stands. */
interface NameRead {
  readonly definition: Definition
  readonly place: Place
}

/**
 * The records of all files, from the hashes of their names. Two names can have the same hash, so records with a hash
 * are read again to compare their names. It remembers what was read: records with one name ask for each other.
 */
export class RecordsByHash implements AllRecords {
  // If many records have a name, both questions are asked for each of them in turn, and each answer reads files.
  /** The last answer of `count`. */
  private latestCount: { readonly name: RecordName; readonly count: number } | undefined
  /** The last answer of `definitionsOf`. */
  private latestPlaces: { readonly name: RecordName; readonly places: readonly Place[] } | undefined
  /** The names of records that were read, by their parts and lines. */
  private readonly known = new Map<number, readonly NameRead[]>()

  /**
   * @param partAt gives the part with a number
   * @param tags the paths of all tags that have records
   */
  constructor(
    private readonly table: NameTable,
    private readonly partAt: (number: number) => KeptPart,
    private readonly registry: Registry,
    private readonly hasher: NameHasher,
    private readonly reader: PartReader,
    private readonly tags: readonly string[],
  ) {}

  /**
   * Takes the ids of records of a part that were read again.
   *
   * @param first the index of the first of them among the entries
   */
  take(part: KeptPart, { tree, entries }: CheckedFile, first: number): void {
    if (!this.table.mayHaveRepeated) return
    const { file: uri } = part.file.planned.source
    for (let index = first; index < entries.length; index++) {
      const { identity } = entries[index]!
      const line = tree.lines[index]!
      if (identity) this.remember(part.number, line, namesRead(identity, uri, tree.entries[index]!, line))
    }
  }

  tagsWithId(id: string): string[] {
    return this.tags.filter(path => this.table.has(this.hasher.of({ path, id })))
  }

  isRepeated(name: RecordName): boolean {
    return this.table.mayHaveRepeated && (this.recordsOf(name)?.count ?? 0) > 1 && this.count(name) > 1
  }

  count(name: RecordName): number {
    if (!this.latestCount || !isSameRecord(this.latestCount.name, name))
      this.latestCount = { name, count: this.counted(name) }
    return this.latestCount.count
  }

  private counted(name: RecordName): number {
    const records = this.recordsOf(name)
    if (!records) return 0
    return this.placeOf(records.first, name)
      ? records.count
      : records.places(Infinity).filter(place => this.placeOf(place, name)).length
  }

  isElsewhere(name: RecordName): boolean {
    return this.recordsOf(name)?.isSpread === true
  }

  /** Whether a record of a part with a lower number has the name. */
  isAbove(name: RecordName, part: number): boolean {
    const first = this.recordsOf(name)?.first.part
    return first !== undefined && first < part
  }

  definitionsOf(name: RecordName, limit = Infinity): Place[] {
    if (!this.latestPlaces || !isSameRecord(this.latestPlaces.name, name))
      this.latestPlaces = { name, places: this.placesOf(name) }
    return this.latestPlaces.places.slice(0, limit)
  }

  /** None, as the command line offers no fixes that guess an id. */
  idsOf(): Iterable<string> {
    return []
  }

  /** Unknown, for the same reason. */
  nextIdOf(): undefined {
    return undefined
  }

  private recordsOf(name: RecordName): NamedRecords | undefined {
    return this.table.recordsOf(this.hasher.of(name))
  }

  private placesOf(name: RecordName): Place[] {
    const inOrder =
      this.recordsOf(name)
        ?.places(mostSorted)
        .sort((one, other) => one.part - other.part || one.byte - other.byte) ?? []
    const places = inOrder.flatMap(place => this.placeOf(place, name) ?? [])
    return places.sort((one, other) => compareText(one.uri, other.uri))
  }

  /** The place of the id of a record; undefined if the record has another name with the same hash. */
  private placeOf(place: RecordPlace, name: RecordName): Place | undefined {
    const isWanted = ({ definition }: NameRead): boolean => isSameRecord(definition, name)
    const known = this.known.get(recordLineKey(place.part, place.line))?.find(isWanted)
    // As a record of the tag that another one extends, it may have fewer names.
    return (known ?? this.readNames(place, name).find(isWanted))?.place
  }

  /** Reads the names of a record that is expected to have one of them; none if it does not have it. */
  private readNames(place: RecordPlace, name: RecordName): readonly NameRead[] {
    const { file, result } = this.partAt(place.part)
    const [record] = parseEntries(this.textAt(file.content, result.bytes.start + place.byte))
    if (record?.kind !== 'record') return []
    // A unique list can be that of an extension of the tag.
    for (const tag of this.registry.tagsOfName(`${name.domain}.${withoutKey(name.tag)}`)) {
      const names = namesRead(identityOf(record, tag), file.planned.source.file, record, place.line)
      if (!names.some(({ definition }) => isSameRecord(definition, name))) continue
      this.remember(place.part, place.line, names)
      return names
    }
    return []
  }

  private remember(part: number, line: number, names: readonly NameRead[]): void {
    if (this.known.size >= mostKnown) this.known.clear()
    this.known.set(recordLineKey(part, line), names)
  }

  /** The text of an entry; empty if its file is gone, which is reported where the file itself is checked. */
  private textAt(content: Content, byte: number): string {
    try {
      return this.reader.entryAt(content, byte)
    } catch {
      return ''
    }
  }
}

/** How many records of a name are sorted. If there are more, any of them come first. */
const mostSorted = 100

/** How many ids are remembered: some megabytes. */
const mostKnown = 2 ** 16

/** The key of a record, from the number of its part and the line on which it starts. */
const recordLineKey = (part: number, line: number): number => part * 2 ** 32 + line

const namesRead = ({ definition, keys }: Identity, uri: string, record: EntryText, line: number): NameRead[] =>
  (definition ? [definition, ...keys] : keys).map(name => ({
    definition: name,
    place: {
      uri,
      start: positionInEntry(record, line, name.start),
      end: positionInEntry(record, line, name.end),
    },
  }))
