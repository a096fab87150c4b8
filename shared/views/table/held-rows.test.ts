import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordNode } from '../../syntax/nodes.ts'
import { edit, parse, type Tree, textOf } from '../../syntax/tree.ts'
import { holdRows } from './held-rows.ts'

const recordsOf = (tree: Tree): number[] =>
  tree.entries.flatMap((entry, index) => (entry.kind === 'record' ? [index] : []))

/** The records of a tree by their texts without `@X `. */
const shown = (tree: Tree, rows: readonly number[]): string =>
  rows.map(row => (tree.entries[row] as RecordNode).text.replace('@X ', '').trim()).join(' ')

/** The rows that stay after each `old` text became `new`, of records that were shown in the given order. */
function held(order: string, edits: readonly (readonly [old: string, changed: string])[], isSorted = true): string {
  const before = parse('@X a\n@X b\n# c\n@X d\n@X e\n@X f\n')
  const rows = order.split(' ').map(id => before.entries.findIndex(({ text }) => text === `@X ${id}\n`))
  let after = before
  for (const [old, changed] of edits) {
    const at = textOf(after).indexOf(old)
    after = edit(after, at, at + old.length, changed)
  }
  const records = { tree: before, records: recordsOf(before) }
  return shown(after, holdRows(records, { tree: after, records: recordsOf(after) }, rows, isSorted))
}

test('a changed record keeps its row', () => {
  expect(held('e a d', [['@X a', '@X z']])).toBe('e z d')
  expect(
    held('e a d', [
      ['@X a', '@X y'],
      ['@X e', '@X z'],
    ]),
  ).toBe('z y d')
})

test('a deleted record loses its row, and rows that were left out stay so', () => {
  expect(held('e a d', [['@X d\n', '']])).toBe('e a')
  expect(
    held('f e a', [
      ['@X a\n', ''],
      ['@X b\n', ''],
      ['@X e', '@X z'],
    ]),
  ).toBe('f z')
})

test('a new record comes last if the rows are sorted, and else where it is in the file', () => {
  expect(held('e a', [['@X b\n', '@X b\n@X n\n']])).toBe('e a n')
  expect(held('a e', [['@X b\n', '@X b\n@X n\n']], false)).toBe('a n e')
})

test('after any edits, the rows of records that did not change stay in their order', () =>
  fc.assert(
    fc.property(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]),
      fc.array(fc.tuple(fc.nat(), fc.nat(8), fc.constantFrom('', '@X n\n', '\n', '# c\n', 'm')), { maxLength: 4 }),
      (rows, edits) => {
        const before = parse(Array.from({ length: 8 }, (_, id) => `@X ${id}\n`).join(''))
        let after = before
        for (const [start, length, text] of edits) {
          const all = textOf(after)
          const from = start % (all.length + 1)
          after = edit(after, from, Math.min(all.length, from + length), text)
        }
        const versions = [before, after].map(tree => ({ tree, records: recordsOf(tree) })) as [never, never]
        const kept = holdRows(...versions, rows, true)
        expect(new Set(kept).size).toBe(kept.length)
        const same = (tree: Tree, list: readonly number[]): unknown[] =>
          list
            .map(row => tree.entries[row])
            .filter(entry => before.entries.includes(entry!) && after.entries.includes(entry!))
        const first = same(after, kept).slice(0, same(before, rows).length)
        expect(first).toEqual(same(before, rows))
      },
    ),
  ))
