import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import {
  check,
  expectNoProblems,
  expectProblems,
  problemsWithFixes,
  builtinRegistry as registry,
} from '../../test/records.ts'
import { edit, editAll, parse, textOf } from '../syntax/tree.ts'
import { checkFile, checkFirst, problemsOf, usedDomains } from './check.ts'

test('canonical records of several domains', () =>
  expectNoProblems(`
# Register of controls
@DOC domain=[core.compliance, core.insurance] | title="Register"

@CONTROL rid=CTL-1 | framework="ISO/IEC 27001:2022" | title="Access review" | status="tested" | owner="CISO" | maturity:int=3
@FINDING rid=FND-1 | control_ref="CTL-1" | severity="high" | remediation_due:ts=2026-06-30T00:00:00Z
  | description="a | b = \\"c\\""
  | status="open"
@POLICY rid=POL-1 | premium:float=12.5
@BEGIN notes
@CONTROL title=
@END
`))

test('one bad line hides no other, and checks of one value do not hide each other', () =>
  expectProblems(`
@CONTROL
#^^^^^^^ missing-field
some text
#<- syntax
@control titel=in progress rid="CTL-1 | maturity=9 | # x
#^^^^^^^ tag-case
#        ^^^^^ unknown-field
#              ^^^^^^^^^^^ needs-quotes
#                          ^^^ missing-separator
#                              ^^^^^^ unclosed-string
#                                       ^^^^^^^^^^ notation
#                                                ^ out-of-range
#                                                    ^^^ syntax
@VITALS bp=1 | hr="999"
#       ^^^^ notation
#          ^ pattern-mismatch
#              ^^^^^^^^ notation
#                 ^^^^^ out-of-range
`))

test('a value is checked by its meaning, whatever its writing', () => {
  for (const maturity of [
    'maturity=9',
    'maturity="9"',
    'maturity:int=9',
    'maturity:int="9"',
    'maturity : int = "\\u0039"',
    'maturity:str=9',
  ]) {
    expect(
      problemsOf(check(`@CONTROL rid=1 | ${maturity}`)).map(({ code }) => code),
      maturity,
    ).toContain('out-of-range')
  }
})

test('lines may end in LF, CRLF or CR', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const problems = problemsOf(
      check(['@CONTROL rid=CTL-1', '  | maturity:int=9', '', 'text', '@CONTROL title="x"'].join(end)),
    )
    expect(problems.map(({ code, entry }) => [code, entry])).toEqual([
      ['out-of-range', 0],
      ['syntax', 2],
      ['missing-field', 3],
    ])
  }
})

test('problems say their domain, tag and field', () => {
  const [problem] = problemsOf(check('@CONTROL rid=1 | maturity:int=9', { settingDomains: ['compliance'] }))
  expect(problem).toMatchObject({
    code: 'out-of-range',
    severity: 'error',
    domain: 'core.compliance',
    tag: 'CONTROL',
    field: 'maturity',
    entry: 0,
    start: 30,
    end: 31,
  })
})

test("the domains that a file's records belong to, the most frequent first", () => {
  const file = check('@CLAIM rid=1\n@CONTROL rid=1\n@FINDING rid=1\n@XYZZY a=1\n@DOC domain=hr\n')
  expect(usedDomains(file).map(({ path }) => path)).toEqual(['core.compliance', 'core.insurance'])
})

test('domains with as many records are in the order of their names', () => {
  for (const text of ['@CLAIM rid=1\n@CONTROL rid=1\n', '@CONTROL rid=1\n@CLAIM rid=1\n'])
    expect(usedDomains(check(text)).map(({ path }) => path)).toEqual(['core.compliance', 'core.insurance'])
})

test('a check after an edit looks only at what changed', () => {
  const before = check('@CONTROL rid=1\n@CONTROL title="x"\n@FINDING rid=1 | severity="x"\n')
  const tree = edit(before.tree, 13, 14, '2')
  const after = checkFile(tree, before.context, before)
  expect(textOf(after.tree)).toBe('@CONTROL rid=2\n@CONTROL title="x"\n@FINDING rid=1 | severity="x"\n')
  expect(after.entries.map((entry, index) => entry === before.entries[index])).toEqual([false, true, true])
})

/** Checks a text, edits it, and compares the check that knows the one before with a fresh one. */
function expectSameAsFresh(text: string, changes: readonly [find: string, replacement: string][]): void {
  let file = check(text)
  for (const [find, replacement] of changes) {
    const start = textOf(file.tree).indexOf(find)
    expect(start, find).toBeGreaterThanOrEqual(0)
    const tree = edit(file.tree, start, start + find.length, replacement)
    file = checkFile(tree, file.context, file)
    expect(problemsWithFixes(file)).toEqual(problemsWithFixes(check(textOf(tree))))
  }
}

test('headers that come, change and go', () =>
  expectSameAsFresh('@DOC domain=hr\n@CONTROL rid=1\n@LEAVE title="x"\n', [
    ['domain=hr', 'domain=compliance'],
    ['@DOC', '# @DOC'],
    ['# @DOC', '@DOC'],
    ['@LEAVE', '@DOC domain=[hr]\n@LEAVE'],
    ['domain=compliance\n', 'domain=xyzzy\n'],
  ]))

test('tags of several domains that other records decide', () =>
  expectSameAsFresh('@POLICY rid=1 | status="active"\n@POLICY rid=2\n', [
    ['@POLICY rid=2', '@CLAIM rid=1\n@POLICY rid=2'],
    ['@CLAIM', '@CONTROL'],
    ['@CONTROL', '@CLAIM rid=1\n@CONTROL'],
    ['@CLAIM rid=1\n', ''],
    ['@CONTROL rid=1\n', ''],
    ['rid=2', 'rid=2 | premium:float=1'],
  ]))

test('a header that becomes the same as the next one', () => {
  expectSameAsFresh('@DOC domain=hr\n@LEAVE title="x"\n@DOC domain=compliance\n@CONTROL rid=1\n', [
    ['domain=hr', 'domain=compliance'],
    ['domain=compliance', 'domain=hr'],
  ])
  expectSameAsFresh('@DOC domain=hr\n@LEAVE title="x"\n@DOC domain=hr\n@LEAVE title="y"\n', [
    ['domain=hr', 'domain=compliance'],
    ['domain=compliance', 'domain=hr'],
  ])
})

test('a value that is opened and closed above stray lines', () =>
  expectSameAsFresh('@CONTROL rid=1 | owner=a\nb]\n@CONTROL rid=2\n', [
    ['owner=a', 'owner=[a'],
    ['owner=[a', 'owner=a'],
    ['owner=a', 'owner="a'],
  ]))

test('suppressions that come and go', () =>
  expectSameAsFresh('@CONTROL title="x"\n@CONTROL title="y"\n', [
    ['@CONTROL title="x"', '# recline-disable missing-field\n@CONTROL title="x"'],
    ['@CONTROL title="y"', '# recline-enable\n@CONTROL title="y"'],
    ['# recline-disable', '# recline-disable-next-line'],
    ['# recline-enable', '# recline-disable'],
    ['# recline-disable-next-line missing-field\n', ''],
  ]))

test('blocks that open and close', () =>
  expectSameAsFresh('@CONTROL title="x"\ntext\n@CONTROL title="y"\n', [
    ['text', '@BEGIN'],
    ['@CONTROL title="y"', '@END\n@CONTROL title="y"'],
    ['@BEGIN', 'text'],
  ]))

test('a check after several changes looks only at what changed, and at records below other domains', () => {
  const text = '@CONTROL rid=1\n@POLICY rid=4\n@CONTROL title="x"\n@FINDING rid=1 | severity="x"\n'
  const isKept = (changes: readonly (readonly [find: string, text: string])[], before = check(text)): boolean[] => {
    const places = changes.map(([find, replacement]) => {
      const start = textOf(before.tree).indexOf(find)
      return { start, end: start + find.length, text: replacement }
    })
    const after = checkFile(editAll(before.tree, places), before.context, before)
    expect(problemsWithFixes(after)).toEqual(problemsWithFixes(check(textOf(after.tree))))
    const known = new Set(before.entries)
    return after.entries.map(entry => known.has(entry))
  }
  expect(
    isKept([
      ['rid=1', 'rid=2'],
      ['"x"\n@', '"y"\n@'],
    ]),
  ).toEqual([false, true, false, true])
  expect(
    isKept([
      ['rid=1', 'rid=2'],
      ['severity', 'owner'],
    ]),
  ).toEqual([false, true, true, false])
  // The records decide which domain a policy is of.
  expect(
    isKept([
      ['CONTROL', 'CLAIM'],
      ['FINDING', 'CLAIM'],
    ]),
  ).toEqual([false, false, true, false])
  const withHeader = check(`@DOC domain=compliance\n${text}`)
  expect(
    isKept(
      [
        ['compliance', 'hr'],
        ['"x"\n@', '"y"\n@'],
      ],
      withHeader,
    ),
  ).toEqual(Array.from({ length: 5 }, () => false))
})

/** Texts that make other records, values, headers, comments and blocks of what stands around them. */
const anyInsert = fc.constantFrom(
  '',
  'x',
  '"',
  '\n',
  '@CLAIM rid=1\n',
  '# recline-disable missing-field\n',
  '@DOC domain=hr\n',
)

test('a check after several changes says the same as a fresh one', () =>
  fc.assert(
    fc.property(damagedFiles(), fc.array(fc.tuple(fc.nat(), anyInsert), { maxLength: 8 }), (text, changes) => {
      const before = check(text)
      const { length } = textOf(before.tree)
      const places = [...new Map(changes.map(([place, insert]) => [place % (length + 1), insert]))]
        .sort(([one], [other]) => one - other)
        .map(([start, insert]) => ({ start, end: start, text: insert }))
      const after = checkFile(editAll(before.tree, places), before.context, before)
      expect(problemsWithFixes(after)).toEqual(problemsWithFixes(check(textOf(after.tree))))
    }),
    { numRuns: runs(2000) },
  ))

test('another context checks everything anew', () => {
  const before = check('@CONTROL rid=1\n')
  const after = checkFile(before.tree, { registry, fileName: 'a.hr.rec', settingDomains: [] }, before)
  expect(problemsOf(after).map(({ code }) => code)).toEqual(['unknown-tag'])
})

test('so does a check of the first entries', () => {
  const before = check('@CONTROL rid=1\n')
  const { entries } = checkFirst(before.tree, before.context, before)
  expect(entries[0]).toBe(before.entries[0])
  const after = checkFirst(before.tree, { registry, fileName: 'a.hr.rec', settingDomains: [] }, before)
  expect(problemsOf(after).map(({ code }) => code)).toEqual(['unknown-tag'])
})

test('an empty file', () =>
  expect(problemsOf(checkFile(parse(''), { registry, fileName: 'a.rec', settingDomains: [] }))).toEqual([]))
