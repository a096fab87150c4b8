import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { damagedVersions, versionsOfFiles } from '../../test/versions.ts'
import { parse } from '../syntax/tree.ts'
import { type ChangeFilter, changesOf } from './changes.ts'
import { type PatchSide, patchOf, withChanges } from './patch.ts'
import { tagOfRecord } from './record-key.ts'
import { type Unit, unitsOf, unitText } from './units.ts'

const side = (text: string, name: string | undefined): PatchSide => ({
  name,
  units: unitsOf(parse(text), builtinRegistry, '\n'),
  hasLastLineEnd: text === '' || text.endsWith('\n'),
})

/** The patch without the names of its files. */
const hunks = (before: string, after: string): string =>
  patchOf(side(before, 'a.rec'), side(after, 'a.rec')).replace('--- a/a.rec\n+++ b/a.rec\n', '')

const records = (ids: string): string => [...ids].map(id => `@A rid=${id}\n`).join('')

test('the names of both versions are there, in quotes if they need some', () => {
  const heads = (before: string | undefined, after: string | undefined): string[] =>
    patchOf(side('', before), side('@A\n', after)).split('\n').slice(0, 2)
  expect(heads('x/a.rec', 'y/b.rec')).toEqual(['--- a/x/a.rec', '+++ b/y/b.rec'])
  expect(heads(undefined, 'b.rec')).toEqual(['--- /dev/null', '+++ b/b.rec'])
  expect(heads('a b.rec', 'b c.rec')).toEqual(['--- a/a b.rec\t', '+++ b/b c.rec\t'])
  expect(heads('a"b.rec', undefined)).toEqual(['--- "a/a\\"b.rec"', '+++ /dev/null'])
})

test('a version without lines is at line 0', () => {
  expect(hunks('', records('12'))).toBe('@@ -0,0 +1,2 @@\n+@A rid=1\n+@A rid=2\n')
  expect(hunks(records('12'), '')).toBe('@@ -1,2 +0,0 @@\n-@A rid=1\n-@A rid=2\n')
})

test('hunks have one unchanged record above and below, and up to two between changes', () => {
  expect(hunks(records('12345'), records('12945'))).toBe(
    '@@ -2,3 +2,3 @@\n @A rid=2\n-@A rid=3\n+@A rid=9\n @A rid=4\n',
  )
  expect(hunks(records('1234567'), records('1834967'))).toBe(
    '@@ -1,6 +1,6 @@\n @A rid=1\n-@A rid=2\n+@A rid=8\n @A rid=3\n @A rid=4\n-@A rid=5\n+@A rid=9\n @A rid=6\n',
  )
  expect(hunks(records('1234567'), records('8234596'))).toBe(
    '@@ -1,2 +1,2 @@\n-@A rid=1\n+@A rid=8\n @A rid=2\n@@ -5,3 +5,3 @@\n @A rid=5\n+@A rid=9\n @A rid=6\n-@A rid=7\n',
  )
})

test('a moved record is removed and added', () => {
  expect(hunks(records('1234'), records('2314'))).toBe(
    '@@ -1,4 +1,4 @@\n-@A rid=1\n @A rid=2\n @A rid=3\n+@A rid=1\n @A rid=4\n',
  )
})

test('a record with comments, blank lines and more lines keeps the lines above the first change', () => {
  const [old, now] = ['\n# a\n@A rid=2\n  | x=1\n', '\n# a\n@A rid=2\n  | x=2\n']
  expect(hunks(records('1') + old + records('345'), records('1') + now + records('3456'))).toBe(`@@ -1,6 +1,6 @@
 @A rid=1
 
 # a
 @A rid=2
-  | x=1
+  | x=2
 @A rid=3
@@ -8,1 +8,2 @@
 @A rid=5
+@A rid=6
`)
})

test('a second record with the id of another one has this one in its hunk', () => {
  expect(hunks(records('12345678'), records('123456278'))).toBe(
    '@@ -2,6 +2,7 @@\n @A rid=2\n @A rid=3\n @A rid=4\n @A rid=5\n @A rid=6\n+@A rid=2\n @A rid=7\n',
  )
})

test('a missing last line end is noted', () => {
  const note = '\\ No newline at end of file\n'
  expect(hunks('@A rid=1\n@A rid=2', '@A rid=1\n@A rid=2\n')).toBe(
    `@@ -1,2 +1,2 @@\n @A rid=1\n-@A rid=2\n${note}+@A rid=2\n`,
  )
  expect(hunks('@A rid=1\n@A rid=2\n', '@A rid=1\n@A rid=2')).toBe(
    `@@ -1,2 +1,2 @@\n @A rid=1\n-@A rid=2\n+@A rid=2\n${note}`,
  )
  expect(hunks('@A rid=1 | x=1\n@A rid=2', '@A rid=1 | x=2\n@A rid=2')).toBe(
    `@@ -1,2 +1,2 @@\n-@A rid=1 | x=1\n+@A rid=1 | x=2\n @A rid=2\n${note}`,
  )
  expect(hunks('@A rid=1\n  | x=1', '@A rid=1\n  | x=2\n')).toBe(
    `@@ -1,2 +1,2 @@\n @A rid=1\n-  | x=1\n${note}+  | x=2\n`,
  )
  expect(hunks('@A rid=1', '')).toBe(`@@ -1,1 +0,0 @@\n-@A rid=1\n${note}`)
})

test('blank lines at the end are lines of a patch', () => {
  expect(hunks('@A rid=1\n', '@A rid=1\n\n\n')).toBe('@@ -1,1 +1,3 @@\n @A rid=1\n+\n+\n')
})

test('equal versions have no patch', () => expect(hunks(records('12'), records('12'))).toBe(''))

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
      const isWanted = ({ record }: Unit): boolean => record !== undefined && tagOfRecord(record) === 'CONTROL'
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
