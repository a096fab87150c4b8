import { compareText } from '../../../shared/basics/text.ts'
import { identityOf, isSameRecord, type RecordName } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import type { AllRecords } from '../../../shared/index/identity-rules.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import { type Place, type Position, parse, positionIn } from '../../../shared/syntax/tree.ts'
import type { Content } from '../parts/content.ts'
import type { PartReader } from '../parts/part-reader.ts'
import type { KeptPart } from '../parts/read-files.ts'
import type { NamedRecords, NameTable, RecordPlace } from './name-table.ts'

/**
 * The records of all files, from the hashes of their names. Two names can have the same hash, so records with a hash
 * are read again to compare their names.
 */
export class RecordsByHash implements AllRecords {
  // If many records have a name, both questions are asked for each of them in turn, and each answer reads files.
  /** The last answer of `count`. */
  private latestCount: { readonly name: RecordName; readonly count: number } | undefined
  /** The last answer of `definitionsOf`. */
  private latestPlaces: { readonly name: RecordName; readonly places: readonly Place[] } | undefined

  /**
   * @param partAt gives the part with a number
   * @param domains the paths of all domains that have records
   */
  constructor(
    private readonly table: NameTable,
    private readonly partAt: (number: number) => KeptPart,
    private readonly registry: Registry,
    private readonly hasher: NameHasher,
    private readonly reader: PartReader,
    private readonly domains: ReadonlySet<string>,
  ) {}

  hasDomain(path: string): boolean {
    return this.domains.has(path)
  }

  isRepeated(name: RecordName): boolean {
    return (this.recordsOf(name)?.count ?? 0) > 1 && this.count(name) > 1
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
    const { file, result } = this.partAt(place.part)
    const tree = parse(this.textAt(file.content, result.bytes.start + place.byte))
    const record = tree.entries[0]
    const tag = this.registry.domains.get(name.domain)?.tags.get(name.tag)
    const definition = record?.kind === 'record' && tag ? identityOf(record, tag).definition : undefined
    if (!definition || !isSameRecord(definition, name)) return undefined
    const at = ({ line, character }: Position): Position => ({ line: place.line + line, character })
    return {
      uri: file.planned.source.file,
      start: at(positionIn(tree, 0, definition.start)),
      end: at(positionIn(tree, 0, definition.end)),
    }
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
