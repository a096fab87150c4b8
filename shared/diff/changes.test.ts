import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { damagedVersions, versionsOfFiles } from '../../test/versions.ts'
import { createRegistry, type FieldDefinition } from '../domains/registry.ts'
import { parse } from '../syntax/tree.ts'
import { type Change, type ChangeFilter, changesOf, directionOf } from './changes.ts'
import { type Unit, unitsOf } from './units.ts'

const changes = (before: string, after: string, filter?: ChangeFilter): Change[] => {
  const [old, now] = [before, after].map(text => unitsOf(parse(text), builtinRegistry, '\n'))
  return changesOf(old!, now!, builtinRegistry, filter)
}

/** One line for each change. */
const shown = (before: string, after: string, filter?: ChangeFilter): string[] =>
  changes(before, after, filter).map(({ kind, before: old, after: now, isMoved, fields }) =>
    [
      kind,
      isMoved && kind !== 'moved' ? '(moved)' : '',
      (now ?? old)!.body.trim().split(' |')[0],
      ...fields.map(field => `${field.name}: ${field.before} -> ${field.after} ${field.direction ?? ''}`.trim()),
    ]
      .filter(part => part !== '')
      .join(', '),
  )

/** One line for each record, with its id only. */
const records = (ids: string): string => [...ids].map(id => `@A rid=${id}\n`).join('')

test('each change has its kind, and fields have their values', () => {
  expect(
    shown(
      '@A rid=1 | x=1 | y="a b"\n@A rid=2\n@A rid=3\n@A rid=4 | x=1 | y=1\n@A rid=5 | x=1\n',
      '@A rid=3\n@A rid=1 | x=2 | z=1\n@A rid=4 | y=1 | x=1\n\n@A rid=5 | x="1"\n@A rid=6\n',
    ),
  ).toEqual([
    'moved, @A rid=3',
    'changed, @A rid=1, x: 1 -> 2, y: a b -> undefined, z: undefined -> 1',
    'removed, @A rid=2',
    'reordered, @A rid=4',
    'format, @A rid=5',
    'added, @A rid=6',
  ])
})

test('a state has a direction in its lifecycle', () => {
  expect(
    shown(
      '@CONTROL rid=1 | status="tested"\n@FINDING rid=1 | status="closed"\n',
      '@CONTROL rid=1 | status="effective"\n@FINDING rid=1 | status="open"\n',
    ),
  ).toEqual([
    'changed, @CONTROL rid=1, status: tested -> effective forward',
    'changed, @FINDING rid=1, status: closed -> open backward',
  ])
})

test('a change of one of several records with the same text is one change', () => {
  const e = '@E x=1\n'
  expect(shown(`# 2025\n${e}\n# 2026\n${e}`, `# 2025\n@E x=2\n\n# 2026\n${e}`)).toEqual(['changed, @E x=2, x: 1 -> 2'])
})

test('each removed one of several records with the same text is told, also if others were moved', () => {
  const [one, two] = ['@E x=1\n', '@E x=2\n']
  expect(shown(`${two}# c\n${one}${one}${two}`, `${one}# c\n${one}`)).toEqual([
    'removed, @E x=2',
    'moved, @E x=1',
    'removed, @E x=2',
  ])
})

test('a renamed record is a change of its id', () => {
  expect(shown('@A rid=1 | t="some title"\n', '@A rid=2 | t="some title"\n')).toEqual([
    'changed, @A rid=2, rid: 1 -> 2',
  ])
})

test('comments and other text are compared too', () => {
  expect(shown('# a\n@A rid=1\n\n# note\n', '# b\n@A rid=1\n\n# notes\n')).toEqual([
    'changed, @A rid=1',
    'changed, # notes',
  ])
})

test('changes of format and order, and other tags, can be left out', () => {
  const [before, after] = ['@A rid=1 | x=1\n@B rid=1\n@B rid=2 | x=1\n', '@B  rid=2 | x=1\n@A x=1 | rid=1\n@B rid=1\n']
  expect(shown(before, after)).toEqual(['moved, @B  rid=2', 'reordered, @A x=1'])
  expect(shown(before, after, { ignoreOrder: true })).toEqual(['format, @B  rid=2'])
  expect(shown(before, after, { ignoreOrder: true, ignoreFormat: true })).toEqual([])
  expect(shown(before, after, { tags: ['A'] })).toEqual(['reordered, @A x=1'])
  const other = ['@A rid=1 | x=1\n@B rid=1\n', '@A rid=1 | x=2\n@B  rid=1\n@C\n'] as const
  expect(shown(...other, { ignoreFormat: true })).toEqual(['changed, @A rid=1, x: 1 -> 2', 'added, @C'])
})

test.each([
  ['@A rid=1 | x=1\n', '@A rid=1 | x=1 | y\n', 'changed, @A rid=1, y: undefined -> undefined'],
  ['@A rid=1 | x=1\n', '@A rid=1 | x\n', 'changed, @A rid=1, x: 1 -> undefined'],
  ['@A rid=1 | x=1 | x=2\n', '@A rid=1 | x=1 | x=3\n', 'changed, @A rid=1'],
  ['@A rid=1 | x=1 | x=2\n', '@A rid=1 | x=1\n', 'changed, @A rid=1'],
  ['@A rid=1 | x="a"b\n', '@A rid=1 | x="a"c\n', 'changed, @A rid=1'],
  ['@A rid=1 | x=1 | y=1\n', '@A rid=1 | y=1 | x=1\n', 'reordered, @A rid=1'],
  ['@A rid=1 | x=1 | y=1\n', '@A rid=1 | y="1"\n  | x=1\n', 'reordered, @A rid=1'],
  ['@A rid=1 | x=1 | y=1\n', '@A rid=1 | y=1 | x=2\n', 'changed, @A rid=1, x: 1 -> 2'],
  ['# a\n@A rid=1 | x=1 | y=1\n', '@A rid=1 | y=1 | x=1\n', 'changed, @A rid=1'],
  ['@A rid=1\n', '\n@A rid=1\n', 'format, @A rid=1'],
  ['@a rid=1\n', '@A rid=1\n', 'format, @A rid=1'],
  ['text\n@A\n', 'texts\n@A\n', 'changed, texts'],
  ['text\n@A\n', '\ntext\n@A\n', 'format, text'],
  ['@A\n', '@A\n\n', 'format, '],
])('the change from %j to %j is: %s', (before, after, expected) =>
  expect(shown(before, after).map(line => line.replace(/, $/, ''))).toEqual([expected.replace(/, $/, '')]),
)

test('removed records are where they were, and changed ones can be moved too', () => {
  expect(shown(records('123456'), records('3457'))).toEqual([
    'removed, @A rid=1',
    'removed, @A rid=2',
    'removed, @A rid=6',
    'added, @A rid=7',
  ])
  expect(shown(records('1234'), records('32'))).toEqual(['removed, @A rid=1', 'moved, @A rid=3', 'removed, @A rid=4'])
  expect(shown('@A rid=1 | x=1\n@A rid=2\n@A rid=3\n', '@A rid=2\n@A rid=3\n@A rid=1 | x=2\n')).toEqual([
    'changed, (moved), @A rid=1, x: 1 -> 2',
  ])
  expect(
    shown('@A rid=1 | x=1\n@A rid=2\n@A rid=3\n', '@A rid=2\n@A rid=3\n@A rid=1 | x=2\n', { ignoreOrder: true }),
  ).toEqual(['changed, @A rid=1, x: 1 -> 2'])
})

test('a record in another file is moved', () => {
  const unitsIn = (file: string, ids: string): Unit[] => unitsOf(parse(records(ids)), builtinRegistry, '\n', file)
  const kinds = (filter?: ChangeFilter): string[] =>
    changesOf(
      [...unitsIn('a.rec', '12'), ...unitsIn('b.rec', '3')],
      [...unitsIn('a.rec', '1'), ...unitsIn('b.rec', '23')],
      builtinRegistry,
      filter,
    ).map(({ kind, after }) => `${kind} ${after?.key}`)
  expect(kinds()).toEqual(['moved A 2'])
  expect(kinds({ ignoreOrder: true })).toEqual([])
})

test('new, removed and empty files are only the changes of their records', () => {
  const files = (all: Record<string, string>): Unit[] =>
    Object.entries(all).flatMap(([file, text]) => unitsOf(parse(text), builtinRegistry, '\n', file))
  const kinds = (before: Record<string, string>, after: Record<string, string>): string[] =>
    changesOf(files(before), files(after), builtinRegistry).map(
      change => `${change.kind} ${(change.after ?? change.before)!.body.trim()}`,
    )
  expect(kinds({ a: '@A rid=1\n', b: '' }, { a: '@A rid=1\n', c: '@A rid=2\n\n' })).toEqual(['added @A rid=2'])
  expect(kinds({ a: '@A rid=1\n', c: '@A rid=2\n\n' }, { a: '@A rid=1\n', b: '' })).toEqual(['removed @A rid=2'])
  expect(kinds({ a: '@A rid=1\n' }, { a: '@A rid=1\n', c: '@A rid=2\n' })).toEqual(['added @A rid=2'])
  expect(kinds({ a: '@A rid=1\n', c: '@A rid=2\n' }, { a: '@A rid=1\n' })).toEqual(['removed @A rid=2'])
  expect(
    kinds({ a: '@A rid=1\n@A rid=2\n', b: '@A rid=3\n' }, { a: '@A rid=1\n\n', b: '@A rid=2\n@A rid=3\n' }),
  ).toEqual(['format ', 'moved @A rid=2'])
  expect(kinds({ a: '@A rid=1\n' }, { b: '@A rid=1\n\n' })).toEqual(['moved @A rid=1'])
  expect(kinds({ a: '@A rid=1\n', b: '' }, { a: '@A rid=1\n\n', b: '' })).toEqual(['format '])
})

test('with tags, only changes of their records count', () => {
  const filter = { tags: ['A', 'C'] }
  expect(shown('@A rid=1\n@B rid=1\ntext\n', '@C rid=2\n@B rid=2\ntexts\n', filter)).toEqual([
    'removed, @A rid=1',
    'added, @C rid=2',
  ])
  expect(shown('@A rid=1\n@B rid=1\ntext\n', '@C rid=2\n@B rid=2\ntexts\n', { tags: [] })).toHaveLength(5)
})

test('states have a direction only if the domains know the field', () => {
  const direction = (tag: string, field: string, before: string, after: string): unknown =>
    changes(`@${tag} rid=1 | ${field}="${before}"\n`, `@${tag} rid=1 | ${field}="${after}"\n`)[0]?.fields[0]?.direction
  expect(direction('CONTROL', 'status', 'tested', 'effective')).toBe('forward')
  expect(direction('CONTROL', 'odd', 'tested', 'effective')).toBeUndefined()
  expect(direction('ODD', 'status', 'tested', 'effective')).toBeUndefined()
  expect(direction('FINDING', 'severity', 'low', 'high')).toBeUndefined()
})

test('there are no changes exactly where the texts are equal, apart from the last line end', () => {
  for (const versions of [versionsOfFiles(), damagedVersions()])
    fc.assert(
      fc.property(versions, ({ base, ours }) => {
        const whole = (text: string): string =>
          unitsOf(parse(text), builtinRegistry, '\n')
            .map(unit => unit.blank + unit.comments + unit.body)
            .join('')
        expect(changes(base, base)).toEqual([])
        expect(changes(base, ours).length === 0).toBe(whole(base) === whole(ours))
      }),
      { numRuns: runs(300) },
    )
})

const states = ['draft', 'review', 'final']

/** A field with three values. */
function field(name: string): FieldDefinition {
  const fields = [{ name, type: 'string' as const, enum: states }]
  const registry = createRegistry([{ domain: 'a.b', version: '1.0', description: '', records: [{ tag: 'A', fields }] }])
  return registry.tagsNamed('A')[0]!.fields.get(name)!
}

test.each(['status', 'state', 'stage', 'phase', 'review_status', 'life_cycle_phase'])(
  'the values of %s follow one another',
  name => {
    expect(directionOf(field(name), 'draft', 'review')).toBe('forward')
    expect(directionOf(field(name), 'draft', 'final')).toBe('forward')
    expect(directionOf(field(name), 'review', 'draft')).toBe('backward')
  },
)

test.each(['severity', 'substatus', 'status_by', 'phases', 'status2'])('the values of %s just differ', name =>
  expect(directionOf(field(name), 'draft', 'review')).toBeUndefined(),
)

test('only two different states have a direction', () => {
  const status = field('status')
  expect(directionOf(status, 'draft', 'draft')).toBeUndefined()
  expect(directionOf(status, 'odd', 'draft')).toBeUndefined()
  expect(directionOf(status, 'draft', 'odd')).toBeUndefined()
  expect(directionOf(status, undefined, 'draft')).toBeUndefined()
  expect(directionOf(status, 'draft', undefined)).toBeUndefined()
  expect(directionOf(undefined, 'draft', 'review')).toBeUndefined()
  expect(directionOf({ ...status, enum: [] }, 'draft', 'review')).toBeUndefined()
})
