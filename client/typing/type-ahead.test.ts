import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextPosition } from '../editor/positions.ts'
import { type Destination, type Landing, PendingKeys } from './type-ahead.ts'

/** An editor with a document and a cursor, as VS Code tells an extension about it. */
class Editor {
  readonly keys = new PendingKeys()
  private readonly first: TextPosition

  constructor(
    private text: string,
    mark = '^',
  ) {
    this.text = text.replace(mark, '')
    this.first = placeOf(text, mark)
    this.cursor = this.first
  }

  cursor: TextPosition

  lineAt = (line: number): string => this.text.split('\n')[line]!

  type(text: string): void {
    for (const character of text) this.replace(this.cursor, this.cursor, character)
  }

  /** Types over the selected text behind the cursor. */
  replaceNext(length: number, text: string): void {
    this.replace(this.cursor, { ...this.cursor, character: this.cursor.character + length }, text)
  }

  backspace(): void {
    this.replace({ ...this.cursor, character: this.cursor.character - 1 }, this.cursor, '')
  }

  land({ range, before, behind }: Landing): void {
    this.replace(range.start, range.end, before + behind)
    const lines = before.split('\n')
    const character = lines.at(-1)!.length + (lines.length > 1 ? 0 : range.start.character)
    this.cursor = { line: range.start.line + lines.length - 1, character }
  }

  /** The text with `¦` for the cursor. */
  shown(): string {
    const at = offsetOf(this.text, this.cursor)
    return `${this.text.slice(0, at)}¦${this.text.slice(at)}`
  }

  private replace(start: TextPosition, end: TextPosition, text: string): void {
    const [from, to] = [offsetOf(this.text, start), offsetOf(this.text, end)]
    this.text = this.text.slice(0, from) + text + this.text.slice(to)
    this.cursor = { line: start.line, character: start.character + text.length }
    if (from < to || text !== '') this.keys.change({ range: { start, end }, rangeLength: to - from, text })
  }
}

const placeOf = (text: string, mark: string): TextPosition => {
  const before = text.slice(0, text.indexOf(mark)).split('\n')
  return { line: before.length - 1, character: before.at(-1)!.length }
}

const offsetOf = (text: string, { line, character }: TextPosition): number =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, { length }) => sum + length + 1, character)

/** A key at `^` leads to `«»`, where it writes the text. */
function destination(text: string, write: string): Destination {
  const plain = text.replace('^', '')
  const start = placeOf(plain.replace('»', ''), '«')
  const end = placeOf(plain.replace('«', ''), '»')
  const edits = write === '' ? [] : [{ range: { start, end }, newText: write }]
  return { edits, cursor: { ...start, character: start.character + write.length } }
}

/** The text after a key, with what was typed while it waited. */
function landed(text: string, typed: string, write = ''): string {
  const editor = new Editor(text.replace(/[«»]/g, ''))
  editor.keys.press(editor.cursor)
  editor.type(typed)
  editor.land(editor.keys.land(editor.lineAt, destination(text, write), 0))
  editor.keys.done()
  return editor.shown()
}

test('what was typed since the key goes where the key leads', () => {
  expect(landed('@A x="1^" | y="«»" | z=""', 'ab')).toBe('@A x="1" | y="ab¦" | z=""')
  expect(landed('@A x="1^"«»', 'st', ' | ')).toBe('@A x="1" | st¦')
  expect(landed('@A x=1^«  »', 's', ' | ')).toBe('@A x=1 | s¦')
  expect(landed('@A x="1^"\n  | y=«»\n', '7')).toBe('@A x="1"\n  | y=7¦\n')
  expect(landed('@A y="«»" | x="1^"', '7')).toBe('@A y="7¦" | x="1"')
})

test('without anything typed, only the cursor moves', () => {
  expect(landed('@A x="1^" | y="«»"', '')).toBe('@A x="1" | y="¦"')
  expect(landed('@A x="1^"«»', '', ' | ')).toBe('@A x="1" | ¦')
})

test('a key starts where the key before it led, behind what was typed between them', () => {
  const editor = new Editor('@A x="1^" | y= | z=""')
  editor.keys.press(editor.cursor)
  editor.type('2')
  editor.keys.press(editor.cursor)
  editor.type('Anx')
  editor.backspace()
  editor.land(editor.keys.land(editor.lineAt, destination('@A x="1^" | y=«» | z=""', ''), 0))
  editor.keys.done()
  editor.type('n')
  expect(editor.shown()).toBe('@A x="1" | y=2Ann¦ | z=""')
  expect(editor.keys.cursor).toEqual(placeOf('@A x="1" | y=2^', '^'))
  const known = editor.keys.text.length
  editor.type('a')
  editor.land(editor.keys.land(editor.lineAt, destination('@A x="1" | y=2^Ann | z="«»"', ''), known))
  editor.keys.done()
  expect(editor.shown()).toBe('@A x="1" | y=2 | z="Anna¦"')
  expect(editor.keys.isWaiting).toBe(false)
})

test('after the author has gone to another line, no key waits', () => {
  const waitsAfter = (line: number): boolean => {
    const editor = new Editor('@A x="1" | y=""\n@A x="2^"\n  | y=""\n')
    editor.keys.press(editor.cursor)
    editor.type('ab')
    editor.keys.land(editor.lineAt, destination('@A x="1" | y=""\n@A x="2^"\n  | y="«»"\n', ''), 0)
    editor.keys.cursorIn(line)
    return editor.keys.isWaiting
  }
  expect([0, 1, 2, 3].map(waitsAfter)).toEqual([false, true, true, false])
})

test('after a change that is no typing, no key waits', () => {
  const afterKey = (act: (editor: Editor) => void): boolean => {
    const editor = new Editor('@A x="1^"')
    editor.keys.press(editor.cursor)
    editor.type('ab')
    act(editor)
    return editor.keys.isWaiting
  }
  expect(afterKey(editor => editor.backspace())).toBe(true)
  expect(afterKey(editor => editor.type('\n'))).toBe(false)
  expect(
    afterKey(editor => {
      for (let times = 0; times < 3; times++) editor.backspace()
    }),
  ).toBe(false)
  expect(
    afterKey(editor => {
      editor.cursor = { line: 0, character: 2 }
      editor.type('x')
    }),
  ).toBe(false)
})

test('whatever is typed and wherever the key leads, the typed text moves there and all else stays', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '"', ' ', '|', '$', '}', '\\'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, word, word, fc.boolean(), (one, two, three, typed, isForward) => {
      const text = isForward ? `${one}^${two}«»${three}` : `${one}«»${two}^${three}`
      const expected = isForward ? `${one}${two}${typed}¦${three}` : `${one}${typed}¦${two}${three}`
      expect(landed(text, typed)).toBe(expected)
    }),
  )
})

test('behind a key that only moves the cursor, the next key starts where the cursor is', () => {
  const keys = new PendingKeys()
  keys.press({ line: 0, character: 9 })
  keys.press({ line: 0, character: 9 })
  keys.moveTo({ line: 0, character: 4 })
  keys.done()
  expect(keys.isWaiting).toBe(true)
  expect(keys.cursor).toEqual({ line: 0, character: 4 })
})

test('two keys that go back at once: what is typed behind them replaces the value that the second one leads to', () => {
  const editor = new Editor('@A x="1" | y="2" | z="3^"')
  editor.keys.press(editor.cursor)
  editor.keys.press(editor.cursor)
  editor.type('ab')
  expect([editor.keys.isLast, editor.keys.typedFirst]).toEqual([false, ''])
  editor.land(editor.keys.land(editor.lineAt, destination('@A x="1" | y="«»2" | z="3"', ''), 0))
  editor.keys.done()
  expect(editor.shown()).toBe('@A x="1" | y="ab¦2" | z="3"')
  expect([editor.keys.isLast, editor.keys.text]).toEqual([true, 'ab'])
  const [start, end] = [placeOf('@A x="^1"', '^'), placeOf('@A x="1^"', '^')]
  const replacing = { edits: [{ range: { start, end }, newText: '' }], cursor: start }
  editor.land(editor.keys.land(editor.lineAt, replacing, 2))
  expect(editor.shown()).toBe('@A x="ab¦" | y="2" | z="3"')
})

test('what is typed before and after a value is selected replaces it', () => {
  const typedAround = (before: string, behind: string): [string, boolean] => {
    const editor = new Editor('@A x="^abc"')
    editor.keys.press(editor.cursor)
    editor.keys.select(3)
    editor.type(before)
    if (behind !== '') editor.replaceNext(3, behind)
    return [editor.shown(), editor.keys.isSelected]
  }
  expect(typedAround('', 'n')).toEqual(['@A x="n¦"', false])
  expect(typedAround('n', 'e')).toEqual(['@A x="ne¦"', false])
  expect(typedAround('n', '')).toEqual(['@A x="n¦abc"', true])
})

test('a key that ends the selection starts behind the value', () => {
  const keys = new PendingKeys()
  keys.press({ line: 0, character: 6 })
  keys.select(3)
  keys.press({ line: 0, character: 9 })
  keys.done()
  expect([keys.isWaiting, keys.cursor]).toEqual([true, { line: 0, character: 9 }])
})

test('what is typed before a value is selected replaces it, also if a key ends the selection', () => {
  const editor = new Editor('@A x="^3" | y=""')
  editor.keys.press(editor.cursor)
  editor.keys.select(1)
  editor.type('4')
  editor.cursor = placeOf('@A x="43^" | y=""', '^')
  editor.keys.press(editor.cursor)
  editor.type('An')
  expect([editor.shown(), editor.keys.isSelected]).toEqual(['@A x="43An¦" | y=""', true])
  const value = { start: placeOf('@A x="^', '^'), end: placeOf('@A x="3^', '^') }
  const replacing = { edits: [{ range: value, newText: '' }], cursor: value.start }
  const late = editor.keys.land(editor.lineAt, replacing, 0)
  editor.type('a')
  expect(late).not.toEqual(editor.keys.land(editor.lineAt, replacing, 0))
  editor.land(editor.keys.land(editor.lineAt, replacing, 0))
  expect([editor.shown(), editor.keys.isSelected]).toEqual(['@A x="4Ana¦" | y=""', false])
  editor.keys.done()
  expect([editor.keys.cursor, editor.keys.text]).toEqual([placeOf('@A x="4^', '^'), 'Ana'])
})

test('what is typed behind a move shows that it was made before VS Code says so', () => {
  const editor = new Editor('@A x="abc" | y="1^"')
  editor.keys.press(editor.cursor)
  editor.land(editor.keys.land(editor.lineAt, destination('@A x="«»abc" | y="1^"', ''), 0))
  editor.type('n')
  expect([editor.shown(), editor.keys.typedFirst]).toEqual(['@A x="n¦abc" | y="1"', 'n'])
})
