import { applyPatch, createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixRounds } from '../../shared/check/fixes/fixes.ts'
import { textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { unifiedDiff } from './unified-diff.ts'

const diffOf = (text: string, name = 'a.rec'): string => {
  const file = check(text)
  return unifiedDiff(name, file.tree, [...fixRounds(file)], { hasByteOrderMark: false })
}

test('a tab ends a name with a blank, so that patch finds the file', () => {
  expect(diffOf('@control rid=C-1\n', 'my records/a.rec').split('@@')[0]).toBe(
    '--- a/my records/a.rec\t\n+++ b/my records/a.rec\t\n',
  )
})

test('a diff has the changed lines with three around them, near ones together', () => {
  const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(number => `# ${number}\n`)
  lines[3] = '@control rid=C-1\n'
  lines[10] = '@control rid=C-2\n'
  lines[18] = '@control rid=C-3'
  expect(diffOf(lines.slice(0, 19).join(''))).toBe(`--- a/a.rec
+++ b/a.rec
@@ -1,14 +1,14 @@
 # 1
 # 2
 # 3
-@control rid=C-1
+@CONTROL rid=C-1
 # 5
 # 6
 # 7
 # 8
 # 9
 # 10
-@control rid=C-2
+@CONTROL rid=C-2
 # 12
 # 13
 # 14
@@ -16,4 +16,4 @@
 # 16
 # 17
 # 18
-@control rid=C-3
\\ No newline at end of file
+@CONTROL rid=C-3
\\ No newline at end of file
`)
})

test('a diff of many entries makes the one text of the other, with three lines around each change', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.nat(999).map(place => 2 * place),
        { maxLength: 8 },
      ),
      places => {
        const lines = Array.from({ length: 2000 }, (_, index) => `# ${index}`)
        for (const place of places) lines[place] = `@control rid=C-${place}`
        const text = `${lines.join('\n')}\n`
        const file = check(text)
        const rounds = [...fixRounds(file)]
        fc.pre(rounds.length > 0)
        const diff = unifiedDiff('a.rec', file.tree, rounds, { hasByteOrderMark: false })
        const fixed = applyPatch(text, diff, { autoConvertLineEndings: false })
        expect(fixed).toBe(text.replaceAll('@control', '@CONTROL'))
        expect(diff).toBe(
          createTwoFilesPatch('a/a.rec', 'b/a.rec', text, fixed as string, undefined, undefined, {
            context: 3,
            headerOptions: FILE_HEADERS_ONLY,
          }),
        )
      },
    ),
    { numRuns: runs(40) },
  ))

test('a diff makes the one text of the other, whatever the text', () => {
  const texts = fc
    .array(fc.oneof(damagedFiles(), fc.constant('# a\n# b\n# c\n# d\n')), { maxLength: 5 })
    .map(parts => parts.join('\n'))
  fc.assert(
    fc.property(texts, text => {
      const file = check(text)
      const rounds = [...fixRounds(file)]
      fc.pre(rounds.length > 0)
      const diff = unifiedDiff('a.rec', file.tree, rounds, { hasByteOrderMark: false })
      expect(applyPatch(text, diff, { autoConvertLineEndings: false })).toBe(textOf(rounds.at(-1)!.file.tree))
    }),
  )
})
