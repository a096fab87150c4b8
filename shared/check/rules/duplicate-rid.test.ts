import { expect, test } from 'vitest'
import { snapshotOf } from '../../../test/editor.ts'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'
import type { Problem } from '../problem.ts'

test('in one file the later record is reported', () =>
  expectProblems(
    `
@CONTROL rid=CTL-1
@CONTROL rid=CTL-1
#            ^^^^^ duplicate-rid: CONTROL "CTL-1" exists twice; an id must be unique among the records of its tag, so change one of them.
@control rid="CTL 1" | title="x"
#^^^^^^^ tag-case
@CONTROL rid="CTL 1" | title="y"
#             ^^^^^ duplicate-rid: CONTROL "CTL 1" exists twice; an id must be unique among the records of its tag, so change one of them.
`,
    { others: {} },
  ))

test('of records in several files each is reported', () =>
  expectProblems(
    `
@CONTROL rid=CTL-1
#            ^^^^^ duplicate-rid: CONTROL "CTL-1" exists 3 times; an id must be unique among the records of its tag, so change one of them.
`,
    { others: { 'a.rec': '@CONTROL rid=CTL-1\n', 'b.rec': '@CONTROL rid=CTL-1\n' } },
  ))

test('the required id of a tag without rid counts as well', () => {
  const field = (name: string, required = false) => ({ name, type: 'string' as const, required })
  const descriptors = [
    {
      domain: 'core.test',
      version: '1',
      description: '',
      records: [
        { tag: 'ORDER', fields: [field('id', true)] },
        { tag: 'NOTE', fields: [field('id')] },
        { tag: 'LINE', fields: [field('rid'), field('id', true)] },
      ],
    },
  ]
  expectProblems(
    `
@ORDER id="1"
@ORDER id="1"
#          ^ duplicate-rid
@NOTE id="1"
@NOTE id="1"
@LINE rid=1 | id="1"
@LINE rid=2 | id="1"
`,
    { descriptors, others: {} },
  )
})

test('another tag, another domain, another id, no id, and a tag that nobody defined', () =>
  expectNoProblems(
    `
@DOC domain=compliance
@CONTROL rid=1
@FINDING rid=1
@CONTROL rid=01
@POLICY rid=1
@EVIDENCE collector="x"
@EVIDENCE collector="x"
@DOC domain=insurance
@POLICY rid=1
@DOC rid="1"
@DOC rid="1"
`,
    { others: {} },
  ))

test('nothing is said before the other files are read', () =>
  expectNoProblems('@CONTROL rid=CTL-1\n@CONTROL rid=CTL-1\n'))

test('one of them can have the next free id, written as ids are', () => {
  expectFix(
    '@CONTROL rid=CTL-1\n@CONTROL rid="CTL-1" | title="x"\n@FINDING control_ref="CTL-1"\n',
    'Change to CTL-8',
    '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-8 | title="x"\n@FINDING control_ref="CTL-1"\n',
    { others: { 'a.rec': '@CONTROL rid=CTL-7\n' } },
  )
  expect(fixTitles('@CONTROL rid=one\n@CONTROL rid=one\n', { others: {} })).toEqual([])
})

test('the other records are named', () => {
  const { across } = snapshotOf('@CONTROL rid="C \\"1"\n@CONTROL rid="C \\"1"\n', { others: {} })
  const [problem] = across() as Problem[]
  expect(problem!.related!().map(({ message }) => message)).toEqual([`Another CONTROL 'C "1'.`])
})

test('a record whose last line has no line end is not another one', () => {
  const { across } = snapshotOf('@CONTROL\n  | rid=C-1', { others: { 'a.rec': '@CONTROL rid=C-1\n' } })
  const [problem] = across() as Problem[]
  expect(problem!.related!().map(({ at }) => 'uri' in at && at.uri)).toEqual(['file:///a.rec'])
})
