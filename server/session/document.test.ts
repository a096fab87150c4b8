import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse, positionAt, textOf } from '../../shared/syntax/tree.ts'
import { runs } from '../../test/property-values.ts'
import { openDocuments, type RecDocument } from './document.ts'

const create = (text: string): RecDocument => openDocuments().create('file:///a.rec', 'rec', 1, text) as RecDocument
const update = (document: RecDocument, ...changes: TextDocumentContentChangeEvent[]): RecDocument =>
  openDocuments().update(document, changes, document.version + 1) as RecDocument

/** A change from one line and character to another, both from 0. */
const change = (
  startLine: number,
  start: number,
  endLine: number,
  end: number,
  text: string,
): TextDocumentContentChangeEvent => ({
  range: { start: { line: startLine, character: start }, end: { line: endLine, character: end } },
  text,
})

const pieces = fc.constantFrom(
  '@CONTROL rid=C-1 | title="x"',
  '@',
  '  | a=1',
  '"',
  '\n',
  '\r',
  '\r\n',
  '@BEGIN\n',
  '@END\n',
  '🙂',
  '\ud83d',
  '\ufeff',
  '# c',
  'x',
  ' ',
)
const texts = fc.array(pieces, { maxLength: 20 }).map(parts => parts.join(''))
const edits = fc.array(fc.record({ at: fc.nat(), length: fc.nat(20), insert: texts }), { minLength: 1, maxLength: 6 })

test('changes give the same text and tree as opening the new text', () =>
  fc.assert(
    fc.property(texts, edits, fc.boolean(), (text, all, isOneNotification) => {
      let document = create(text)
      const changes: TextDocumentContentChangeEvent[] = []
      for (const { at, length, insert } of all) {
        // A position between CR and LF is none of the protocol's.
        const places = [...Array(text.length + 1).keys()].filter(
          offset => text.slice(offset - 1, offset + 1) !== '\r\n',
        )
        const first = at % places.length
        const start = places[first]!
        const end = places[Math.min(first + length, places.length - 1)]!
        const tree = parse(text)
        changes.push({ range: { start: positionAt(tree, start), end: positionAt(tree, end) }, text: insert })
        text = text.slice(0, start) + insert + text.slice(end)
        if (!isOneNotification) document = update(document, ...changes.splice(0))
      }
      document = update(document, ...changes)
      expect(textOf(document.tree)).toBe(text)
      expect({ ...document.tree, change: undefined }).toEqual(parse(text))
    }),
    { numRuns: runs(500) },
  ))

test('changes from the end of the text to its start give the same text and tree as opening the new text', () =>
  fc.assert(
    fc.property(texts, edits, (text, all) => {
      const before = parse(text)
      const places = [...Array(text.length + 1).keys()].filter(offset => text.slice(offset - 1, offset + 1) !== '\r\n')
      const ends = all.map(({ at }) => at % places.length).sort((one, other) => other - one)
      const changes = ends.map((end, index) => {
        const start = Math.max(end - all[index]!.length, ends[index + 1] ?? 0)
        const range = { start: positionAt(before, places[start]!), end: positionAt(before, places[end]!) }
        return { range, text: all[index]!.insert }
      })
      const after = update(create(text), ...changes)
      const inLibrary = TextDocument.update(TextDocument.create('file:///a.rec', 'rec', 1, text), changes, 2)
      expect(textOf(after.tree)).toBe(inLibrary.getText())
      expect(after.tree.entries).toEqual(parse(inLibrary.getText()).entries)
    }),
    { numRuns: runs(1000) },
  ))

test('a change without a range replaces the whole text', () => {
  const document = update(create('@CONTROL'), change(0, 0, 0, 0, 'x'), { text: '@A a=1\n' }, change(0, 3, 0, 4, 'b'))
  expect(textOf(document.tree)).toBe('@A b=1\n')
  expect(document).toMatchObject({ uri: 'file:///a.rec', version: 2 })
})

test('an older version of a document does not change', () => {
  const before = create('@A a=1\n')
  update(before, change(0, 0, 1, 0, ''))
  expect(textOf(before.tree)).toBe('@A a=1\n')
})

test('positions count UTF-16 code units, and CRLF as one line end', () => {
  expect(textOf(update(create('# 🙂🙂x\r\n# y\r\n'), change(0, 6, 0, 7, 'z'), change(1, 2, 1, 3, 'é')).tree)).toBe(
    '# 🙂🙂z\r\n# é\r\n',
  )
})

test('a range that is outside the text or reversed is corrected', () => {
  expect(textOf(update(create('ab\ncd'), change(0, 1, 0, 99, 'x')).tree)).toBe('ax\ncd')
  expect(textOf(update(create('ab\ncd'), change(7, 0, 9, 9, 'x')).tree)).toBe('ab\ncdx')
  expect(textOf(update(create('abcd'), change(0, 3, 0, 1, 'x')).tree)).toBe('axd')
  expect(textOf(update(create(''), change(3, 3, 4, 4, 'x')).tree)).toBe('x')
})

test('a document is a descriptor by its language or name, and changes as text', () => {
  expect(openDocuments().create('file:///a.rec', 'rec', 1, '').kind).toBe('records')
  for (const [uri, language] of [
    ['file:///a', 'json'],
    ['file:///a', 'jsonc'],
    ['file:///a.json', 'rec'],
  ] as const) {
    const document = openDocuments().create(uri, language, 1, '{"a": 1}')
    const changed = openDocuments().update(document, [change(0, 6, 0, 7, '2')], 2)
    expect(changed).toMatchObject({ kind: 'descriptor', uri, version: 2 })
    expect(changed.kind === 'descriptor' && changed.text.getText()).toBe('{"a": 2}')
  }
})
