import { countLineBreaks, withoutLineBreak } from '../basics/text.ts'
import type { CheckedFile } from '../check/check.ts'
import { directiveIn } from '../check/directive.ts'
import { identityEdit } from '../check/fixes/edits.ts'
import { freeIds } from '../index/free-ids.ts'
import type { RecordIndex } from '../index/workspace-index.ts'
import { type Entry, isHeader, lineStartOf, type Span } from '../syntax/nodes.ts'
import { changedText, type TextChange } from '../syntax/text-change.ts'
import { lineBreakOf, type Tree, textBetween } from '../syntax/tree.ts'

/**
 * A record with what belongs to it: all its lines and the comments directly above. A comment that suppresses problems
 * of everything below it belongs to no record, and neither does a comment with a blank line below it. Such comments,
 * blocks and other text are wholes of their own. `end` is exclusive.
 */
export interface Whole {
  readonly first: number
  readonly end: number
}

export type UpOrDown = 'up' | 'down'

/** The whole that an entry is in. */
export function wholeAt({ entries }: Tree, index: number): Whole {
  let last = index
  while (belongsBelow(entries[last]) && entries[last + 1]?.kind === 'comment') last++
  if (belongsBelow(entries[last]) && entries[last + 1]?.kind === 'record') last++
  let first = index
  if (isCommentOrRecord(entries[index])) while (belongsBelow(entries[first - 1])) first--
  return { first, end: last + 1 }
}

/** The next whole above or below, past blank lines. */
export function neighborOf(tree: Tree, { first, end }: Whole, way: UpOrDown): Whole | undefined {
  const step = way === 'up' ? -1 : 1
  let index = way === 'up' ? first - 1 : end
  while (tree.entries[index]?.kind === 'blank') index += step
  return tree.entries[index] && wholeAt(tree, index)
}

/** Wholes in order. Those with only blank lines between them are one. */
export function joinWholes({ entries }: Tree, wholes: readonly Whole[]): Whole[] {
  const joined: Whole[] = []
  for (const whole of [...wholes].sort((one, other) => one.first - other.first)) {
    const last = joined.at(-1)
    if (last && entries.slice(last.end, Math.max(last.end, whole.first)).every(({ kind }) => kind === 'blank'))
      joined[joined.length - 1] = { first: last.first, end: Math.max(last.end, whole.end) }
    else joined.push(whole)
  }
  return joined
}

/** The offsets of a whole, without a byte order mark at the start of the file. */
export const spanOfWhole = ({ starts, entries }: Tree, { first, end }: Whole): Span => ({
  start: first === 0 && entries[0] ? lineStartOf(entries[0].text) : starts[first]!,
  end: starts[end]!,
})

/**
 * The comments that suppress problems of a record, as the indices of their entries. Without the record, they would
 * suppress problems of the next one.
 */
export function suppressionCommentsOf({ entries }: Tree, record: number): number[] {
  const found: number[] = []
  for (let index = record - 1; index >= 0; index--) {
    const comment = entries[index]!
    if (comment.kind !== 'comment') break
    if (directiveIn(comment)?.kind === 'disable-next-line') found.unshift(index)
  }
  return found
}

/**
 * The changes that delete wholes, in order. Of the blank lines above and below, the longer ones stay: those at the
 * start and end of the file go. A file without a line break at its end stays so.
 */
export function removeWholes(tree: Tree, wholes: readonly Whole[]): TextChange[] {
  const suppressions = wholes
    .flatMap(({ end }) => (tree.entries[end - 1]?.kind === 'record' ? suppressionCommentsOf(tree, end - 1) : []))
    .map(index => ({ first: index, end: index + 1 }))
  return joinWholes(tree, [...suppressions, ...wholes]).map(whole => removalOf(tree, withBlank(tree, whole)))
}

function withBlank({ entries }: Tree, { first, end }: Whole): Whole {
  const [above, below] = [entries[first - 1], entries[end]]
  // Blanks at the end of the file, without a line break, are no line that separates anything.
  const isLonger = above && below && endsLine(below.text) && above.text.length >= below.text.length
  if (below?.kind === 'blank' && (!above || (above.kind === 'blank' && isLonger))) return { first, end: end + 1 }
  if (above?.kind === 'blank' && (!below || below.kind === 'blank')) return { first: first - 1, end }
  return { first, end }
}

function removalOf(tree: Tree, whole: Whole): TextChange {
  const { start, end } = spanOfWhole(tree, whole)
  const above = tree.entries[whole.first - 1]?.text ?? ''
  const own = tree.entries[whole.end - 1]?.text ?? ''
  const below = tree.entries[whole.end]?.text
  if (below === undefined && !endsLine(own))
    return { start: start - (above.length - withoutLineBreak(above).length), end, text: '' }
  // The carriage return above would be one line break with the line feed below, and a blank line would be lost.
  const wouldJoin = above.endsWith('\r') && below?.startsWith('\n') && own.endsWith('\n')
  return { start, end: wouldJoin ? end - 1 : end, text: '' }
}

/** How a whole moves. */
export interface MovedWhole {
  readonly change: TextChange
  /** By how many lines it moves, negative for up. */
  readonly lines: number
}

/**
 * Moves a whole past the next one above or below. The blank lines between them stay. A comment that would be directly
 * above another record gets a blank line below it, as it would belong to that record.
 *
 * @returns undefined if there is no other
 */
export function moveWhole(tree: Tree, whole: Whole, way: UpOrDown): MovedWhole | undefined {
  const other = neighborOf(tree, whole, way)
  if (!other) return undefined
  const [above, below] = way === 'up' ? [other, whole] : [whole, other]
  const { start } = spanOfWhole(tree, above)
  const { end } = spanOfWhole(tree, below)
  const lineBreak = lineBreakOf(tree)
  const text = textBetween(tree, above.first, below.end).slice(start - tree.starts[above.first]!)
  const aboveEnd = tree.starts[above.end]! - start
  const belowStart = tree.starts[below.first]! - start
  const { entries } = tree
  const gapBetween = (one: Entry | undefined, next: Entry | undefined): string =>
    belongsBelow(one) && isCommentOrRecord(next) ? lineBreak : ''
  const gapAbove = gapBetween(entries[above.first - 1], entries[below.first])
  const gap = text.slice(aboveEnd, belowStart) || gapBetween(entries[below.end - 1], entries[above.first])
  const gapBelow = gapBetween(entries[above.end - 1], entries[below.end])
  const [first, second] = [text.slice(belowStart), text.slice(0, aboveEnd)]
  // The last line of a file can be without a line break.
  const moved = endsLine(first) ? first + gap + second : first + lineBreak + gap + withoutLineBreak(second)
  const passed = countLineBreaks(way === 'up' ? second : first) + (endsLine(way === 'up' ? second : first) ? 0 : 1)
  const lines =
    way === 'up'
      ? countLineBreaks(gapAbove) - passed - countLineBreaks(text.slice(aboveEnd, belowStart))
      : countLineBreaks(gapAbove) + passed + countLineBreaks(gap)
  return { change: { start, end, text: gapAbove + moved + gapBelow }, lines }
}

/**
 * Writes copies of wholes below the last of them, or above the first. Their records get the next free ids. Between
 * blank lines, a copy gets one, too.
 *
 * @param wholes in the order of the file
 * @returns the change, and how many lines it adds
 */
export function copyWholes(
  file: CheckedFile,
  index: RecordIndex,
  wholes: readonly [Whole, ...Whole[]],
  way: UpOrDown,
): { readonly change: TextChange; readonly lines: number } {
  const { tree } = file
  const place = way === 'up' ? wholes[0] : wholes.at(-1)!
  const last = tree.entries[place.end - 1]!.text
  const lineBreak = /(?:\r\n|\r|\n)$/.exec(last)?.[0] ?? lineBreakOf(tree)
  const blank = isParagraph(tree, place) ? lineBreak : ''
  const nextId = idsFor(file, index, wholes)
  const text = wholes.map(whole => withoutLineBreak(textOfCopy(file, whole, nextId))).join(lineBreak + blank)
  const lines = countLineBreaks(text + lineBreak + blank)
  const { start, end } = spanOfWhole(tree, place)
  if (way === 'up') return { change: { start, end: start, text: text + lineBreak + blank }, lines }
  return {
    change: { start: end, end, text: endsLine(last) ? blank + text + lineBreak : lineBreak + blank + text },
    lines,
  }
}

/**
 * Whether a copy of a record would be another record of the same kind: not that of a header, and of a record with an
 * id only if all its strings are closed. All text after an opening quote without a closing one decides where its string
 * ends, including the quotes of the id.
 */
export function canCopy({ tree, entries }: CheckedFile, entry: number): boolean {
  const record = tree.entries[entry]
  if (record?.kind !== 'record' || isHeader(record)) return false
  return !entries[entry]?.identity?.definition || record.fields.every(({ value }) => value?.closed !== false)
}

type NextId = (entry: number) => string | undefined

function idsFor(file: CheckedFile, index: RecordIndex, wholes: readonly Whole[]): NextId {
  const free = new Map<string, Iterator<string, undefined>>()
  const count = wholes.reduce((sum, { first, end }) => sum + end - first, 0)
  return entry => {
    const definition = file.entries[entry]!.identity?.definition
    if (!definition) return undefined
    const ids = free.get(definition.path) ?? freeIds(file, index, definition, definition.id, count).values()
    free.set(definition.path, ids)
    return ids.next().value
  }
}

function textOfCopy(file: CheckedFile, { first, end }: Whole, nextId: NextId): string {
  return file.tree.entries
    .slice(first, end)
    .map((entry, at) => {
      const definition = file.entries[first + at]!.identity?.definition
      const id = canCopy(file, first + at) ? nextId(first + at) : undefined
      const text =
        entry.kind === 'record' && definition && id !== undefined
          ? changedText(entry.text, [identityEdit(entry, definition, id)])
          : entry.text
      return text.slice(lineStartOf(text))
    })
    .join('')
}

/** Whether blank lines separate a whole from what is above and below. */
function isParagraph({ entries }: Tree, { first, end }: Whole): boolean {
  const [above, below] = [entries[first - 1], entries[end]]
  if (!above && !below) return false
  return (!above || above.kind === 'blank') && (!below || below.kind === 'blank')
}

/** Whether an entry is a comment about what is directly below: not one that suppresses problems of all below. */
function belongsBelow(entry: Entry | undefined): boolean {
  if (entry?.kind !== 'comment') return false
  const kind = directiveIn(entry)?.kind
  return kind !== 'disable' && kind !== 'enable'
}

const isCommentOrRecord = (entry: Entry | undefined): boolean => entry?.kind === 'comment' || entry?.kind === 'record'

export const endsLine = (text: string): boolean => /[\r\n]$/.test(text)
