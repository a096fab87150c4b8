import { expect, test } from 'vitest'
import { toolSession } from '../../test/tool-session.ts'

const { call, content, error, files, open, write } = toolSession()

const records = {
  'c.compliance.rec': `@CONTROL rid=CTL-1 | title="Access" | owner="CISO"
@POLICY rid=POL-1 | title="Access policy" | status="approved" | owner="CTO" | next_review:ts=2020-02-01
`,
  'f.compliance.rec': `@FINDING rid=FND-1 | control_ref="CTL-1" | status="open" | description="No log" | remediation_due:ts=2020-01-31
@FINDING rid=FND-2 | control_ref="CTL-1" | status="closed" | remediation_due:ts=2020-01-01
@FINDING rid=FND-3 | control_ref="CTL-1" | status="open" | remediation_due:ts=2099-01-31
@FINDING status="open" | description="no id" | remediation_due:ts=2020-03-01
`,
}

test('what is overdue in all tags is one call, whose rows say whose it is', async () => {
  await open(records)
  const { answer } = await call('find', { due: 'overdue' })
  expect(answer).toMatchObject({
    content: {
      found: 3,
      columns: ['day', 'due', 'tag', 'id', 'title', 'owner', 'field', 'place'],
      rows: [
        [
          '2020-01-31',
          'overdue',
          'FINDING',
          'FND-1',
          'No log',
          'control_ref.owner=CISO',
          'remediation_due',
          'f.compliance.rec:1',
        ],
        ['2020-02-01', 'overdue', 'POLICY', 'POL-1', 'Access policy', 'CTO', 'next_review', 'c.compliance.rec:2'],
        ['2020-03-01', 'overdue', 'FINDING', '', 'no id', '', 'remediation_due', 'f.compliance.rec:4'],
      ],
    },
    notes: ['Not listed: 1 later day; due takes a longer time, such as 90d.'],
  })
  // The second call is the change, by id or place, with the values that the rows have.
  await write(
    { action: 'set', id: 'POL-1', values: { owner: 'COO' }, expected: { owner: 'CTO' } },
    {
      action: 'set',
      place: 'f.compliance.rec:4',
      values: { remediation_due: '2099-12-31' },
      expected: { remediation_due: '2020-03-01' },
    },
  )
  expect(files().get('c.compliance.rec')).toContain('owner="COO"')
  expect(await content('find', { due: 'overdue', tag: 'FINDING' })).toMatchObject({ found: 1 })
})

test('a time looks ahead, and a condition counts for the tags that it fits', async () => {
  await open(records)
  expect(await content('find', { due: '99999d', select: ['status', 'control_ref.owner'], limit: 2 })).toMatchObject({
    found: 4,
    columns: ['day', 'due', 'tag', 'id', 'title', 'status', 'control_ref.owner', 'field', 'place'],
    rows: [
      expect.arrayContaining(['FND-1', 'open', 'CISO']),
      [
        '2020-02-01',
        'overdue',
        'POLICY',
        'POL-1',
        'Access policy',
        'approved',
        '',
        'next_review',
        'c.compliance.rec:2',
      ],
    ],
  })
  const { answer } = await call('find', { due: 'overdue', where: 'owner == "CTO"' })
  expect(answer).toMatchObject({
    content: { rows: [expect.arrayContaining(['POL-1'])] },
    notes: ['where does not fit FINDING, whose days are left out.'],
  })
})

test('a field that no record has is told', async () => {
  await open(records)
  const { answer } = await call('find', { due: 'overdue', select: ['owner', 'vendor'] })
  expect(answer).toMatchObject({ notes: expect.arrayContaining(['No record with a due day has the field vendor.']) })
})

test.each([
  [{ due: 'soon' }, { code: 'wrong-argument', at: 'due', allowed: ['overdue', '7d', '30d'] }],
  [{ due: '3m' }, { code: 'wrong-argument', at: 'due', allowed: ['overdue', '7d', '30d'] }],
  [{ due: '-1d' }, { code: 'wrong-argument', at: 'due' }],
  [
    { due: 'overdue', where: 'ownr == "CTO"' },
    { code: 'wrong-expression', at: 'where' },
  ],
  [
    { due: 'overdue', select: ['owner', 'status +'] },
    { code: 'wrong-expression', at: 'select.1' },
  ],
  [
    { due: 'overdue', tag: 'NOPE' },
    { code: 'unknown-tag', at: 'tag' },
  ],
  [
    { due: 'overdue', count_by: ['owner'] },
    { code: 'wrong-arguments', at: 'count_by' },
  ],
])('%j is refused', async (given, expected) => {
  await open(records)
  expect(await error('find', given)).toMatchObject(expected)
})

test('days and owners that are sensitive are withheld', async () => {
  const field = (name: string, rest: object): object => ({ name, description: 'A field.', type: 'string', ...rest })
  const fields = [
    field('rid', {}),
    field('leave_until', { type: 'ts', due: {}, sensitive: 'personal' }),
    field('task_due', { type: 'ts' }),
    field('owner', { sensitive: 'personal' }),
  ]
  await open({
    'acme.domain.json': JSON.stringify({ domain: 'acme.acme', version: '1.0', records: [{ tag: 'TASK', fields }] }),
    'a.acme.rec': '@TASK rid=T-1 | leave_until:ts=2020-01-01 | task_due:ts=2020-01-02 | owner="Amalia"\n',
  })
  const { answer } = await call('find', { due: 'overdue' })
  expect(answer).toMatchObject({
    content: { rows: [['2020-01-02', 'overdue', 'TASK', 'T-1', '', '[withheld]', 'task_due', 'a.acme.rec:1']] },
    notes: ['Days of TASK.leave_until are withheld, because the domain marks them.'],
  })
  expect(await error('find', { due: 'overdue', where: 'owner == "x"' })).toMatchObject({ code: 'withheld-field' })
})
