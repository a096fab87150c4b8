import { expect, test } from 'vitest'
import {
  apply,
  check,
  convert,
  describe,
  diff,
  domains,
  edit,
  fix,
  fixes,
  format,
  fromJson,
  fromTable,
  importInto,
  merge,
  parse,
  query,
  tags,
} from './index.ts'

const controls = '@CONTROL rid=C-1 | title="Reviews" | maturity:int=9\n'

test('check gives problems as plain objects, with the place as lines and as offsets', () => {
  const [problem] = check(controls, { domain: 'compliance' })
  expect(problem).toMatchObject({ code: 'out-of-range', severity: 'error', line: 1, column: 51, tag: 'CONTROL' })
  expect(controls.slice(problem!.start, problem!.end)).toBe('9')
  expect(check(controls, { domain: 'core.compliance', severity: { 'out-of-range': 'off' } })).toEqual([])
  expect(JSON.parse(JSON.stringify(problem))).toEqual({ ...problem })
})

test('references are checked among all given files, and not at all in a part', () => {
  const files = {
    'a.compliance.rec': '@FINDING rid=F-1 | control_ref=C-1\n',
    'b.compliance.rec': '@CONTROL rid=C-2 | title=x\n',
  }
  const codes = (found: ReturnType<typeof check>): string[] => found.map(({ file, code }) => `${file} ${code}`)
  expect(codes(check(files))).toContain('a.compliance.rec dangling-reference')
  expect(codes(check(files, { isPart: true }))).not.toContain('a.compliance.rec dangling-reference')
  expect(codes(check({ ...files, 'c.compliance.rec': '@CONTROL rid=C-1\n' }))).not.toContain(
    'a.compliance.rec dangling-reference',
  )
})

test('the fixes of a problem are edits of the text', () => {
  const text = '@CONTROL rid=C-1 | status="testd"\n'
  const problem = check(text, { domain: 'compliance' }).find(({ code }) => code === 'not-in-enum')!
  const [best] = fixes(text, problem, { domain: 'compliance' })
  expect(apply(text, best!.edits)).toBe('@CONTROL rid=C-1 | status="tested"\n')
  expect(best!.isSafe).toBe(false)
})

test('fix applies what leaves the records as they are, and format lays them out', () => {
  expect(fix('@CONTROL rid="C-1" | maturity:int="3"\n', { domain: 'compliance' })).toBe(
    '@CONTROL rid=C-1 | maturity:int=3\n',
  )
  expect(format('@CONTROL   rid=C-1|title="Reviews"\n')).toBe('@CONTROL rid=C-1 | title="Reviews"\n')
})

test('parse gives records with values, and loses no other text', () => {
  expect(parse('# Controls\n@CONTROL rid=C-1 | maturity:int=3\nwhat\n', { domain: 'compliance' })).toEqual([
    { kind: 'comment', line: 1, text: '# Controls' },
    {
      kind: 'record',
      tag: 'CONTROL',
      line: 2,
      text: '@CONTROL rid=C-1 | maturity:int=3',
      fields: [
        { name: 'rid', value: 'C-1', type: 'string' },
        { name: 'maturity', value: '3', type: 'int' },
      ],
    },
    { kind: 'stray', line: 3, text: 'what' },
  ])
})

const findings = `@FINDING rid=F-1 | severity=high | control_ref=C-1
@FINDING rid=F-2 | severity=low | control_ref=C-1
@FINDING rid=F-3 | severity=high | control_ref=C-9
@CONTROL rid=C-1 | title="Reviews"
`

test('query finds, sorts, follows references, counts, and says what it leaves out', () => {
  const found = query(findings, {
    tag: 'FINDING',
    where: 'severity == "high"',
    select: ['rid', 'control_ref.title'],
    sort: ['-rid'],
  })
  expect(found.columns).toEqual(['rid', 'control_ref.title'])
  expect(found.rows).toEqual([{ rid: 'F-3' }, { rid: 'F-1', 'control_ref.title': 'Reviews' }])
  expect(found.found).toBe(2)
  expect(found.notes).toEqual([
    'References lead to 1 record that these files do not have, from line 3; name all files that the expressions read, or correct the references.',
  ])
  expect(query(findings, { tag: 'FINDING', countBy: ['severity'], sort: ['-count'] }).rows).toEqual([
    { severity: 'high', count: 2 },
    { severity: 'low', count: 1 },
  ])
})

test('a query keeps exact numbers, and shows fields that the tag lacks', () => {
  const [row] = query('@CONTROL rid=C-1 | cost:int=12345678901234567890 | maturity:int=3 | own=x\n', {
    tag: 'CONTROL',
  }).rows
  expect(row).toEqual({ rid: 'C-1', maturity: 3, cost: '12345678901234567890', own: 'x' })
})

test('a mistake in a query or a change is an error that shows the place', () => {
  expect(() => query(findings, { tag: 'FINDING', where: 'severty == "high"' })).toThrow(/severty[^]*\^/)
  expect(() => edit(findings, { tag: 'FINDING', set: { severity: '"hgh"' } })).toThrow(/hgh/)
  expect(() => query(findings, { tag: 'FINDNG' })).toThrow('FINDING may be meant')
  expect(() => check('', { domain: 'complaince' })).toThrow('core.compliance may be meant')
})

test('edit changes fields and keeps everything else', () => {
  const { files, found, edited, problems } = edit(
    { 'a.rec': `# Open\n${findings}` },
    { tag: 'FINDING', where: 'severity == "low"', set: { severity: '"high"' } },
  )
  expect(files).toEqual({ 'a.rec': `# Open\n${findings.replace('severity=low', 'severity="high"')}` })
  expect({ found, edited, problems }).toEqual({ found: 1, edited: 1, problems: [] })
})

test('records become JSON, CSV and Markdown, and come back', () => {
  const text = '@CONTROL rid=C-1 | title="Reviews"\n'
  const [json] = convert(text, 'json', { domain: 'compliance' })
  expect(fromJson(json!.text, { domain: 'compliance' })).toEqual({ text, notes: [], problems: [] })
  expect(convert(text, 'csv', { domain: 'compliance' })).toEqual([
    { tag: 'CONTROL', records: 1, text: 'rid,title\nC-1,Reviews\n' },
  ])
  expect(fromTable('Title,Maturity\nReviews,3\n', 'CONTROL', { domain: 'compliance' }).text).toBe(
    '@CONTROL title="Reviews" | maturity:int=3\n',
  )
})

test('diff and merge work by record', () => {
  const base = '@CONTROL rid=C-1 | status=draft | owner=Ana\n'
  const ours = base.replace('draft', 'tested')
  const theirs = base.replace('Ana', 'Bob')
  expect(diff(base, ours)).toEqual([
    {
      kind: 'changed',
      before: base,
      after: ours,
      lineBefore: 1,
      lineAfter: 1,
      fields: [{ field: 'status', before: 'draft', after: 'tested' }],
    },
  ])
  expect(merge({ base, ours, theirs })).toEqual({
    text: '@CONTROL rid=C-1 | status=tested | owner=Bob\n',
    conflicts: 0,
  })
  expect(merge({ base, ours, theirs: base.replace('draft', 'retired') }).conflicts).toBe(1)
})

test('domains and tags tell what there is, with those of own descriptors', () => {
  const descriptor = {
    domain: 'acme.fleet',
    version: '1.0.0',
    description: 'Cars of a company.',
    records: [
      {
        tag: 'CAR',
        description: 'A car.',
        fields: [
          { name: 'rid', type: 'string', description: 'Its number.' },
          { name: 'seats', type: 'int', range: [1, 9], description: 'How many people it takes.' },
        ],
      },
    ],
  }
  const options = { descriptors: [descriptor] }
  expect(domains()).toHaveLength(11)
  expect(domains(options)).toContain('acme.fleet')
  expect(describe('CAR', options).fields.map(({ name, range }) => [name, range])).toEqual([
    ['rid', undefined],
    ['seats', [1, 9]],
  ])
  expect(tags({ domain: 'compliance' }).map(({ tag }) => tag)).toContain('CONTROL')
  expect(check('@CAR rid=A | seats:int=12\n', { ...options, domain: 'acme.fleet' }).map(({ code }) => code)).toEqual([
    'out-of-range',
  ])
  expect(() => check('', { descriptors: ['{'] })).toThrow('The descriptor 1 cannot be used')
})

const fleet = (more: object): object => ({
  domain: 'acme.fleet',
  version: '1.0.0',
  description: 'Cars of a company.',
  records: [
    {
      tag: 'CAR',
      description: 'A car.',
      fields: [{ name: 'rid', type: 'string', description: 'Its number.' }],
      ...more,
    },
  ],
})

test('a rule that never ends is stopped, and its record says so', () => {
  const all = Array.from({ length: 6 }, (_, depth) => `[1, 2, 3, 4, 5, 6, 7, 8, 9].all(x${depth}, `).join('')
  const rules = [{ id: 'endless', message: 'Never.', expression: `${all}rid != "B"${')'.repeat(6)}` }]
  const found = check('@CAR rid=A\n', { domain: 'acme.fleet', descriptors: [fleet({ rules })] })
  expect(found.map(({ code, message }) => [code, message.includes('stopped')])).toEqual([['rule/endless', true]])
})

test('a descriptor whose base is not there is refused', () => {
  const descriptors = [{ ...fleet({}), extends: 'acme.base' }]
  expect(() => domains({ descriptors })).toThrow(/The descriptor 1 cannot be used: .*acme\.base/)
})

test('a query says what may be wrong with its rows', () => {
  const conflict = '<<<<<<< ours\n@FINDING rid=F-1\n=======\n@FINDING rid=F-2\n>>>>>>> theirs\n'
  expect(query(conflict, { tag: 'FINDING', select: [] }).notes).toEqual([
    'A merge conflict is not resolved at line 1, so the result can have records of both sides.',
  ])
  const { notes } = query('@CONTROL rid=C-1\n', {
    tag: 'CONTROL',
    where: 'referrers("FINDING", "control_ref").size() > 0',
  })
  expect(notes).toEqual([expect.stringMatching(/^These files have no FINDING record/)])
})

test('an edit says which records stay, and what it replaces', () => {
  const { notes, edited } = edit('@CONTROL rid=C-1 | maturity:int=9\n@CONTROL rid=C-2 | title="x" | title="y"\n', {
    tag: 'CONTROL',
    set: { maturity: '3', title: '"z"' },
  })
  expect(edited).toBe(1)
  expect(notes).toEqual([
    expect.stringMatching(/^line 2: The record has a field twice/),
    'Replaced 1 value that is written but not allowed, the first in line 1.',
  ])
})

test('a table says what its columns lack, and where a text cannot be read', () => {
  expect(fromTable('Title\nReviews\n', 'FINDING', { domain: 'compliance' }).notes).toEqual([
    '"Title" is not a field of FINDING and keeps its name.',
    'No column becomes rid, which every FINDING needs.',
  ])
  expect(fromTable('Title\nx\n', 'NOPE').notes[0]).toMatch(/^There is no tag NOPE/)
  expect(fromJson('[\n{"rid":"C-1"}\n]').problems).toEqual([expect.stringMatching(/^line 2: This object does not say/)])
})

test('a table goes into records that exist, and what was changed by hand is kept', () => {
  const files = {
    'a.compliance.rec': '# Ask Kim.\n@FINDING rid=F-1 | severity="high" | status="open" | description="x"\n',
    'b.compliance.rec': '@FINDING rid=F-2 | severity="low" | status="accepted"\n',
  }
  const done = importInto(files, {
    table: 'ID,Severity,Status\nF-1,High,remediated\nF-2,low,open\nF-3,low,open\n',
    base: 'ID,Severity,Status\nF-1,high,open\nF-2,low,open\n',
    tag: 'FINDING',
    fields: { ID: 'rid' },
  })
  expect(done).toMatchObject({ added: 1, changed: 1, unchanged: 1, gone: 0, refusals: [] })
  expect(done.files).toEqual({
    'a.compliance.rec': '# Ask Kim.\n@FINDING rid=F-1 | severity="high" | status="remediated" | description="x"\n',
    'b.compliance.rec':
      '@FINDING rid=F-2 | severity="low" | status="accepted"\n@FINDING rid=F-3 | severity="low" | status="open"\n',
  })
  expect(done.conflicts).toEqual([
    { file: 'b.compliance.rec', line: 1, field: 'status', kept: 'accepted', imported: 'open' },
  ])
  const refused = importInto(files, { table: 'rid,status\nF-1,open\nF-1,closed\n', tag: 'FINDING' })
  expect(refused.files).toEqual(files)
  expect(refused.refusals).toEqual([
    'line 3: The row has the same key as line 2: "F-1"; take one of them out, or pass other fields that identify a record as key.',
  ])
  expect(() => importInto('', { table: 'a\n1\n', tag: 'FINDNG' })).toThrow('FINDING')
})
