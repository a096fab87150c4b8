import { removeField } from '../../check/fixes/edits.ts'
import { recordText, saidBy } from '../../diff/record-fields.ts'
import { type Unit, unitText } from '../../diff/units.ts'
import { fieldSpan, type RecordNode, type Span } from '../../syntax/nodes.ts'
import { parseEntries } from '../../syntax/parse.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { edit, indexAt, lengthOf, lineBreakOf, type Tree, textOf } from '../../syntax/tree.ts'
import { type TwoVersions, unitsOfRows } from './rows.ts'

/** What to take from the other side. */
interface Taken {
  /** The side to change. */
  readonly into: 'left' | 'right'
  /** The index of the row in the comparison. */
  readonly row: number
  /** The name of the field; empty for what is no field; undefined for the whole record. */
  readonly field?: string | undefined
}

/**
 * The change that gives a side a record as the other side has it, or one of its fields.
 *
 * @returns undefined if there is no such record or field, or if the field cannot be changed without the others
 */
export function changeThatTakes(versions: TwoVersions, { into, row, field }: Taken): TextChange | undefined {
  const index = unitsOfRows(versions)[row]
  if (index === undefined) return undefined
  const tree = versions[into]
  const { before, after } = versions.units[index]!
  const [source, target] = into === 'left' ? [after, before] : [before, after]
  const own = versions.units.map(one => (into === 'left' ? one.before : one.after))
  const above = own.slice(0, index).findLast(Boolean)
  const below = own.slice(index + 1).find(Boolean)
  const gap = (one: Unit | undefined, next: Unit | undefined): string => (needsGap(one, next) ? lineBreakOf(tree) : '')
  if (!target) {
    const at = above ? spanOfUnit(above, tree).end : 0
    return source && inserted(tree, at, gap(above, source) + unitText(source) + gap(source, below))
  }
  const span = spanOfUnit(target, tree)
  if (!source) return keptApartFromRecord(tree, { ...span, text: gap(above, below) })
  const start = tree.starts[target.first]!
  if (field === undefined || (field === '' && !target.record))
    return keptApartFromRecord(tree, { start, end: span.end, text: source.comments + source.body + gap(source, below) })
  const body = start + target.comments.length
  if (field === '') return { start, end: body, text: source.comments }
  const change = source.record && target.record && fieldChange(source.record, target.record, field)
  return change && { ...change, start: body + change.start, end: body + change.end }
}

/** Whether a comment that stands alone would be read as one of the record below. */
const needsGap = (one: Unit | undefined, next: Unit | undefined): boolean =>
  one?.kind === 'text' && one.body.trimStart().startsWith('#') && next?.blank === '' && next.kind !== 'end'

/** The change with a blank line where its text, or the text below it, would be read as more of the record above. */
function keptApartFromRecord(tree: Tree, change: TextChange, at = change.start): TextChange {
  const lineBreak = lineBreakOf(tree)
  const isApart = ({ start, end, text }: TextChange, place: number): boolean => {
    const changed = edit(tree, start, end, text)
    return place >= lengthOf(changed) || changed.startOf(indexAt(changed, place)) === place
  }
  const withGap = (one: TextChange, place: number): TextChange => {
    if (isApart(one, place)) return one
    const index = place - one.start
    const gapped = { ...one, text: one.text.slice(0, index) + lineBreak + one.text.slice(index) }
    return isApart(gapped, place + lineBreak.length) ? gapped : one
  }
  const above = withGap(change, at)
  return withGap(above, above.start + above.text.length)
}

/** Where a unit is in its file, with the blank lines above. */
function spanOfUnit({ first, blank, comments, body }: Unit, { starts }: Tree): Span {
  const start = starts[first]!
  return { start: start - blank.length, end: Math.min(starts.at(-1)!, start + comments.length + body.length) }
}

/** Inserts a unit where another one ends. The last line of a file can lack its line end. */
function inserted(tree: Tree, at: number, text: string): TextChange {
  const above = at === 0 ? '' : textOf(tree).slice(at - 1, at)
  const lineEnd = above === '' || /[\r\n]/.test(above) ? '' : lineBreakOf(tree)
  return keptApartFromRecord(tree, { start: at, end: at, text: lineEnd + text }, at + lineEnd.length)
}

/** The change of a record that gives it a field of another record, or removes the field if the other has none. */
function fieldChange(source: RecordNode, target: RecordNode, name: string): TextChange | undefined {
  const wanted = recordText(source).fields.find(field => field.name === name)
  const field = target.fields.find(one => one.name === name)
  const change = changeOf()
  return change && changesOnly(target, change, name, wanted?.said) ? change : undefined

  function changeOf(): TextChange | undefined {
    if (wanted && field) return { ...fieldSpan(field), text: wanted.text }
    if (field) return removeField(target, field)
    return wanted && fieldAddition(source, target, name, wanted.text)
  }
}

/** Inserts a field behind the field that is above it in the other record, or else as the first one. */
function fieldAddition(source: RecordNode, target: RecordNode, name: string, text: string): TextChange {
  const names = source.fields.map(field => field.name)
  const above = names.slice(0, names.indexOf(name))
  const last = target.fields.findLast(field => above.includes(field.name))
  const [first] = target.fields
  if (last) return insertAt(fieldSpan(last).end, ` | ${text}`)
  return first ? insertAt(fieldSpan(first).start, `${text} | `) : insertAt(target.tagEnd, ` ${text}`)
}

const insertAt = (at: number, text: string): TextChange => ({ start: at, end: at, text })

/** Whether a change leaves one record in which only the field changed, to what it says in the other record. */
function changesOnly(
  record: RecordNode,
  { start, end, text: by }: TextChange,
  name: string,
  said: string | undefined,
): boolean {
  const { text } = record
  const [changed, ...others] = parseEntries(text.slice(0, start) + by + text.slice(end))
  if (changed?.kind !== 'record' || others.length > 0 || changed.strays.length !== record.strays.length) return false
  const before = saidBy(record)
  const after = saidBy(changed)
  if (after.get(name) !== said) return false
  before.delete(name)
  after.delete(name)
  return before.size === after.size && [...before].every(([other, value]) => after.get(other) === value)
}
