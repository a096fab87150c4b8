import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { damagedVersions, versionsOfFiles } from '../../test/versions.ts'
import { patchOf } from '../diff/patch.ts'
import { readPatch } from '../diff/read-patch.ts'
import { unitsOf } from '../diff/units.ts'
import { parse } from '../syntax/tree.ts'
import { applyHunks } from './apply-patch.ts'

function patch(before: string, after: string): string {
  const [one, other] = [before, after].map(text => ({
    name: 'a.rec',
    units: unitsOf(parse(text), builtinRegistry, /\r\n|\r|\n/.exec(before + after)?.[0] ?? '\n'),
    hasLastLineEnd: text === '' || /[\r\n]$/.test(text),
  }))
  return patchOf(one!, other!)
}

/** The text after a patch, or why it cannot be applied. */
function applied(text: string, patchText: string): string {
  const files = readPatch(patchText)
  if ('line' in files) return `line ${files.line}`
  const result = applyHunks(text, files[0]?.hunks ?? [], {
    context: { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [] },
    isStrict: false,
    markerSize: 7,
    ours: 'file',
    theirs: 'patch',
  })
  return 'reason' in result ? result.reason : result.text
}

const before = '# one\n@A rid=1 | x=1\n@A rid=2\n@A rid=8\n@A rid=3\n@A rid=4\n@A rid=5\n'
const after = '# one\n@A rid=1 | x=2\n@A rid=2\n@A rid=8\n@A rid=3\n@A rid=5\n\n@A rid=6\n'

test('a patch is a unified diff of whole records', () => {
  expect(patch(before, after)).toBe(`--- a/a.rec
+++ b/a.rec
@@ -1,3 +1,3 @@
-# one
-@A rid=1 | x=1
+# one
+@A rid=1 | x=2
 @A rid=2
@@ -5,3 +5,4 @@
 @A rid=3
-@A rid=4
 @A rid=5
+
+@A rid=6
`)
  expect(patch(before, before)).toBe('')
})

test('a patch is applied to a file whose records moved and changed', () => {
  const changed = '@A rid=7\n@A rid=5 | z=1\n@A rid=4\n# one\n@A rid=1 | y=1 | x=1\n'
  expect(applied(changed, patch(before, after))).toBe(
    '@A rid=7\n@A rid=5 | z=1\n\n@A rid=6\n# one\n@A rid=1 | y=1 | x=2\n',
  )
})

test('a patch whose empty lines lost their space is the same', () => {
  const spaced = before.replace('@A rid=2\n', '\n@A rid=2\n')
  const change = patch(spaced, spaced.replace('x=1', 'x=2'))
  expect(change).toContain('\n \n')
  expect(applied(spaced, change.replace('\n \n', '\n\n'))).toBe(spaced.replace('x=1', 'x=2'))
})

test('of units with the same text, the one at the place of the patch is changed', () => {
  const same = '@A x=1\n'.repeat(40)
  for (const line of [0, 10, 20, 39]) {
    const start = line * '@A x=1\n'.length
    const changed = `${same.slice(0, start)}@A x=1 | y=1\n${same.slice(start + '@A x=1\n'.length)}`
    expect(applied(same, patch(same, changed))).toBe(changed)
  }
})

test('a changed record that the patch changes too is a conflict', () => {
  expect(
    applied('@A rid=1 | x=3\n@A rid=2\n', patch('@A rid=1 | x=1\n@A rid=2\n', '@A rid=1 | x=2\n@A rid=2\n')),
  ).toBe(`<<<<<<< file: x
@A rid=1 | x=3
=======
@A rid=1 | x=2
>>>>>>> patch: x
@A rid=2
`)
})

test('what is no patch is said', () => {
  expect(readPatch('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n')).toEqual({ line: 5 })
  expect(readPatch('@@ -1 +1 @@\n-a\n+b\n')).toEqual({ line: 1 })
  expect(readPatch('From: x\n\nno patch\n')).toEqual([])
})

test('the patch from a file to another makes the one from the other', () => {
  for (const versions of [versionsOfFiles(), damagedVersions()])
    fc.assert(
      fc.property(versions, ({ base, ours }) => {
        expect(applied(base, patch(base, ours))).toBe(ours)
      }),
      { numRuns: runs(300) },
    )
})
