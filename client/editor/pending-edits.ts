import { isSamePosition, isSameRange, type TextPosition, type TextRange, type TypedChange } from './positions.ts'

/** An edit that is still to be made. */
export interface PendingEdit {
  readonly range: TextRange
  readonly newText: string
}

/**
 * The edits that are left after changes of the document, moved along with their text. An edit that one of the changes
 * has made is left out. After any other change of the same place, the text is as the author wants it, and no edit is
 * left.
 *
 * @param changes in the order in which VS Code reports them: each is in the text that the one before has left
 */
export function pendingAfter(edits: readonly PendingEdit[], changes: readonly TypedChange[]): PendingEdit[] {
  let pending = [...edits]
  for (const { range, text } of changes) {
    const others = pending.filter(edit => !(isSameRange(edit.range, range) && edit.newText === text))
    if (others.some(edit => touches(range, edit.range))) return []
    pending = others.map(({ range: own, newText }) => ({ range: afterChange(own, range, text), newText }))
  }
  return pending
}

/** Where a range is after changes, in their order; undefined if one of them changes something in it. */
export function rangeAfter(range: TextRange, changes: readonly TypedChange[]): TextRange | undefined {
  let now = range
  for (const { range: changed, text } of changes) {
    if (touches(changed, now)) return undefined
    now = afterChange(now, changed, text)
  }
  return now
}

/** Whether a change replaces a part of a range. */
export function touches(change: TextRange, range: TextRange): boolean {
  return isSamePosition(range.start, range.end)
    ? !isSamePosition(change.start, change.end) &&
        !isBefore(range.start, change.start) &&
        !isBefore(change.end, range.end)
    : isBefore(change.start, range.end) && isBefore(range.start, change.end)
}

/** Where a range is after a change that does not touch it. */
function afterChange(range: TextRange, change: TextRange, text: string): TextRange {
  // What is typed at the end of a range, or at the place of an insertion, comes behind it.
  if (!isBefore(change.start, range.end)) return range
  const lines = text.split('\n')
  const added = lines.length - 1 - (change.end.line - change.start.line)
  const column = lines.at(-1)!.length + (lines.length > 1 ? 0 : change.start.character)
  const after = (position: TextPosition): TextPosition => {
    if (isBefore(position, change.end)) return position
    const { line, character } = position
    return {
      line: line + added,
      character: line === change.end.line ? character + column - change.end.character : character,
    }
  }
  return { start: after(range.start), end: after(range.end) }
}

const isBefore = (one: TextPosition, other: TextPosition): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character)
