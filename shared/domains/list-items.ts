import {
  escapeSequence,
  insideOf,
  isSingleQuoted,
  type RecordNode,
  type Span,
  type ValueNode,
  withoutEscapes,
} from '../syntax/nodes.ts'

/** A character that no item of a list can have. */
export const signOfLists = /[,"[\]]/

/** The items of a list: what stands between commas, with or without brackets and quotes. */
export const itemsOf = (text: string): string[] =>
  text
    .split(signOfLists)
    .map(item => item.trim())
    .filter(item => item !== '')

/** The text of a value that can be a list, and where its characters stand. */
export interface WrittenItems {
  /** What stands between the quotes, without escapes, or else the whole value. */
  readonly text: string
  readonly hasEscapes: boolean
  /** Returns where a character of the text, or its end, stands in the entry; from an offset in UTF-16 code units. */
  placeOf(offset: number): number
}

export function writtenItems(record: RecordNode, value: ValueNode): WrittenItems {
  const { start, end } = value.kind === 'quoted' || isSingleQuoted(record, value) ? insideOf(record, value) : value
  const raw = record.text.slice(start, end)
  if (value.kind !== 'quoted' || !raw.includes('\\'))
    return { text: raw, hasEscapes: false, placeOf: offset => start + offset }
  const { text, offsets } = withoutEscapesAt(raw)
  return { text, hasEscapes: true, placeOf: offset => start + offsets[offset]! }
}

/** An item of a list without escapes, and where it stands in the entry. */
export interface PlacedItem {
  readonly item: string
  readonly at: Span
}

/** The items of a list: the same as `itemsOf` its value. */
export function placedItems(record: RecordNode, value: ValueNode): PlacedItem[] {
  const { text, placeOf } = writtenItems(record, value)
  return itemSpans(text).map(({ start, end }) => ({
    item: text.slice(start, end),
    at: { start: placeOf(start), end: placeOf(end) },
  }))
}

/** Where the items of a list stand in its text: the same as `itemsOf`. */
export function itemSpans(text: string): Span[] {
  const items: Span[] = []
  let itemStart = 0
  for (let position = 0; position <= text.length; position++) {
    if (position < text.length && !separators.includes(text[position]!)) continue
    const item = trimmedSpan(text, itemStart, position)
    if (item.start < item.end) items.push(item)
    itemStart = position + 1
  }
  return items
}

/** A span of a text without the white space at its ends. */
export function trimmedSpan(text: string, start: number, end: number): Span {
  const span = text.slice(start, end)
  const trimmed = span.trim()
  const first = start + span.indexOf(trimmed)
  return { start: first, end: first + trimmed.length }
}

/** What the inside of a quoted value says, and where each UTF-16 code unit of that stands in it; and its end. */
function withoutEscapesAt(inside: string): { readonly text: string; readonly offsets: readonly number[] } {
  let text = ''
  const offsets: number[] = []
  const copy = (start: number, end: number): void => {
    text += inside.slice(start, end)
    for (let offset = start; offset < end; offset++) offsets.push(offset)
  }
  let copied = 0
  for (const { 0: sequence, index } of inside.matchAll(escapeSequence)) {
    copy(copied, index)
    text += withoutEscapes(sequence)
    offsets.push(index)
    copied = index + sequence.length
  }
  copy(copied, inside.length)
  return { text, offsets: [...offsets, inside.length] }
}

/** The same as `signOfLists`. */
const separators = ',"[]'
