import type { TypedTag } from '../../shared/protocol/typing.ts'
import { endsInQuotes, enterAt, isRecordLine } from './enter.ts'
import { continuesRecord, type FieldKey, pressFieldKey, recordWithOffset } from './field-keys.ts'

/** A text with its selection, which is typed from `anchor` to `active`. The same offset twice is a cursor. */
export interface TypedText {
  readonly text: string
  readonly anchor: number
  readonly active: number
}

/** A key whose effect depends on the record under the cursor. */
export type TypedKey = FieldKey | 'enter'

/** What a key needs to know besides the text. */
export interface KeyContext {
  /** The tags that records of the text can have. */
  readonly tags: readonly TypedTag[]
  /** Whether the text is in a block, which has no records. */
  readonly isInBlock: boolean
  /** What Tab writes in any text. */
  readonly indentation: { readonly size: number; readonly usesSpaces: boolean }
}

/** What a key leaves, and whether the list of suggestions opens then. */
export type KeyEffect = TypedText & { readonly suggests: boolean }

/**
 * Presses a key in a text, which starts and ends with whole lines. Outside of records it does what it does in any
 * text.
 */
export function pressKey(typed: TypedText, key: TypedKey, context: KeyContext): KeyEffect {
  if (key === 'enter') return pressEnter(typed, context)
  const { text, active } = typed
  const record = context.isInBlock ? undefined : recordWithOffset(text, active)
  const result = record && pressFieldKey(record, active, key, context.tags)
  if (result) {
    const { edit, selection, suggests } = result
    const after = edit ? text.slice(0, edit.start) + edit.text + text.slice(edit.end) : text
    return { text: after, anchor: selection.start, active: selection.end, suggests }
  }
  // The keybinding has ended a selection.
  const cursor = { text, anchor: active, active }
  if (key === 'next') return typedOver(cursor, indentationAt(cursor, context))
  return key === 'previous' ? outdent(cursor, context) : { ...cursor, suggests: false }
}

/** Whether a key goes to a field, and does not do what it does in any text. */
export function isFieldKey({ text, active }: TypedText, key: FieldKey, { tags, isInBlock }: KeyContext): boolean {
  const record = isInBlock ? undefined : recordWithOffset(text, active)
  return record !== undefined && pressFieldKey(record, active, key, tags) !== undefined
}

/** Types a text in place of the selection. */
export function typedOver({ text, anchor, active }: TypedText, typed: string): KeyEffect {
  const [start, end] = [Math.min(anchor, active), Math.max(anchor, active)]
  const cursor = start + typed.length
  return { text: text.slice(0, start) + typed + text.slice(end), anchor: cursor, active: cursor, suggests: false }
}

/**
 * Types a text as the author does. A bar behind another one with nothing but blanks between takes its place, as Tab
 * writes a bar that many type as well.
 */
export function insertTyped(typed: TypedText, text: string, context: KeyContext): KeyEffect {
  if (/^\n[^\S\n]*(?:\| )?$/.test(text)) return pressKey(typed, 'enter', context)
  const bar = text === '|' ? barBefore(typed, context) : undefined
  return bar === undefined ? typedOver(typed, text) : { ...typedOver({ ...typed, anchor: bar }, text), suggests: true }
}

/** Where the bar of an empty field in front of the cursor is. */
export function barBefore({ text, anchor, active }: TypedText, { isInBlock }: KeyContext): number | undefined {
  const before = text.slice(lineAround(text, active).start, active)
  const [bar] = /\|[^\S\n]*$/.exec(before) ?? []
  const isEmptyField = !isInBlock && anchor === active && isRecordLine(before) && !endsInQuotes(before)
  return isEmptyField && bar ? active - bar.length : undefined
}

/** Where Enter breaks a line; in a record, behind the line or all lines of the record. */
function pressEnter(typed: TypedText, { isInBlock }: KeyContext): KeyEffect {
  const { text, anchor, active } = typed
  const line = lineAround(text, active)
  const [before, behind] = [text.slice(line.start, active), text.slice(active, line.end)]
  const place = isInBlock || anchor !== active ? undefined : enterAt({ before, behind, ...linesBeside(text, line) })
  if (place === 'indentation') return typedOver({ text, anchor: line.start, active: line.end }, '')
  const end = place === 'aboveLines' ? endOfRecord(text, line.end) : line.end
  if (place === 'aboveLines') return typedOver({ text, anchor: end, active: end }, '\n')
  const [indentation = ''] = /^[^\S\r\n]*/.exec(before)!
  if (place) return typedOver({ text, anchor: line.end, active: line.end }, `\n${indentation}`)
  return typedOver(typed, `\n${indentation}`)
}

const lineAround = (text: string, offset: number): { start: number; end: number } => ({
  start: text.lastIndexOf('\n', offset - 1) + 1,
  end: text.slice(offset).search(/\n|$/) + offset,
})

const linesBeside = (text: string, line: { start: number; end: number }): { above: string; below: string } => ({
  above: text
    .slice(0, Math.max(0, line.start - 1))
    .split('\n')
    .at(-1)!,
  below: /^[^\n]*/.exec(text.slice(line.end + 1))![0],
})

/** The end of the last line that continues a record. */
function endOfRecord(text: string, lineEnd: number): number {
  let end = lineEnd
  while (continuesRecord(text.slice(end + 1))) end = lineAround(text, end + 1).end
  return end
}

function indentationAt({ text, anchor, active }: TypedText, { indentation: { size, usesSpaces } }: KeyContext): string {
  if (!usesSpaces) return '\t'
  const start = Math.min(anchor, active)
  return ' '.repeat(size - (visibleColumn(text, start, size) % size))
}

/** The column of an offset as it is seen, with tabs as wide as they are. */
function visibleColumn(text: string, offset: number, size: number): number {
  let column = 0
  for (const character of text.slice(lineAround(text, offset).start, offset))
    column += character === '\t' ? size - (column % size) : 1
  return column
}

/** Takes one step of indentation away from the line. */
function outdent({ text, anchor, active }: TypedText, { indentation: { size } }: KeyContext): KeyEffect {
  const { start } = lineAround(text, active)
  const [blanks] = /^[\t ]*/.exec(text.slice(start))!
  const target = Math.max(0, Math.ceil(visibleColumn(text, start + blanks.length, size) / size) - 1) * size
  let kept = blanks.length
  while (kept > 0 && visibleColumn(text, start + kept, size) > target) kept--
  const removed = blanks.length - kept
  const after = (offset: number): number => (offset <= start + kept ? offset : Math.max(start + kept, offset - removed))
  return {
    text: text.slice(0, start + kept) + text.slice(start + blanks.length),
    anchor: after(anchor),
    active: after(active),
    suggests: false,
  }
}
