import { expect, test } from 'vitest'
import { conflictsIn, merged } from '../../test/merges.ts'

/** The residual risk must not be above likelihood times impact. */
const risk = (likelihood: number, impact: number, more = ''): string =>
  `@RISK_ASSESSMENT rid=R-1 | likelihood:int=${likelihood} | impact:int=${impact} | residual_risk:int=8${more}\n`

const aboveInherent = 'rule/risk-residual-within-inherent'

test('changes that are correct alone but not together are a conflict', () => {
  expect(merged(risk(4, 4), risk(2, 4), risk(4, 2))).toBe(
    `<<<<<<< ours: likelihood (together: ${aboveInherent})
${risk(2, 4)}=======
${risk(4, 2)}>>>>>>> theirs: impact (together: ${aboveInherent})
`,
  )
  expect(merged(risk(4, 4), risk(3, 4), risk(4, 3))).toBe(risk(3, 3))
})

test('only the record with the new problem is a conflict', () => {
  const versions = [risk(4, 4), risk(2, 4), risk(4, 2)].map((record, index) => {
    const owner = index === 1 ? 'Ann' : 'Bob'
    const status = index === 2 ? 'tested' : 'implemented'
    return `# apart

# about
@CONTROL rid=C-1 | owner="${owner}" | status="${status}"
@CONTROL rid=C-2 | odd="x"

# another
# one
${record}
@CONTROL rid=C-3 | owner="${owner}" | status="${status}"
`
  }) as [string, string, string]
  const text = merged(...versions)
  expect(text).toContain('# about\n@CONTROL rid=C-1 | owner="Ann" | status="tested"\n')
  expect(text).toContain(`\n\n<<<<<<< ours: likelihood (together: ${aboveInherent})\n# another\n# one\n@RISK`)
  expect(text).toContain('\n@CONTROL rid=C-3 | owner="Ann" | status="tested"\n')
  expect(conflictsIn(...versions)).toBe(1)
})

test('a problem that one side has already is no conflict', () => {
  expect(merged(risk(4, 4), risk(1, 4), risk(4, 2))).toBe(risk(1, 2))
  expect(merged(risk(4, 4), risk(2, 4), risk(4, 1))).toBe(risk(2, 1))
  expect(merged(risk(1, 4), risk(1, 4, ' | owner="Ann"'), risk(1, 3))).toBe(risk(1, 3, ' | owner="Ann"'))
})

test('the problem of another field is new, also if its code is not', () => {
  const policy = '@POLICY rid=P-1 | title="a" | owner="b" | version="1"'
  const text = merged(
    `${policy}\n`,
    `${policy} | type="auto" | premium:float=1\n`,
    `${policy} | deductible:float=1 | coverage_limit:float=1\n`,
  )
  expect(text).toContain('<<<<<<< ours: type, premium (together: unknown-field)\n')
})

test('the header above decides what is a problem', () => {
  const below = (header: string, ...sides: [string, string, string]): string =>
    merged(...(sides.map(side => `${header}\n${side}`) as [string, string, string]))
  const sides = [risk(4, 4), risk(2, 4), risk(4, 2)] as const
  expect(below('@DOC domain=health', ...sides)).toBe(`@DOC domain=health\n${risk(2, 2)}`)
  expect(below('@DOC domain=compliance', ...sides)).toContain(`(together: ${aboveInherent})`)
})

/** A conflict of a record that only one side added. */
const ofOurs = (code: string, record: string): string => `<<<<<<< ours: added (together: ${code})
${record}=======
>>>>>>> theirs: not there (together: ${code})
`
const ofTheirs = (code: string, record: string): string => `<<<<<<< ours: not there (together: ${code})
=======
${record}>>>>>>> theirs: added (together: ${code})
`

const [finding, finding2] = ['@FINDING rid=F-1\n', '@FINDING rid=F-2\n']
const odd = '@FINDING rid=F-2 | severity="odd"\n'

test.each(['# recline-disable not-in-enum\n\n', '# recline-disable not-in-enum\n'])(
  'a new record whose problem a comment suppresses is a conflict if the other side removes %j',
  comment => {
    expect(merged(comment + finding, comment + finding + odd, finding)).toBe(finding + ofOurs('not-in-enum', odd))
    expect(merged(comment + finding, finding, comment + finding + odd)).toBe(finding + ofTheirs('not-in-enum', odd))
    expect(merged(finding, finding + odd, comment + finding)).toBe(
      comment + finding + ofOurs('not-in-enum suppressed', odd),
    )
    expect(merged(finding, finding + finding2, comment + finding)).toBe(comment + finding + finding2)
  },
)

test('a new record is a conflict if the other side changes the header above it to a domain without its tag', () => {
  const [before, added] = ['@DOC domain=compliance\n@CONTROL rid=C-1\n', '@CONTROL rid=C-2\n']
  const changed = '@DOC domain=health\n@VITALS bp="118/76"\n'
  expect(merged(before, changed, before + added)).toBe(changed + ofTheirs('unknown-tag', added))
  expect(merged(before, before + added, changed)).toContain(
    `<<<<<<< ours: added (together: unknown-tag)\n${added}=======\n`,
  )
})

test('a new record stays under its header if the other side moved this', () => {
  const health = '@DOC domain=health\n@VITALS bp="118/76"\n'
  const compliance = '@DOC domain=compliance\n@CONTROL rid=C-1\n'
  const nodes = '@DOC domain=infrastructure\n@NODE rid=N-1\n'
  const added = '@CONTROL rid=C-2\n'
  expect(merged(health + compliance + nodes, health + nodes + compliance, health + compliance + added + nodes)).toBe(
    health + nodes + compliance + added,
  )
})

test('a new record is a conflict if a header moved above it over other text', () => {
  const [control, header, vitals] = ['@CONTROL rid=C-1\n\n', '@DOC domain=health\n\n', '@VITALS bp="118/76"\n']
  const notes = '# one\n\n# two\n\n'
  const added = '@CONTROL rid=C-2\n'
  expect(
    merged(
      control + notes + header + vitals,
      control + header + notes + vitals,
      `${control}${notes}${added}\n${header}${vitals}`,
    ),
  ).toContain(`${header}# one\n\n# two\n\n${ofTheirs('unknown-tag', added)}`)
})

test('a record of a tag of two domains is a conflict if the records that both sides add decide about its meaning', () => {
  const policy = '@POLICY rid=P-1 | status="approved"\n'
  const controls = '@CONTROL rid=C-1\n@CONTROL rid=C-2\n@CONTROL rid=C-3\n@CONTROL rid=C-4\n'
  const claims = (...ids: number[]): string => ids.map(id => `@CLAIM rid=L-${id}\n`).join('')
  const before = policy + controls
  expect(merged(before, before + claims(1, 2), before + claims(3))).toBe(before + claims(1, 2, 3))
  expect(
    merged(before, before + claims(1, 2, 3), before + claims(4, 5)),
  ).toBe(`<<<<<<< ours: changed (together: not-in-enum)
${policy}=======
${policy}>>>>>>> theirs: changed (together: not-in-enum)
${controls}${claims(1, 2, 3, 4, 5)}`)
})

test('a result with a conflict is not checked for problems', () => {
  const versions = [1, 2, 3].map(x => `@A rid=1 | x=${x}\n`) as [string, string, string]
  const all = [risk(4, 4), risk(2, 4), risk(4, 2)].map((record, index) => versions[index]! + record)
  expect(conflictsIn(...(all as [string, string, string]))).toBe(1)
})
