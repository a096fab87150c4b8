import { CARRIAGE_RETURN, LINE_FEED } from '../syntax/characters.ts'
import { areOnLine, wordBefore } from './four-bytes.ts'
import type { FieldOfName, SpannedNames } from './names.ts'
import type { PackedTexts } from './packed-texts.ts'
import type { EntryPlace } from './part.ts'
import { isPlain, packedNumbers, TextList } from './text-list.ts'

/** The names in a part, as text. */
export interface WrittenNames {
  readonly lists: readonly NamesOfField[]
  /** The records whose names are not in the lists: the scanner left them to the check, or their ids are unusual. */
  readonly others: readonly EntryPlace[]
}

/** The ids in one field of the records of one tag, in their order. The packed texts have one for each id. */
export interface NamesOfField {
  readonly field: FieldOfName
  readonly isDefinition: boolean
  /** The ids. */
  readonly ids: PackedTexts
  /** Of references, the ids of the records that refer. */
  readonly owners: PackedTexts | undefined
  /** The line of the first record in the file, from 0. */
  readonly entry: number
  /** How many lines each record starts below it. */
  readonly entries: PackedTexts
  /** Where each id starts in its record, in UTF-16 code units: a number if it is the same in all. */
  readonly starts: number | PackedTexts
  /**
   * The line of each id in its record, from 0, and its column, from 1, in Unicode characters. Undefined if all are on
   * the first lines of their records, and only ASCII is before them.
   */
  readonly lines: PackedTexts | undefined
  readonly columns: PackedTexts | undefined
  readonly spans: NameSpans
}

/** The bytes of a part at which records start, and at which their ids start and end. */
interface NameSpans {
  readonly records: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Returns the names in a part, from where they stand in its bytes. */
export function writtenNames(definitions: SpannedNames, references: SpannedNames, bytes: Uint8Array): WrittenNames {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const owners = ownersOf(definitions, references)
  const unusual = unusualRecords(definitions, references, owners, view)
  const others: EntryPlace[] = []
  /** The indexes of the usual names, by their fields. */
  const byField = (names: SpannedNames): Map<FieldOfName, number[]> => {
    const groups = new Map<FieldOfName, number[]>()
    let latest: FieldOfName | undefined
    let group: number[] = []
    for (let index = 0; index < names.length; index++) {
      const record = names.numbers[index * 4 + 2]!
      if (names.startAt(index) < 0 || (unusual.size > 0 && unusual.has(record))) {
        others.push({ byte: record, line: names.numbers[index * 4 + 3]! })
        continue
      }
      const field = names.fields[index]!
      if (field !== latest) {
        latest = field
        group = groups.get(field) ?? []
        groups.set(field, group)
      }
      group.push(index)
    }
    return groups
  }
  // Under headers with other domains, a tag has other fields, so there can be several lists of its ids.
  const ids = Array.from(
    byField(definitions),
    ([field, indexes]): NamesOfField => ({
      ...namesOfField(definitions, field, indexes, view, undefined),
      isDefinition: true,
      owners: undefined,
    }),
  )
  const own = new Map(ids.map(names => [names.field.tag, names]))
  const referring = Array.from(byField(references), ([field, indexes]): NamesOfField => {
    const definition = own.get(field.tag)
    const names = namesOfField(references, field, indexes, view, definition)
    const isOfAll = definition !== undefined && names.entries === definition.entries
    const ownersOfNames = isOfAll
      ? definition.ids
      : packedIds(
          definitions,
          indexes.map(index => owners[index]!),
          view,
        )
    return { ...names, isDefinition: false, owners: ownersOfNames }
  })
  return { lists: [...ids, ...referring], others }
}

/** For each reference, the index of the id of its own record; negative without one. Both lists are in order. */
function ownersOf(definitions: SpannedNames, references: SpannedNames): Int32Array {
  const owners = new Int32Array(references.length).fill(-1)
  let own = 0
  for (let index = 0; index < references.length; index++) {
    if (references.startAt(index) < 0) continue
    const record = references.numbers[index * 4 + 2]!
    while (own < definitions.length && (definitions.startAt(own) < 0 || definitions.numbers[own * 4 + 2]! < record))
      own++
    if (own < definitions.length && definitions.numbers[own * 4 + 2] === record) owners[index] = own
  }
  return owners
}

/** The records with an id that a list cannot have, or with a reference and no id of their own. */
function unusualRecords(
  definitions: SpannedNames,
  references: SpannedNames,
  owners: Int32Array,
  view: DataView,
): ReadonlySet<number> {
  const unusual = new Set<number>()
  for (const names of [definitions, references])
    for (let index = 0; index < names.length; index++) {
      const start = names.startAt(index)
      if (start < 0) continue
      const isUsual = isPlain(view, start, names.endAt(index)) && (names === definitions || owners[index]! >= 0)
      if (!isUsual) unusual.add(names.numbers[index * 4 + 2]!)
    }
  return unusual
}

/**
 * @param indexes those of the names
 * @param definition the ids of the records of the same tag; if all names are of the same records, they share texts
 */
function namesOfField(
  names: SpannedNames,
  field: FieldOfName,
  indexes: readonly number[],
  view: DataView,
  definition: NamesOfField | undefined,
): Omit<NamesOfField, 'isDefinition' | 'owners'> {
  const spans = spansOf(names, indexes)
  const { starts, lines, columns } = placesOf(spans, view)
  const entry = names.numbers[indexes[0]! * 4 + 3]!
  const isOfAll = definition !== undefined && areEqual(spans.records, definition.spans.records)
  return {
    field,
    ids: packedIds(names, indexes, view),
    entry,
    entries: isOfAll ? definition.entries : packedNumbers(linesBelow(entry, names, indexes)),
    starts: areSame(starts) ? starts[0]! : packedNumbers(starts),
    lines: lines && packedNumbers(lines),
    columns: columns && packedNumbers(columns),
    spans,
  }
}

// Each of these loops is a function of its own, which is compiled once.

function spansOf(names: SpannedNames, indexes: readonly number[]): NameSpans {
  const { length } = indexes
  const spans = { records: new Int32Array(length), starts: new Int32Array(length), ends: new Int32Array(length) }
  setSpans(spans, names, indexes)
  return spans
}

function setSpans({ records, starts, ends }: NameSpans, names: SpannedNames, indexes: readonly number[]): void {
  for (let item = 0; item < indexes.length; item++) {
    const index = indexes[item]!
    records[item] = names.numbers[index * 4 + 2]!
    starts[item] = names.startAt(index)
    ends[item] = names.endAt(index)
  }
}

function linesBelow(entry: number, names: SpannedNames, indexes: readonly number[]): Int32Array {
  const lines = new Int32Array(indexes.length)
  for (let item = 0; item < lines.length; item++) lines[item] = names.numbers[indexes[item]! * 4 + 3]! - entry
  return lines
}

function packedIds(names: SpannedNames, indexes: readonly number[], view: DataView): PackedTexts {
  const list = new TextList()
  addIds(list, names, indexes, view)
  return list.packed()
}

function addIds(list: TextList, names: SpannedNames, indexes: readonly number[], view: DataView): void {
  for (let item = 0; item < indexes.length; item++) {
    const index = indexes[item]!
    list.add(view, names.startAt(index), names.endAt(index))
  }
}

interface NamePlaces {
  readonly starts: Int32Array
  readonly lines: Int32Array
  readonly columns: Int32Array
}

/** Where ids start in their records; without lines and columns if they follow from that. */
function placesOf(spans: NameSpans, view: DataView): Pick<NamePlaces, 'starts'> & Partial<NamePlaces> {
  const { length } = spans.records
  const starts = new Int32Array(length)
  const lines = new Int32Array(length)
  const columns = new Int32Array(length)
  const isUsual = setPlaces({ starts, lines, columns }, spans, view)
  return isUsual ? { starts } : { starts, lines, columns }
}

/** Returns whether all are on the first lines of their records, behind ASCII. */
function setPlaces({ starts, lines, columns }: NamePlaces, spans: NameSpans, view: DataView): boolean {
  const place = new PlaceInRecord(view)
  let isUsual = true
  for (let item = 0; item < starts.length; item++) {
    place.moveTo(spans.records[item]!, spans.starts[item]!)
    starts[item] = place.units
    lines[item] = place.line
    columns[item] = place.column
    if (place.line > 0 || place.column !== place.units + 1) isUsual = false
  }
  return isUsual
}

export function areSame(numbers: Int32Array): boolean {
  for (let index = 1; index < numbers.length; index++) if (numbers[index] !== numbers[0]) return false
  return true
}

/** Whether numbers are the same. */
function areEqual(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}

/** A place that moves through a record. So a record with many references is read once. */
class PlaceInRecord {
  /** How many code units, lines and characters of the line are before it. */
  units = 0
  line = 0
  column = 1
  private record = -1
  private position = 0

  constructor(private readonly view: DataView) {}

  /** Moves to a byte of a record, or further on in the same one. */
  moveTo(record: number, end: number): void {
    if (record !== this.record) {
      this.record = this.position = record
      this.units = this.line = 0
      this.column = 1
    }
    const { position } = this
    const usual = endOfUsual(this.view, position, end)
    this.position = end
    this.units += usual - position
    this.column += usual - position
    if (usual < end) this.moveOver(usual, end)
  }

  private moveOver(start: number, end: number): void {
    const { view } = this
    let { units, line, column } = this
    for (let position = start; position < end; position++) {
      const code = view.getUint8(position)
      if ((code & 0xc0) === 0x80) continue
      // A character outside the basic plane takes two code units, and four bytes.
      units += code >= 0xf0 ? 2 : 1
      column++
      const isInPair = code === CARRIAGE_RETURN && view.getUint8(position + 1) === LINE_FEED
      if (isInPair || (code !== LINE_FEED && code !== CARRIAGE_RETURN)) continue
      line++
      column = 1
    }
    this.units = units
    this.line = line
    this.column = column
  }
}

/** The end of the bytes that are certainly ASCII and no line ends. */
export function endOfUsual(view: DataView, start: number, end: number): number {
  let position = start
  while (position < end && areOnLine(wordBefore(view, position, end))) position += 4
  return Math.min(position, end)
}
