import type { TypedChange } from '../editor/positions.ts'

/** A line, cut at the cursor, and the lines around it. */
export interface CursorLine {
  readonly before: string
  readonly behind: string
  readonly above: string
  readonly below: string
}

/**
 * What Enter does at a place of a line.
 *
 * @returns one of these, or undefined where Enter does what it does in any text:
 *   - `recordEnd`: behind the last value of a line or inside its quotes, also with empty fields behind. A new line
 *     starts behind the line.
 *   - `inside`: in a text or a word of a record, which Enter does not break. A new line starts behind the line.
 *   - `aboveLines`: at one of both places, with continuation lines below. A new line starts behind all of them.
 *   - `indentation`: on an indentation, with or without a bar, below a record. Enter leaves it.
 */
export function enterAt({ before, behind, above, below }: CursorLine): EnterPlace | undefined {
  if (/^\s+(\|\s*)?$/.test(before) && behind.trim() === '') return recordLine.test(above) ? 'indentation' : undefined
  if (!recordLine.test(before)) return undefined
  const isInQuotes = openQuote.test(before)
  const isInWord = isInQuotes || (/[^\s|]$/.test(before) && /^[^\s|]/.test(behind))
  const isAtEnd = isInQuotes
    ? behind.startsWith('"') && emptyFields.test(behind.slice(1))
    : emptyFields.test(behind) && lastValue.test(before)
  if (!isAtEnd && !isInWord) return undefined
  if (continuation.test(below)) return 'aboveLines'
  return isAtEnd ? 'recordEnd' : 'inside'
}

type EnterPlace = 'recordEnd' | 'inside' | 'aboveLines' | 'indentation'

/** Whether a text before the cursor ends behind the `=` of a value that is still empty, or inside its quotes. */
export const isEmptyValue = (before: string): boolean => /^(?:[^"]|"(?:[^"\\]|\\.)*")*=\s*(?:"\s*)?$/.test(before)

/**
 * The lines that Enter has broken, one for each cursor, as numbers in the text after the changes.
 *
 * @param changes all changes of one event; no line counts if one of them is no line break
 */
export function brokenLines(changes: readonly TypedChange[]): number[] {
  const breaks = changes.filter(({ text }) => /^\r?\n\s*(?:\| )?$/.test(text))
  // VS Code may delete the indentation of the line together with the break.
  const isDeletion = ({ range, text }: TypedChange): boolean => text === '' && range.start.line === range.end.line
  if (!changes.every(change => breaks.includes(change) || isDeletion(change))) return []
  return breaks
    .map(({ range }) => range)
    .sort((one, other) => one.start.line - other.start.line)
    .map(({ start }, index, ranges) => {
      const removed = ranges.slice(0, index).map(range => range.end.line - range.start.line)
      return start.line + index - removed.reduce((sum, count) => sum + count, 0)
    })
}

/** An edit of the line where Enter was pressed, or of the new line below it. */
export interface LineEdit {
  readonly line: 0 | 1
  readonly start: number
  /** The line in which the replaced text ends. */
  readonly endLine: 0 | 1
  readonly end: number
  readonly text: string
}

/**
 * What Enter should have done, when VS Code has broken a line because a key was pressed before it knew that.
 *
 * @param above the text of the line above the one where Enter was pressed
 * @param line the text of this line now
 * @param below the text of the new line
 * @returns edits that take the rest of a text back to its line; that delete the bar at the end of the line if the new
 *   line starts with one; or that delete the line if it has no more than an indentation and a bar below
 *   a record, so that Enter leaves the indentation; none if the line break is right
 */
export function afterBreak(above: string, line: string, below: string): LineEdit[] {
  const indentation = /^\s*/.exec(below)![0].length
  const isBarRepeated = below[indentation] === '|' && indentation > 0
  const isIndentation =
    line === ''
      ? recordLine.test(above) && indentation > 0
      : isRestOfBreak(above, line) || enterAt({ before: line, behind: '', above, below: '' }) !== undefined
  if (line.trim().length < 2)
    return isIndentation && !isBarRepeated ? [{ line: 0, start: 0, endLine: 1, end: indentation, text: '' }] : []
  if (!recordLine.test(line)) return []
  if (openQuote.test(line)) {
    // VS Code repeats the indentation of the line; any other blank belongs to the text.
    const [kept] = /^\s*/.exec(line)!
    const start = below.startsWith(kept) ? kept.length : indentation
    const rest = below.slice(start)
    if (!closingQuote.test(rest)) return []
    const text = rest.replace(/^"\s*$/, '"')
    const back = { line: 0, start: line.length, endLine: 0, end: line.length, text } as const
    return [back, { line: 1, start, endLine: 1, end: below.length, text: '' }]
  }
  const bar = /\s*\|\s*$/.exec(line)
  return isBarRepeated && bar ? [{ line: 0, start: bar.index, endLine: 0, end: line.length, text: '' }] : []
}

/** Whether a line has no more than the quote that Enter has taken from the line above, and that is not back yet. */
export const isRestOfBreak = (above: string, line: string): boolean => breaksText(above) && /^\s*"\s*$/.test(line)

/** Whether a line of a record ends inside of a text, as when Enter has broken it. */
const breaksText = (line: string): boolean => recordLine.test(line) && openQuote.test(line)

/**
 * What an `@` should have done that was typed behind the bar of an empty continuation line, or behind the indentation
 * that a line below a continuation line has: it starts a record there.
 *
 * @param above the text of the line above
 * @param line the text of the line now
 * @returns how many characters to delete at the start of the line
 */
export function barBeforeRecord(above: string, line: string): number {
  const [, indentation = '', bar = ''] = /^(\s+)(\|\s*)?@\s*$/.exec(line) ?? []
  if (!recordLine.test(above)) return 0
  return bar !== '' || above.startsWith(`${indentation}|`) ? indentation.length + bar.length : 0
}

/** A line of a record, and not of a block. */
const recordLine = /^\s*(?:@(?!(?:BEGIN|END)(?:\s|$))|\|)/

/** Whether a line is of a record, by its text up to the cursor. */
export const isRecordLine = (before: string): boolean => recordLine.test(before)

/** The rest of a line in which no field has a value. */
const emptyFields = /^\s*(?:\|\s*[A-Za-z_][\w.-]*(?::\w+)?=\s*(?:""\s*)?)*$/

/** Whether a text ends inside quotes. */
export const endsInQuotes = (text: string): boolean => openQuote.test(text)

/** A line that continues the record above. */
const continuation = /^\s+\|/

/** Text that ends behind a value, or behind the `=` of one. */
const lastValue = /=\s*(?:[^"|=]*|"(?:[^"\\]|\\.)*")\s*$/

/** Text inside quotes that has their end. */
const closingQuote = /^(?:[^"\\]|\\.)*"/

/** Text that ends inside quotes. */
const openQuote = /^(?:[^"]|"(?:[^"\\]|\\.)*")*"(?:[^"\\]|\\.)*$/
