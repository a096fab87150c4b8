import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsOf, markersOf, problemsOf } from '../../shared/check/check.ts'
import { conflictFixes, resolveAll } from '../../shared/merge/resolve-conflict.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { actionTitles, expectAction } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'

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

/** Several conflicts below each other, the cursor in the first one. */
const several = (...sides: readonly (readonly [ours: string, theirs: string])[]): string =>
  sides
    .map(([one, other], index) => `<<<<<<< ${index === 0 ? '$0' : ''}HEAD\n${one}=======\n${other}>>>>>>> dev\n`)
    .join('')

const record = (id: number, due: string, owner = 'Ann'): string =>
  `@FINDING rid=F-${id} | owner="${owner}" | remediation_due:ts=${due}\n`

test('all conflicts of a file are resolved like one', () => {
  const text = several(
    [record(1, '2026-01-01'), record(1, '2026-02-02')],
    [record(2, '2026-01-01', 'Bob'), record(2, '2026-02-02')],
    ['', record(3, '2026-02-02')],
  )
  const all = 'Resolve all 3 conflicts of this file like this: '
  expectAction(text, `${all}keep ours`, record(1, '2026-01-01') + record(2, '2026-01-01', 'Bob'))
  expectAction(text, `${all}keep theirs`, [1, 2, 3].map(id => record(id, '2026-02-02')).join(''))
  expect(
    actionTitles(several([record(1, '2026-01-01'), '']).concat('@A\n')).filter(title => title.includes('all')),
  ).toEqual([])
})

test('one side decides about a field in all conflicts, and the rest stays', () => {
  const other = [record(2, '2026-01-01', 'Bob'), record(2, '2026-02-02', 'Cid')] as const
  const text = several([record(1, '2026-01-01', 'Dan'), record(1, '2026-02-02', 'Eve')], other)
  expectAction(
    text,
    'Resolve all 2 conflicts of this file like this: use theirs for remediation_due',
    several(
      [record(1, '2026-02-02', 'Dan'), record(1, '2026-02-02', 'Eve')],
      [record(2, '2026-02-02', 'Bob'), other[1]],
    ).replace('$0', ''),
  )
  const file = check(several([record(1, '2026-01-01'), record(1, '2026-02-02')], other).replace('$0', ''))
  const { changes, ...counts } = resolveAll(file, { kind: 'field', side: 'theirs', name: 'remediation_due' })
  expect(counts).toEqual({ resolved: 1, narrowed: 1, left: 1 })
  expect(applyChanges(file.tree, changes)).toBe(
    record(1, '2026-02-02') + several([record(2, '2026-02-02', 'Bob'), other[1]]).replace('$0', ''),
  )
})

test('what can be combined without a decision is combined, and the rest stays', () => {
  const open = several([record(2, '2026-01-01'), record(2, '2026-02-02')]).replace('$0', '')
  const text = several(['@A rid=1 | x="1"\n', '@A rid=1 | y="2"\n']).replace('$0', '') + open
  const file = check(text)
  const { changes, ...counts } = resolveAll(file, { kind: 'combine' })
  expect(counts).toEqual({ resolved: 1, narrowed: 0, left: 1 })
  expect(applyChanges(file.tree, changes)).toBe(`@A rid=1 | x="1" | y="2"\n${open}`)
})

test('a file with conflicts has none after one side is kept', () => {
  // A side that has conflicts of its own shows them afterwards.
  const side = damagedFiles().filter(text => !/^(?:<{7}|={7}|>{7}|\|{7})/m.test(text))
  fc.assert(
    fc.property(fc.array(fc.tuple(side, side), { maxLength: 4 }), sides => {
      const lined = sides.map(
        ([one, other]) => [one, other].map(text => `${text.replace(/[\r\n]+$/, '')}\n`) as [string, string],
      )
      const file = check(several(...lined).replace('$0', ''))
      for (const side of ['ours', 'theirs'] as const) {
        const { changes, resolved } = resolveAll(file, { kind: 'keep', side })
        const after = check(applyChanges(file.tree, changes))
        expect(resolved).toBe(conflictsOf(file).length)
        expect(conflictsOf(after).length).toBe(0)
      }
    }),
    { numRuns: runs(100) },
  )
})
