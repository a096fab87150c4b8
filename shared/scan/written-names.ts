import { CARRIAGE_RETURN, LINE_FEED } from '../syntax/characters.ts'
import type { FieldOfName, SpannedNames } from './names.ts'
import type { EntryPlace } from './part.ts'
import { isPlain, TextList, type TextOfAscii } from './text-list.ts'

/** The names in a part, as text. */
export interface WrittenNames {
  readonly lists: readonly NamesOfField[]
  /** The records whose names are not in the lists: the scanner left them to the check, or their ids are unusual. */
  readonly others: readonly EntryPlace[]
}

/** The ids in one field of the records of one tag, in their order. The arrays have one item for each id. */
interface NamesOfField {
  readonly field: FieldOfName
  readonly isDefinition: boolean
  /** The ids, with a blank between two. They are of ASCII and have no blank. */
  readonly ids: string
  /** Of references, the ids of the records that refer. */
  readonly owners: string | undefined
  /** The line of each record in the file, from 0. */
  readonly entries: readonly number[]
  /** Where each id starts in its record, in UTF-16 code units. */
  readonly starts: readonly number[]
  /**
   * The line of each id in its record, from 0, and its column, from 1, in Unicode characters. Undefined if all are on
   * the first lines of their records, and only ASCII is before them.
   */
  readonly lines: readonly number[] | undefined
  readonly columns: readonly number[] | undefined
}

/** Returns the names in a part, from where they stand in its bytes. */
export function writtenNames(
  definitions: SpannedNames,
  references: SpannedNames,
  bytes: Uint8Array,
  textOf: TextOfAscii,
): WrittenNames {
  const owners = ownersOf(definitions, references)
  const unusual = unusualRecords(definitions, references, owners, bytes)
  const others: EntryPlace[] = []
  const listsOf = (names: SpannedNames, isDefinition: boolean): NamesOfField[] => {
    const lists = new Map<FieldOfName, ListWriter>()
    for (let index = 0; index < names.length; index++) {
      const record = names.numbers[index * 4 + 2]!
      const line = names.numbers[index * 4 + 3]!
      const start = names.starts[index]!
      if (start < 0 || unusual.has(record)) {
        others.push({ byte: record, line })
        continue
      }
      const field = names.fields[index]!
      let list = lists.get(field)
      if (!list) {
        list = new ListWriter(field, isDefinition, bytes)
        lists.set(field, list)
      }
      list.add(record, line, start, names.ends[index]!)
      if (isDefinition) continue
      const owner = owners[index]!
      list.addOwner(definitions.starts[owner]!, definitions.ends[owner]!)
    }
    return [...lists.values()].map(list => list.written(textOf))
  }
  return { lists: [...listsOf(definitions, true), ...listsOf(references, false)], others }
}

/** For each reference, the index of the id of its own record; negative without one. Both lists are in order. */
function ownersOf(definitions: SpannedNames, references: SpannedNames): Int32Array {
  const owners = new Int32Array(references.length).fill(-1)
  let own = 0
  for (let index = 0; index < references.length; index++) {
    if (references.starts[index]! < 0) continue
    const record = references.numbers[index * 4 + 2]!
    while (own < definitions.length && (definitions.starts[own]! < 0 || definitions.numbers[own * 4 + 2]! < record))
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
  bytes: Uint8Array,
): ReadonlySet<number> {
  const unusual = new Set<number>()
  for (const names of [definitions, references])
    for (let index = 0; index < names.length; index++) {
      const start = names.starts[index]!
      if (start < 0) continue
      const isUsual = isPlain(bytes, start, names.ends[index]!) && (names === definitions || owners[index]! >= 0)
      if (!isUsual) unusual.add(names.numbers[index * 4 + 2]!)
    }
  return unusual
}

class ListWriter {
  private readonly ids = new TextList()
  private readonly owners: TextList | undefined
  private readonly entries: number[] = []
  private readonly starts: number[] = []
  private readonly lines: number[] = []
  private readonly columns: number[] = []
  /** Whether each id has the line and the column that follow from its record and its start. */
  private isUsual = true
  /** The record that is read, a byte of it, and how many code units, lines and characters of the line are before it. */
  private record = -1
  private position = 0
  private units = 0
  private below = 0
  private column = 1

  constructor(
    private readonly field: FieldOfName,
    private readonly isDefinition: boolean,
    private readonly bytes: Uint8Array,
  ) {
    this.owners = isDefinition ? undefined : new TextList()
  }

  add(record: number, line: number, start: number, end: number): void {
    if (record !== this.record) {
      this.record = this.position = record
      this.units = this.below = 0
      this.column = 1
    }
    this.moveTo(start)
    this.ids.add(this.bytes, start, end)
    this.entries.push(line)
    this.starts.push(this.units)
    this.lines.push(this.below)
    this.columns.push(this.column)
    if (this.below > 0 || this.column !== this.units + 1) this.isUsual = false
  }

  addOwner(start: number, end: number): void {
    this.owners!.add(this.bytes, start, end)
  }

  written(textOf: TextOfAscii): NamesOfField {
    const { field, isDefinition, ids, owners, entries, starts, lines, columns, isUsual } = this
    return {
      field,
      isDefinition,
      ids: ids.text(textOf),
      owners: owners?.text(textOf),
      entries,
      starts,
      lines: isUsual ? undefined : lines,
      columns: isUsual ? undefined : columns,
    }
  }

  /** Moves to a byte further on in the record. So a record with many references is read once. */
  private moveTo(end: number): void {
    const { bytes } = this
    let { position, units, below, column } = this
    for (; position < end; position++) {
      const code = bytes[position]!
      if ((code & 0xc0) === 0x80) continue
      // A character outside the basic plane takes two code units, and four bytes.
      units += code >= 0xf0 ? 2 : 1
      column++
      const isInPair = code === CARRIAGE_RETURN && bytes[position + 1] === LINE_FEED
      if (isInPair || (code !== LINE_FEED && code !== CARRIAGE_RETURN)) continue
      below++
      column = 1
    }
    this.position = position
    this.units = units
    this.below = below
    this.column = column
  }
}
