import { lineStartOf } from '../../shared/check/edits.ts'
import { tagName } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { indexAtLine, parse, type Tree } from '../../shared/syntax/tree.ts'
import { linesOf, type Selection } from './units.ts'

/**
 * Comments out the records that selections touch, all lines of each. If they touch only commented-out records, removes
 * the comment signs of these. Comments above a record stay as they are.
 *
 * @returns one change for each line; undefined if the selections touch neither
 */
export function toggleComments(tree: Tree, selections: readonly Selection[]): TextChange[] | undefined {
  const touched = [...new Set(selections.flatMap(selection => entriesIn(tree, selection)))].sort((a, b) => a - b)
  const records = touched.filter(index => tree.entries[index]!.kind === 'record')
  if (records.length > 0) return records.flatMap(index => lineStarts(tree, index).map(comment))
  const comments = new Set(touched.flatMap(index => commentedRecord(tree, index)))
  return comments.size === 0 ? undefined : [...comments].sort((a, b) => a - b).map(index => uncomment(tree, index))
}

function entriesIn(tree: Tree, selection: Selection): number[] {
  const { first, last } = linesOf(selection)
  const start = Math.max(0, indexAtLine(tree, first))
  const end = Math.min(indexAtLine(tree, last), tree.entries.length - 1)
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
}

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

/** The comment lines that are one commented-out record, if one of them is at an index; or else none. */
function commentedRecord(tree: Tree, index: number): number[] {
  const isComment = (at: number): boolean => tree.entries[at]?.kind === 'comment'
  if (!isComment(index)) return []
  let first = index
  let end = index + 1
  while (isComment(first - 1)) first--
  while (isComment(end)) end++
  const inner = parse(
    tree.entries
      .slice(first, end)
      .map(({ text }) => text.slice(lineStartOf(text)))
      .map(text => text.slice(signOf(text).length))
      .join(''),
  )
  const found = indexAtLine(inner, index - first)
  const record = inner.entries[found]
  if (record?.kind !== 'record' || !tagName(record) || !record.fields.some(({ equals }) => equals >= 0)) return []
  const from = first + inner.lines[found]!
  const count = Math.max(1, record.lineBreaks + (/[\r\n]$/.test(record.text) ? 0 : 1))
  return Array.from({ length: count }, (_, line) => from + line)
}

/** The comment sign of a line, with the white space before it and the blank behind it. */
const signOf = (text: string): string => /^\s*# ?/.exec(text)![0]
