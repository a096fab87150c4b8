import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { damagedVersions, versionsOfFiles } from '../../test/versions.ts'
import { parse } from '../syntax/tree.ts'
import { type ChangeFilter, changesOf } from './changes.ts'
import { tagOf } from './record-key.ts'
import { type Unit, unitsOf, unitText } from './units.ts'
import { withChanges } from './with-changes.ts'

const unitsIn = (text: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n')

function partOf(before: string, after: string, filter: ChangeFilter): Unit[] {
  const [old, now] = [unitsIn(before), unitsIn(after)]
  const changes = changesOf(old, now, builtinRegistry, filter)
  const units = new Set(changes.flatMap(change => [change.before, change.after]).filter(unit => unit !== undefined))
  return withChanges(old, now, { units, keepsPlaces: filter.ignoreOrder === true })
}

/** The version before with the changes that a filter leaves. */
const part = (before: string, after: string, filter: ChangeFilter): string =>
  partOf(before, after, filter).map(unitText).join('')

const before = '@CONTROL rid=A | title="1"\n@POLICY rid=B | title="1"\n@POLICY rid=C\n@CONTROL rid=D\n'

test('only changes of the wanted tags are there', () => {
  const after = '@POLICY rid=B | title="2"\n@CONTROL rid=E\n@CONTROL rid=A | title="2"\n@POLICY rid=F\n'
  expect(part(before, after, { tags: ['CONTROL'] })).toBe(
    '@CONTROL rid=E\n@CONTROL rid=A | title="2"\n@POLICY rid=B | title="1"\n@POLICY rid=C\n',
  )
})

test('changes of the notation are not there', () => {
  const after = before.replace('"1"', '"2"').replace('@POLICY rid=B | title="1"', '\n@POLICY   title="1" | rid=B')
  expect(part(before, after, { ignoreFormat: true, ignoreOrder: true })).toBe(before.replace('"1"', '"2"'))
})

test('moves are not there, but changes of what was moved', () => {
  const after = '@POLICY rid=C\n@CONTROL rid=D\n@POLICY rid=B | title="1"\n@CONTROL rid=A | title="2"\n'
  expect(part(before, after, { ignoreOrder: true })).toBe(before.replace('"1"', '"2"'))
})

test('all changes make the other version, and none the same', () => {
  for (const versions of [versionsOfFiles(), damagedVersions()])
    fc.assert(
      fc.property(versions, ({ base, ours }) => {
        const [old, now] = [base, ours].map(text => unitsIn(text).map(unitText).join(''))
        expect(part(base, ours, {})).toBe(now)
        expect(part(base, ours, { tags: ['NO_SUCH'] })).toBe(old)
      }),
      { numRuns: runs(500) },
    )
})

test('the records of a wanted tag are those of the other version, and the rest is the same', () => {
  fc.assert(
    fc.property(versionsOfFiles(), ({ base, ours }) => {
      const isWanted = ({ record }: Unit): boolean => record !== undefined && tagOf(record) === 'CONTROL'
      const result = partOf(base, ours, { tags: ['CONTROL'] })
      const bodies = (units: readonly Unit[]): string[] => units.map(({ comments, body }) => comments + body)
      expect(bodies(result.filter(isWanted)).sort()).toEqual(bodies(unitsIn(ours).filter(isWanted)).sort())
      expect(bodies(result.filter(unit => !isWanted(unit)))).toEqual(
        bodies(unitsIn(base).filter(unit => !isWanted(unit))),
      )
    }),
    { numRuns: runs(500) },
  )
})
