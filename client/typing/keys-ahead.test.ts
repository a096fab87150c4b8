import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedTags } from '../../server/requests/typed-tags.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { barBefore, insertTyped, type KeyContext, pressKey, type TypedKey, type TypedText, typedOver } from './keys.ts'
import { KeysAhead } from './keys-ahead.ts'

const [section] = typedTags(snapshotOf('', { fileName: 'a.compliance.rec', others: {} }))
const inRecords: KeyContext = { tags: section!.tags, isInBlock: false, indentation: { size: 2, usesSpaces: true } }

/** What a person does: a key that the extension answers, a character, or the deletion of one. */
type Stroke = { readonly key: TypedKey } | { readonly typed: string } | 'backspace'

const strokes: fc.Arbitrary<Stroke[]> = fc.array(
  fc.oneof(
    fc.constantFrom<TypedKey>('next', 'previous', 'enter').map(key => ({ key })),
    fc.constantFrom('a', 'B', '3', ' ', '-', '|').map(typed => ({ typed })),
    fc.constant<Stroke>('backspace'),
  ),
  { minLength: 1, maxLength: 8 },
)

const texts = fc.constantFrom(
  '@CONTROL rid=C-1 | title="ab" | maturity:int=3 | owner=""',
  '@CONTROL rid=C-1\n  | title="a b"\n  | owner="x"',
  '@FINDING rid=F-1 | control_ref="" | severity="high"',
  '@CREDENTIAL rid=C-1',
  '@NOTHING a=1',
  '# a note',
  '',
  '  prose',
)

/** A text that was typed without the extension: what a character and Backspace do. */
function type({ anchor, active }: TypedText, stroke: Exclude<Stroke, { key: TypedKey }>): TextChange {
  const [start, end] = [Math.min(anchor, active), Math.max(anchor, active)]
  if (stroke !== 'backspace') return { start, end, text: stroke.typed }
  return { start: start === end ? Math.max(0, start - 1) : start, end, text: '' }
}

/** A line break that replaces what is selected, with the indentation of its line. */
function lineBreak(typed: TypedText): TextChange {
  const start = Math.min(typed.anchor, typed.active)
  const [indentation] = /^[^\S\n]*/.exec(
    typed.text.slice(typed.text.lastIndexOf('\n', typed.active - 1) + 1, typed.active),
  )!
  return { start, end: Math.max(typed.anchor, typed.active), text: `\n${indentation}` }
}

const after = (typed: TypedText, change: TextChange): TypedText => {
  const { text, anchor, active } = typedOver({ ...typed, anchor: change.start, active: change.end }, change.text)
  return { text, anchor, active }
}

/** What the keys give when each is answered before the next. */
const answeredInTurn = (start: TypedText, all: readonly Stroke[], context: KeyContext): string =>
  all.reduce<TypedText>((typed, stroke) => {
    if (stroke === 'backspace') return after(typed, type(typed, stroke))
    return 'key' in stroke ? pressKey(typed, stroke.key, context) : insertTyped(typed, stroke.typed, context)
  }, start).text

/** An editor that types at once, and an extension that hears of it and writes whenever it comes to it. */
class SlowExtension {
  /** What the editor has told and the extension has not heard. */
  private readonly messages: ((keys: KeysAhead | undefined) => KeysAhead | undefined)[] = []
  private keys: KeysAhead | undefined
  private changes = 0
  /** What the extension has heard the editor has. */
  private known: TypedText

  constructor(
    public editor: TypedText,
    private readonly context: KeyContext,
  ) {
    this.known = editor
  }

  /** A person presses a key. */
  press(stroke: Stroke): void {
    const { anchor, active } = this.editor
    if (typeof stroke === 'string' || 'typed' in stroke) this.make(type(this.editor, stroke))
    // As the keybindings say: Enter replaces what is selected, and Tab goes on from its end.
    else if (anchor !== active && stroke.key === 'enter') this.make(lineBreak(this.editor))
    else {
      if (anchor !== active) this.select(active, active)
      this.tell(stroke)
    }
  }

  /** The editor tells the extension of a key. */
  private tell(stroke: { readonly key: TypedKey }): void {
    this.messages.push((keys = new KeysAhead(this.known)) => {
      keys.hear({
        isChange: false,
        take: () => {
          keys.press(typed => pressKey(typed, stroke.key, this.context))
          return true
        },
      })
      return keys
    })
  }

  /**
   * The extension hears of what has happened, and makes one step. The editor refuses it if there is a change between.
   *
   * @param isLate whether the strokes come behind the step, and before it is known to be made
   * @returns whether anything was left to do
   */
  answer(between: readonly Stroke[] = [], isLate = false): boolean {
    this.hear()
    const step = this.keys?.next()
    if (!step) this.keys = undefined
    const before = this.changes
    const half = isLate ? 0 : between.length
    for (const stroke of between.slice(0, half)) this.press(stroke)
    const isMade = before === this.changes
    if (step && isMade) {
      if (step.write) this.make(step.write)
      // A value is selected in two steps, the second one from where the cursor is then.
      this.select(step.write ? step.anchor : Math.min(step.anchor, step.active), step.write ? step.active : step.anchor)
    }
    for (const stroke of between.slice(half)) this.press(stroke)
    if (step && isMade && !step.write && step.anchor !== step.active)
      this.select(this.editor.active, Math.min(this.editor.text.length, this.editor.active + step.active - step.anchor))
    this.hear()
    if (step && this.keys?.done(isMade) === false) this.keys = undefined
    return step !== undefined || this.keys !== undefined
  }

  private make(change: TextChange): void {
    this.editor = after(this.editor, change)
    this.changes++
    this.messages.push(keys => {
      const before = this.known
      this.known = after(before, change)
      if (!keys) return this.mended(before, change)
      const take = (): boolean => keys.change(change, (typed, text) => insertTyped(typed, text, this.context))
      return keys.hear({ isChange: true, take }) ? keys : undefined
    })
    this.select(this.editor.anchor, this.editor.active)
  }

  /** A bar where one stands already. */
  private mended(before: TypedText, change: TextChange): KeysAhead | undefined {
    if (change.text !== '|' || barBefore(before, this.context) === undefined) return undefined
    const keys = new KeysAhead(before)
    keys.changeInstead(change, typed => insertTyped(typed, change.text, this.context))
    return keys
  }

  private select(anchor: number, active: number): void {
    this.editor = { ...this.editor, anchor, active }
    this.messages.push(keys => {
      this.known = { ...this.known, anchor, active }
      return keys?.hear({ isChange: false, take: () => keys.select(anchor, active) }) ? keys : undefined
    })
  }

  private hear(): void {
    for (const message of this.messages.splice(0)) this.keys = message(this.keys)
  }
}

test('keys at any speed give what they give when each is answered before the next', () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(),
      strokes,
      fc.array(fc.record({ count: fc.nat({ max: 3 }), isLate: fc.boolean() }), { maxLength: 8 }),
      fc.boolean(),
      (text, place, all, pauses, isInBlock) => {
        const context = { ...inRecords, isInBlock }
        // Backspace at the start of a text does nothing, so that no extension hears of it.
        const above = '# written above\n'
        const cursor = above.length + (place % (text.length + 1))
        const start: TypedText = { text: above + text, anchor: cursor, active: cursor }
        const extension = new SlowExtension(start, context)
        const left = [...all]
        for (const { count, isLate } of pauses) extension.answer(left.splice(0, count), isLate)
        for (const stroke of left) extension.press(stroke)
        for (let turns = 30; turns > 0 && extension.answer(); turns--) {}
        expect(extension.editor.text).toBe(answeredInTurn(start, all, context))
      },
    ),
    { numRuns: runs(20_000) },
  )
})
