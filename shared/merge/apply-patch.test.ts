import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied, patch } from '../../test/patches.ts'
import { runs } from '../../test/property-values.ts'
import { damagedVersions, versionsOfFiles } from '../../test/versions.ts'

const before = '# one\n@A rid=1 | x=1\n@A rid=2\n@A rid=8\n@A rid=3\n@A rid=4\n@A rid=5\n'
const after = '# one\n@A rid=1 | x=2\n@A rid=2\n@A rid=8\n@A rid=3\n@A rid=5\n\n@A rid=6\n'

test('a patch is a unified diff of whole records', () => {
  expect(patch(before, after)).toBe(`--- a/a.rec
+++ b/a.rec
@@ -1,3 +1,3 @@
 # one
-@A rid=1 | x=1
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

test('changes that the file has already are there once', () => {
  const changed = before.replace('x=1', 'x=2').replace('@A rid=4\n', '')
  expect(applied(changed, patch(before, changed))).toBe(changed)
})

test('a patch that the file has already changes nothing', () => {
  expect(applied(after, patch(before, after))).toBe(after)
  const later = `@A rid=0\n${after}@A rid=9\n`
  expect(applied(later, patch(before, after))).toBe(later)
})

test('records without ids are added only once, also if others were added above and below', () => {
  const [old, now] = ['@A x=1\n@A x=2\n@A x=3\n', '@A x=7\n@A x=1\n@A x=5\n@A x=3\n@A x=4\n@A x=3\n']
  for (const file of [now, `@B\n${now}`, `${now}@B\n`]) {
    expect(applied(file, patch(old, now))).toBe(file)
    expect(applied(file.replace('@A x=7\n', ''), patch(old, now))).toContain('@A x=7\n@A x=1\n@A x=5\n@A x=3\n@A x=4')
  }
  expect(applied('@A x=1\n@A x=2\n', patch('@A x=1\n', '@A x=1\n@A x=2\n'))).toBe('@A x=1\n@A x=2\n')
  expect(applied('@A x=1\n@A x=2\n', patch('@A x=1\n@A x=2\n', '@A x=1\n@A x=2\n@A x=2\n'))).toBe(
    '@A x=1\n@A x=2\n@A x=2\n',
  )
})

test('a further record with the same text is added', () => {
  expect(applied('@A\n@A\n@B\n', patch('@A\n@A\n@B\n', '@A\n@A\n@A\n@B\n'))).toBe('@A\n@A\n@A\n@B\n')
  expect(applied('@A\n@A\n@A\n@B\n', patch('@A\n@A\n@B\n', '@A\n@A\n@A\n@B\n'))).toBe('@A\n@A\n@A\n@B\n')
})

test('a patch of a text that is in the file twice is applied, unless each of its parts is there', () => {
  const [old, now] = ['@A x=1\n@B\n@C\n@A x=1\n@B\n', '@A x=1\n@B\n@C\n@A x=1\n@D\n@B\n']
  const other = '@A x=1\n@D\n@B\n@C\n@A x=1\n@B\n'
  expect(applied(other, patch(other, `${other.slice(0, -3)}@D\n@B\n`))).toBe(`${other.slice(0, -3)}@D\n@B\n`)
  expect(applied(`@E\n${old}`, patch(old, now))).toBe(`@E\n${now}`)
  expect(applied(`@E\n${now}`, patch(old, now))).toBe(`@E\n${now}`)
})

test('a record that a patch removes is removed, also if another one came between', () => {
  expect(applied('@A rid=1\n@A rid=3\n@A rid=2\n', patch('@A rid=1\n@A rid=2\n', '@A rid=1\n'))).toBe(
    '@A rid=1\n@A rid=3\n',
  )
  expect(applied('@B\n@A x=1\n@A x=2\n@A x=2\n', patch('@A x=1\n@A x=2\n@A x=2\n', '@A x=1\n@A x=2\n'))).toBe(
    '@B\n@A x=1\n@A x=2\n',
  )
})

test('a record that the patch and the file add is there once, or a conflict', () => {
  const [one, two, other] = ['@A rid=1\n', '@A rid=2 | x=1\n', '@A rid=3\n']
  expect(applied(two + one + other, patch(one, one + two))).toBe(two + one + other)
  const conflict = `<<<<<<< file: x
@A rid=2 | x=2
=======
@A rid=2 | x=1
>>>>>>> patch: x
`
  expect(applied(two.replace('1', '2') + one, patch(one, one + two))).toBe(conflict + one)
  expect(applied(one + other + two.replace('1', '2'), patch(one + other, one + two + other))).toBe(
    one + other + conflict,
  )
})

test('a second record with an id is added to a file that has one', () => {
  const [note, others] = ['@NOTE rid=4\n', '@CONTROL\n@CONTROL\n']
  for (const file of [note + others, others + note])
    for (const now of [`${note}@CONTROL\n${note}@CONTROL\n`, `${others}@CONTROL\n${note}${note}`])
      expect(applied(file, patch(file, now))).toBe(now)
})

test('a patch makes, fills and empties a file', () => {
  const text = '@A rid=1\n@A rid=2\n'
  expect(applied('', patch('', text))).toBe(text)
  expect(applied(text, patch(text, ''))).toBe('')
  expect(applied('@A rid=5\n', patch('', text))).toBe(`${text}@A rid=5\n`)
  expect(applied(`${text}@A rid=5\n`, patch(text, ''))).toBe('@A rid=5\n')
})

test('new records stay in order, below the one that was above them', () => {
  const more = before.replace('@A rid=2\n', '@A rid=2\n@A rid=11\n@A rid=12\n@A rid=13\n')
  const moved = before.replace('@A rid=2\n', '').replace('@A rid=5\n', '@A rid=5\n@A rid=2 | z=1\n')
  expect(applied(moved, patch(before, more))).toBe(moved.replace('z=1\n', 'z=1\n@A rid=11\n@A rid=12\n@A rid=13\n'))
})

test('a record that the patch moves keeps the changes of the file', () => {
  expect(
    applied(
      '@A rid=0\n@A rid=1 | x=1 | y=1\n@A rid=2\n@A rid=3\n',
      patch('@A rid=1 | x=1\n@A rid=2\n@A rid=3\n', '@A rid=2\n@A rid=3\n@A rid=1 | x=1\n'),
    ),
  ).toBe('@A rid=0\n@A rid=2\n@A rid=3\n@A rid=1 | x=1 | y=1\n')
})

test('a record that the file does not have any more is a conflict at its place', () => {
  const [old, now] = [
    '@A rid=1\n@A rid=2 | x=1\n@A rid=3 | x=1\n@A rid=4\n',
    '@A rid=1\n@A rid=2 | x=2\n@A rid=3 | x=2\n@A rid=4\n',
  ]
  const conflict = (id: number): string => `<<<<<<< file: removed\n=======\n@A rid=${id} | x=2\n>>>>>>> patch: x\n`
  expect(applied('@A rid=1\n@A rid=4\n', patch(old, now))).toBe(`@A rid=1\n${conflict(2)}${conflict(3)}@A rid=4\n`)
  expect(applied('@A rid=9\n@A rid=3 | x=1\n', patch(old, now))).toBe(`@A rid=9\n${conflict(2)}@A rid=3 | x=2\n`)
})

test('a part of a patch that the file has nothing of goes below the part above it', () => {
  const old = '@A rid=1 | x=1\n@A rid=2\n@A rid=3\n@A rid=4\n@A rid=5 | x=1\n'
  expect(applied('@A rid=1 | x=1\n@A rid=2\n@A rid=9\n', patch(old, old.replaceAll('x=1', 'x=2')))).toBe(`@A rid=1 | x=2
@A rid=2
<<<<<<< file: removed
=======
@A rid=5 | x=2
>>>>>>> patch: x
@A rid=9
`)
})

test('a new record above one that the file does not have any more comes before its conflict', () => {
  const old = '@A rid=2 | x=1\n@A rid=3\n'
  expect(applied('@A rid=1\n@A rid=3\n', patch(old, '@A rid=9\n@A rid=2 | x=2\n@A rid=3\n'))).toBe(`@A rid=1
@A rid=9
<<<<<<< file: removed
=======
@A rid=2 | x=2
>>>>>>> patch: x
@A rid=3
`)
})

test('a record is added although the file does not have the one above it any more', () => {
  const old = '@A rid=1\n@A rid=2\n@A rid=3\n'
  expect(applied('@A rid=1\n@A rid=3\n', patch(old, '@A rid=1\n@A rid=2\n@A rid=9\n@A rid=3\n'))).toBe(
    '@A rid=1\n@A rid=9\n@A rid=3\n',
  )
})

test('records that the file changed are found in several parts of a patch', () => {
  const old = '@A rid=1 | x=1\n@A rid=2\n@A rid=3\n@A rid=4\n@A rid=5 | x=1\n'
  const file = '@A rid=5 | x=1 | y=1\n@A rid=4\n@A rid=1 | x=1 | y=1\n'
  expect(applied(file, patch(old, old.replaceAll('x=1', 'x=2')))).toBe(file.replaceAll('x=1', 'x=2'))
})

test('units with the same text are found by those beside them', () => {
  expect(applied('@A x=1\n@B\n@A x=1\n@B\n@A x=1\n@D\n', patch('@A x=1\n@D\n', '@A x=1\n@C\n@D\n'))).toBe(
    '@A x=1\n@B\n@A x=1\n@B\n@A x=1\n@C\n@D\n',
  )
})

test('a record is not taken for one of another part of the patch', () => {
  const old = '@A rid=1 | x=1\n@B\n@A rid=2\n@A rid=3\n@A rid=4\n@B\n@A rid=5\n'
  const now = old.replace('x=1', 'x=2').replace('@A rid=5', '@C\n@A rid=5')
  const file = (text: string): string => text.replace('rid=5', 'rid=5 | y=1')
  expect(applied(file(old), patch(old, now))).toBe(file(now))
})

test('the first of several units with the same text is found if it is the only one with the next unit', () => {
  const hunk = '@@ -9,2 +9,3 @@\n @A x=1\n+@C\n @D\n'
  expect(applied('@A x=1\n@D\n@A x=1\n@B\n@A x=1\n@B\n', `--- a/a.rec\n+++ b/a.rec\n${hunk}`)).toBe(
    '@A x=1\n@C\n@D\n@A x=1\n@B\n@A x=1\n@B\n',
  )
})

// The same record is on the lines 0, 10 and 20.
test.each([
  [0, 0],
  [3, 0],
  [5, 0],
  [6, 1],
  [10, 1],
  [12, 1],
  [15, 1],
  [16, 2],
  [20, 2],
  [99, 2],
])('of units with the same text, the one nearest to line %i is changed', (line, changed) => {
  const others = (id: number): string => [1, 2, 3].map(n => `\n# about\n@B rid=${id}${n}\n`).join('')
  const file = (index: number): string =>
    [0, 1, 2].map(n => `@A x=${n === index ? 2 : 1}\n${n === 2 ? '' : others(n)}`).join('')
  const hunk = `@@ -${line + 1} +${line + 1} @@\n-@A x=1\n+@A x=2\n`
  expect(applied(file(-1), `--- a/a.rec\n+++ b/a.rec\n${hunk}`)).toBe(file(changed))
})

// The last line ends of the version before, the one after, the file, and the result.
test.each([
  ['', '\n', '', '\n'],
  ['\n', '', '\n', ''],
  ['', '', '', ''],
  ['', '', '\n', '\n'],
  ['\n', '\n', '', ''],
  ['\n', '\n', '\n', '\n'],
  ['\n', '', '', ''],
  ['', '\n', '\n', '\n'],
])('a patch changes the last line end as it says: %j, %j, %j', (old, now, file, result) => {
  expect(applied(`@A rid=1 | x=1${file}`, patch(`@A rid=1 | x=1${old}`, `@A rid=1 | x=2${now}`))).toBe(
    `@A rid=1 | x=2${result}`,
  )
})

test('the last line end changes also if other parts of the patch do not touch it', () => {
  const [old, now] = ['x=1', 'x=2'].map(x => `@A rid=1 | ${x}\n@A rid=2\n@A rid=3\n@A rid=4\n@A rid=5 | ${x}`) as [
    string,
    string,
  ]
  expect(applied(old, patch(old, now))).toBe(now)
  expect(applied(old, patch(old, `${now}\n`))).toBe(`${now}\n`)
  expect(applied(`${old}\n`, patch(`${old}\n`, now))).toBe(now)
})

test('a patch of other records leaves the end of a file as it is', () => {
  for (const end of ['', '\n', '\n\n', '\r\n'])
    expect(applied(`@A rid=0\n${before}@A rid=6${end}`, patch(before, before.replace('x=1', 'x=2')))).toBe(
      `@A rid=0\n${before.replace('x=1', 'x=2')}@A rid=6${end}`,
    )
})

test('blank lines at the end are added and removed', () => {
  expect(applied('@A rid=0\n@A rid=1\n', patch('@A rid=1\n', '@A rid=1\n\n'))).toBe('@A rid=0\n@A rid=1\n\n')
  expect(applied('@A rid=0\n@A rid=1\n\n', patch('@A rid=1\n\n', '@A rid=1\n'))).toBe('@A rid=0\n@A rid=1\n')
})

test.each(['\r\n', '\r'])('a patch of a file with line ends %j applies to such a file', lineBreak => {
  const withBreaks = (text: string): string => text.replaceAll('\n', lineBreak)
  const change = patch(withBreaks(before), withBreaks(after))
  expect(applied(withBreaks(before), change)).toBe(withBreaks(after))
  expect(applied(withBreaks(before.replace('x=1', 'x=1 | y=1')), change)).toBe(
    withBreaks(after.replace('x=2', 'x=2 | y=1')),
  )
  expect(applied('@A rid=1', patch('@A rid=1', withBreaks('@A rid=1\n@A rid=2\n')))).toBe(
    withBreaks('@A rid=1\n@A rid=2\n'),
  )
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
