import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { damagedVersions, versionsOfFiles } from '../../test/versions.ts'
import { parse } from '../syntax/tree.ts'
import { type Change, type ChangeFilter, changesOf } from './changes.ts'
import { unitsOf } from './units.ts'

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
