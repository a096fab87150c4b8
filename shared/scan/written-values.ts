import { declaredRules, fieldsOfPlaces, type RulesInForce } from '../check/declared-rules.ts'
import type { FieldDefinition, Tag } from '../domains/registry.ts'
import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from '../syntax/characters.ts'
import type { PackedTexts } from './packed-texts.ts'
import type { EntryPlace } from './part.ts'
import { absent, type SpannedRows } from './spanned-rows.ts'
import { hasBackslash, packedNumbers, TextList } from './text-list.ts'
import { notAllowed, textBetween } from './values.ts'
import { areSame, endOfUsual, type NamesOfField } from './written-names.ts'

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
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const rows of all) {
    const usual = usualRows(rows, view, context)
    addOthers(others, rows, usual)
    const own = names.filter(({ field }) => field.tag === rows.tag)
    if (usual.length > 0) lists.push(listOf(rows, usual, view, context, own))
  }
  return { lists, others }
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
function usualRows(rows: SpannedRows, view: DataView, context: RulesInForce): number[] {
  const { tag, fields } = rows
  const allowed = allowedRows(rows)
  const rules = placedRules(tag, context).map(names => names.map(name => indexOf(fields, name)))
  if (rules.length === 0) return allowed
  const id = indexOf(fields, tag.identityField)
  const placed = [...new Set([id, ...rules.flat()])]
  if (placed.some(column => column < 0 || fields[column]!.list)) return []
  return allowed.filter(row => {
    const hasId = rows.startAt(row, id) >= 0 && rows.startAt(row, id) < rows.endAt(row, id)
    return hasId && hasAny(rows, row, rules) && arePlain(rows, row, placed, view)
  })
}

/** Whether a record has a value of each rule. */
function hasAny(rows: SpannedRows, row: number, rules: readonly (readonly number[])[]): boolean {
  for (const columns of rules) {
    let isThere = false
    for (const column of columns) if (rows.startAt(row, column) >= 0) isThere = true
    if (!isThere) return false
  }
  return true
}

/** Whether the values of some columns have no escapes, and are on the first line of the record, behind ASCII. */
function arePlain(rows: SpannedRows, row: number, placed: readonly number[], view: DataView): boolean {
  const record = rows.places[row * 2]!
  let last = record
  for (const column of placed) {
    const start = rows.startAt(row, column)
    if (start < 0) continue
    const end = rows.endAt(row, column)
    if (hasBackslash(view, start, end)) return false
    last = Math.max(last, end)
  }
  return endOfUsual(view, record, last) === last || isOneLineOfAscii(view, record, last)
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

function isOneLineOfAscii(view: DataView, start: number, end: number): boolean {
  for (let position = start; position < end; position++) {
    const code = view.getUint8(position)
    if (code >= 0x80 || code === LINE_FEED || code === CARRIAGE_RETURN) return false
  }
  return true
}

function listOf(
  rows: SpannedRows,
  usual: readonly number[],
  view: DataView,
  context: RulesInForce,
  names: readonly NamesOfField[],
): ValuesOfTag {
  const { tag, fields, places } = rows
  const placed = [...new Set(placedRules(tag, context).flat())]
  const entry = places[usual[0]! * 2 + 1]!
  const named = names.find(({ spans: { records } }) => areOf(records, rows, usual))
  const textsOfColumn = (column: number): TextColumn =>
    (named && namesIn(rows, usual, column, names)) ?? columnOf(rows, usual, column, view)
  return {
    tag,
    entry,
    entries: named?.entries ?? packedNumbers(linesBelow(entry, rows, usual)),
    values: Object.fromEntries(fields.map(({ name }, column) => [name, textsOfColumn(column)])),
    places:
      placed.length === 0
        ? undefined
        : Object.fromEntries(placed.map(name => [name, placesOf(rows, usual, indexOf(fields, name), view)])),
  }
}

/** Whether records are those of some rows. */
function areOf(records: Int32Array, { places }: SpannedRows, usual: readonly number[]): boolean {
  if (records.length !== usual.length) return false
  for (let index = 0; index < records.length; index++) if (records[index] !== places[usual[index]! * 2]) return false
  return true
}

/** The names that are the values of a column; undefined if these are others. Listed names have no escapes. */
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
  return found.ids
}

function columnOf(rows: SpannedRows, usual: readonly number[], column: number, view: DataView): TextColumn {
  const list = new TextList()
  return addValues(list, rows, usual, column, view) ? list.packed() : textsOf(rows, usual, column, view)
}

// Each of these loops is a function of its own, which is compiled once.

/** Returns whether a list can have all values of a column. */
function addValues(
  list: TextList,
  { fields, spans }: SpannedRows,
  usual: readonly number[],
  column: number,
  view: DataView,
): boolean {
  const width = fields.length
  for (let index = 0; index < usual.length; index++) {
    const at = (usual[index]! * width + column) * 2
    const start = spans[at]!
    if (start === absent) list.add(view, 0, 0)
    else if (!list.addListable(view, start, spans[at + 1]!)) return false
  }
  return true
}

function textsOf(rows: SpannedRows, usual: readonly number[], column: number, view: DataView): (string | null)[] {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  return usual.map(row => {
    const start = rows.startAt(row, column)
    return start === absent ? null : textBetween(bytes, start, rows.endAt(row, column))
  })
}

function placesOf(rows: SpannedRows, usual: readonly number[], column: number, view: DataView): PlacesOfField {
  const starts = new Int32Array(usual.length)
  const quotes = new Int32Array(usual.length)
  setPlaces(starts, quotes, rows, usual, column, view)
  return { starts: short(starts), quotes: short(quotes) }
}

/** Of absent values, leaves the place of the value above. */
function setPlaces(
  starts: Int32Array,
  quotes: Int32Array,
  rows: SpannedRows,
  usual: readonly number[],
  column: number,
  view: DataView,
): void {
  let start = 0
  let quote = 0
  for (let index = 0; index < usual.length; index++) {
    const row = usual[index]!
    const value = rows.startAt(row, column)
    if (value !== absent) {
      const isQuoted = view.getUint8(value - 1) === QUOTE
      start = value - Number(isQuoted) - rows.places[row * 2]!
      quote = 2 * Number(isQuoted)
    }
    starts[index] = start
    quotes[index] = quote
  }
}

/** One number if all are the same. */
const short = (numbers: Int32Array): number | PackedTexts => (areSame(numbers) ? numbers[0]! : packedNumbers(numbers))

function linesBelow(entry: number, { places }: SpannedRows, usual: readonly number[]): Int32Array {
  const lines = new Int32Array(usual.length)
  for (let index = 0; index < lines.length; index++) lines[index] = places[usual[index]! * 2 + 1]! - entry
  return lines
}
