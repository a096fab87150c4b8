import { CARRIAGE_RETURN, isLineBreak, LINE_FEED } from './characters.ts'
import { replaced, type Version } from './difference.ts'
import type { Entry } from './nodes.ts'
import { joins, parseEntries } from './parse.ts'

/** A file: its entries and their positions. Immutable; an edit makes a new tree. */
export interface Tree extends Version<Entry> {
  /** Entry `i` starts at offset `starts[i]`, in UTF-16 code units; one more at the end is the text's length. */
  readonly starts: Uint32Array
  /** The line, from 0, on which entry `i` starts; one more at the end counts all line ends of the text. */
  readonly lines: Uint32Array
}

/** A place in a file; both from 0, `character` in UTF-16 code units, as in the Language Server Protocol. */
export interface Position {
  readonly line: number
  readonly character: number
}

/** A range of a file. */
export interface Place {
  readonly uri: string
  readonly start: Position
  readonly end: Position
}

/** Reads a whole text. */
export function parse(text: string): Tree {
  const entries = parseEntries(text)
  const starts = new Uint32Array(entries.length + 1)
  const lines = new Uint32Array(entries.length + 1)
  entries.forEach((entry, index) => {
    starts[index + 1] = starts[index]! + entry.text.length
    lines[index + 1] = lines[index]! + entry.lineBreaks
  })
  return { entries, starts, lines }
}

/**
 * The tree after the text from offset `start` to `end` was replaced by `insert`: the same as if the new text were
 * parsed, with all entries that the edit did not change the same objects as before.
 */
export function edit(tree: Tree, start: number, end: number, insert: string): Tree {
  const { entries, starts } = tree
  if (entries.length === 0) return parse(insert)
  // The entry before the edit is parsed again too, because the text after it can become its continuation.
  let first = Math.max(0, indexAt(tree, start) - 1)
  while (first > 0 && entries[first]!.kind === 'marker') first--
  let last = indexAt(tree, end) + 1
  let text = textBetween(tree, first, last)
  text = text.slice(0, start - starts[first]!) + insert + text.slice(end - starts[first]!)
  let parsed = parseEntries(text)
  for (let ahead = 1; last < entries.length && reachesInto(parsed, entries[last]!); ahead *= 2) {
    const next = Math.min(entries.length, last + ahead)
    text += textBetween(tree, last, next)
    last = next
    parsed = parseEntries(text)
  }
  return splice(tree, first, last, parsed)
}

/** The whole text. */
export const textOf = (tree: Tree): string => textBetween(tree, 0, tree.entries.length)

/** The length of the text in UTF-16 code units. */
export const lengthOf = (tree: Tree): number => tree.starts[tree.entries.length]!

/** The line end of the file: that of its first line, or LF if it has only one line. */
export const lineBreakOf = (tree: Tree): string =>
  /\r\n|\r|\n/.exec(tree.entries.find(({ lineBreaks }) => lineBreaks > 0)?.text ?? '')?.[0] ?? '\n'

/** The index of the entry that has the offset; the last one for the end of the text, -1 in an empty file. */
export function indexAt(tree: Tree, offset: number): number {
  return lastAtMost(tree.starts, offset, tree.entries.length)
}

/** The index of the entry that has the line, counted from 0; the last one for lines behind it, -1 in an empty file. */
export const indexAtLine = ({ lines, entries }: Tree, line: number): number => lastAtMost(lines, line, entries.length)

/** The place of an offset of entry `index`, the offset counted from the entry's start. */
export const positionIn = (tree: Tree, index: number, offset: number): Position =>
  positionInEntry(tree.entries[index]!, tree.lines[index]!, offset)

/** The place of an offset of an entry that starts on a line. */
export function positionInEntry(entry: Entry, line: number, offset: number): Position {
  if (hasOneLine(entry) && offset < entry.text.length) return { line, character: offset }
  const starts = lineStarts(entry)
  const within = lastAtMost(starts, offset, starts.length)
  return { line: line + within, character: offset - starts[within]! }
}

/** The place of an offset of the text. */
export function positionAt(tree: Tree, offset: number): Position {
  const index = indexAt(tree, offset)
  return index < 0 ? { line: 0, character: 0 } : positionIn(tree, index, offset - tree.starts[index]!)
}

/** The offset of a place. Past the end of its line it is the line's end, past the last line the end of the text. */
export function offsetAt(tree: Tree, { line, character }: Position): number {
  const { entries, starts, lines } = tree
  const index = indexAtLine(tree, line)
  if (index < 0) return 0
  const entry = entries[index]!
  const inEntry = lineStarts(entry)
  const within = line - lines[index]!
  if (within >= inEntry.length) return lengthOf(tree)
  const lineStart = inEntry[within]!
  const nextLine = inEntry[within + 1] ?? entry.text.length
  return (
    starts[index]! +
    Math.min(lineStart + Math.max(character, 0), lineStart + lineLength(entry.text, lineStart, nextLine))
  )
}

function reachesInto(parsed: Entry[], next: Entry): boolean {
  const last = parsed.at(-1)
  return last !== undefined && joins(last, next)
}

/** The tree with entries `first` to `last` replaced; equal ones stay the objects they were. */
function splice(tree: Tree, first: number, last: number, parsed: Entry[]): Tree {
  const old = tree.entries
  let same = 0
  while (same < parsed.length && first + same < last && isSame(old[first + same]!, parsed[same]!)) same++
  let sameAtEnd = 0
  while (
    sameAtEnd < parsed.length - same &&
    sameAtEnd < last - first - same &&
    isSame(old[last - 1 - sameAtEnd]!, parsed[parsed.length - 1 - sameAtEnd]!)
  )
    sameAtEnd++
  first += same
  last -= sameAtEnd
  const fresh = parsed.slice(same, parsed.length - sameAtEnd)

  const entries = replaced(old, first, last, fresh)
  const starts = new Uint32Array(entries.length + 1)
  const lines = new Uint32Array(entries.length + 1)
  starts.set(tree.starts.subarray(0, first + 1))
  lines.set(tree.lines.subarray(0, first + 1))
  fresh.forEach((entry, index) => {
    starts[first + index + 1] = starts[first + index]! + entry.text.length
    lines[first + index + 1] = lines[first + index]! + entry.lineBreaks
  })
  const behind = first + fresh.length
  const startShift = starts[behind]! - tree.starts[last]!
  const lineShift = lines[behind]! - tree.lines[last]!
  for (let index = last + 1; index <= old.length; index++) {
    starts[behind + index - last] = tree.starts[index]! + startShift
    lines[behind + index - last] = tree.lines[index]! + lineShift
  }
  return { entries, starts, lines, change: { before: old, first, oldEnd: last, newEnd: behind } }
}

const isSame = (one: Entry, other: Entry): boolean => one.kind === other.kind && one.text === other.text

export function textBetween(tree: Tree, first: number, last: number): string {
  let text = ''
  for (let index = first; index < last; index++) text += tree.entries[index]!.text
  return text
}

/** The last of the first `count` ascending numbers that is at most `value`; 0 if there is none, -1 of no numbers. */
function lastAtMost(numbers: ArrayLike<number>, value: number, count: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (numbers[middle]! <= value) low = middle
    else high = middle - 1
  }
  return high < 0 ? -1 : low
}

const oneLine = [0]
const rememberedLineStarts = new WeakMap<Entry, number[]>()

function hasOneLine({ text, lineBreaks }: Entry): boolean {
  if (lineBreaks !== 1) return lineBreaks === 0
  return isLineBreak(text.charCodeAt(text.length - 1))
}

/** Where the entry's lines start; behind a last line end stands one more, empty line. */
function lineStarts(entry: Entry): number[] {
  const { text } = entry
  if (entry.lineBreaks === 0) return oneLine
  let starts = rememberedLineStarts.get(entry)
  if (!starts) {
    starts = [0]
    for (let position = 0; position < text.length; position++) {
      const code = text.charCodeAt(position)
      if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(position + 1) !== LINE_FEED))
        starts.push(position + 1)
    }
    rememberedLineStarts.set(entry, starts)
  }
  return starts
}

function lineLength(text: string, start: number, end: number): number {
  if (end > start && text.charCodeAt(end - 1) === LINE_FEED) end--
  if (end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--
  return end - start
}
