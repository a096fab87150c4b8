import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/property-values.ts'
import { builtinRegistry, check } from '../../../test/records.ts'
import { insertRecords } from '../../edit/insert-records.ts'
import { removeWholes, wholeAt } from '../../edit/whole-record.ts'
import { applyChanges, changedText, changesBetween } from '../../syntax/text-change.ts'
import { parse, textOf } from '../../syntax/tree.ts'
import { changedFile } from './changed-records.ts'

/** What is listed of a change from one text to another, a line for each value. */
function listed(before: string, after: string): string[] {
  const tree = parse(before)
  const { records } = changedFile('a.rec', tree, changesBetween(tree, parse(after)), builtinRegistry)
  return records.flatMap(({ name, line, fields }) =>
    fields.map(field => `${line + 1} ${name} ${field.name}: ${field.before ?? '-'} -> ${field.after ?? '-'}`),
  )
}

test.each([
  [
    'values',
    '@CONTROL rid=CTL-1 | title="A" | status="tested"\n',
    '@CONTROL rid=CTL-1 | title="B\\n" | owner="x"\n',
    ['title: A -> B\n', 'owner: - -> x', 'status: tested -> -'],
  ],
  ['the notation alone', '@CONTROL rid=CTL-1 | m=3\n', '@CONTROL rid=CTL-1 | m:int=3\n', ['m: m=3 -> m:int=3']],
  ['the tag', '@control rid=CTL-1\n', '@CONTROL rid=CTL-1\n', ['tag: @control -> @CONTROL']],
  [
    'nothing of a field',
    '@CONTROL rid=CTL-1|x=1\n',
    '@CONTROL rid=CTL-1 | x=1\n',
    [': @CONTROL rid=CTL-1|x=1 -> @CONTROL rid=CTL-1 | x=1'],
  ],
])('what changes of a record: %s', (_, before, after, expected) =>
  expect(listed(before, after)).toEqual(expected.map(line => `1 CONTROL CTL-1 ${line}`)),
)

test('other text, long texts and removed records', () => {
  expect(listed('# a\n\n@CONTROL rid=CTL-1\n', '# b\n\n@CONTROL rid=CTL-1\n')).toEqual(['1 comment : # a -> # b'])
  expect(listed('oh\n', 'no\n')).toEqual(['1 text : oh -> no'])
  const [long] = listed(`@A x="${'a'.repeat(500)}"`, '@A x="b"')
  expect(long).toBe(`1 A x: ${'a'.repeat(300)}… -> b`)
  expect(listed('# c\n@A rid=1\n@A rid=2\n# d\n@A rid=3\n', '@A rid=2\n')).toEqual([
    '2 A 1 : # c\n@A rid=1 -> -',
    '5 A 3 : # d\n@A rid=3 -> -',
  ])
})

test('added records, each with its values', () => {
  expect(listed('@A rid=1\n', '@A rid=1\n@A rid=2 | x=1\n@CONTROL rid=C-1 | title="Reviews"\n')).toEqual([
    '1 A 2 rid: - -> 2',
    '1 A 2 x: - -> 1',
    '1 CONTROL C-1 rid: - -> C-1',
    '1 CONTROL C-1 title: - -> Reviews',
  ])
  expect(listed('@A rid=1', '@A rid=1\n@A rid=2')).toEqual(['1 A 2 rid: - -> 2'])
  expect(listed('', '@A rid=2\n')).toEqual(['1 A 2 rid: - -> 2'])
})

const parts = [
  '@A rid=1 | x=1\n',
  '@A rid=2\r\n',
  '# c\n',
  '\n',
  '\n\n',
  '@B rid=3\n  | y=2\n',
  '# recline-disable-next-line x\n',
]
const text = fc.tuple(
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
  fc.constantFrom('', '@A rid=9', '\n', '  '),
)

test('each record that a removal lists can stay, as it is', () => {
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.boolean()), ([lines, end], chosen) => {
      const tree = parse(lines.join('') + end)
      const records = [...tree.entries.keys()].filter(entry => tree.entries[entry]!.kind === 'record')
      const removed = records.filter(() => chosen.next().value)
      const changes = removeWholes(
        tree,
        removed.map(entry => wholeAt(tree, entry)),
      )
      const file = changedFile('a.rec', tree, changes, builtinRegistry)
      const edits = file.records.flatMap(record => record.edits)
      expect(changedText(textOf(tree), edits)).toBe(applyChanges(tree, changes))
      expect(file.records.length).toBe(removed.length)
      const stays = file.records.map(() => chosen.next().value)
      const left = parse(
        changedText(
          textOf(tree),
          file.records.flatMap((record, at) => (stays[at] ? [] : record.edits)),
        ),
      )
      const wanted = records.filter(entry => !removed.includes(entry) || stays[removed.indexOf(entry)])
      const recordsOf = (all: typeof tree.entries): string[] =>
        all.flatMap(({ kind, text }) => (kind === 'record' ? text.trimEnd() : []))
      expect(recordsOf(left.entries)).toEqual(recordsOf(wanted.map(entry => tree.entries[entry]!)))
    }),
    { numRuns: runs(20_000) },
  )
})

test('each record that an insertion lists can be left out', () => {
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 4 }),
      fc.infiniteStream(fc.boolean()),
      ([lines, end], count, chosen) => {
        const file = check(lines.join('') + end)
        const entries = file.tree.entries.map(({ kind }, entry) => (kind === 'record' ? entry : -1))
        const below = entries.filter(entry => entry >= 0 && chosen.next().value).at(-1)
        const added = Array.from({ length: count }, (_, index) => `@N rid=N-${index}`)
        const change = insertRecords(file, below, added)
        const { records } = changedFile('a.rec', file.tree, [change], builtinRegistry)
        expect(records.map(({ name }) => name)).toEqual(added.map((_, index) => `N N-${index}`))
        const kept = records.filter(() => chosen.next().value)
        const after = parse(
          changedText(
            textOf(file.tree),
            kept.flatMap(({ edits }) => edits),
          ),
        )
        const texts = (tree: typeof after): string[] => tree.entries.map(({ text }) => text.trim()).filter(Boolean)
        expect(texts(after).filter(line => line.startsWith('@N'))).toEqual(
          kept.map(({ name }) => `@N rid=${name.slice(2)}`),
        )
        expect(texts(after).filter(line => !line.startsWith('@N'))).toEqual(texts(file.tree))
      },
    ),
    { numRuns: runs(20_000) },
  )
})
