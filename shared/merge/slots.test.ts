import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged, recordsWith } from '../../test/merges.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { ownProblems, problemsOf } from '../check/check.ts'

// The ids of the base, of ours, of theirs, and of the result.
test.each([
  ['1', '21', '31', '231'],
  ['12', '132', '142', '1342'],
  ['12', '1342', '1562', '134562'],
  ['1234', '2341', '2134', '2341'],
  ['1234', '2134', '2341', '2134'],
  ['12345', '23451', '51234', '52341'],
  ['12345', '51234', '23451', '52341'],
  ['1234', '2341', '1234', '2341'],
  ['123', '231', '23', '23'],
  ['123', '23', '231', '23'],
  ['123', '23', '12', '2'],
  ['123', '1623', '231', '2316'],
  ['123', '231', '1623', '2316'],
  ['123', '1623', '2317', '23167'],
  ['123', '12637', '312', '37126'],
  ['123', '1643', '6123', '1643'],
  ['1234', '1324', '12354', '13254'],
  ['123', '1243', '1423', '1243'],
  ['123', '1234', '125', '1254'],
])('records are in the order of the base, with moves and additions: %s, %s, %s', (base, ours, theirs, result) =>
  expect(merged(recordsWith(base), recordsWith(ours), recordsWith(theirs))).toBe(recordsWith(result)),
)

test('a record that both sides moved has the place of ours and the changes of both', () => {
  expect(
    merged(
      '@A rid=1 | x=1 | y=1\n@A rid=2\n@A rid=3\n@A rid=4\n',
      '@A rid=2\n@A rid=3\n@A rid=4\n@A rid=1 | x=2 | y=1\n',
      '@A rid=2\n@A rid=1 | x=1 | y=2\n@A rid=3\n@A rid=4\n',
    ),
  ).toBe('@A rid=2\n@A rid=3\n@A rid=4\n@A rid=1 | x=2 | y=2\n')
})

// What ours and theirs have above, between and below two records, and what the result has.
test.each([
  [
    ['', '@A x=1\n', ''],
    ['', '@A x=1\n', '@B\n'],
    ['', '@A x=1\n', '@B\n'],
  ],
  [
    ['', '@A x=1\n', ''],
    ['', '', '@A x=1\n'],
    ['', '@A x=1\n', '@A x=1\n'],
  ],
  [
    ['', '@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', ''],
  ],
  [
    ['', '@A x=1\n@A x=1\n', ''],
    ['', '@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', ''],
  ],
  [
    ['', '@A x=1\n@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', '@B\n'],
    ['', '@A x=1\n@A x=1\n', '@B\n'],
  ],
  [
    ['', '# a\n@A x=1\n', ''],
    ['', '# b\n@A x=1\n', ''],
    ['', '# a\n@A x=1\n# b\n@A x=1\n', ''],
  ],
  [
    ['', '@A x=1\n', ''],
    ['', '@A x=2\n', ''],
    ['', '@A x=1\n@A x=2\n', ''],
  ],
  [
    ['', '@A rid=1\n', ''],
    ['', '', '@A rid=1\n'],
    ['', '@A rid=1\n', ''],
  ],
  [
    ['', '', '@A rid=1\n'],
    ['@A rid=1\n', '', '@B\n'],
    ['', '', '@A rid=1\n@B\n'],
  ],
])('what both sides added is there once if it is the same: %j, %j', (ours, theirs, result) => {
  const text = ([above, between, below]: readonly string[]): string => `${above}@C rid=1\n${between}@C rid=2\n${below}`
  expect(merged(text(['', '', '']), text(ours), text(theirs))).toBe(text(result))
})

const [compliance, insurance] = ['@DOC domain=core.compliance\n', '@DOC domain=core.insurance\n']
const policy = (id: string): string => `@POLICY rid=${id}\n`
const control = (id: string, maturity = 3): string => `@CONTROL rid=${id} | maturity:int=${maturity}\n`
const disable = '# recline-disable out-of-range -- old\n'
const enable = '# recline-enable out-of-range\n'

test('what has no header comes before the header that the other side added at the same place', () => {
  const base = compliance + policy('P-1')
  const [policies, section] = [policy('P-9'), insurance + policy('Q-1')]
  expect(merged(base, base + policies, base + section)).toBe(base + policies + section)
  expect(merged(base, base + section, base + policies)).toBe(base + policies + section)
})

test('a record comes before the suppression that the other side added at the same place', () => {
  const [base, other] = [control('A'), control('C', 8)]
  const suppressed = disable + control('B', 9)
  expect(merged(base, base + suppressed, base + other)).toBe(base + other + suppressed)
  expect(merged(base, base + other, base + suppressed)).toBe(base + other + suppressed)
  const region = suppressed + enable + control('D')
  expect(merged(base, base + region, base + other)).toBe(base + region + other)
  const end = enable + control('D')
  expect(merged(disable + base, disable + base + end, disable + base + other)).toBe(disable + base + other + end)
})

test('sections that both sides added at one place are a conflict, if the records of one came below the other', () => {
  const base = compliance + policy('P-1')
  const text = merged(base, base + policy('P-2') + insurance + policy('Q-1'), base + policy('P-3') + insurance)
  expect(text).toBe(base + policy('P-2') + policy('P-3') + insurance + policy('Q-1'))
  expect(merged(base, `${base}${insurance}${policy('Q-1')}`, `${base}${policy('P-3')}# note\n${insurance}`)).toContain(
    `<<<<<<< ours: not there (together: core.insurance)\n=======\n${policy('P-3')}`,
  )
})

test('a record that comes below another header or suppression is a conflict, also beside other conflicts', () => {
  const below = (header: string, ...policies: string[]): string => header + policies.join('')
  const added = merged(
    below(compliance, policy('P-1')),
    below(insurance, policy('P-1')),
    below(compliance, policy('P-1'), policy('P-2')),
  )
  const conflict = `<<<<<<< ours: not there (together: core.insurance)
=======
${policy('P-2')}>>>>>>> theirs: added (together: core.insurance)
`
  expect(added).toBe(below(insurance, policy('P-1'), conflict))
  const [one, other, third] = [1, 2, 3].map(version => `@RISK rid=R-1 | version=${version}\n`) as [
    string,
    string,
    string,
  ]
  expect(
    merged(
      below(compliance, policy('P-1'), one),
      below(insurance, policy('P-1'), other),
      below(compliance, policy('P-1'), policy('P-2'), third),
    ),
  ).toContain(below(insurance, policy('P-1'), conflict))
  expect(merged(control('A'), disable + control('A'), control('A') + control('B', 9))).toBe(
    `${disable}${control('A')}<<<<<<< ours: not there (together: out-of-range suppressed)
=======
${control('B', 9)}>>>>>>> theirs: added (together: out-of-range suppressed)
`,
  )
})

test('a record below one that the other side moved to another section stays in its own', () => {
  const [one, other] = [compliance + policy('P-1') + policy('P-2'), insurance + policy('Q-1')]
  const moved = compliance + policy('P-1') + insurance + policy('Q-1') + policy('P-2')
  expect(merged(one + other, one + policy('P-3') + other, moved)).toBe(
    compliance + policy('P-1') + policy('P-3') + insurance + policy('Q-1') + policy('P-2'),
  )
  expect(merged(one + other, one + policy('P-3') + other, other + one)).toBe(other + one + policy('P-3'))
})

/** A record with a problem; its title tells it from others, so that none is taken for another one with a new id. */
const oddControl = (id: string): string => control(id, 9).replace('\n', ` | title="${id} ${id} ${id}"\n`)

/** A file as lines: records with ids, headers, and comments about problems. */
const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(policy, oddControl) },
  fc.constantFrom(compliance, insurance, disable, `${disable}\n`, enable, `${enable}\n`).map(text => () => text),
)

/** Adds lines at a place, or moves or removes one. */
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3), fc.array(pieces, { minLength: 1, maxLength: 3 })), {
  maxLength: 3,
})

const textsOf = (all: readonly ((id: string) => string)[], prefix: string): string[] =>
  all.map((piece, index) => piece(`${prefix}${index}`))

const versions = fc.tuple(fc.array(pieces, { maxLength: 8 }), edits, edits).map(([some, ours, theirs]) => {
  const base = textsOf(some, 'B')
  const [our, their] = [ours, theirs].map((all, side) =>
    all.reduce<string[]>((lines, [from, to, kind, added], index) => {
      const place = from % (lines.length + 1)
      if (kind < 2) return lines.toSpliced(place, 0, ...textsOf(added, `${side}${index}`))
      const rest = lines.toSpliced(place, 1)
      return kind === 2 ? rest : rest.toSpliced(to % (rest.length + 1), 0, ...lines.slice(place, place + 1))
    }, base),
  ) as [string[], string[]]
  return { base: base.join(''), ours: our.join(''), theirs: their.join('') }
})

/** The domain of each record, and the records whose problems are shown and suppressed, by id. */
function scopesIn(text: string): { domains: Map<string, string>; shown: Set<string>; suppressed: Set<string> } {
  const file = check(text)
  const ids = file.tree.entries.map(entry => /rid=(\w+)/.exec(entry.text)?.[1] ?? '')
  const domains = new Map(file.entries.flatMap(({ tag }, entry) => (tag ? [[ids[entry]!, tag.domain.path]] : [])))
  const idsOf = (problems: readonly { code: string; entry: number }[]): string[] =>
    problems.flatMap(({ code, entry }) => (code === 'out-of-range' ? ids[entry]! : []))
  const shown = new Set(idsOf(problemsOf(file, 'unknown')))
  return { domains, shown, suppressed: new Set(idsOf(ownProblems(file)).filter(id => !shown.has(id))) }
}

test('a clean merge leaves each record in the domain of its side, and shows its problems as its side does', () => {
  fc.assert(
    fc.property(versions, ({ base, ours, theirs }) => {
      const text = merged(base, ours, theirs)
      if (!text.includes('rid=') || text.includes('<<<<<<<')) return
      const result = scopesIn(text)
      const [before, our, their] = [base, ours, theirs].map(scopesIn) as [typeof result, typeof result, typeof result]
      for (const [id, domain] of result.domains) {
        const [old, one, other] = [before, our, their].map(({ domains }) => domains.get(id))
        const sides = [one, other].filter(side => side !== undefined)
        const changed = sides.filter(side => side !== old)
        // A record whose tag is unknown on its side has no domain there, and can get one.
        if (sides.length === 0) continue
        expect(changed.length > 0 && sides.length === 2 && old ? changed : sides, id).toContain(domain)
        const isShown = [our, their].some(({ shown }) => shown.has(id))
        const isSuppressed = [our, their].some(({ suppressed }) => suppressed.has(id))
        if (result.suppressed.has(id)) expect(isSuppressed, id).toBe(true)
        if (result.shown.has(id)) expect(isShown, id).toBe(true)
      }
    }),
    { numRuns: runs(3000) },
  )
})
