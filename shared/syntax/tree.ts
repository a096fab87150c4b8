import { lastPassing } from '../basics/binary-search.ts'
import { groupBy } from '../basics/group.ts'
import { CARRIAGE_RETURN, isLineBreak, LINE_FEED } from './characters.ts'
import { ChunkedTree } from './chunked-tree.ts'
import { differenceOf, type Version } from './difference.ts'
import { chunkAt, itemAt, itemsBetween, listOf, replaced } from './list.ts'
import type { Entry, EntryText, Span } from './nodes.ts'
import { joins, parseEntries } from './parse.ts'

/**
 * A file: its entries and their positions. Immutable; an edit makes a new tree.
 *
 * `entries`, `starts` and `lines` are made when they are asked for first, in time that grows with the file. What runs
 * after each key takes single entries from `list`, with `startOf` and `lineOf`.
 */
export interface Tree extends Version<Entry> {
  readonly entries: readonly Entry[]
  /** Entry `i` starts at offset `starts[i]`, in UTF-16 code units; one more at the end is the text's length. */
  readonly starts: Uint32Array
  /** The line, from 0, on which entry `i` starts; one more at the end counts all line ends of the text. */
  readonly lines: Uint32Array
  /** `starts[index]` */
  startOf(index: number): number
  /** `lines[index]` */
  lineOf(index: number): number
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

/** What is selected; a cursor where both are the same place. It can go up, with `active` above `anchor`. */
export interface Selection {
  readonly anchor: Position
  readonly active: Position
}

/** Reads a whole text. */
export function parse(text: string): Tree {
  const tree = new ChunkedTree(listOf(parseEntries(text)))
  // The entries are parts of the text, which stays in memory for them.
  tree.text = text
  return tree
}

/** A tree of entries that stand anywhere in a file. */
export const treeAt = (entries: readonly Entry[], starts: Uint32Array, lines: Uint32Array): Tree => ({
  list: listOf(entries),
  entries,
  starts,
  lines,
  startOf: index => starts[index]!,
  lineOf: index => lines[index]!,
})

/** The entry at an index; undefined for an index that the tree does not have. */
export const entryAt = ({ list }: Tree, index: number): Entry | undefined => itemAt(list, index)

/**
 * The tree after the text from offset `start` to `end` was replaced by `insert`: the same as if the new text were
 * parsed, with all entries that the edit did not change the same objects as before.
 */
export function edit(tree: Tree, start: number, end: number, insert: string): Tree {
  if (tree.list.length === 0) return parse(insert)
  const { first, last, parsed } = readAgain(tree, start, end, insert)
  return splice(tree, first, last, parsed)
}

/** A part of a text and what replaces it, in offsets of the text before. */
export interface Replacement extends Span {
  readonly text: string
}

/**
 * The tree after changes that are in order and do not overlap: the same as after `edit` for each of them, the last one
 * first. Those near each other are made together, so that thousands of changes do not take thousands of new trees.
 */
export function editAll(tree: Tree, changes: readonly Replacement[]): Tree {
  const groups = groupBy(changes, ({ start }) => chunkAt(tree.list, indexAt(tree, start)))
  let after = tree
  for (const group of [...groups.values()].reverse()) after = editNear(after, group)
  if (groups.size < 2) return after
  const { list } = after
  return new ChunkedTree(list, { before: tree.list, ...differenceOf(tree.list, { list }) })
}

/** Makes changes that are near each other at once, if every entry there stays an entry of its own. */
function editNear(tree: Tree, changes: readonly Replacement[]): Tree {
  const [{ start }, { end }] = [changes[0]!, changes.at(-1)!]
  const singly = (): Tree => changes.reduceRight((after, one) => edit(after, one.start, one.end, one.text), tree)
  if (changes.length === 1) return singly()
  const first = Math.max(0, indexAt(tree, start))
  const base = tree.startOf(first)
  const before = textBetween(tree, first, indexAt(tree, end) + 1)
  let text = ''
  let from = start
  for (const change of changes) {
    text += before.slice(from - base, change.start - base) + change.text
    from = change.end
  }
  const again = readAgain(tree, start, end, text)
  return areAligned(tree, again, changes) ? splice(tree, again.first, again.last, again.parsed) : singly()
}

interface ReadAgain {
  /** The indices of the entries that may be others after an edit. */
  readonly first: number
  readonly last: number
  /** What is read in their place. */
  readonly parsed: Entry[]
}

/** Whether each entry after changes starts where an entry started before them, but for how far they moved the text. */
function areAligned(tree: Tree, { first, last, parsed }: ReadAgain, changes: readonly Replacement[]): boolean {
  if (parsed.length !== last - first) return false
  let place = tree.startOf(first)
  let moved = 0
  let next = 0
  return parsed.every(({ text }, index) => {
    const before = tree.startOf(first + index)
    for (; next < changes.length && changes[next]!.end <= before; next++) {
      const change = changes[next]!
      moved += change.text.length - (change.end - change.start)
    }
    const isAligned = place === before + moved
    place += text.length
    return isAligned
  })
}

function readAgain(tree: Tree, start: number, end: number, insert: string): ReadAgain {
  const { length } = tree.list
  // The entry before the edit is parsed again too, because the text after it can become its continuation.
  let first = Math.max(0, indexAt(tree, start) - 1)
  while (first > 0 && entryAt(tree, first)!.kind === 'marker') first--
  let last = indexAt(tree, end) + 1
  let text = textBetween(tree, first, last)
  text = text.slice(0, start - tree.startOf(first)) + insert + text.slice(end - tree.startOf(first))
  let parsed = parseEntries(text)
  for (let ahead = 1; last < length && reachesInto(parsed, entryAt(tree, last)!); ahead *= 2) {
    const next = Math.min(length, last + ahead)
    text += textBetween(tree, last, next)
    last = next
    parsed = parseEntries(text)
  }
  return { first, last, parsed }
}

/** The whole text. */
export const textOf = (tree: Tree): string =>
  (tree instanceof ChunkedTree ? tree.text : undefined) ?? textBetween(tree, 0, tree.list.length)

/** Remembers the text of a tree, for somebody who will ask for it. */
export function rememberText(tree: Tree, text: string): void {
  if (tree instanceof ChunkedTree) tree.text = text
}

/** The tree with more entries behind its last one. */
export function append(tree: Tree, entries: readonly Entry[]): Tree {
  const { length } = tree.list
  const change = { before: tree.list, first: length, oldEnd: length, newEnd: length + entries.length }
  return new ChunkedTree(replaced(tree.list, length, length, entries), change, tree)
}

/** The length of the text in UTF-16 code units. */
export const lengthOf = (tree: Tree): number => tree.startOf(tree.list.length)

/** The line end of the file: that of its first line, or LF if it has only one line. */
export const lineBreakOf = (tree: Tree): string =>
  /\r\n|\r|\n/.exec(tree.entries.find(({ lineBreaks }) => lineBreaks > 0)?.text ?? '')?.[0] ?? '\n'

/** The index of the entry that has the offset; the last one for the end of the text, -1 in an empty file. */
export const indexAt = (tree: Tree, offset: number): number =>
  lastPassing(tree.list.length, index => tree.startOf(index) <= offset)

/** The index of the entry that has the line, counted from 0; the last one for lines behind it, -1 in an empty file. */
export const indexAtLine = (tree: Tree, line: number): number =>
  lastPassing(tree.list.length, index => tree.lineOf(index) <= line)

/** The place of an offset of entry `index`, the offset counted from the entry's start. */
export const positionIn = (tree: Tree, index: number, offset: number): Position =>
  positionInEntry(entryAt(tree, index)!, tree.lineOf(index), offset)

/** The place of an offset of an entry that starts on a line. */
export function positionInEntry(entry: EntryText, line: number, offset: number): Position {
  if (hasOneLine(entry) && offset < entry.text.length) return { line, character: offset }
  const starts = entryLineStarts(entry)
  const within = lastPassing(starts.length, line => starts[line]! <= offset)
  return { line: line + within, character: offset - starts[within]! }
}

/** The place of an offset of the text. */
export function positionAt(tree: Tree, offset: number): Position {
  const index = indexAt(tree, offset)
  return index < 0 ? { line: 0, character: 0 } : positionIn(tree, index, offset - tree.startOf(index))
}

/** The offset of a place. Past the end of its line it is the line's end, past the last line the end of the text. */
export function offsetAt(tree: Tree, { line, character }: Position): number {
  const index = indexAtLine(tree, line)
  if (index < 0) return 0
  const entry = entryAt(tree, index)!
  const inEntry = entryLineStarts(entry)
  const within = line - tree.lineOf(index)
  if (within >= inEntry.length) return lengthOf(tree)
  const lineStart = inEntry[within]!
  const nextLine = inEntry[within + 1] ?? entry.text.length
  return (
    tree.startOf(index) +
    Math.min(lineStart + Math.max(character, 0), lineStart + lineLength(entry.text, lineStart, nextLine))
  )
}

/** The text of a line without its line end; empty if there is no such line. */
export function textOfLine(tree: Tree, line: number): string {
  const index = indexAtLine(tree, line)
  if (index < 0) return ''
  const start = tree.startOf(index)
  const [from, to] = [offsetAt(tree, { line, character: 0 }), offsetAt(tree, { line, character: Infinity })]
  return entryAt(tree, index)!.text.slice(from - start, to - start)
}

function reachesInto(parsed: Entry[], next: Entry): boolean {
  const last = parsed.at(-1)
  return last !== undefined && joins(last, next)
}

/** The tree with entries `first` to `last` replaced; equal ones stay the objects they were. */
function splice(tree: Tree, first: number, last: number, parsed: Entry[]): Tree {
  const old = itemsBetween(tree.list, first, last)
  const shorter = Math.min(old.length, parsed.length)
  let same = 0
  while (same < shorter && isSameEntry(old[same]!, parsed[same]!)) same++
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && isSameEntry(old.at(-1 - sameAtEnd)!, parsed.at(-1 - sameAtEnd)!)) sameAtEnd++
  const changed = parsed.slice(same, parsed.length - sameAtEnd)
  const fresh =
    old.length === parsed.length
      ? changed.map((entry, index) => (isSameEntry(old[same + index]!, entry) ? old[same + index]! : entry))
      : changed
  const [start, oldEnd] = [first + same, last - sameAtEnd]
  const change = { before: tree.list, first: start, oldEnd, newEnd: start + fresh.length }
  return new ChunkedTree(replaced(tree.list, start, oldEnd, fresh), change, tree)
}

const isSameEntry = (one: Entry, other: Entry): boolean => one.kind === other.kind && one.text === other.text

export function textBetween(tree: Tree, first: number, last: number): string {
  let text = ''
  for (const entry of itemsBetween(tree.list, first, last)) text += entry.text
  return text
}

const startOfOneLine = [0]
const rememberedLineStarts = new WeakMap<EntryText, number[]>()

function hasOneLine({ text, lineBreaks }: EntryText): boolean {
  if (lineBreaks !== 1) return lineBreaks === 0
  return isLineBreak(text.charCodeAt(text.length - 1))
}

/** Where the entry's lines start; behind a last line end stands one more, empty line. */
function entryLineStarts(entry: EntryText): number[] {
  const { text } = entry
  if (entry.lineBreaks === 0) return startOfOneLine
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
