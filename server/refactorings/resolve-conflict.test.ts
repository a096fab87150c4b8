import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsOf, markersOf, problemsOf } from '../../shared/check/check.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { actionTitles, expectAction } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { conflictFixes } from './resolve-conflict.ts'

const conflict = (ours: string, theirs: string, base?: string): string =>
  `@CONTROL rid=CTL-0\n<<<<<<< HE$0AD\n${ours}${base === undefined ? '' : `||||||| 1a2b\n${base}`}=======\n${theirs}>>>>>>> dev\n# end\n`
const resolved = (text: string): string => `@CONTROL rid=CTL-0\n${text}# end\n`

const ours = '@CONTROL rid=CTL-1 | title="a"\n'
const theirs = '@CONTROL rid=CTL-1 | owner="b"\n@CONTROL rid=CTL-2\n'

test('one side stays', () => {
  expectAction(conflict(ours, theirs), 'Keep ours (HEAD)', resolved(ours))
  expectAction(conflict(ours, theirs), 'Keep theirs (dev)', resolved(theirs))
  expectAction(conflict(ours, theirs, '# base\n'), 'Keep ours (HEAD)', resolved(ours))
  expectAction(conflict(ours, theirs, '# base\n'), 'Keep theirs (dev)', resolved(theirs))
  expectAction('<<<<<<<$0\r\na\r\n=======\r\n>>>>>>>', 'Keep ours', 'a\r\n')
})

test('both sides are combined by record and field', () => {
  expectAction(
    conflict(ours, theirs),
    'Combine both sides',
    resolved('@CONTROL rid=CTL-1 | title="a" | owner="b"\n@CONTROL rid=CTL-2\n'),
  )
  const base = '@CONTROL rid=CTL-1 | title="x" | owner="x"\n'
  expectAction(
    conflict(base.replace('title="x"', 'title="a"'), base.replace('owner="x"', 'owner="b"'), base),
    'Combine both sides',
    resolved('@CONTROL rid=CTL-1 | title="a" | owner="b"\n'),
  )
})

test('where both sides changed a field, one of them decides', () => {
  const text = conflict(
    '@CONTROL rid=CTL-1 | title="a" | owner="o"\n',
    '@CONTROL rid=CTL-1 | title="b" | status="tested"\n',
  )
  expectAction(
    text,
    'Combine both sides, with ours (HEAD) where they differ',
    resolved('@CONTROL rid=CTL-1 | title="a" | owner="o" | status="tested"\n'),
  )
  expectAction(
    text,
    'Combine both sides, with theirs (dev) where they differ',
    resolved('@CONTROL rid=CTL-1 | title="b" | owner="o" | status="tested"\n'),
  )
})

test('single fields are decided, and the others stay in conflict', () => {
  const [one, other] = ['@CONTROL rid=CTL-1 | title="a" | owner="o"\n', '@CONTROL rid=CTL-1 | title="b" | owner="p"\n']
  const text = conflict(one, other)
  const left = (ours: string, theirs: string): string => conflict(ours, theirs).replace('$0', '')
  expectAction(text, 'Use ours (HEAD) for title', left(one, other.replace('"b"', '"a"')))
  expectAction(text, 'Use theirs (dev) for title', left(one.replace('"a"', '"b"'), other))
  expectAction(text, 'Use theirs (dev) for owner', left(one.replace('"o"', '"p"'), other))
  const withBase = conflict(one, other, '@CONTROL rid=CTL-1 | title="x" | owner="y"\n')
  expectAction(withBase, 'Use ours (HEAD) for owner', withBase.replace('$0', '').replace('owner="p"', 'owner="o"'))
  const named = '<<<<<<< o$0urs: title, owner\n' + one + '=======\n' + other + '>>>>>>> theirs: title, owner\n'
  expectAction(
    named,
    'Use theirs (theirs: title, owner) for title',
    `<<<<<<< ours: owner\n${one.replace('"a"', '"b"')}=======\n${other}>>>>>>> theirs: owner\n`,
  )
  const onlyOne = conflict(one, one.replace('"o"', '"p"'))
  expect(actionTitles(onlyOne).filter(title => title.startsWith('Use'))).toEqual([])
})

test('the fixes are offered on all lines of a conflict', () => {
  for (const part of ['title="a"', '=======', 'owner="b"', '>>>>>>> dev']) {
    const text = conflict(ours, theirs).replace('$0', '').replace(part, `$0${part}`)
    expect(actionTitles(text)).toContain('Combine both sides')
  }
  expect(actionTitles(conflict(ours, theirs).replace('$0', '').replace('# end', '# e$0nd'))).not.toContain(
    'Combine both sides',
  )
})

test('the lines of one record are combined too', () =>
  expectAction(
    '@CONTROL rid=CTL-1\n<<<<<<< HE$0AD\n  | title="a"\n=======\n  | owner="b"\n>>>>>>> dev\n  | status="tested"\n',
    'Combine both sides',
    '@CONTROL rid=CTL-1\n  | title="a"\n  | owner="b"\n  | status="tested"\n',
  ))

test('what is no better than one of the sides is not offered', () => {
  expect(actionTitles(conflict('', theirs))).toEqual(['Keep ours (HEAD)', 'Keep theirs (dev)'])
  expect(actionTitles(conflict(ours, ours))).toEqual(['Keep ours (HEAD)', 'Keep theirs (dev)'])
  expect(actionTitles('=====$0==\n')).toEqual(['Remove the line'])
  expectAction('# a\n=====$0==\n# b\n', 'Remove the line', '# a\n# b\n')
})

test('each fix removes the markers of its conflict, and leaves everything around it', () =>
  fc.assert(
    fc.property(damagedFiles(), text => {
      const file = check(text)
      for (const problem of problemsOf(file).filter(({ code }) => code === 'merge-conflict')) {
        const found = conflictsOf(file).find(
          ({ ours }) => ours.place === problem.entry && ours.start === problem.start,
        )!
        for (const { title, changes } of conflictFixes(file, problem)) {
          const after = check(applyChanges(file.tree, changes))
          // A fix for one field leaves the others in conflict.
          if (title.startsWith('Use ')) expect(markersOf(after).length, title).toBe(markersOf(file).length)
          else expect(markersOf(after).length, title).toBeLessThan(markersOf(file).length)
          const above = text.slice(0, file.tree.starts[found.ours.place]! + found.ours.start)
          expect(applyChanges(file.tree, changes).startsWith(above)).toBe(true)
        }
      }
    }),
    { numRuns: runs(500) },
  ))
