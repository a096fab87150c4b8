import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED } from '../syntax/characters.ts'
import { BLANK } from './bytes/blanks.ts'
import { textOfBytes } from './bytes/values.ts'
import type { FieldOfName, SpannedNames } from './names.ts'
import type { EntryPlace } from './part.ts'

/** The names in a part, as text. */
export interface PlacedNames {
  /** First those of the ids, then those of the references. */
  readonly lists: readonly PlacedList[]
  /** The records whose names are not there: the scanner left them to the check, or their ids are unusual. */
  readonly others: readonly EntryPlace[]
}

/** The ids of records or the references in a field, column by column. Each is on one line and has no escapes. */
interface PlacedList {
  readonly field: FieldOfName
  readonly ids: string[]
  /** Of references, the ids of the records that refer. */
  readonly owners: string[] | undefined
  /** The lines on which the records start, from 0. */
  readonly entries: number[]
  /** Where the names start in the records, in UTF-16 code units. */
  readonly starts: number[]
  /** Their lines in the records, from 0, and their columns there, from 1, in Unicode characters. */
  readonly lines: number[]
  readonly columns: number[]
}

/** Returns the names in a part, from where they stand in its bytes. */
export function placedNames(definitions: SpannedNames, references: SpannedNames, bytes: Uint8Array): PlacedNames {
  const owners = ownersOf(definitions, references)
  const unusual = unusualRecords(definitions, references, owners, bytes)
  const lists: PlacedList[] = []
  const others: EntryPlace[] = []
  const place = new PlaceInRecord(bytes)
  const idAt = (list: SpannedNames, index: number): string => textOfBytes(bytes, list.startAt(index), list.endAt(index))
  for (const list of [definitions, references]) {
    const isReference = list === references
    const byField = new Map<FieldOfName, PlacedList>()
    for (let index = 0; index < list.length; index++) {
      const record = list.numbers[index * 4 + 2]!
      const entry = list.numbers[index * 4 + 3]!
      if (list.startAt(index) < 0 || (unusual.size > 0 && unusual.has(record))) {
        others.push({ byte: record, line: entry })
        continue
      }
      place.moveTo(record, list.startAt(index))
      const field = list.fields[index]!
      let own = byField.get(field)
      if (!own) {
        const none = isReference ? [] : undefined
        own = { field, ids: [], owners: none, entries: [], starts: [], lines: [], columns: [] }
        byField.set(field, own)
        lists.push(own)
      }
      own.ids.push(idAt(list, index))
      own.owners?.push(idAt(definitions, owners[index]!))
      own.entries.push(entry)
      own.starts.push(place.units)
      own.lines.push(place.line)
      own.columns.push(place.column)
    }
  }
  return { lists, others }
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

/**
 * The records with an id that is not of visible ASCII or has escapes, with a reference and no id of their own, or with
 * a name of which only the hash is known.
 */
function unusualRecords(
  definitions: SpannedNames,
  references: SpannedNames,
  owners: Int32Array,
  bytes: Uint8Array,
): ReadonlySet<number> {
  const unusual = new Set<number>()
  for (const list of [definitions, references])
    for (let index = 0; index < list.length; index++) {
      const start = list.startAt(index)
      if (start < 0) {
        unusual.add(list.numbers[index * 4 + 2]!)
        continue
      }
      const isUsual = isPlainName(bytes, start, list.endAt(index)) && (list === definitions || owners[index]! >= 0)
      if (!isUsual) unusual.add(list.numbers[index * 4 + 2]!)
    }
  return unusual
}

function isPlainName(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start; position < end; position++) {
    const code = bytes[position]!
    if (code <= BLANK || code >= 0x7f || code === BACKSLASH) return false
  }
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

  constructor(private readonly bytes: Uint8Array) {}

  /** Moves to a byte of a record, or further on in the same one. */
  moveTo(record: number, end: number): void {
    const { bytes } = this
    if (record !== this.record) {
      this.record = this.position = record
      this.units = this.line = 0
      this.column = 1
    }
    let { units, line, column } = this
    for (let position = this.position; position < end; position++) {
      const code = bytes[position]!
      if ((code & 0xc0) === 0x80) continue
      // A character outside the basic plane takes two code units, and four bytes.
      units += code >= 0xf0 ? 2 : 1
      column++
      const isInPair = code === CARRIAGE_RETURN && bytes[position + 1] === LINE_FEED
      if (isInPair || (code !== LINE_FEED && code !== CARRIAGE_RETURN)) continue
      line++
      column = 1
    }
    this.units = units
    this.line = line
    this.column = column
    this.position = end
  }
}
