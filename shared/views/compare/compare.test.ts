import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/property-values.ts'
import { builtinRegistry } from '../../../test/records.ts'
import { damagedVersions, versionsOfFiles } from '../../../test/versions.ts'
import type { ComparedText } from '../../protocol/compare.ts'
import { applyChanges } from '../../syntax/text-change.ts'
import { parse, textOf } from '../../syntax/tree.ts'
import { comparisonOf, type TwoVersions, versionsOf } from './rows.ts'
import { changeThatTakes } from './take.ts'

const versions = (left: string, right: string): TwoVersions => versionsOf(left, parse(right), builtinRegistry)

const shownText = (parts: readonly ComparedText[] | null): string =>
  parts === null ? '-' : parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

/** One line for each row, and for each of its fields that is not the same. */
const shown = (left: string, right: string): string[] =>
  comparisonOf(versions(left, right), builtinRegistry).rows.flatMap(({ kind, names, fields }) => [
    `${kind} ${names.join(', ')}`,
    ...fields
      .filter(({ isSame }) => !isSame)
      .map(({ name, left: old, right: now, direction }) =>
        `  ${name}: ${shownText(old)} > ${shownText(now)} ${direction ?? ''}`.trimEnd(),
      ),
  ])

/** The text of a side after it took a row, or a field of a row, of the other side. */
function take(left: string, right: string, into: 'left' | 'right', row: number, field?: string): string | undefined {
  const both = versions(left, right)
  const change = changeThatTakes(both, { into, row, field })
  return change && applyChanges(both[into], [change])
}

const before =
  '@CONTROL rid=1 | status="effective" | title="one two three"\n@A rid=2\n@A rid=3\n# note\n@A rid=4 | x=1\n'
const after =
  '@A rid=3\n@CONTROL rid=1 | status="tested" | owner="me" | title="one 2 three"\n@A rid=5\n@A rid=4 | x=1\n'

test('records are side by side, with their different words, and unchanged ones together', () => {
  expect(shown(before, after)).toEqual([
    'moved A 3',
    'changed CONTROL 1',
    '  status: [effective] > [tested] backward',
    '  owner: - > [me]',
    '  title: one [two] three > one [2] three',
    'removed A 2',
    '  rid: [2] > -',
    'added A 5',
    '  rid: - > [5]',
    'changed A 4',
    '  : [# note] > -',
  ])
  expect(shown('@A rid=1\n@A rid=2\n@A rid=3\n', '@A rid=1\n@A rid=2\n@A rid=4\n\n')).toEqual([
    'same A 1, A 2',
    'removed A 3',
    '  rid: [3] > -',
    'added A 4',
    '  rid: - > [4]',
  ])
  expect(shown('@A rid=1\r\n', '@A rid=1\n')).toEqual(['same A 1'])
})

test('a field is taken from the other side', () => {
  const [left, right] = ['@A x=1 | y="a\\"b" | z=3\n', '@A x=2 | w=1\n  | z=3\n']
  const both = (text: string): string => `@B\n# c\n${text}@B\n`
  const taken = (into: 'left' | 'right', field: string): string | undefined =>
    take(both(left), both(right), into, 1, field)
  expect(taken('right', 'x')).toBe(both('@A x=1 | w=1\n  | z=3\n'))
  expect(taken('left', 'x')).toBe(both('@A x=2 | y="a\\"b" | z=3\n'))
  expect(taken('right', 'y')).toBe(both('@A x=2 | y="a\\"b" | w=1\n  | z=3\n'))
  expect(taken('left', 'y')).toBe(both('@A x=1 | z=3\n'))
  expect(taken('left', 'w')).toBe(both('@A x=1 | w=1 | y="a\\"b" | z=3\n'))
  expect(taken('right', 'w')).toBe(both('@A x=2\n  | z=3\n'))
  expect(taken('right', 'none')).toBeUndefined()
  expect(take(both(left), both(right), 'right', 0)).toBeUndefined()
  expect(take(both(left), both(right), 'right', 9)).toBeUndefined()
  expect(take('@A x=1\n', '@A\n', 'right', 0, 'x')).toBe('@A x=1\n')
  expect(take('@A rid=1 | t="long enough" | x=1\n', '@A t="long enough" | x=1\n', 'right', 0, 'rid')).toBe(
    '@A rid=1 | t="long enough" | x=1\n',
  )
})

test('a record, its comments, or other text is taken from the other side', () => {
  expect(take(before, after, 'right', 1)).toBe(
    after.replace(/@CONTROL.*/, '@CONTROL rid=1 | status="effective" | title="one two three"'),
  )
  expect(take(before, after, 'right', 2)).toBe(after.replace('@A rid=5', '@A rid=2\n@A rid=5'))
  expect(take(before, after, 'left', 2)).toBe(before.replace('@A rid=2\n', ''))
  expect(take(before, after, 'right', 3)).toBe(after.replace('@A rid=5\n', ''))
  expect(take(before, after, 'right', 4, '')).toBe(after.replace('@A rid=4', '# note\n@A rid=4'))
  expect(take(before, after, 'left', 4, '')).toBe(before.replace('# note\n', ''))
  expect(take('@A rid=1\n@A rid=2', '@A rid=1', 'right', 1)).toBe('@A rid=1\n@A rid=2\n')
  expect(take('# a\n\n@A\n', '# b\n\n@A\n', 'right', 0)).toBe('# a\n\n@A\n')
  expect(take('@A rid=1\n@A rid=2\n', '@A rid=2\r\n', 'right', 0)).toBe('@A rid=1\r\n@A rid=2\r\n')
})

/** Takes all rows of the other side, and expects that this ends: nothing is taken again and again. */
function takeAll(base: string, ours: string): void {
  const nextRow = (text: string): number =>
    comparisonOf(versions(base, text), builtinRegistry).rows.findIndex(({ kind }) =>
      ['added', 'removed', 'changed'].includes(kind),
    )
  let text = ours
  const most = base.length + ours.length
  for (let step = 0; nextRow(text) >= 0; step++) {
    expect(step).toBeLessThan(most)
    text = take(base, text, 'right', nextRow(text))!
  }
}

test('a side that takes all rows says the same as the other', () => {
  for (const files of [versionsOfFiles(), damagedVersions()])
    fc.assert(
      fc.property(files, ({ base, ours }) => takeAll(base, ours)),
      { numRuns: runs(200) },
    )
})

test.each([
  ['@CONTROL\n\n  | title="x"\n{', '@CONTROL\n  | title="x"\n{'],
  [' # a comment\n\n@CONTROL\n', ' # a comment\n@CONTROL\n\n@CONTROL\n'],
])('taking all rows ends where text must stay apart from what is above: %j', (base, ours) => takeAll(base, ours))

test('text that is taken is not read as more of the record above', () => {
  expect(take('@A\n\n  | x=1\n{\n', '@A\n{\n', 'right', 1)).toBe('@A\n\n  | x=1\n{\n')
  expect(take('@A\n\n  | x=1\n{\n', '@A\n', 'right', 1)).toBe('@A\n\n  | x=1\n{\n')
  expect(take('@A\n@B\n', '@A\n@BEGIN\n@END\n  | x=1\n@B\n', 'right', 1)).toBe('@A\n\n  | x=1\n@B\n')
})

test('a field that is taken is the only change', () => {
  fc.assert(
    fc.property(versionsOfFiles(), ({ base, ours }) => {
      comparisonOf(versions(base, ours), builtinRegistry).rows.forEach((row, index) => {
        for (const { name, isSame } of row.kind === 'changed' ? row.fields : []) {
          const text = isSame || name === '' ? undefined : take(base, ours, 'right', index, name)
          if (text === undefined) continue
          const fields = comparisonOf(versions(ours, text), builtinRegistry)
            .rows.filter(({ kind }) => kind !== 'same')
            .flatMap(one => one.fields)
          expect(fields.filter(one => !one.isSame).map(one => one.name)).toEqual([name])
        }
      })
    }),
    { numRuns: runs(200) },
  )
})

test('a text that is the same has no changes', () =>
  expect(comparisonOf(versions(textOf(parse(before)), before), builtinRegistry).rows.map(({ kind }) => kind)).toEqual([
    'same',
  ]))
