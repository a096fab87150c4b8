import { expect, test } from 'vitest'
import type { FixLevel } from '../../../shared/check/fixes/fixes.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { planRun } from '../../plan/plan.ts'
import { printFixes } from './print-fixes.ts'

const { at, read, said, write } = ownFolder()

/** What a dry run prints for files; the headers of diffs have only the names of the files. */
async function printed(names: readonly string[], only?: readonly string[], level: FixLevel = 'safe'): Promise<string> {
  const plan = await planRun(names.map(at), { descriptors: [], domain: [], rule: {} })
  const text = await said(() => printFixes(plan, { only, level }, false))
  return text.replace(/^(---|\+\+\+) .*?([^/]*\.rec)$/gm, '$1 $2')
}

test('what would change is printed as diffs, with the number of each code, and nothing is written', async () => {
  write({
    'a.rec': '\ufeff@control rid=C-1 | status=tested\n',
    'b.rec': '@CONTROL rid=C-2\n',
    'c.rec': '@CONTROL rid=C-3 | status=tested\n',
  })
  expect(await printed(['a.rec', 'b.rec', 'c.rec'])).toBe(
    `--- a.rec
+++ a.rec
@@ -1,1 +1,1 @@
-\ufeff@control rid=C-1 | status=tested
+\ufeff@CONTROL rid=C-1 | status="tested"
--- c.rec
+++ c.rec
@@ -1,1 +1,1 @@
-@CONTROL rid=C-3 | status=tested
+@CONTROL rid=C-3 | status="tested"
! --fix would change 2 files: 2 notation, 1 tag-case.
exit 1`,
  )
  expect(read('a.rec')).toBe('\ufeff@control rid=C-1 | status=tested\n')
})

test('fixes that change what records say are made on request', async () => {
  write({ 'a.rec': '@CONTROL rid=C-1 | status="Tested" | Owner="CTO"\n' })
  expect(await printed(['a.rec'])).toBe('! --fix would change nothing.\nexit 0')
  expect(await printed(['a.rec'], undefined, 'answers')).toContain(
    '+@CONTROL rid=C-1 | status="tested" | owner="CTO"\n! --fix would change 1 file: 1 not-in-enum, 1 unknown-field.\n',
  )
  expect(await printed(['a.rec'], ['not-in-enum'], 'answers')).toContain(
    '+@CONTROL rid=C-1 | status="tested" | Owner="CTO"\n',
  )
})

test('only problems of the chosen codes are fixed', async () => {
  write({ 'a.rec': '@control rid=C-1 | status=tested\n' })
  expect(await printed(['a.rec'], ['tag-case', 'syntax'])).toBe(
    `--- a.rec
+++ a.rec
@@ -1,1 +1,1 @@
-@control rid=C-1 | status=tested
+@CONTROL rid=C-1 | status=tested
! --fix would change 1 file: 1 tag-case.
exit 1`,
  )
  expect(await printed(['a.rec'], ['syntax'])).toBe('! --fix would change nothing.\nexit 0')
})

test('files that cannot be read or are in conflict are told, also beside files that would change', async () => {
  write({ 'a.rec': '<<<<<<< HEAD\n=======\n>>>>>>> dev\n', 'b.rec': '@control\n' })
  expect(await printed(['a.rec'])).toBe(
    `! recline: a.rec has a merge conflict on line 1; resolve it first.
! --fix would change nothing.
exit 2`,
  )
  expect(await printed(['gone.rec', 'b.rec'])).toBe(
    `--- b.rec
+++ b.rec
@@ -1,1 +1,1 @@
-@control
+@CONTROL
! recline: gone.rec could not be read: no such file or directory.
! --fix would change 1 file: 1 tag-case.
exit 2`,
  )
})

test('fixes that are refused are told, and are no failure', async () => {
  write({ 'a.rec': '# note\n@CONTROL rid=C-1 # recline-disable\n@CONTROL\n' })
  expect(await printed(['a.rec'])).toBe(
    `! recline: a.rec:2 has a syntax problem that --fix did not fix, because a record would not say the same.
! --fix would change nothing.
exit 0`,
  )
})
