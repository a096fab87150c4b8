import { diffLines, FILE_HEADERS_ONLY, formatPatch, OMIT_HEADERS } from 'diff'
import pc from 'picocolors'
import { withRecords } from '../../shared/markdown/record-fences.ts'
import { hideControls } from '../../shared/syntax/controls.ts'
import { insertedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { type Tree, textOf } from '../../shared/syntax/tree.ts'
import type { ReadText } from '../files/read-text.ts'
import { host } from '../host/host.ts'

/** The number of unchanged lines before and after a change. */
const contextLines = 3

/** Changes that were applied together. */
export interface Round {
  /** Changes of the previous text, sorted and not overlapping. */
  readonly changes: readonly TextChange[]
  /** The file after the changes. */
  readonly file: { readonly tree: Tree }
}

/**
 * The unified diff of a file after some rounds of changes. Only compares the changed entries, because comparing whole
 * texts takes too long if every line of a large file differs.
 *
 * @param read how the file was read. Of Markdown, the diff is that of the whole page
 */
export function unifiedDiff(
  file: string,
  before: Tree,
  rounds: readonly Round[],
  { hasByteOrderMark, page }: Pick<ReadText, 'hasByteOrderMark' | 'page'>,
): string {
  const prefix = hasByteOrderMark ? '\ufeff' : ''
  const written = page === undefined ? undefined : withRecords(page, textOf(rounds.at(-1)!.file.tree))
  const all =
    written === undefined ? slices(before, rounds, prefix) : [{ before: `${prefix}${page}`, after: prefix + written }]
  return [...unifiedDiffOf(file, all)].join('')
}

/** The unified diff of a file of which some lines are known at a time: its first two lines, and then each hunk. */
export function* unifiedDiffOf(file: string, all: Iterable<Slice>): Generator<string> {
  const names = { oldFileName: `a/${file}`, newFileName: `b/${file}`, oldHeader: undefined, newHeader: undefined }
  const head = formatPatch({ ...names, hunks: [] }, FILE_HEADERS_ONLY)
  // As git does, a tab ends a name with a blank: otherwise patch reads what follows it as a date.
  yield file.includes(' ') ? head.replace(/^(--- .*)\n(\+\+\+ .*)\n/, '$1\t\n$2\t\n') : head
  for (const hunk of lineHunksOf(diffLinesOf(all))) yield formatPatch({ ...names, hunks: [hunk] }, OMIT_HEADERS)
}

/** Some whole lines before and after the changes. */
export interface Slice {
  readonly before: string
  readonly after: string
}

/** How many entries are compared at once, as most of a large file stays as it is. */
const comparedAtOnce = 256

/**
 * Splits both texts at the starts of entries that all rounds keep.
 *
 * @param prefix text before both versions: the byte order mark or nothing
 */
function* slices(tree: Tree, rounds: readonly Round[], prefix: string): Generator<Slice> {
  const before = textOf(tree)
  const after = textOf(rounds.at(-1)!.file.tree)
  const marks = rounds.reduce(offsetsAfter, Array.from(tree.starts))
  let start = 0
  let startAfter = 0
  const { starts } = tree
  const isSameTo = (index: number): boolean => {
    const [end, endAfter] = [starts[index]!, marks[index]!]
    return (
      endAfter - startAfter === end - start &&
      before[end - 1] === '\n' &&
      before.slice(start, end) === after.slice(startAfter, endAfter)
    )
  }
  for (let index = 1; index < marks.length; index++) {
    const ahead = index + comparedAtOnce
    if (start > 0 && ahead < marks.length - 1 && start === starts[index - 1] && isSameTo(ahead)) index = ahead
    const end = starts[index]!
    const endAfter = marks[index]!
    const isLast = index === marks.length - 1
    if (!isLast && (endAfter < 0 || before[end - 1] !== '\n' || after[endAfter - 1] !== '\n')) continue
    const lead = start === 0 ? prefix : ''
    yield {
      before: lead + before.slice(start, end),
      after: lead + after.slice(startAfter, isLast ? after.length : endAfter),
    }
    start = end
    startAfter = endAfter
  }
}

/** Maps sorted offsets through a round of changes; -1 for an offset inside a change. */
function offsetsAfter(marks: readonly number[], { changes }: Round): number[] {
  let next = 0
  let shift = 0
  return marks.map(mark => {
    if (mark < 0) return mark
    for (; next < changes.length && changes[next]!.end <= mark; next++)
      shift += insertedText(changes[next]!).length - (changes[next]!.end - changes[next]!.start)
    return next < changes.length && changes[next]!.start < mark ? -1 : mark + shift
  })
}

/**
 * A line of a diff with its sign, without its line end. The last one can also contain the note on a missing line end.
 */
type DiffLine = string

/** A number of unchanged lines that are too far from all changes to be shown. */
type SkippedLines = number

function* diffLinesOf(all: Iterable<Slice>): Generator<DiffLine | SkippedLines> {
  for (const { before, after } of all) {
    if (before === after && before.endsWith('\n')) {
      yield* sameLines(before)
      continue
    }
    const parts = before === after ? [{ value: before, added: false, removed: false }] : diffLines(before, after)
    for (const { value, added, removed } of parts) {
      const sign = lineSign(added, removed)
      const lines = value.split('\n')
      const rest = lines.pop()!
      for (const line of lines) yield sign + line
      if (rest !== '') yield `${sign}${rest}\n\\ No newline at end of file`
    }
  }
}

/** The first and the last of some unchanged lines, with the number of those between them. */
function* sameLines(text: string): Generator<DiffLine | SkippedLines> {
  let start = 0
  const next = (): DiffLine => {
    const end = text.indexOf('\n', start)
    const line = ` ${text.slice(start, end)}`
    start = end + 1
    return line
  }
  // A hunk ends when more lines than these are the same.
  for (let count = 0; count <= 2 * contextLines && start < text.length; count++) yield next()
  let tail = text.length
  for (let count = 0; count < contextLines && tail > start; count++) tail = text.lastIndexOf('\n', tail - 2) + 1
  let skipped = 0
  while (start < tail) {
    start = text.indexOf('\n', start) + 1
    skipped++
  }
  if (skipped > 0) yield skipped
  while (start < text.length) yield next()
}

function lineSign(isAdded: boolean, isRemoved: boolean): string {
  if (isAdded) return '+'
  return isRemoved ? '-' : ' '
}

interface LineHunk {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  lines: string[]
}

/** The changed lines with some unchanged lines around them. */
function* lineHunksOf(lines: Iterable<DiffLine | SkippedLines>): Generator<LineHunk> {
  let hunk: LineHunk | undefined
  // The unchanged lines since the last change. Before a hunk, at most `contextLines` lines are kept.
  const same: DiffLine[] = []
  let oldLine = 1
  let newLine = 1
  const close = function* (): Generator<LineHunk> {
    if (!hunk) return
    appendLines(hunk, same.splice(0, contextLines))
    yield hunk
    hunk = undefined
  }
  for (const line of lines) {
    if (typeof line === 'number') {
      yield* close()
      same.length = 0
      oldLine += line
      newLine += line
      continue
    }
    const sign = line[0]
    if (sign === ' ') {
      same.push(line)
      if (hunk && same.length > 2 * contextLines) yield* close()
      if (!hunk && same.length > contextLines) same.shift()
    } else {
      if (!hunk) {
        const { length } = same
        hunk = { oldStart: oldLine - length, newStart: newLine - length, oldLines: 0, newLines: 0, lines: [] }
      }
      appendLines(hunk, [...same.splice(0), line])
    }
    if (sign !== '+') oldLine++
    if (sign !== '-') newLine++
  }
  yield* close()
}

function appendLines(hunk: LineHunk, lines: readonly DiffLine[]): void {
  for (const line of lines) {
    hunk.lines.push(line)
    if (line[0] !== '+') hunk.oldLines++
    if (line[0] !== '-') hunk.newLines++
  }
}

/** A diff as printed. For a terminal, adds colors and replaces control characters. */
export function shownDiff(diff: string, hasColors: boolean): string {
  if (!host.stdout.isTTY) return diff
  const { green, red, cyan, bold } = pc.createColors(hasColors)
  const colors: Record<string, (line: string) => string> = { '+': green, '-': red, '@': cyan }
  return diff
    .split('\n')
    .map(line => {
      const text = hideControls(line)
      return /^(---|\+\+\+) /.test(line) ? bold(text) : (colors[line[0] ?? '']?.(text) ?? text)
    })
    .join('\n')
}
