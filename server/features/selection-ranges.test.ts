import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SelectionRange } from 'vscode-languageserver-types'
import { offsetAt, positionAt, type Tree, textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { open, snapshotOf } from '../../test/editor.ts'
import { selectionRanges } from './selection-ranges.ts'

/** The texts that the selection at `$0` expands to, step by step. */
function steps(text: string): string[] {
  const { snapshot, position } = open(text)
  return spansOf(snapshot.file.tree, selectionRanges(snapshot.file, [position])[0]).map(({ start, end }) =>
    textOf(snapshot.file.tree).slice(start, end),
  )
}

function spansOf(tree: Tree, selection: SelectionRange | undefined): { start: number; end: number }[] {
  const spans = []
  for (let step = selection; step; step = step.parent)
    spans.push({ start: offsetAt(tree, step.range.start), end: offsetAt(tree, step.range.end) })
  return spans
}

// The parent of a selection range is the next larger one, so the innermost comes first.
test('a selection expands from a value to the file', () => {
  const header = '@DOC domain=compliance\n'
  const records = '@CONTROL rid=CTL-1\n  | title="x y"\n@CONTROL rid=CTL-2\n'
  const next = '@DOC domain=health\n@DX\n'
  expect(steps(`# x\n${header}${records.replace('x y', 'x$0 y')}${next}`)).toEqual([
    'x y',
    '"x y"',
    'title="x y"',
    '@CONTROL rid=CTL-1\n  | title="x y"',
    header + records,
    `# x\n${header}${records}${next}`,
  ])
})

test('a selection expands from every other part', () => {
  expect(steps('@CONTROL ti$0tle="x" | rid=1\n')).toEqual([
    'title',
    'title="x"',
    '@CONTROL title="x" | rid=1',
    '@CONTROL title="x" | rid=1\n',
  ])
  expect(steps('@CON$0TROL rid=1\n')).toEqual(['@CONTROL', '@CONTROL rid=1', '@CONTROL rid=1\n'])
  expect(steps('  @CONTROL rid=1$0 \n')).toEqual(['1', 'rid=1', '@CONTROL rid=1', '  @CONTROL rid=1 \n'])
  expect(steps('@CONTROL tags=[a,$0 b]')).toEqual(['a, b', '[a, b]', 'tags=[a, b]', '@CONTROL tags=[a, b]'])
  expect(steps('@CONTROL title="$0')).toEqual(['', '"', 'title="', '@CONTROL title="'])
  expect(steps('@CONTROL rid=1 |$0 | a=1')).toEqual(['@CONTROL rid=1 | | a=1'])
  expect(steps('@CONTROL some wo$0rds\n')).toEqual(['some words', '@CONTROL some words', '@CONTROL some words\n'])
  expect(steps('# a$0\n# b\n')).toEqual(['# a', '# a\n# b\n'])
  expect(steps('@BEGIN\r\n$0x\r\n@END\r\n')).toEqual(['@BEGIN\r\nx\r\n@END', '@BEGIN\r\nx\r\n@END\r\n'])
  expect(steps('@A\n\n$0\n@B\n')).toEqual(['@A\n\n\n@B\n'])
  expect(steps('$0')).toEqual([''])
})

test(
  'every step takes in the one before and the position',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const snapshot = snapshotOf(text)
        const { tree } = snapshot.file
        const offsets = [...Array(text.length + 1).keys()].filter(
          offset => text.slice(offset - 1, offset + 1) !== '\r\n',
        )
        const all = selectionRanges(
          snapshot.file,
          offsets.map(offset => positionAt(tree, offset)),
        )
        all.forEach((selection, index) => {
          const spans = spansOf(tree, selection)
          expect(spans.at(-1)).toEqual({ start: 0, end: text.length })
          spans.reduce((inner, outer) => {
            const isLarger =
              outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start
            if (!isLarger) throw new Error(`${JSON.stringify(inner)} is not in ${JSON.stringify(outer)}`)
            return outer
          })
          expect(spans[0]!.start <= offsets[index]! && offsets[index]! <= spans[0]!.end).toBe(true)
        })
      }),
      { numRuns: 50 },
    ),
  60_000,
)
