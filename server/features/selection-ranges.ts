import type { Position, SelectionRange } from 'vscode-languageserver-types'
import type { SectionedFile } from '../../shared/domains/domains-in-force.ts'
import { type Entry, fieldSpan, type RecordNode, type Span } from '../../shared/syntax/nodes.ts'
import { indexAt, lengthOf, offsetAt } from '../../shared/syntax/tree.ts'
import { rangeOf } from '../snapshot/ranges.ts'

/**
 * The ranges that an expanding selection selects, for each position: the text inside quotes, the value, the field, the
 * record, the section, the file.
 */
export const selectionRanges = (file: SectionedFile, positions: readonly Position[]): SelectionRange[] =>
  positions.map(position => selectionRange(file, position))

function selectionRange(file: SectionedFile, position: Position): SelectionRange {
  let selection: SelectionRange | undefined
  let inner: Span | undefined
  for (const span of spansAround(file, offsetAt(file.tree, position)).reverse()) {
    if (inner && inner.start === span.start && inner.end === span.end) continue
    selection = { range: rangeOf(file.tree, span), ...(selection && { parent: selection }) }
    inner = span
  }
  return selection!
}

/** The spans of the text around an offset, the innermost first. Each is inside the next one. */
function spansAround(file: SectionedFile, offset: number): Span[] {
  const { tree } = file
  const whole = { start: 0, end: lengthOf(tree) }
  const index = indexAt(tree, offset)
  const entry = tree.entries[index]
  if (!entry) return [whole]
  const start = tree.starts[index]!
  const spans = spansInEntry(entry, offset - start).map(span => ({ start: start + span.start, end: start + span.end }))
  return [...spans, sectionSpan(file, index), whole]
}

function sectionSpan({ tree, sections }: SectionedFile, entry: number): Span {
  const section = sections.findLastIndex(({ first }) => first <= entry)
  const next = sections[section + 1]?.first ?? tree.entries.length
  return { start: tree.starts[sections[section]!.first]!, end: tree.starts[next]! }
}

/** The parts of an entry around an offset, and its whole text without white space around it. */
function spansInEntry(entry: Entry, offset: number): Span[] {
  const text = entry.text.trimEnd()
  const own = { start: text.length - text.trimStart().length, end: text.length }
  if (!has(own, offset)) return []
  return entry.kind === 'record' ? [...partsOfRecord(entry, offset), own] : [own]
}

function partsOfRecord(record: RecordNode, offset: number): Span[] {
  const tag = { start: record.at, end: record.tagEnd }
  if (has(tag, offset)) return [tag]
  const stray = record.strays.find(candidate => has(candidate, offset))
  if (stray) return [stray]
  const field = record.fields.find(candidate => has(fieldSpan(candidate), offset))
  if (!field) return []
  const { value, nameStart, nameEnd } = field
  const name = { start: nameStart, end: nameEnd }
  if (has(name, offset)) return [name, fieldSpan(field)]
  if (!value || !has(value, offset)) return [fieldSpan(field)]
  const inside = { start: value.start + 1, end: value.closed ? value.end - 1 : value.end }
  return value.kind !== 'bare' && has(inside, offset) ? [inside, value, fieldSpan(field)] : [value, fieldSpan(field)]
}

/** Whether a span has an offset, its ends included. */
const has = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end
