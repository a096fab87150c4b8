import { identityOf, isSameRecord, type RecordName } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import type { AllRecords } from '../../../shared/index/identity-rules.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import { type Place, type Position, parse, positionIn } from '../../../shared/syntax/tree.ts'
import type { NamedRecords, NameTable, RecordPlace } from './name-table.ts'
import type { Content, PartReader } from './part-reader.ts'

/** Where a part is: in which file, and where in it. */
export interface PartPosition {
  readonly file: string
  readonly content: Content
  /** Its first byte, and the line of the file it starts on, from 0. */
  readonly start: number
  readonly firstLine: number
}

/**
 * What there is to know of the records of all files, from the hashes of their names. What they say of an id that is there
 * is held against a record itself, read again.
 */
export class RecordsByHash implements AllRecords {
  /** The name that was asked about last, and where its records are. */
  private latest: { readonly name: RecordName; readonly places: readonly Place[] } | undefined

  /** @param wantsPlaces whether problems point at other records; without it, they are not looked for */
  constructor(
    private readonly table: NameTable,
    private readonly positionOf: (part: number) => PartPosition,
    private readonly registry: Registry,
    private readonly hasher: NameHasher,
    private readonly reader: PartReader,
    private readonly wantsPlaces: boolean,
  ) {}

  count(name: RecordName): number {
    const records = this.recordsOf(name)
    if (!records) return 0
    return this.placeOf(records.first, name)
      ? records.count
      : records.places(Infinity).filter(place => this.placeOf(place, name)).length
  }

  isElsewhere(name: RecordName): boolean {
    return this.recordsOf(name)?.isSpread === true
  }

  /** Whether a record of a part above has the name. */
  isAbove(name: RecordName, part: number): boolean {
    const first = this.recordsOf(name)?.first.part
    return first !== undefined && first < part
  }

  definitionsOf(name: RecordName, limit = Infinity): Place[] {
    if (!this.wantsPlaces) return []
    // Of a name that many records have, each of them asks.
    if (!this.latest || !isSameRecord(this.latest.name, name)) this.latest = { name, places: this.placesOf(name) }
    return this.latest.places.slice(0, limit)
  }

  /** None, as the fixes that guess among all ids are not worked out on the command line. */
  idsOf(): Iterable<string> {
    return []
  }

  /** None, for the same reason. */
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
    return places.sort((one, other) => {
      if (one.uri === other.uri) return 0
      return one.uri < other.uri ? -1 : 1
    })
  }

  /** Where the record at a place has its id; undefined where it turns out to have another name. */
  private placeOf(place: RecordPlace, name: RecordName): Place | undefined {
    const { file, content, start, firstLine } = this.positionOf(place.part)
    const tree = parse(this.reader.entryAt(content, start + place.byte))
    const record = tree.entries[0]
    const tag = this.registry.domains.get(name.domain)?.tags.get(name.tag)
    const definition = record?.kind === 'record' && tag ? identityOf(record, tag).definition : undefined
    if (!definition || !isSameRecord(definition, name)) return undefined
    const at = ({ line, character }: Position): Position => ({ line: firstLine + place.line + line, character })
    return { uri: file, start: at(positionIn(tree, 0, definition.start)), end: at(positionIn(tree, 0, definition.end)) }
  }
}

/** Of more records of one name, the first few are not looked for in the order of their files. */
const mostSorted = 100
