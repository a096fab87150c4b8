import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { withoutLineBreak } from '../basics/text.ts'
import { applyChanges } from '../syntax/text-change.ts'
import { parse, type Tree, textBetween, textOf } from '../syntax/tree.ts'
import { toggleComments } from './comment-out.ts'
import { copyWholes, joinWholes, moveWhole, removeWholes, suppressionCommentsOf, wholeAt } from './whole-record.ts'

const lines = fc.constantFrom(
  '@CONTROL rid=C-1',
  '@RISK title="x"',
  '@RISK rid=R-1 | title="a',
  '@CERT\n  | title="x"',
  '# note',
  '# recline-disable-next-line notation',
  '# recline-disable notation',
  '# recline-enable',
  '',
  '  ',
  '@BEGIN\ntext\n@END',
)

/** Files with records, comments and blank lines in any order, with a line break at the end or without one. */
const files = fc
  .tuple(fc.array(lines, { minLength: 1, maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([all, lineBreak, isEnded, hasMark]) => {
    const text = all.join('\n') + (isEnded ? '\n' : '')
    return (hasMark ? '\ufeff' : '') + text.replaceAll('\n', lineBreak)
  })

const recordsOf = (tree: Tree): number[] =>
  tree.entries.flatMap(({ kind }, index) => (kind === 'record' ? [index] : []))

const textsOf = (tree: Tree, kept: (index: number) => boolean = () => true): string[] =>
  tree.entries.flatMap(({ kind, text }, index) =>
    kind === 'blank' || !kept(index) ? [] : [withoutLineBreak(text.replace('\ufeff', ''))].filter(Boolean),
  )

const blanksOf = (tree: Tree): string[] =>
  tree.entries.flatMap(({ kind, text }) => (kind === 'blank' ? [text.replace('\ufeff', '')].filter(Boolean) : []))

/** Texts as one: lines that belong to no record are one entry with others that they come to stand below. */
const oneText = (texts: readonly string[]): string => texts.join('\n').replaceAll('\r\n', '\n')

test('deleting records leaves all others byte for byte, with their comments, and joins no blank lines', () => {
  fc.assert(
    fc.property(fc.oneof(files, damagedFiles()), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (text, chosen) => {
      const tree = parse(text)
      const all = recordsOf(tree)
      if (all.length === 0 || /\r(?!\n)/.test(text)) return
      const gone = [...new Set(chosen.map(number => all[number % all.length]!))]
      const wholes = gone.map(index => wholeAt(tree, index))
      const own = new Set([
        ...gone.flatMap(index => suppressionCommentsOf(tree, index)),
        ...wholes.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at)),
      ])
      const after = parse(applyChanges(tree, removeWholes(tree, wholes)))
      expect(oneText(textsOf(after))).toBe(oneText(textsOf(tree, index => !own.has(index))))
      const left = blanksOf(tree)
      for (const blank of blanksOf(after)) {
        const place = left.findIndex(one => one === blank || withoutLineBreak(one) === blank)
        expect(place, JSON.stringify(blank)).toBeGreaterThanOrEqual(0)
        left.splice(place, 1)
      }
    }),
    { numRuns: runs(2000) },
  )
})

test('deleting a copy gives the text back', () => {
  fc.assert(
    fc.property(files, fc.nat(), fc.constantFrom('up' as const, 'down' as const), (text, which, way) => {
      const { file, index } = snapshotOf(text)
      const { tree } = file
      const all = recordsOf(tree)
      if (all.length === 0) return
      const record = all[which % all.length]!
      const whole = wholeAt(tree, record)
      // A suppression apart from the record goes with the first one below it, which a copy above would be.
      if (suppressionCommentsOf(tree, record).some(suppression => suppression < whole.first)) return
      const copied = parse(applyChanges(tree, [copyWholes(file, index, [whole], way).change]))
      const copy = way === 'up' ? record : recordsOf(copied)[all.indexOf(record) + 1]!
      expect(recordsOf(copied).length).toBe(all.length + 1)
      expect(applyChanges(copied, removeWholes(copied, [wholeAt(copied, copy)]))).toBe(textOf(tree))
    }),
    { numRuns: runs(2000) },
  )
})

test('moving there and back gives the text back, but for a blank line that keeps a comment apart', () => {
  fc.assert(
    fc.property(files, fc.nat(), fc.constantFrom('up' as const, 'down' as const), (text, which, way) => {
      const tree = parse(text)
      const all = recordsOf(tree)
      if (all.length === 0) return
      const whole = wholeAt(tree, all[which % all.length]!)
      const move = moveWhole(tree, whole, way)
      if (!move) return
      const moved = parse(applyChanges(tree, [move.change]))
      expect(unitsOf(moved)).toEqual(unitsOf(tree))
      const line = tree.lines[whole.end - 1]! + move.lines
      const there = moved.lines.indexOf(line)
      const textOfEntry = (of: Tree, entry: number): string =>
        withoutLineBreak(of.entries[entry]!.text).replace('\ufeff', '')
      expect(textOfEntry(moved, there)).toBe(textOfEntry(tree, whole.end - 1))
      const back = moveWhole(moved, wholeAt(moved, there), way === 'up' ? 'down' : 'up')!
      const again = applyChanges(moved, [back.change])
      if (textOf(moved).length === text.length) expect(again).toBe(text)
      else expect(textsOf(parse(again))).toEqual(textsOf(tree))
    }),
    { numRuns: runs(2000) },
  )
})

/** The texts of all wholes with a record, sorted. */
const unitsOf = (tree: Tree): string[] =>
  recordsOf(tree)
    .map(index => wholeAt(tree, index))
    .map(({ first, end }) => withoutLineBreak(textBetween(tree, first, end).replace('\ufeff', '')))
    .sort()

test('commenting a record out and back gives the text back, with the comments that suppress its problems', () => {
  const text = '# About it.\n# recline-disable-next-line notation\n@CONTROL rid=C-1\n@RISK rid=R-1\n'
  const tree = parse(text)
  const commented = applyChanges(tree, toggleComments(tree, [2])!)
  expect(commented).toBe('# About it.\n# # recline-disable-next-line notation\n# @CONTROL rid=C-1\n@RISK rid=R-1\n')
  const between = parse(commented)
  expect(applyChanges(between, toggleComments(between, [2])!)).toBe(text)
  const two = parse(`# # recline-disable-next-line notation\n# @CONTROL rid=C-1\n# @RISK rid=R-1\n`)
  expect(applyChanges(two, toggleComments(two, [2])!)).toBe(
    '# # recline-disable-next-line notation\n# @CONTROL rid=C-1\n@RISK rid=R-1\n',
  )
})

test('a comment that suppresses problems of all below belongs to no record', () => {
  const tree = parse('# a\n# recline-disable notation\n# b\n@CONTROL rid=C-1\n')
  expect([0, 1, 2, 3].map(index => wholeAt(tree, index))).toEqual([
    { first: 0, end: 2 },
    { first: 0, end: 2 },
    { first: 2, end: 4 },
    { first: 2, end: 4 },
  ])
})

test('of the blank lines around a deleted record, the longer ones stay', () => {
  const left = (text: string): string => {
    const tree = parse(text)
    const record = tree.entries.findIndex(({ text }) => text.startsWith('@B'))
    return applyChanges(tree, removeWholes(tree, [wholeAt(tree, record)]))
  }
  expect(left('@A\n\n@B\n\n\n# Heading\n\n@C\n')).toBe('@A\n\n\n# Heading\n\n@C\n')
  expect(left('@A\n\n\n@B\n\n@C\n')).toBe('@A\n\n\n@C\n')
  expect(left('@B\n\n@C\n')).toBe('@C\n')
  expect(left('@A\n\n@B\n')).toBe('@A\n')
  expect(left('# Heading\n\n@B\n@C\n')).toBe('# Heading\n\n@C\n')
})

test('a moved record leaves a heading apart from the record below', () => {
  const tree = parse('@A\n\n# Heading\n\n@B\n@C\n')
  expect(applyChanges(tree, [moveWhole(tree, { first: 4, end: 5 }, 'up')!.change])).toBe(
    '@A\n\n@B\n\n# Heading\n\n@C\n',
  )
})

test('several wholes are joined over blank lines only', () => {
  const tree = parse('@A\n\n@B\n# c\n\n@C\n')
  expect(
    joinWholes(tree, [
      { first: 5, end: 6 },
      { first: 2, end: 3 },
      { first: 0, end: 1 },
    ]),
  ).toEqual([
    { first: 0, end: 3 },
    { first: 5, end: 6 },
  ])
})
