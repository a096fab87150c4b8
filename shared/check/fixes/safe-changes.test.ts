import { expect, test } from 'vitest'
import { parse } from '../../syntax/tree.ts'
import { type EntryChanges, refusedEntries, staysOneRecord } from './safe-changes.ts'

/** A text that stands once in a file, and what comes instead of it. */
type Replacement = readonly [find: string, text: string]

/** The changes of each entry, with the offsets of the file. */
function changesIn(text: string, replacements: readonly Replacement[]): EntryChanges[] {
  const { starts } = parse(text)
  const byEntry = new Map<number, EntryChanges['changes']>()
  for (const [find, replacement] of replacements) {
    const start = text.indexOf(find)
    expect(text.split(find), find).toHaveLength(2)
    const entry = starts.findLastIndex(first => first <= start)
    byEntry.set(entry, [...(byEntry.get(entry) ?? []), { start, end: start + find.length, text: replacement }])
  }
  return [...byEntry].map(([entry, changes]) => ({ entry, changes }))
}

/** The indices of the entries whose changes are not safe. */
const refused = (text: string, ...replacements: readonly Replacement[]): number[] => [
  ...refusedEntries(parse(text), changesIn(text, replacements)),
]

test.each<[what: string, text: string, ...replacements: Replacement[]]>([
  ['the notation of a value', '@A a="1"|b=2\n', ['"1"|', '1 | ']],
  ['the blanks behind a tag', '@A  a=1\n', ['  ', ' ']],
  ['a field that repeats an earlier one', '@A a=1 | a=2 | a="1"\n', [' | a="1"', '']],
  ['a comment behind a record', '@A a=1 # c\n', ['@A', '# c\n@A'], [' # c', '']],
  ['a comma between fields', '@A a="1", b="2"\n', [',', ' |']],
  ['the blanks of a comment', '  # c \n', ['  # c ', '# c']],
  ['a comment that suppresses problems', '# recline-disable a b\n', [' a', '']],
  ['a comment that suppresses problems, to nothing', '# recline-disable a\n@B\n', ['# recline-disable a\n', '']],
  ['the end of the last record of a file', '@A a=1\n', ['\n', '']],
  ['a record above a blank line', '@A a="1"\n\n@B\n', ['"1"', '1']],
  ['a record above a conflict marker', '@A a="1"\n=======\n@B\n', ['"1"', '1']],
])('%s may change', (_, text, ...replacements) => expect(refused(text, ...replacements)).toEqual([]))

test('the order of misplaced comments may change', () => {
  const text = '@A a="1" # c\n  | b="2" # a\n  | c="3" # b\n'
  expect(refused(text, ['@A', '# b\n# c\n# a\n@A'], [' # c', ''], [' # a', ''], [' # b', ''])).toEqual([])
  expect(refused(text, ['@A', '# b\n# c\n# c\n@A'], [' # c', ''], [' # a', ''], [' # b', ''])).toEqual([0])
})

test.each<[what: string, text: string, ...replacements: Replacement[]]>([
  ['another tag', '@A a=1\n', ['@A', '@B']],
  ['another value', '@A a=1 | b=2\n', ['b=2', 'b=3']],
  ['a value of a field without one', '@A a= | b=2\n', ['a=', 'a=1']],
  ['another name', '@A a=1 | b=2\n', ['b', 'c']],
  ['one field less', '@A a=1 | b=2\n', [' | b=2', '']],
  ['one field more', '@A a=1\n', ['1', '1 | b=2']],
  ['a repeated field less that has no value', '@A a | b | a\n', ['b | a', 'b']],
  ['a repeated field less that has another value', '@A a=1 | a=2\n', [' | a=2', '']],
  ['other text less', '@A a="1" x\n', [' x', '']],
  ['other text in another order', '@A a="1" x | b="2" y\n', ['x', 'y'], ['y', 'x']],
  ['a comment behind a record less', '@A a="1" # c\n', [' # c', '']],
  ['a comment behind a record more', '@A a="1"\n', ['"1"', '"1" # c']],
  ['another comment above', '@A a="1" # c\n', ['@A', '# d\n@A'], [' # c', '']],
  [
    'a comment that comes to suppress problems',
    '@A a="1" # recline-disable\n',
    ['@A', '# recline-disable\n@A'],
    [' # recline-disable', ''],
  ],
  ['a comment below a record', '@A a="1" # c\n', [' # c', '\n# c']],
  ['a blank line above', '@A a=1\n', ['@A', '\n@A']],
  ['a second record', '@A a=1\n', ['1', '1\n@A a=1']],
  ['a record less', '@A a=1\n@B\n', ['@A a=1\n', '']],
  ['a record that becomes a comment', '@A a=1\n', ['@A', '# @A']],
  ['another comment', '# c\n', ['c', 'd']],
  ['a comment more', '# c\n', ['# c\n', '# c\n# d\n']],
  ['a comment less', '# c\n@A\n', ['# c\n', '']],
  ['a stray line that becomes a record', 'A a=1\n', ['A', '@A']],
  ['a record without its line end', '@A a=1\n  | b=2\n\n', ['2\n', '2']],
  ['a comment without its line end', '# c\n@A\n', ['# c\n', '# c']],
  ['a line end that becomes one with the next', '@A a=1\n\n@B\n', ['1\n', '1\r']],
  ['a change that reaches into the next entry', '@A a=1\n@B b=2\n', ['1\n@', '1\n@']],
])('%s is refused', (_, text, ...replacements) => expect(refused(text, ...replacements)).toEqual([0]))

test('a change that reaches into the entry above is refused', () =>
  expect([
    ...refusedEntries(parse('@A a=1\n@B b=2\n'), [{ entry: 1, changes: [{ start: 0, end: 0, text: '' }] }]),
  ]).toEqual([1]))

const suppression = ['# recline-disable a\n', ''] as const
const another = ['# recline-disable b\n', ''] as const

test.each<[what: string, indices: number[], text: string, ...replacements: Replacement[]]>([
  ['takes in the lines below', [1], '@A a=1\n# recline-disable a\n  | b=2\n', suppression],
  ['takes in the lines below, further down', [2], '@A\n@A a=1\n# recline-disable a\n  | b=2\n', suppression],
  ['takes in a conflict marker', [1], '@A a=1\n# recline-disable a\n=======\n', suppression],
  [
    'takes in the lines below two comments',
    [2],
    '@A\n# recline-disable a\n# recline-disable b\n  | b=2\n',
    suppression,
    another,
  ],
  ['changes too', [1], '@A a="1"\n# recline-disable a\n  | b=2\n', ['"1"', '1'], suppression],
  [
    'does not change, because that is refused',
    [0, 1],
    '@A a=1\n# recline-disable a\n  | b=2\n',
    ['1', '2'],
    suppression,
  ],
  ['stands further up and changes', [], '@A a="1"\n# c\n# recline-disable a\n  | b=2\n', ['"1"', '1'], suppression],
])('a comment is not removed if the record above %s', (_, indices, text, ...replacements) =>
  expect(refused(text, ...replacements)).toEqual(indices),
)

test('values may change in fields for which that is said', () => {
  const tree = parse('@A a=1 | b=2 | c\n')
  const named = new Map([['a', (said: string) => `${said}0`]])
  const isRefused = (start: number, text: string): boolean =>
    refusedEntries(tree, [{ entry: 0, changes: [{ start, end: start + 1, text }], named }]).size > 0
  expect([isRefused(5, '10'), isRefused(5, '11'), isRefused(5, ' '), isRefused(11, '20')]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a record stays one record, whatever it says', () => {
  const text = '@A a=1\n@B b=2\n'
  const stays = (entry: number, start: number, end: number, inserted: string): boolean =>
    staysOneRecord(parse(text), entry, [{ start, end, text: inserted }])
  expect(stays(0, 3, 4, 'c=3 | a')).toBe(true)
  expect(stays(1, 12, 14, '')).toBe(true)
  expect(stays(0, 5, 7, '')).toBe(false)
  expect(stays(0, 5, 6, '1\n@C')).toBe(false)
  expect(stays(0, 0, 1, '# ')).toBe(false)
  expect(stays(0, 5, 8, '')).toBe(false)
})

test.each<[what: string, text: string, answers: EntryChanges['answers'], ...replacements: Replacement[]]>([
  ['case and blanks of a value', '@A a="In Progress" | b=1\n', [{ field: 'a' }], ['"In Progress"', '"in-progress"']],
  ['a word for a truth value', '@A a="Yes"\n', [{ field: 'a' }], ['"Yes"', 'true']],
  ['the case of a name', '@A Owner="x" | b=1\n', [{ field: 'Owner', name: 'owner' }], ['Owner', 'owner']],
  ['a deprecated name', '@A a="x"\n', [{ field: 'a', name: 'b', isReplacement: true }], ['a', 'b']],
  ['a deprecated value', '@A a="x"\n', [{ field: 'a', value: 'y' }], ['"x"', '"y"']],
])('with an answer, %s may change', (_, text, answers, ...replacements) => {
  const changes = changesIn(text, replacements)
  expect([...refusedEntries(parse(text), changes)]).toEqual([0])
  expect([
    ...refusedEntries(
      parse(text),
      changes.map(one => ({ ...one, answers: answers! })),
    ),
  ]).toEqual([])
})

test.each<[what: string, text: string, answers: EntryChanges['answers'], ...replacements: Replacement[]]>([
  ['another value', '@A a="high" | b=1\n', [{ field: 'a' }], ['"high"', '"low"']],
  ['the value of another field', '@A a="High" | b="High "\n', [{ field: 'a' }], ['"High "', '"high"']],
  ['a name that the record has', '@A Owner="x" | owner="y"\n', [{ field: 'Owner', name: 'owner' }], ['Owner', 'owner']],
  ['a name that another field has', '@A a=1 | b=2\n', [{ field: 'a', name: 'b', isReplacement: true }], ['a', 'b']],
  ['another value', '@A a="x"\n', [{ field: 'a', value: 'y' }], ['"x"', '"z"']],
  ['another name', '@A Owner="x"\n', [{ field: 'Owner', name: 'boss' }], ['Owner', 'boss']],
  ['a name and its value', '@A Owner="X"\n', [{ field: 'Owner', name: 'owner' }], ['Owner="X"', 'owner="x"']],
])('with an answer, %s is refused', (_, text, answers, ...replacements) => {
  const changes = changesIn(text, replacements).map(one => ({ ...one, answers: answers! }))
  expect([...refusedEntries(parse(text), changes)]).toEqual([0])
})
