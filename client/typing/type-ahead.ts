import {
  isSamePosition,
  isSameRange,
  type TextPosition,
  type TextRange,
  type TypedChange,
} from '../editor/positions.ts'

/** Where a key leads: the edits to make, and where the cursor is after them. */
export interface Destination {
  readonly edits: readonly { readonly range: TextRange; readonly newText: string }[]
  readonly cursor: TextPosition
}

/** One replacement, with the cursor somewhere in its text. */
export interface Landing {
  readonly range: TextRange
  readonly before: string
  readonly behind: string
}

/**
 * The keys that wait for an answer, and what the author has typed since each of them. The typed text stands where the
 * cursor was at the first of these keys, and belongs where its key leads.
 */
export class PendingKeys {
  private start: TextPosition = { line: 0, character: 0 }
  /** What was typed since each key, up to the next one. */
  private typed: string[] = []
  private landing: (Landing & { readonly start: TextPosition }) | undefined
  /** The length of the value behind the typed text that is selected, or will be: what is typed then replaces it. */
  private selected = 0
  /**
   * The length of a value behind what was typed first, with what was typed later behind it: a key has ended its
   * selection. What was typed first still replaces it.
   */
  private gap = 0

  /** @param cursor where the cursor is when the key is pressed */
  press(cursor: TextPosition): void {
    if (!this.isWaiting) this.start = cursor
    else if (this.selected > 0 && isSamePosition(cursor, positionAfter(this.start, this.text.length + this.selected))) {
      // The key has ended the selection. What is typed from now on stands behind the value.
      if (this.text === '') this.start = cursor
      else this.gap = this.selected
      this.selected = 0
    }
    this.typed.push('')
  }

  get isWaiting(): boolean {
    return this.typed.length > 0
  }

  /** Whether only one key waits. */
  get isLast(): boolean {
    return this.typed.length === 1
  }

  /** What was typed between the first key and the next one. */
  get typedFirst(): string {
    return this.typed[0] ?? ''
  }

  /** Where the text starts that was typed since the first key. */
  get cursor(): TextPosition {
    return this.start
  }

  /** What was typed since the first key. */
  get text(): string {
    return this.typed.join('')
  }

  /** Takes a change of the document. After a change that is no typing, no key waits: it is unknown where they lead. */
  change({ range, rangeLength, text }: TypedChange & { readonly rangeLength: number }): void {
    if (!this.isWaiting) return
    const { landing } = this
    if (landing && isSameRange(landing.range, range) && landing.before + landing.behind === text) {
      this.start = landing.start
      this.landing = undefined
      this.gap = 0
      return
    }
    // The extension takes empty fields out of a record above.
    if (range.end.line < this.start.line && range.start.line === range.end.line && !/[\r\n]/.test(text)) return
    // VS Code reports no landing that only moves the cursor. What is typed behind it shows that it was made.
    if (landing && isMove(landing) && isSamePosition(landing.start, range.start)) this.moveTo(landing.start)
    const last = this.typed.at(-1)!
    const end = positionAfter(this.start, this.text.length + this.gap)
    const isReplacing = this.isLast && isSamePosition(range.start, end) && rangeLength === this.selected
    const removed = isReplacing ? 0 : rangeLength
    const isAtEnd = isReplacing || isSamePosition(positionAfter(range.start, rangeLength), end)
    if (isReplacing && rangeLength > 0) this.selected = 0
    if (isAtEnd && removed <= last.length && !/[\r\n]/.test(text))
      this.typed[this.typed.length - 1] = last.slice(0, last.length - removed) + text
    else this.typed = []
  }

  /**
   * Takes where the cursor is. In another line than what was typed, and than where the first key leads, the author has
   * gone there, and no key waits: it would bring the cursor back, and what is typed next into another record.
   */
  cursorIn(line: number): void {
    if (line !== this.start.line && line !== this.landing?.start.line) this.typed = []
  }

  /**
   * The replacement that goes where the first key leads, and takes along what was typed.
   *
   * @param lineAt gives a line of the document as it is now
   * @param known how many characters were typed already when the destination was asked for
   */
  land(lineAt: (line: number) => string, destination: Destination, known: number): Landing {
    const { start, text } = this
    if (this.gap > 0) return this.landInPlace()
    const place = withoutTyped(destination, { start, end: positionAfter(start, known) })
    const landing = land(lineAt, { start, end: positionAfter(start, text.length) }, place)
    const lines = landing.before.split('\n')
    const line = landing.range.start.line + lines.length - 1
    const character = lines.at(-1)!.length + (lines.length > 1 ? 0 : landing.range.start.character)
    this.landing = { ...landing, start: { line, character: character - text.length } }
    return landing
  }

  /** Deletes the value between what was typed first and later. */
  private landInPlace(): Landing {
    const { start, typedFirst, text, gap } = this
    const range = { start: positionAfter(start, typedFirst.length), end: positionAfter(start, text.length + gap) }
    const landing = { range, before: text.slice(typedFirst.length), behind: '' }
    this.landing = { ...landing, start }
    return landing
  }

  /** The first key has moved the cursor, and changes nothing. The key behind it starts there. */
  moveTo(cursor: TextPosition): void {
    this.start = cursor
    this.landing = undefined
  }

  /** The first key selects a value behind what was typed. A character may come before or after that. */
  select(length: number): void {
    this.selected = length
  }

  /** Whether the value is still there that the first key has selected. */
  get isSelected(): boolean {
    return this.selected > 0 || this.gap > 0
  }

  /** The first key has led somewhere, or nowhere. */
  done(): void {
    // A landing that only moves the cursor changes nothing.
    if (this.landing) this.start = this.landing.start
    this.landing = undefined
    this.selected = 0
    this.start = positionAfter(this.start, (this.typed.shift()?.length ?? 0) + this.gap)
    this.gap = 0
  }
}

/** The replacement that moves the text in a range to where a key leads. */
function land(lineAt: (line: number) => string, typed: TextRange, { edits, cursor }: Destination): Landing {
  const places = [typed.start, cursor, ...edits.flatMap(({ range }) => [range.start, range.end])]
  const first = Math.min(...places.map(({ line }) => line))
  const last = Math.max(...places.map(({ line }) => line))
  const now = Array.from({ length: last - first + 1 }, (_, index) => lineAt(first + index)).join('\n')
  const [from, to] = [offsetInLines(now, typed.start, first), offsetInLines(now, typed.end, first)]
  const without = now.slice(0, from) + now.slice(to)

  let after = without
  for (const { range, newText } of edits.toReversed()) {
    const [start, end] = [offsetInLines(without, range.start, first), offsetInLines(without, range.end, first)]
    after = after.slice(0, start) + newText + after.slice(end)
  }
  const place = offsetInLines(after, cursor, first)
  const end = place + to - from
  after = after.slice(0, place) + now.slice(from, to) + after.slice(place)

  const change = changedSpan(now, after, end)
  return {
    range: { start: positionInLines(now, change.start, first), end: positionInLines(now, change.end, first) },
    before: after.slice(change.start, end),
    behind: after.slice(end, after.length - (now.length - change.end)),
  }
}

/** A destination in a document without the text in a range of one line. */
function withoutTyped({ edits, cursor }: Destination, { start, end }: TextRange): Destination {
  const map = (position: TextPosition): TextPosition => {
    if (position.line !== start.line || position.character <= start.character) return position
    return positionAfter(position, -Math.min(end.character, position.character) + start.character)
  }
  return {
    edits: edits.map(({ range, newText }) => ({ range: { start: map(range.start), end: map(range.end) }, newText })),
    cursor: map(cursor),
  }
}

/** The span of a text that another one replaces; the cursor in the new text is not outside of it. */
function changedSpan(before: string, after: string, cursor: number): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < Math.min(shorter, cursor) && before[start] === after[start]) start++
  let tail = 0
  const mostTail = Math.min(shorter - start, after.length - cursor)
  while (tail < mostTail && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { start, end: before.length - tail }
}

/** Whether a landing changes nothing. */
const isMove = ({ range, before, behind }: Landing): boolean =>
  isSamePosition(range.start, range.end) && before + behind === ''

const positionAfter = ({ line, character }: TextPosition, by: number): TextPosition => ({
  line,
  character: character + by,
})

const offsetInLines = (text: string, { line, character }: TextPosition, firstLine: number): number =>
  text
    .split('\n')
    .slice(0, line - firstLine)
    .reduce((sum, { length }) => sum + length + 1, character)

function positionInLines(text: string, offset: number, firstLine: number): TextPosition {
  const lines = text.slice(0, offset).split('\n')
  return { line: firstLine + lines.length - 1, character: lines.at(-1)!.length }
}
