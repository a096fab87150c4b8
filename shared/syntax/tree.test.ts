import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { differenceOf } from './difference.ts'
import {
  edit,
  editAll,
  entryAt,
  lengthOf,
  lineBreakOf,
  offsetAt,
  parse,
  positionAt,
  type Tree,
  textBetween,
  textOf,
  textOfLine,
} from './tree.ts'

const pieces = fc.constantFrom(
  '@CONTROL rid=C-1 | title="x"',
  '@',
  ' ',
  '  | a=1',
  '|',
  '"',
  '=',
  '[',
  ']',
  '\\',
  ':int=3',
  'name=',
  '# note',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '@BEGIN',
  '@END',
  '@END\n',
  '\n@BEGIN x\n',
  '🙂',
  '\ud83d',
  '\u00a0',
  '\ufeff',
  '\0',
  'x',
  '  \n',
  '\n  | b="y',
  '\n<<<<<<< HEAD\n',
  '\n=======\r\n  | c=1\n',
  '||||||| x',
  '>>>>>>>\n',
  '<',
)
const texts = fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(''))
const edits = fc.array(
  fc.record({
    from: fc.nat(),
    length: fc.nat(30),
    insert: fc.array(pieces, { maxLength: 4 }).map(parts => parts.join('')),
  }),
  {
    minLength: 1,
    maxLength: 8,
  },
)

const plain = (tree: Tree) => ({ entries: tree.entries, starts: [...tree.starts], lines: [...tree.lines] })

/** The same as `plain`, asked for entry by entry. */
const entryByEntry = (tree: Tree) => {
  const indices = Array.from({ length: tree.list.length }, (_, index) => index)
  return {
    entries: indices.map(index => entryAt(tree, index)),
    starts: [...indices, tree.list.length].map(index => tree.startOf(index)),
    lines: [...indices, tree.list.length].map(index => tree.lineOf(index)),
  }
}

function expectSameAfterEdits(
  text: string,
  changes: readonly { from: number; length: number; insert: string }[],
): void {
  let tree = parse(text)
  for (const { from, length, insert } of changes) {
    const start = from % (text.length + 1)
    const end = Math.min(text.length, start + length)
    text = text.slice(0, start) + insert + text.slice(end)
    tree = edit(tree, start, end, insert)
    expect(plain(tree)).toEqual(plain(parse(text)))
    expect(entryByEntry(tree)).toEqual(plain(tree))
  }
}

test('a tree keeps every character', () =>
  fc.assert(
    fc.property(texts, text => {
      const tree = parse(text)
      // The text of a tree may be remembered; that of its entries is not.
      expect(textBetween(tree, 0, tree.list.length)).toBe(text)
      expect(textOf(tree)).toBe(text)
    }),
  ))

test('after edits the tree is that of a full parse', () =>
  fc.assert(
    fc.property(texts, edits, (text, changes) => expectSameAfterEdits(text, changes)),
    { numRuns: runs(2000) },
  ))

test('after edits of a long text the tree is that of a full parse', () =>
  fc.assert(
    fc.property(texts, texts, edits, fc.nat(5000), (above, below, changes, length) => {
      const text = `${above}\n${'@A a=1\n# b\n'.repeat(600)}${below}`
      expectSameAfterEdits(text, [...changes, { from: changes[0]!.from, length, insert: '' }, ...changes])
    }),
    { numRuns: 8 },
  ))

test('changes made together give the tree of a full parse, and keep the entries that single edits keep', () =>
  fc.assert(
    fc.property(texts, texts, edits, fc.boolean(), (above, below, changes, isLong) => {
      const text = isLong ? `${above}\n${'@A a=1\n# b\n'.repeat(600)}${below}` : above + below
      const before = parse(text)
      const ends = changes.map(({ from }) => from % (text.length + 1)).sort((one, other) => one - other)
      const apart = ends.map((end, index) => {
        const start = Math.max(end - changes[index]!.length, ends[index - 1] ?? 0)
        return { start, end, text: changes[index]!.insert }
      })
      const after = editAll(before, apart)
      const singly = apart.reduceRight((tree, { start, end, text }) => edit(tree, start, end, text), before)
      expect(plain(after)).toEqual(plain(singly))
      expect(entryByEntry(after)).toEqual(plain(after))
      const known = new Set(before.entries)
      const kept = new Set(after.entries)
      expect(singly.entries.filter(entry => known.has(entry) && !kept.has(entry))).toEqual([])
      const { first, oldEnd, newEnd } = differenceOf(before.list, after)
      expect(after.entries.slice(0, first)).toEqual(before.entries.slice(0, first))
      expect(after.entries.slice(newEnd)).toEqual(before.entries.slice(oldEnd))
    }),
    { numRuns: runs(500) },
  ))

test('an edit leaves the entries it does not touch the same objects', () => {
  const before = parse('@A a=1\n@B b=2\n@C c=3\n@D d=4\n')
  const after = edit(before, 12, 13, '22')
  expect(textOf(after)).toBe('@A a=1\n@B b=22\n@C c=3\n@D d=4\n')
  expect(after.entries.map((entry, index) => entry === before.entries[index])).toEqual([true, false, true, true])
})

test("positions and offsets are each other's inverse", () =>
  fc.assert(
    fc.property(texts, text => {
      const tree = parse(text)
      const lines = text.split(/\r\n|\r|\n/)
      let offset = 0
      lines.forEach((lineText, line) => {
        for (let character = 0; character <= lineText.length; character++) {
          expect(offsetAt(tree, { line, character })).toBe(offset + character)
          expect(positionAt(tree, offset + character)).toEqual({ line, character })
        }
        expect(textOfLine(tree, line)).toBe(lineText)
        expect(offsetAt(tree, { line, character: lineText.length + 9 })).toBe(offset + lineText.length)
        offset += lineText.length + /^\r\n|^[\r\n]|^/.exec(text.slice(offset + lineText.length))![0].length
      })
      expect(offsetAt(tree, { line: lines.length, character: 0 })).toBe(lengthOf(tree))
      expect(textOfLine(tree, lines.length)).toBe('')
    }),
    { numRuns: runs(300) },
  ))

test('the line end of a file is that of its first line', () => {
  expect(['@A\r\n# b\n', '# a\r@B\n', '@A\n\r\n', '@A', ''].map(text => lineBreakOf(parse(text)))).toEqual([
    '\r\n',
    '\r',
    '\n',
    '\n',
    '\n',
  ])
})

test('lines below markers of a conflict join the record above them', () => {
  const before = parse('@A a=1\n<<<<<<<\n=======\n# x\n@B\n')
  const at = textOf(before).indexOf('# x')
  const after = edit(before, at, at + 3, '  | b=2')
  expect(plain(after)).toEqual(plain(parse(textOf(after))))
  expect(after.entries.map(({ kind }) => kind)).toEqual(['record', 'record'])
})

test('a block that is opened takes in all entries below it, and gives them back', () => {
  const before = parse(`# a\n${'@A\n# b\n'.repeat(20)}@END\n@C\n`)
  const opened = edit(before, 0, 0, '@BEGIN\n')
  expect(opened.entries.map(({ kind }) => kind)).toEqual(['block', 'record'])
  expect(plain(edit(opened, 0, 7, ''))).toEqual(plain(before))
})
