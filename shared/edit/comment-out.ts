import { directiveIn } from '../check/directive.ts'
import { lineStartOf, tagName } from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { indexAtLine, parse, type Tree } from '../syntax/tree.ts'
import { suppressionCommentsOf } from './whole-record.ts'

/**
 * Comments out records, all lines of each, and the comments that suppress their problems. If there are only
 * commented-out records, removes the comment signs of these. Other comments above a record stay as they are.
 *
 * @param touched the indices of entries
 * @returns one change for each line; undefined if there are neither
 */
export function toggleComments(tree: Tree, touched: readonly number[]): TextChange[] | undefined {
  const records = touched.filter(index => tree.entries[index]!.kind === 'record')
  if (records.length > 0) {
    const commented = distinctInOrder(records.flatMap(index => [...suppressionCommentsOf(tree, index), index]))
    return commented.flatMap(index => lineStarts(tree, index).map(comment))
  }
  const comments = distinctInOrder(touched.flatMap(index => commentedRecord(tree, index)))
  return comments.length === 0 ? undefined : comments.map(index => uncomment(tree, index))
}

const distinctInOrder = (indices: readonly number[]): number[] =>
  [...new Set(indices)].sort((one, other) => one - other)

const comment = (start: number): TextChange => ({ start, end: start, text: '# ' })

function uncomment({ starts, entries }: Tree, index: number): TextChange {
  const { text } = entries[index]!
  const start = starts[index]! + lineStartOf(text)
  return { start, end: start + signOf(text.slice(lineStartOf(text))).length, text: '' }
}

/** The offset of each line of an entry in the file. */
function lineStarts({ starts, entries }: Tree, index: number): number[] {
  const { text } = entries[index]!
  const start = starts[index]!
  const first = start + lineStartOf(text)
  const others = [...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: lineBreak, index }) => index + lineBreak.length)
  return [first, ...others.filter(offset => offset < text.length).map(offset => start + offset)]
}

/**
 * The comment lines that are one commented-out record with the suppressions above it, if one of the lines of the record
 * is at an index; or else none.
 */
function commentedRecord(tree: Tree, index: number): number[] {
  const lines = commentedLines(tree, index)
  const suppressions: number[] = []
  for (let above = lines[0]! - 1; tree.entries[above]?.kind === 'comment'; above--) {
    if (isCommentedSuppression(tree, above)) suppressions.push(above)
    else if (commentedLines(tree, above).length > 0) break
  }
  return [...suppressions, ...lines]
}

function isCommentedSuppression({ entries }: Tree, index: number): boolean {
  const [comment] = parse(withoutSign(entries[index]!.text)).entries
  return comment?.kind === 'comment' && directiveIn(comment)?.kind === 'disable-next-line'
}

function commentedLines(tree: Tree, index: number): number[] {
  const isComment = (at: number): boolean => tree.entries[at]?.kind === 'comment'
  if (!isComment(index)) return []
  let first = index
  let end = index + 1
  while (isComment(first - 1)) first--
  while (isComment(end)) end++
  const inner = parse(
    tree.entries
      .slice(first, end)
      .map(({ text }) => withoutSign(text))
      .join(''),
  )
  const found = indexAtLine(inner, index - first)
  const record = inner.entries[found]
  if (record?.kind !== 'record' || !tagName(record) || !record.fields.some(({ equals }) => equals >= 0)) return []
  const from = first + inner.lines[found]!
  const count = Math.max(1, record.lineBreaks + (/[\r\n]$/.test(record.text) ? 0 : 1))
  return Array.from({ length: count }, (_, line) => from + line)
}

function withoutSign(text: string): string {
  const line = text.slice(lineStartOf(text))
  return line.slice(signOf(line).length)
}

/** The comment sign of a line, with the white space before it and the blank behind it. */
const signOf = (text: string): string => /^\s*# ?/.exec(text)![0]
