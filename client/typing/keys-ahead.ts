import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { KeyEffect, TypedText } from './keys.ts'

/** What the editor has to do next: write a text and select a part of it, or only select. */
export interface NextStep {
  readonly write?: TextChange
  /** The selection then. */
  readonly anchor: number
  readonly active: number
}

/** What the extension hears: a key that it answers, or what the editor has done. */
export interface Heard {
  readonly isChange: boolean
  /** Takes it. False if nobody knows any more what the keys give. */
  readonly take: () => boolean
}

/**
 * A key that an extension answers can come late: VS Code itself types what follows at the old place. So there are two
 * texts: the one in the editor, and the one that the keys give when each is answered before the next. Each key and
 * each change applies to both; what is left to do is the difference.
 */
export class KeysAhead {
  /** What the keys give. */
  private wanted: TypedText
  private suggests = false
  /**
   * What was typed last, in both texts: the cursor can end inside of it, as between quotes that close by themselves.
   */
  private lastTyped: { readonly actual: number; readonly wanted: number; readonly length: number } | undefined
  /** What the editor is doing, until it says whether it has. */
  private step: NextStep | undefined
  /** What was heard meanwhile: only then is known which change is the one of the step. */
  private heard: Heard[] = []
  /** The step that was made, while what was heard meanwhile is taken: the editor selects more than once for a step. */
  private written: NextStep | undefined

  /** @param actual what the editor has */
  constructor(private actual: TypedText) {
    this.wanted = actual
  }

  /** Whether the list of suggestions opens at the end. */
  get opensList(): boolean {
    return this.suggests
  }

  /** The text and the selection in the editor. */
  get current(): TypedText {
    return this.actual
  }

  /** Takes what is heard, in turn. The result is the one of `take`. */
  hear(heard: Heard): boolean {
    if (!this.step) return heard.take()
    this.heard.push(heard)
    return true
  }

  /** A key that the extension answers. */
  press(key: (typed: TypedText) => KeyEffect): void {
    const { suggests, ...wanted } = key(this.wanted)
    this.wanted = wanted
    this.suggests = suggests
    this.lastTyped = undefined
  }

  /**
   * A change that the editor has made.
   *
   * @param type what a typed text gives
   * @returns false if it is no typing: then nobody knows what the keys give, and the text stays as it is
   */
  change({ start, end, text }: TextChange, type: (typed: TypedText, text: string) => KeyEffect): boolean {
    const before = this.actual
    this.actual = afterWrite(before, { start, end, text })
    if (this.written?.write) this.written = undefined
    const [from, to] = [Math.min(before.anchor, before.active), Math.max(before.anchor, before.active)]
    const isSelection = start === from && end === to
    if (!isSelection && (from !== to || start > to || end < from)) return false
    // Backspace, where the editor has a selection.
    const isOneBack = isSelection && start < end && text === ''
    const atCursor =
      isSelection && !isOneBack ? this.wanted : this.widened(isOneBack ? 1 : from - start, before.text.slice(to, end))
    if (!atCursor) return false
    const typed = type(atCursor, text)
    this.suggests = typed.suggests
    this.wanted = { text: typed.text, anchor: typed.anchor, active: typed.active }
    this.lastTyped = { actual: start, wanted: typed.active - text.length, length: text.length }
    return true
  }

  /** The selection with text before and behind it, which was replaced as well; undefined if it is not there. */
  private widened(before: number, behind: string): TypedText | undefined {
    const { text, anchor, active } = this.wanted
    if (anchor !== active) return behind === '' ? this.wanted : undefined
    return before > active || !text.startsWith(behind, active)
      ? undefined
      : { text, anchor: active - before, active: active + behind.length }
  }

  /**
   * A change with which the editor has answered a key in its own way, which is another one than that of the record.
   */
  changeInstead(change: TextChange, key: (typed: TypedText) => KeyEffect): void {
    this.press(key)
    this.actual = afterWrite(this.actual, change)
  }

  /**
   * The editor has selected something, or moved the cursor.
   *
   * @returns false if the author has gone elsewhere
   */
  select(anchor: number, active: number): boolean {
    const { actual, lastTyped: last, written, wanted } = this
    // On its way to the end of a step, the editor selects other places of it.
    const isOnWay =
      written?.write && active !== written.active && isInStep(written, anchor) && isInStep(written, active)
    if (isOnWay) return true
    this.actual = { ...actual, anchor, active }
    if (written?.write && isInStep(written, anchor) && isInStep(written, active)) return true
    if (active === actual.active && anchor === actual.anchor) return true
    // A key goes on from the end of what is selected.
    if (active === actual.active && anchor === active) {
      this.wanted = { ...wanted, anchor: wanted.active }
      return true
    }
    // A key can come between the two steps that select a value.
    const isOfStep = written && (active - anchor === written.active - written.anchor || anchor === active)
    if (isOfStep && !written.write) return true
    if (anchor === wanted.anchor && active === wanted.active) return true
    if (!last || anchor !== active || active < last.actual || active > last.actual + last.length) return false
    const cursor = last.wanted + active - last.actual
    this.wanted = { ...wanted, anchor: cursor, active: cursor }
    return true
  }

  /** What is left to do; undefined if the editor has what the keys give. */
  next(): NextStep | undefined {
    const { anchor, active } = this.wanted
    const isSame = this.actual.text === this.wanted.text
    if (isSame && this.actual.anchor === anchor && this.actual.active === active) return undefined
    this.step = isSame ? { anchor, active } : { write: writeBetween(this.actual.text, this.wanted), anchor, active }
    return this.step
  }

  /**
   * The editor has made the last step, or has not, because a key came before it.
   *
   * @returns false if nobody knows any more what the keys give
   */
  done(isMade: boolean): boolean {
    const { step, heard } = this
    this.step = undefined
    this.heard = []
    // Had there been a change before it, the editor would not have made the step.
    // The editor tells no selection that it has already.
    if (isMade && step && !step.write) {
      this.written = step
      this.actual = { ...this.actual, anchor: step.anchor, active: step.active }
    }
    const own = isMade && step?.write ? heard.findIndex(({ isChange }) => isChange) : -1
    const isFollowed = heard.every((one, index) => {
      if (index !== own) return one.take()
      const { text } = afterWrite(this.actual, step!.write!)
      this.actual = { text, anchor: step!.anchor, active: step!.active }
      this.written = step
      return true
    })
    this.written = undefined
    return isFollowed
  }
}

/** Whether an offset is in what a step writes, or where it ends. */
const isInStep = ({ write: written, active }: NextStep, offset: number): boolean =>
  offset === active ||
  (written !== undefined && offset >= written.start && offset <= written.start + written.text.length)

function afterWrite({ text }: TypedText, { start, end, text: written }: TextChange): TypedText {
  const cursor = start + written.length
  return { text: text.slice(0, start) + written + text.slice(end), anchor: cursor, active: cursor }
}

/** The change from a text to another one. The selection of the other one is in it, so that one step makes both. */
function writeBetween(before: string, { text, anchor, active }: TypedText): TextChange {
  const shorter = Math.min(before.length, text.length)
  const [first, last] = [Math.min(anchor, active), Math.max(anchor, active)]
  let start = 0
  while (start < Math.min(shorter, first) && before[start] === text[start]) start++
  let tail = 0
  const mostTail = Math.min(shorter - start, text.length - last)
  while (tail < mostTail && before.at(-1 - tail) === text.at(-1 - tail)) tail++
  return { start, end: before.length - tail, text: text.slice(start, text.length - tail) }
}
