import { declaredRules, fieldsOfPlaces, type RulesInForce } from '../check/declared-rules.ts'
import type { FieldDefinition, Tag } from '../domains/registry.ts'
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, QUOTE } from '../syntax/characters.ts'
import type { EntryPlace } from './part.ts'
import { absent, type SpannedRows } from './spanned-rows.ts'
import { TextList, type TextOfAscii } from './text-list.ts'
import { hasByte, notAllowed, textBetween } from './values.ts'

/** The values in a part that rules about several records read, as text in columns. */
export interface WrittenValues {
  readonly lists: readonly ValuesOfTag[]
  /** The records whose values are not in the lists, because they or their places are unusual. */
  readonly others: readonly EntryPlace[]
}

/** The values of records of one tag, in their order. The arrays have one item for each record. */
interface ValuesOfTag {
  readonly tag: Tag
  /** The line of each record in the file, from 0. */
  readonly entries: readonly number[]
  /** By the names of their fields. */
  readonly values: Readonly<Record<string, TextColumn>>
  /**
   * Where problems of the records can be, by the names of their fields; undefined if no rule is about them. These
   * values are on the first lines of their records, have only ASCII before them, and have no escapes.
   */
  readonly places: Readonly<Record<string, PlacesOfField>> | undefined
}

/**
 * The texts of a field: with a blank between two, and none for an absent one, or as an array with null for an absent
 * one.
 */
export type TextColumn = string | readonly (string | null)[]

/** Where the values of a field stand. One number is that of all records; it does not count for an absent value. */
export interface PlacesOfField {
  /** Where each starts in its record, with its quotes, in UTF-16 code units. */
  readonly starts: number | readonly number[]
  /** How many quotes it has. */
  readonly quotes: number | readonly number[]
}

/** Returns the values of records, from where they stand in the bytes of a part. */
export function writtenValues(
  all: Iterable<SpannedRows>,
  bytes: Uint8Array,
  context: RulesInForce,
  textOf: TextOfAscii,
): WrittenValues {
  const others: EntryPlace[] = []
  const lists: ValuesOfTag[] = []
  const isAllAscii = isAscii(bytes)
  for (const rows of all) {
    const isUsual = usualRows(rows, bytes, isAllAscii, context)
    const usual: number[] = []
    for (let row = 0; row < rows.length; row++) {
      if (isUsual(row)) usual.push(row)
      else others.push({ byte: rows.places[row * 2]!, line: rows.places[row * 2 + 1]! })
    }
    if (usual.length > 0) lists.push(listOf(rows, usual, bytes, context, textOf))
  }
  return { lists, others }
}

function isAscii(bytes: Uint8Array): boolean {
  const first = -bytes.byteOffset & 3
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + first, Math.max(0, bytes.length - first) >> 2)
  let bits = 0
  for (let index = 0; index < words.length; index++) bits |= words[index]!
  for (let index = 0; index < first; index++) bits |= bytes[index]!
  for (let index = first + words.length * 4; index < bytes.length; index++) bits |= bytes[index]!
  return (bits & 0x80808080) === 0
}

/** Which records have only values that columns can have, in places that follow from them. */
function usualRows(
  rows: SpannedRows,
  bytes: Uint8Array,
  isAllAscii: boolean,
  context: RulesInForce,
): (row: number) => boolean {
  const { tag, fields } = rows
  const rules = placedRules(tag, context).map(names => names.map(name => indexOf(fields, name)))
  const id = indexOf(fields, tag.identityField)
  const placed = [...new Set([id, ...rules.flat()])]
  const areAllKnown = placed.every(column => column >= 0 && !fields[column]!.list)
  const isThere = (row: number, column: number): boolean => rows.startAt(row, column) >= 0
  return row => {
    for (let column = 0; column < fields.length; column++) if (rows.startAt(row, column) === notAllowed) return false
    if (rules.length === 0) return true
    if (!areAllKnown || !isThere(row, id) || rows.startAt(row, id) === rows.endAt(row, id)) return false
    if (!rules.every(columns => columns.some(column => isThere(row, column)))) return false
    const record = rows.places[row * 2]!
    let last = record
    for (const column of placed) {
      if (!isThere(row, column)) continue
      const end = rows.endAt(row, column)
      if (hasByte(bytes, rows.startAt(row, column), end, BACKSLASH)) return false
      last = Math.max(last, end)
    }
    return (isAllAscii && rows.areLong[row] === 0) || isOneLineOfAscii(bytes, record, last)
  }
}

const placedRules = (tag: Tag, context: RulesInForce): (readonly string[])[] =>
  declaredRules(tag, context).across.map(rule => fieldsOfPlaces(rule))

const indexOf = (fields: readonly FieldDefinition[], name: string): number =>
  fields.findIndex(field => field.name === name)

function isOneLineOfAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start; position < end; position++) {
    const code = bytes[position]!
    if (code >= 0x80 || code === LINE_FEED || code === CARRIAGE_RETURN) return false
  }
  return true
}

function listOf(
  rows: SpannedRows,
  usual: readonly number[],
  bytes: Uint8Array,
  context: RulesInForce,
  textOf: TextOfAscii,
): ValuesOfTag {
  const { tag, fields, places } = rows
  const placed = [...new Set(placedRules(tag, context).flat())]
  return {
    tag,
    entries: usual.map(row => places[row * 2 + 1]!),
    values: Object.fromEntries(fields.map(({ name }, column) => [name, columnOf(rows, usual, column, bytes, textOf)])),
    places:
      placed.length === 0
        ? undefined
        : Object.fromEntries(placed.map(name => [name, placesOf(rows, usual, indexOf(fields, name), bytes)])),
  }
}

function columnOf(
  rows: SpannedRows,
  usual: readonly number[],
  column: number,
  bytes: Uint8Array,
  textOf: TextOfAscii,
): TextColumn {
  const list = new TextList()
  const { fields, spans } = rows
  for (const row of usual) {
    const at = (row * fields.length + column) * 2
    const start = spans[at]!
    if (start === absent) list.add(bytes, 0, 0)
    else if (!list.addListable(bytes, start, spans[at + 1]!))
      return usual.map(row => {
        const start = rows.startAt(row, column)
        return start === absent ? null : textBetween(bytes, start, rows.endAt(row, column))
      })
  }
  return list.text(textOf)
}

function placesOf(rows: SpannedRows, usual: readonly number[], column: number, bytes: Uint8Array): PlacesOfField {
  const starts: number[] = []
  const quotes: number[] = []
  for (const row of usual) {
    const start = rows.startAt(row, column)
    const isQuoted = start !== absent && bytes[start - 1] === QUOTE
    starts.push(start === absent ? absent : start - Number(isQuoted) - rows.places[row * 2]!)
    quotes.push(start === absent ? absent : 2 * Number(isQuoted))
  }
  return { starts: short(starts), quotes: short(quotes) }
}

/** One number if all are the same, apart from those of absent values. */
function short(numbers: readonly number[]): number | readonly number[] {
  const first = numbers.find(number => number !== absent) ?? 0
  return numbers.every(number => number === first || number === absent)
    ? first
    : numbers.map(number => (number === absent ? 0 : number))
}
