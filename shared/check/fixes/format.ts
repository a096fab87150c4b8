import { canonicalField, canonicalStart } from '../../domains/notation.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import type { List } from '../../syntax/list.ts'
import {
  type Entry,
  type Field,
  fieldSpan,
  fieldType,
  isBareSafe,
  isHeader,
  lineStartOf,
  quote,
  type RecordNode,
  rawValue,
  type Span,
  tagWord,
  valueText,
} from '../../syntax/nodes.ts'
import { hasOpenEnd } from '../../syntax/open-ends.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { indexAt, type Tree } from '../../syntax/tree.ts'
import { typeNamed } from '../../syntax/type-words.ts'
import { indicesWith, Mark } from '../marks.ts'
import { suppressedEntries } from '../suppressed-places.ts'

/** What formatting reads of a checked file. */
export interface FileToFormat {
  readonly tree: Tree
  /** For each entry, the definition of its tag and the codes of its problems. */
  readonly entries: readonly {
    readonly tag: Tag | undefined
    readonly findings: readonly { readonly code: string }[]
  }[]
  /** For each entry, bits of `Mark`. */
  readonly marks: List<number>
}

/** How records are laid out. */
export interface FormatOptions {
  /** The column at which a record wraps onto continuation lines; 0 for no wrapping. */
  readonly wrapColumn: number
  /** Whether the fields of neighboring records with the same tag are aligned. */
  readonly alignColumns: boolean
}

/**
 * Formats the records of a file: `@TAG field | field`, with values in canonical notation. The fields keep their values
 * and their order. Comments, blocks, stray lines, records with a syntax problem and records with a suppressed problem
 * of form keep every byte. Of several blank lines in a row, two stay.
 *
 * @param range only format the entries that this range of offsets touches; their neighbors still count for alignment
 * @returns the changes, sorted; one for each record that changes
 */
export function formatChanges(file: FileToFormat, options: FormatOptions, range?: Span): TextChange[] {
  const { tree } = file
  const [first, behind] = range ? entriesTouching(tree, range) : [0, tree.entries.length]
  const changes: TextChange[] = []
  const kept = keptRecords(file)
  const isFormatted = (index: number): boolean => !kept.has(index) && isClear(file, index)
  for (let index = first; index < behind; ) {
    if (!isFormatted(index)) {
      changes.push(...blankLinesChange(tree, index), ...blockChanges(tree, index))
      index++
      continue
    }
    const [from, to] = neighbors(file, index, isFormatted, options)
    const lines = layOut(file, from, to, options)
    for (; index < Math.min(to, behind); index++) changes.push(...changeOf(tree, index, lines[index - from]!))
  }
  return changes
}

/** The line end that the last line of a text lacks, so that it ends as editors end it; none behind a blank line. */
export function lastLineEnd(text: string): TextChange[] {
  // A pattern that ends in `$` would look at each line of a large file to its end, from each of its characters.
  const start = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
  if (text.slice(start).replace('\ufeff', '').trim() === '') return []
  const [lineEnd = '\n'] = /(?:\r\n|\r|\n)$/.exec(text.slice(Math.max(0, start - 2), start)) ?? []
  return [{ start: text.length, end: text.length, text: lineEnd }]
}

/**
 * Formats a field. A list, a value that is not of its type and a value with another type than the declared one stay as
 * they are. A field that the tag does not define, or whose type is unknown, only gets the quotes that its value needs.
 *
 * @param defined undefined if the tag does not define the field
 */
export function formatField(record: RecordNode, field: Field, defined: FieldDefinition | undefined): string {
  const definition = defined?.isTypeUnknown ? undefined : defined
  const name = field.name
  const type = fieldType(record, field)
  const start = type === undefined ? `${name}=` : `${name}:${type}=`
  const { value } = field
  if (!value) return record.text.slice(field.nameStart, fieldSpan(field).end)
  const raw = rawValue(record, value)
  const text = valueText(record, value)
  if (value.kind === 'list' || (definition && !valueTypes[definition.type].accepts(text))) {
    // With a blank before the next |, the # in `3 #|` would start a comment.
    return start + (/\s#$/.test(raw) ? quote(raw) : raw)
  }
  if (!definition || (type !== undefined && typeNamed(type) !== definition.type)) {
    return start + (value.kind === 'bare' && !isBareSafe(raw) ? quote(text) : raw)
  }
  // A text in quotes keeps its escapes.
  const isQuotedText = definition.type === 'string' && value.kind === 'quoted' && !(name === 'rid' && isBareSafe(text))
  return isQuotedText ? canonicalStart(name, definition.type) + raw : canonicalField(definition, text)
}

/**
 * The records with a suppressed problem of form. Their authors want them to stay as they are, and if they were
 * formatted, the comments would suppress nothing.
 */
export function keptRecords({ tree, entries, marks }: FileToFormat): ReadonlySet<number> {
  const comments = indicesWith(marks, Mark.suppression)
  if (comments.length === 0) return noColumns
  const problems = indicesWith(marks, Mark.findings).flatMap(entry =>
    entries[entry]!.findings.filter(({ code }) => formProblems.has(code)).map(({ code }) => ({ code, entry })),
  )
  return suppressedEntries(tree, problems, comments)
}

const noColumns: ReadonlySet<number> = new Set()

/** The codes of problems of form: formatted records do not have them. */
const formProblems: ReadonlySet<string> = new Set([
  'notation',
  'needs-quotes',
  'empty-field',
  'missing-separator',
  'tag-case',
])

/** A record to be written: its cells and the gap before each of them. */
interface FormattedLine {
  readonly record: RecordNode
  readonly tag: string
  readonly names: readonly string[]
  readonly cells: readonly string[]
  readonly gaps: string[]
  readonly lineBreak: string
}

const fieldSeparator = ' | '

/** The codes of problems that make it unclear what a record says. */
const syntaxProblems: ReadonlySet<string> = new Set(['syntax', 'unclosed-string', 'unclosed-list', 'missing-value'])

/** Whether an entry is a record without such a problem. */
function isClear({ tree, entries }: FileToFormat, index: number): boolean {
  const entry = tree.entries[index]
  if (entry?.kind !== 'record' || entries[index]!.findings.some(({ code }) => syntaxProblems.has(code))) return false
  // Formatted, these would be the lines of a block.
  return !hasOpenEnd(entry) && !/^(?:BEGIN|END)$/i.test(tagWord(entry))
}

function entriesTouching(tree: Tree, { start, end }: Span): [first: number, behind: number] {
  const last = indexAt(tree, end)
  // A selection of whole lines ends where the next line starts.
  const isBefore = end > start && tree.starts[last] === end
  return [Math.max(0, indexAt(tree, start)), isBefore ? last : last + 1]
}

/** The records to lay out together with a record: if columns are aligned, its neighbors with the same tag. */
function neighbors(
  file: FileToFormat,
  index: number,
  isFormatted: (index: number) => boolean,
  { alignColumns }: FormatOptions,
): [from: number, to: number] {
  const tag = canonicalTag(file, index)
  const isNeighbor = (other: number): boolean => alignColumns && isFormatted(other) && canonicalTag(file, other) === tag
  let from = index
  while (isNeighbor(from - 1)) from--
  let to = index + 1
  while (isNeighbor(to)) to++
  return [from, to]
}

/** The tag in its canonical spelling, if there is one. */
function canonicalTag({ tree, entries }: FileToFormat, index: number): string {
  const record = tree.entries[index] as RecordNode
  return isHeader(record) ? 'DOC' : (entries[index]!.tag?.name ?? tagWord(record))
}

function layOut(file: FileToFormat, from: number, to: number, options: FormatOptions): FormattedLine[] {
  const lines: FormattedLine[] = []
  for (let index = from; index < to; index++) lines.push(formattedLineOf(file, index, options))
  if (lines.length > 1) for (const run of runsOf(lines, isWrapped)) if (!isWrapped(run[0]!)) align(run, options)
  return lines
}

function formattedLineOf(file: FileToFormat, index: number, options: FormatOptions): FormattedLine {
  const record = file.tree.entries[index] as RecordNode
  const { tag: definition } = file.entries[index]!
  const tag = `@${canonicalTag(file, index)}`
  const names = record.fields.map(({ name }) => name)
  const cells = record.fields.map((field, column) =>
    formatField(record, field, definition && fieldOf(definition, names[column]!)),
  )
  const lineBreak = lastBreak(record) ?? lastBreak(file.tree.entries[index - 1]) ?? '\n'
  return { record, tag, names, cells, lineBreak, gaps: gapsBefore(tag, cells, lineBreak, options) }
}

/**
 * The gap before each cell, with a line break if the cell would pass the column. The first cell stays on the line of
 * the tag.
 */
function gapsBefore(tag: string, cells: readonly string[], lineBreak: string, { wrapColumn }: FormatOptions): string[] {
  let width = widthOf(tag)
  return cells.map((cell, column) => {
    const gap = column === 0 ? ' ' : fieldSeparator
    const cellWidth = wrapColumn > 0 ? widthOf(cell) : 0
    if (column > 0 && wrapColumn > 0 && width + gap.length + cellWidth > wrapColumn) {
      width = 1 + fieldSeparator.length + cellWidth
      return `${lineBreak} ${fieldSeparator}`
    }
    width += gap.length + cellWidth
    return gap
  })
}

const isWrapped = ({ gaps, lineBreak }: FormattedLine): boolean => gaps.some(gap => gap.startsWith(lineBreak))

/**
 * Widens the gaps to align the fields of records, as far as they have the same fields in the same order. Records that
 * would pass the wrap column stay as they are.
 */
function align(lines: readonly FormattedLine[], { wrapColumn }: FormatOptions): void {
  const columns = [{ lines, column: 0 }]
  for (const { lines, column } of columns) {
    for (const run of runsOf(lines, ({ names }) => names[column])) {
      const followed = run.filter(({ cells }) => column + 1 < cells.length)
      if (followed.length < 2) continue
      const width = followed.reduce((widest, { cells }) => Math.max(widest, widthOf(cells[column]!)), 0)
      for (const { cells, gaps } of followed)
        gaps[column + 1] = ' '.repeat(width - widthOf(cells[column]!)) + fieldSeparator
      columns.push({ lines: followed, column: column + 1 })
    }
  }
  if (wrapColumn > 0 && lines.some(line => lineWidth(line) > wrapColumn)) {
    for (const { gaps } of lines)
      gaps.forEach((_, column) => {
        gaps[column] = column === 0 ? ' ' : fieldSeparator
      })
  }
}

const lineWidth = ({ tag, cells, gaps }: FormattedLine): number =>
  cells.reduce((width, cell, column) => width + gaps[column]!.length + widthOf(cell), widthOf(tag))

/** Splits a list where the result of the function changes from one item to the next. */
function runsOf<Element>(elements: readonly Element[], key: (element: Element) => unknown): Element[][] {
  const runs: Element[][] = []
  let previous: unknown
  for (const element of elements) {
    const own = key(element)
    if (runs.length > 0 && own === previous) runs.at(-1)!.push(element)
    else runs.push([element])
    previous = own
  }
  return runs
}

/** The number of columns of a text: its Unicode characters. */
function widthOf(text: string): number {
  let width = text.length
  for (let position = 1; position < text.length; position++) {
    if ((text.charCodeAt(position) & 0xfc00) === 0xdc00 && (text.charCodeAt(position - 1) & 0xfc00) === 0xd800) width--
  }
  return width
}

/** The smallest change that turns the record into the new text. */
function changeOf(tree: Tree, index: number, { record, tag, cells, gaps, lineBreak }: FormattedLine): TextChange[] {
  const { text, at, tagEnd, fields } = record
  const byteOrderMark = index === 0 && text.startsWith('\ufeff') ? '\ufeff' : ''
  const textEnd = text.length - (endsWithBreak(text) ? lineBreak.length : 0)
  // Most records are formatted already.
  const written = cells.reduce((line, cell, column) => line + gaps[column]! + cell, tag)
  if (at === byteOrderMark.length && at + written.length === textEnd && text.startsWith(written, at)) return []
  const parts = [
    { start: 0, end: at, text: byteOrderMark },
    { start: at, end: tagEnd, text: tag },
  ]
  let end = tagEnd
  fields.forEach((field, column) => {
    const span = fieldSpan(field)
    parts.push({ start: end, end: span.start, text: gaps[column]! }, { ...span, text: cells[column]! })
    end = span.end
  })
  parts.push({ start: end, end: textEnd, text: '' })

  const isChanged = (part: TextChange): boolean =>
    part.end - part.start !== part.text.length || !text.startsWith(part.text, part.start)
  const first = parts.findIndex(isChanged)
  if (first < 0) return []
  const last = parts.findLastIndex(isChanged)
  const start = tree.starts[index]!
  const inserted = parts
    .slice(first, last + 1)
    .map(part => part.text)
    .join('')
  return [{ start: start + parts[first]!.start, end: start + parts[last]!.end, text: inserted }]
}

/** Of more than two blank lines in a row, the first two stay, or the first and a last one without a line end. */
function blankLinesChange({ entries, starts }: Tree, index: number): TextChange[] {
  const entry = entries[index]!
  if (entry.kind !== 'blank') return []
  const lines = entry.text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
  if (lines.length < 3) return []
  const isComplete = endsWithBreak(entry.text)
  const start = starts[index]! + lines[0]!.length + (isComplete ? lines[1]!.length : 0)
  return [{ start, end: starts[index + 1]! - (isComplete ? 0 : lines.at(-1)!.length), text: '' }]
}

/** Removes the white space before `@BEGIN` and `@END`. */
function blockChanges({ entries, starts }: Tree, index: number): TextChange[] {
  const entry = entries[index]!
  if (entry.kind !== 'block') return []
  const { text, closed } = entry
  const lastLine = closed ? /[\r\n](?=[^\r\n]*[\r\n]*$)/.exec(text) : null
  const lineStarts = [lineStartOf(text), ...(lastLine ? [lastLine.index + 1] : [])]
  return lineStarts.flatMap(lineStart => {
    const at = text.indexOf('@', lineStart)
    const start = starts[index]! + lineStart
    return at === lineStart ? [] : [{ start, end: starts[index]! + at, text: '' }]
  })
}

/** The line end of an entry. */
function lastBreak(entry: Entry | undefined): string | undefined {
  if (!entry || entry.lineBreaks === 0) return undefined
  if (entry.text.endsWith('\r\n')) return '\r\n'
  return endsWithBreak(entry.text) ? entry.text.at(-1) : /(?:\r\n|\r|\n)(?=[^\r\n]*$)/.exec(entry.text)?.[0]
}

const endsWithBreak = (text: string): boolean => text.endsWith('\n') || text.endsWith('\r')
