import { describe, expect, test } from 'vitest'
import { controls, findings, toolSession } from '../../test/tool-session.ts'

const { apply, call, content, error, files, open, write } = toolSession()

const notes = `@FINDING severity="low" | description="one"
@FINDING severity="low" | description="two"
`

test('a call says which records have the values already, and which defaults it writes', async () => {
  const descriptor = {
    domain: 'acme.tasks',
    version: '1.0',
    description: 'Tasks',
    records: [
      {
        tag: 'TASK',
        fields: [
          { name: 'rid', type: 'string', required: true, example: 'T-1' },
          { name: 'state', type: 'string', enum: ['open', 'done'], default: 'open' },
        ],
      },
    ],
  }
  await open({
    'acme.domain.json': JSON.stringify(descriptor),
    'a.rec': '@DOC domain=acme.tasks\n@TASK rid=T-1 | state="done"\n',
  })
  const add = { action: 'add', tag: 'TASK', values: {}, path: 'a.rec' }
  const same = { action: 'set', id: 'T-1', values: { state: 'done' }, expected: { state: 'done' } }
  const { answer } = await call('write', { changes: [add, same] })
  const { notes: told } = answer as { notes: string[] }
  expect(told).toContain('Defaults of TASK are written: state=open; pass null for a field that stays empty.')
  expect(told).toContain(
    'Not changed, because the values are there already: 1 record (a.rec:2); the action fix mends how a value is written.',
  )
  const empty = await call('write', { changes: [{ ...add, values: { state: null } }] })
  expect((empty.answer as { notes: string[] }).notes.join('\n')).not.toContain('Defaults')
})

describe('a record without an id', () => {
  test('is read, changed and removed by its place', async () => {
    await open({ 'n.compliance.rec': notes })
    const { rows } = await content<{ rows: string[][] }>('find', { tag: 'FINDING', select: ['description'] })
    expect(rows).toEqual([
      ['one', 'n.compliance.rec:1'],
      ['two', 'n.compliance.rec:2'],
    ])
    const { records } = await content<{ records: object[] }>('get', { places: ['n.compliance.rec:2'] })
    expect(records).toEqual([{ place: 'n.compliance.rec:2', tag: 'FINDING', text: notes.split('\n')[1] }])
    const place = 'n.compliance.rec:2'
    await write({ action: 'set', place, values: { severity: 'high' }, expected: { severity: 'low' } })
    expect(files().get('n.compliance.rec')).toBe(
      notes.replace('"low" | description="two"', '"high" | description="two"'),
    )
    await write({ action: 'remove', place: 'n.compliance.rec:1', expected: { description: 'one' } })
    expect(files().get('n.compliance.rec')).toBe('@FINDING severity="high" | description="two"\n')
  })

  test('needs the values that are expected, and a line with a record', async () => {
    await open({ 'n.compliance.rec': notes })
    const place = 'n.compliance.rec:2'
    const values = { severity: 'high' }
    const stale = { action: 'set', place, values, expected: { severity: 'medium' } }
    expect(await error('write', { changes: [stale] })).toMatchObject({
      code: 'stale-value',
      current: { severity: 'low' },
    })
    expect(await error('write', { changes: [{ action: 'set', place, values }] })).toMatchObject({
      code: 'expected-missing',
    })
    expect(await error('write', { changes: [{ ...stale, place: 'n.compliance.rec:9' }] })).toMatchObject({
      code: 'no-record',
    })
    expect(await content('get', { places: ['n.compliance.rec:9', place] })).toEqual({
      records: [{ place, tag: 'FINDING', text: notes.split('\n')[1] }],
      missing: [{ place: 'n.compliance.rec:9', nearest: ['n.compliance.rec:2', 'n.compliance.rec:1'] }],
    })
    expect(await error('get', { places: ['n.compliance.rec'] })).toMatchObject({ code: 'wrong-place', at: 'places.0' })
    expect(await error('get', { places: ['../n.compliance.rec:1'] })).toMatchObject({ code: 'wrong-path' })
    expect(await error('get', {})).toMatchObject({ code: 'missing-argument' })
  })

  test('is read at the end of a file without a line break', async () => {
    await open({ 'n.compliance.rec': notes.trimEnd() })
    expect(await content('get', { places: ['n.compliance.rec:2', 'n.compliance.rec:3'] })).toMatchObject({
      records: [{ place: 'n.compliance.rec:2' }],
      missing: [{ place: 'n.compliance.rec:3' }],
    })
  })

  test('is added with its line', async () => {
    const note = { name: 'text', type: 'string', description: 'Text.' }
    const acme = { domain: 'acme.notes', version: '1.0', records: [{ tag: 'NOTE', fields: [note] }] }
    await open({ 'notes.domain.json': JSON.stringify(acme), 'n.notes.rec': '@NOTE text="a"\n\n# end\n' })
    const same = { action: 'add', tag: 'NOTE', values: { text: 'a' } }
    const { records } = await write<{ records: object[] }>(same, same)
    expect(records).toEqual([
      { action: 'add', tag: 'NOTE', place: 'n.notes.rec:2' },
      { action: 'add', tag: 'NOTE', place: 'n.notes.rec:3' },
    ])
  })
})

test('a rename changes the record and all references to it', async () => {
  const { counts, records } = await write<{ counts: object; records: object[] }>({
    action: 'rename',
    id: 'CTL-1',
    new_id: 'CTL-9',
  })
  expect(counts).toEqual({ rename: 1, reference: 1 })
  expect(records[0]).toEqual({ action: 'rename', tag: 'CONTROL', id: 'CTL-9', place: 'c.compliance.rec:1' })
  expect([...files().values()]).toEqual([controls.replace('CTL-1', 'CTL-9'), findings.replace('CTL-1', 'CTL-9')])
  const taken = { action: 'rename', id: 'CTL-9', new_id: 'CTL-2' }
  expect(await error('write', { changes: [taken] })).toMatchObject({ code: 'wrong-id', at: 'changes.0.new_id' })
  expect(await error('write', { changes: [taken, taken] })).toMatchObject({ code: 'changes-meet' })
  const stale = { action: 'rename', id: 'CTL-9', new_id: 'CTL-8', expected: { title: 'Other' } }
  expect(await error('write', { changes: [stale] })).toMatchObject({ code: 'stale-value' })
})

test('an id of several records is not renamed, but one of them gets another by its place', async () => {
  await open({ 'c.compliance.rec': '@CONTROL rid=CTL-1 | title="A"\n@CONTROL rid=CTL-1 | title="B"\n' })
  const place = 'c.compliance.rec:2'
  const rename = { action: 'rename', place, new_id: 'CTL-2' }
  expect(await error('write', { changes: [rename] })).toMatchObject({
    code: 'wrong-id',
    message: expect.stringContaining('in c.compliance.rec:1 and c.compliance.rec:2'),
  })
  await write({ action: 'set', place, values: { rid: 'CTL-2' }, expected: { rid: 'CTL-1' } })
  expect(files().get('c.compliance.rec')).toBe('@CONTROL rid=CTL-1 | title="A"\n@CONTROL rid=CTL-2 | title="B"\n')
})

describe('a move', () => {
  test('takes a record with its comments and problems to another file', async () => {
    const before = `# first\n@FINDING rid=FND-1 | severity="High"\n@FINDING rid=FND-2 | severity="low"\n`
    await open({ 'a.compliance.rec': before, 'b.compliance.rec': '@FINDING rid=FND-3 | severity="low"\r\n' })
    const move = { action: 'move', id: 'FND-1', path: 'b.compliance.rec', expected: { severity: 'High' } }
    const { records } = await write<{ records: object[] }>(move)
    expect(records).toEqual([{ action: 'move', tag: 'FINDING', id: 'FND-1', place: 'b.compliance.rec:3' }])
    expect(files().get('a.compliance.rec')).toBe('@FINDING rid=FND-2 | severity="low"\n')
    expect(files().get('b.compliance.rec')).toBe(
      '@FINDING rid=FND-3 | severity="low"\r\n# first\r\n@FINDING rid=FND-1 | severity="High"\r\n',
    )
  })

  test('takes all records that fit a condition to a new file', async () => {
    const { counts } = await write({
      action: 'move',
      tag: 'FINDING',
      where: 'has(status)',
      path: 'old/f.compliance.rec',
    })
    expect(counts).toEqual({ move: 2 })
    expect(files().get('old/f.compliance.rec')).toBe(findings)
  })

  test('does not go where the tag is another one', async () => {
    const move = { action: 'move', id: 'FND-01', path: 'x.health.rec', expected: { severity: 'high' } }
    expect(await error('write', { changes: [move] })).toMatchObject({ code: 'wrong-path' })
    const here = { ...move, path: 'f.compliance.rec' }
    expect(await error('write', { changes: [here] })).toMatchObject({ code: 'wrong-path' })
  })
})

describe('a change of all records that fit a condition', () => {
  const set = { action: 'set', tag: 'FINDING', where: 'status == "open"', values: { status: 'closed' } }

  test('sets their values, with the diff once', async () => {
    const dry = await content('write', { changes: [set] })
    expect(dry).toMatchObject({ counts: { set: 2 }, diff: expect.stringContaining('status="closed"') })
    const done = await write(set)
    expect(done).toMatchObject({ applied: true, counts: { set: 2 } })
    expect(done).not.toHaveProperty('diff')
    expect(files().get('f.compliance.rec')).toBe(findings.replaceAll('open', 'closed'))
    expect(await error('write', { changes: [set] })).toMatchObject({ code: 'nothing-found' })
  })

  test('removes them, and fields', async () => {
    await write({ ...set, values: undefined, unset: ['status', 'severity'] })
    expect(files().get('f.compliance.rec')).toBe(findings.replace(/ \| severity="\w+" \| status="\w+"/g, ''))
    await write({ action: 'remove', tag: 'FINDING', where: 'control_ref.owner == "CISO"' })
    expect(files().get('f.compliance.rec')).toBe('@FINDING rid=FND-02 | control_ref="CTL-2"\n')
  })

  test('has a limit', async () => {
    expect(await error('write', { changes: [{ ...set, limit: 1 }] })).toMatchObject({
      code: 'too-many-records',
      message: '2 records fit this condition, and limit is 1; pass a limit of 2 if all should change.',
    })
    expect(await content('write', { changes: [{ ...set, limit: '2' }] })).toMatchObject({ counts: { set: 2 } })
    const many = Array.from({ length: 250 }, (_, index) => `@FINDING rid=F-${index} | status="open"\n`).join('')
    await open({ 'f.compliance.rec': many })
    expect(await error('write', { changes: [set] })).toMatchObject({ code: 'too-many-records' })
    const { records } = await write<{ records: object[] }>({ ...set, limit: 300 })
    expect(records).toHaveLength(20)
    expect(files().get('f.compliance.rec')).toBe(many.replaceAll('open', 'closed'))
  })

  test('refuses what it does not read', async () => {
    const wrong = async (change: object): Promise<unknown> => (await error('write', { changes: [change] })).at
    expect(await wrong({ ...set, expected: { status: 'open' } })).toBe('changes.0.expected')
    expect(await wrong({ ...set, tag: undefined })).toBe('changes.0.tag')
    expect(await wrong({ ...set, where: 'stat == "open"' })).toBe('changes.0.where')
    expect(await wrong({ ...set, path: 'x.rec' })).toBe('changes.0.path')
    expect(await wrong({ ...set, unset: ['nope'] })).toBe('changes.0.unset')
    expect(await wrong({ action: 'add', tag: 'FINDING', values: {}, id: 'x' })).toBe('changes.0.id')
  })
})

describe('fix', () => {
  const wrong = '@finding rid=FND-1 | severity="High" | Status="open"\n@FINDING rid=FND-2 | severity="severe"\n'

  test('makes what changes no value, or with codes also the only answers', async () => {
    await open({ 'f.compliance.rec': wrong })
    expect(await write({ action: 'fix' })).toMatchObject({ counts: { fix: 1 } })
    expect(files().get('f.compliance.rec')).toBe(wrong.replace('@finding', '@FINDING'))
    const { answer } = await call('write', { changes: [{ action: 'fix', codes: ['not-in-enum', 'unknown-field'] }] })
    expect(answer).toMatchObject({
      content: {
        counts: { fix: 2 },
        diff: `--- f.compliance.rec
-@FINDING rid=FND-1 | severity="High" | Status="open"
+@FINDING rid=FND-1 | severity="high" | status="open"
`,
        problems: [
          { code: 'rule/finding-high-has-due-day', place: 'f.compliance.rec:1' },
          { code: 'not-in-enum', place: 'f.compliance.rec:2' },
        ],
      },
      notes: [
        'Nothing is written yet: call again with apply: true.',
        'Fixed: 1 not-in-enum, 1 unknown-field.',
        'Not fixed: 1 not-in-enum; problems says what is wrong.',
      ],
    })
  })

  test('says what it cannot do', async () => {
    await open({ 'f.compliance.rec': wrong })
    const fix = { action: 'fix', codes: ['not-in-enum'], paths: ['g.rec'] }
    expect(await error('write', { changes: [fix] })).toMatchObject({ code: 'no-such-file', at: 'changes.0.paths.0' })
    expect(await error('write', { changes: [{ action: 'fix', codes: ['not-in-num'] }] })).toMatchObject({
      code: 'unknown-code',
      nearest: expect.arrayContaining(['not-in-enum']),
    })
    expect(await error('write', { changes: [{ action: 'fix', codes: ['dangling-reference'] }] })).toMatchObject({
      code: 'nothing-found',
    })
  })
})

describe('computed values', () => {
  const due = '| remediation_due:ts='
  const text = `@FINDING rid=FND-01 | control_ref="CTL-1" | severity="high" | status="open" ${due}2026-03-31
@FINDING rid=FND-02 | control_ref="CTL-2" | severity="low" | status="open"
@FINDING rid=FND-03 | control_ref="CTL-2" | severity="low" | status="open" ${due}2026-12-15
`

  test('are those of recline edit, and records without a value that is read stay', async () => {
    await open({ 'c.compliance.rec': controls, 'f.compliance.rec': text })
    const change = {
      action: 'set',
      tag: 'FINDING',
      where: 'status == "open"',
      computed: { remediation_due: 'remediation_due + duration("30d")', description: 'control_ref.owner' },
      values: { status: 'in-progress' },
    }
    const answer = await call('write', { changes: [change], apply: true })
    expect(answer.answer).toMatchObject({
      content: { counts: { set: 2 } },
      notes: ['Not changed, because an expression reads an absent value: 1 record (f.compliance.rec:2).'],
    })
    apply(answer)
    const [first, second, third] = text.split('\n')
    const changed = (line: string | undefined, day: string, owner: string): string =>
      `${line!.replace('open', 'in-progress').replace(/[^=]+$/, day)} | description="${owner}"`
    expect(files().get('f.compliance.rec')).toBe(
      `${changed(first, '2026-04-30', 'CISO')}\n${second}\n${changed(third, '2027-01-14', 'CTO')}\n`,
    )
  })

  test('of one record are expected like other values', async () => {
    await open({ 'c.compliance.rec': controls, 'f.compliance.rec': text })
    const change = { action: 'set', id: 'FND-01', computed: { remediation_due: 'remediation_due + duration("1d")' } }
    expect(await error('write', { changes: [change] })).toMatchObject({ code: 'expected-missing' })
    await write({ ...change, expected: { remediation_due: '2026-03-31' } })
    expect(files().get('f.compliance.rec')).toBe(text.replace('03-31', '04-01'))
    const expected = { remediation_due: '' }
    expect(await error('write', { changes: [{ ...change, id: 'FND-02', expected }] })).toEqual({
      code: 'not-computed',
      message: 'The record at f.compliance.rec:2 lacks a value that the expression reads.',
      at: 'changes.0.computed',
    })
  })

  test.each([
    [{ severity: '"hihg"' }, 'wrong-expression', 'changes.0.computed.severity'],
    [{ remediation_due: 'nothing +' }, 'wrong-expression', 'changes.0.computed.remediation_due'],
    [{ sevrity: '"high"' }, 'unknown-field', 'changes.0.computed.sevrity'],
    [{ status: '"open"' }, 'wrong-arguments', 'changes.0.values'],
  ])('%j is refused', async (computed, code, at) => {
    const change = { action: 'set', tag: 'FINDING', where: 'true', values: { status: 'closed' }, computed }
    expect(await error('write', { changes: [change] })).toMatchObject({ code, at })
  })
})

test('names that objects of JavaScript have are fields and values like others', async () => {
  const names = ['constructor', 'prototype', 'toString', '__proto__']
  const fields = names.map(name => ({ name, type: 'string', description: 'A name.', enum: names }))
  const rid = { name: 'rid', type: 'string', description: 'Id.' }
  const acme = { domain: 'acme.races', version: '1.0', records: [{ tag: 'RACE', fields: [rid, ...fields] }] }
  await open({ 'races.domain.json': JSON.stringify(acme), 'r.races.rec': '@RACE rid=R-1 | constructor="toString"\n' })
  const given = (values: string): unknown => JSON.parse(`{"rid":"R-2",${values}}`)
  const all = names.map(name => `${JSON.stringify(name)}:${JSON.stringify(name)}`).join(',')
  await write({ action: 'add', tag: 'RACE', values: given(all) })
  await write({
    action: 'set',
    id: 'R-1',
    values: JSON.parse('{"constructor":"constructor"}'),
    expected: JSON.parse('{"constructor":"toString"}'),
  })
  expect(files().get('r.races.rec')).toBe(`@RACE rid=R-1 | constructor="constructor"
@RACE rid=R-2 | ${names.map(name => `${name}="${name}"`).join(' | ')}
`)
  const counts = { tag: 'RACE', count_by: ['constructor'] }
  expect(await content('find', counts)).toMatchObject({ rows: [['constructor', '2']] })
  const text = 'constructor,__proto__\ntoString,constructor\n'
  const mapping = JSON.parse('{"constructor":"__proto__","__proto__":"constructor"}')
  expect(await content('convert', { text, tag: 'RACE', mapping })).toMatchObject({
    records: '@RACE __proto__="toString" | constructor="constructor"',
  })
})

test('a record goes to the file of its siblings, or of its parent', async () => {
  const files = {
    'a.compliance.rec': '@CONTROL rid=CTL-1 | title="x"\n@FINDING rid=FND-1 | severity="low"\n',
    'b.compliance.rec': '@FINDING rid=FND-2 | control_ref="CTL-2"\n',
    'c.compliance.rec': '@FINDING rid=FND-3\n@FINDING rid=FND-4\n@CONTROL rid=CTL-2 | title="y"\n',
  }
  await open(files)
  const placeOf = async (values: object): Promise<unknown> => {
    const { records } = await content<{ records: { place: string }[] }>('write', {
      changes: [{ action: 'add', tag: 'FINDING', values }],
    })
    return records[0]!.place
  }
  expect(await placeOf({ control_ref: 'CTL-1' })).toBe('a.compliance.rec:3')
  expect(await placeOf({ control_ref: 'CTL-2' })).toBe('b.compliance.rec:2')
  expect(await placeOf({ severity: 'low' })).toBe('c.compliance.rec:3')
})

test('find counts, sums and groups', async () => {
  const groups = await content('find', { tag: 'FINDING', count_by: ['severity'], sort: ['severity'] })
  expect(groups).toEqual({
    found: 2,
    columns: ['severity', 'count'],
    rows: [
      ['high', '1'],
      ['low', '1'],
    ],
  })
  const risks = '@CONTROL rid=R-1 | maturity:int=2 | owner="a"\n@CONTROL rid=R-2 | maturity:int=5 | owner="b"\n'
  await open({ 'r.compliance.rec': risks })
  const totals = { tag: 'CONTROL', sum: ['maturity'], max: 'maturity', where: '' }
  expect(await error('find', totals)).toMatchObject({ code: 'wrong-expression' })
  expect(await content('find', { ...totals, where: null })).toMatchObject({ rows: [['2', '7', '5']] })
  expect(await error('find', { tag: 'CONTROL', sum: ['owner'] })).toMatchObject({ code: 'wrong-expression' })
  expect(await error('find', { tag: 'CONTROL', sum: ['maturity'], select: ['owner'] })).toMatchObject({ at: 'select' })
})

test('check lists errors first, in pages, and can leave codes and severities out', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `@FINDING rid=F-${index} | nope="x"\n`).join('')
  await open({ 'f.compliance.rec': `${many}@FINDING rid=F-30 | severity="High"\n` })
  const { problems, ...counts } = await content<{ problems: { code: string; place: string }[] }>('check', {})
  expect(counts).toMatchObject({ records: 31, errors: 1 })
  expect(problems).toHaveLength(25)
  expect(problems[0]).toMatchObject({ code: 'not-in-enum', place: 'f.compliance.rec:31' })
  const { answer } = await call('check', { severity: 'error' })
  expect(answer).toMatchObject({
    content: { problems: [{ code: 'not-in-enum' }] },
    notes: [expect.stringMatching(/^\d+ more problems have other codes or severities/)],
  })
  expect(
    (await content<{ problems: object[] }>('check', { codes: 'unknown-field', limit: 200 })).problems,
  ).toHaveLength(30)
  expect(await error('check', { codes: ['nope'] })).toMatchObject({ code: 'unknown-code' })
})
