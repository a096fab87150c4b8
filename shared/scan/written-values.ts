import { declaredRules, fieldsOfPlaces, type RulesInForce } from '../check/declared-rules.ts'
import type { FieldDefinition, Tag } from '../domains/registry.ts'
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, QUOTE } from '../syntax/characters.ts'
import type { PackedTexts } from './packed-texts.ts'
import type { EntryPlace } from './part.ts'
import { absent, type SpannedRows } from './spanned-rows.ts'
import { packedNumbers, TextList } from './text-list.ts'
import { hasByte, notAllowed, textBetween } from './values.ts'
import type { NamesOfField } from './written-names.ts'

/** The values in a part that rules about several records read, as text in columns. */
export interface WrittenValues {
  readonly lists: readonly ValuesOfTag[]
  /** The records whose values are not in the lists, because they or their places are unusual. */
  readonly others: readonly EntryPlace[]
}

/** The values of records of one tag, in their order. The packed texts have one for each record. */
interface ValuesOfTag {
  readonly tag: Tag
  /** The line of the first record in the file, from 0. */
  readonly entry: number
  /** How many lines each record starts below it. */
  readonly entries: PackedTexts
  /** By the names of their fields. */
  readonly values: Readonly<Record<string, TextColumn>>
  /**
   * Where problems of the records can be, by the names of their fields; undefined if no rule is about them. These
   * values are on the first lines of their records, have only ASCII before them, and have no escapes.
   */
  readonly places: Readonly<Record<string, PlacesOfField>> | undefined
}

/** The texts of a field: packed, where that of an absent one is empty, or as an array with null for an absent one. */
export type TextColumn = PackedTexts | readonly (string | null)[]

/** Where the values of a field stand. One number is that of all records; it does not count for an absent value. */
export interface PlacesOfField {
  /** Where each starts in its record, with its quotes, in UTF-16 code units. */
  readonly starts: number | PackedTexts
  /** How many quotes it has. */
  readonly quotes: number | PackedTexts
}

/**
 * Returns the values of records, from where they stand in the bytes of a part.
 *
 * @param names those of the part, which share texts with the values of the same fields
 */
export function writtenValues(
  all: Iterable<SpannedRows>,
  bytes: Uint8Array,
  context: RulesInForce,
  names: readonly NamesOfField[],
): WrittenValues {
  const others: EntryPlace[] = []
  const lists: ValuesOfTag[] = []
  const isAllAscii = isAscii(bytes)
  for (const rows of all) {
    const usual = usualRows(rows, bytes, isAllAscii, context)
    addOthers(others, rows, usual)
    const own = names.filter(({ field }) => field.tag === rows.tag)
    if (usual.length > 0) lists.push(listOf(rows, usual, bytes, context, own))
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

/** Adds the places of all rows except some. */
function addOthers(others: EntryPlace[], { length, places }: SpannedRows, usual: readonly number[]): void {
  let next = 0
  for (let row = 0; row < length; row++) {
    if (usual[next] === row) next++
    else others.push({ byte: places[row * 2]!, line: places[row * 2 + 1]! })
  }
}

/** The records that have only values that columns can have, in places that follow from them. */
function usualRows(rows: SpannedRows, bytes: Uint8Array, isAllAscii: boolean, context: RulesInForce): number[] {
  const { tag, fields } = rows
  const allowed = allowedRows(rows)
  const rules = placedRules(tag, context).map(names => names.map(name => indexOf(fields, name)))
  if (rules.length === 0) return allowed
  const id = indexOf(fields, tag.identityField)
  const placed = [...new Set([id, ...rules.flat()])]
  if (placed.some(column => column < 0 || fields[column]!.list)) return []
  const isThere = (row: number, column: number): boolean => rows.startAt(row, column) >= 0
  return allowed.filter(row => {
    if (!isThere(row, id) || rows.startAt(row, id) === rows.endAt(row, id)) return false
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
  })
}

/** The records without values that are not allowed. */
function allowedRows({ length, fields, spans }: SpannedRows): number[] {
  const rows: number[] = []
  const width = 2 * fields.length
  for (let row = 0; row < length; row++) {
    let isAllowed = true
    for (let at = row * width; at < (row + 1) * width; at += 2) if (spans[at] === notAllowed) isAllowed = false
    if (isAllowed) rows.push(row)
  }
  return rows
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
  names: readonly NamesOfField[],
): ValuesOfTag {
  const { tag, fields, places } = rows
  const placed = [...new Set(placedRules(tag, context).flat())]
  const entry = places[usual[0]! * 2 + 1]!
  const entries = Int32Array.from(usual, row => places[row * 2 + 1]! - entry)
  const named = names.find(({ spans: { records } }) => areOf(records, rows, usual))
  const textsOf = (column: number): TextColumn =>
    (named && namesIn(rows, usual, column, names)) ?? columnOf(rows, usual, column, bytes)
  return {
    tag,
    entry,
    entries: named?.entries ?? packedNumbers(entries),
    values: Object.fromEntries(fields.map(({ name }, column) => [name, textsOf(column)])),
    places:
      placed.length === 0
        ? undefined
        : Object.fromEntries(placed.map(name => [name, placesOf(rows, usual, indexOf(fields, name), bytes)])),
  }
}

/** Whether records are those of some rows. */
function areOf(records: Int32Array, { places }: SpannedRows, usual: readonly number[]): boolean {
  if (records.length !== usual.length) return false
  for (let index = 0; index < records.length; index++) if (records[index] !== places[usual[index]! * 2]) return false
  return true
}

/** The names that are the values of a column; undefined if these are no names, or not only. */
function namesIn(
  rows: SpannedRows,
  usual: readonly number[],
  column: number,
  names: readonly NamesOfField[],
): PackedTexts | undefined {
  const { fields, spans } = rows
  const found = names.find(({ field }) => field.definition === fields[column])
  if (!found || !areOf(found.spans.records, rows, usual)) return undefined
  const { starts, ends } = found.spans
  for (let index = 0; index < usual.length; index++) {
    const at = (usual[index]! * fields.length + column) * 2
    if (spans[at] !== starts[index] || spans[at + 1] !== ends[index]) return undefined
  }
  return found.ids.bytes.includes(BACKSLASH) ? undefined : found.ids
}

function columnOf(rows: SpannedRows, usual: readonly number[], column: number, bytes: Uint8Array): TextColumn {
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
  return list.packed()
}

function placesOf(rows: SpannedRows, usual: readonly number[], column: number, bytes: Uint8Array): PlacesOfField {
  const starts = new Int32Array(usual.length)
  const quotes = new Int32Array(usual.length)
  usual.forEach((row, index) => {
    const start = rows.startAt(row, column)
    const isQuoted = start !== absent && bytes[start - 1] === QUOTE
    starts[index] = start === absent ? absent : start - Number(isQuoted) - rows.places[row * 2]!
    quotes[index] = start === absent ? absent : 2 * Number(isQuoted)
  })
  return { starts: short(starts), quotes: short(quotes) }
}

/** One number if all are the same, apart from those of absent values. */
function short(numbers: Int32Array): number | PackedTexts {
  const first = numbers.find(number => number !== absent) ?? 0
  return numbers.every(number => number === first || number === absent)
    ? first
    : packedNumbers(numbers.map(number => (number === absent ? 0 : number)))
}
