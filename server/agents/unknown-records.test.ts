import { expect, test } from 'vitest'
import { controls, toolSession } from '../../test/tool-session.ts'

const { call, content, error, files, open, write } = toolSession()

const unknown = `@FINDNG rid=FND-9 | control_ref="CTL-1"
  | severity="low"
@PATIENTS mrn="MRN-5550199"`

const gotten = {
  place: 'u.compliance.rec:1',
  tag: 'FINDNG',
  id: 'FND-9',
  is_unknown: true,
  text: unknown.slice(0, unknown.indexOf('\n@')),
}

test('a record with an unknown tag is read by its place, its id or its tag', async () => {
  await open({ 'c.compliance.rec': controls, 'u.compliance.rec': unknown, 'secret.txt': '@SECRET key="x"\n' })
  const { answer } = await call('get', { ids: ['FND-9', 'CTL-1'], places: ['u.compliance.rec:2'] })
  expect(answer).toMatchObject({
    content: { records: [{ tag: 'CONTROL' }, gotten, gotten] },
    notes: [expect.stringMatching(/^No domain in force there defines these tags/)],
  })
  expect(await content('get', { places: ['u.compliance.rec:3'] })).toMatchObject({
    records: [{ tag: 'PATIENTS', text: '@PATIENTS mrn="[withheld]"' }],
  })
  expect(await content('find', { tag: 'findng' })).toEqual({
    found: 1,
    columns: ['text', 'place'],
    rows: [[gotten.text, gotten.place]],
  })
  expect(await error('find', { tag: 'FINDNG', where: 'severity == "low"' })).toMatchObject({ at: 'where' })
  expect(await error('find', { tag: 'FINDIG' })).toMatchObject({ code: 'unknown-tag', nearest: ['FINDING'] })
  expect(await content('get', { places: ['secret.txt:1'] })).toMatchObject({ records: [] })
})

test('a search says where the tag has records that no domain in force defines', async () => {
  await open({ 'u.compliance.rec': '@LAB test="x"\n' })
  const { answer } = await call('find', { tag: 'LAB' })
  expect(answer).toMatchObject({
    content: { found: 0 },
    notes: [
      'Not counted: 1 record of this tag where no domain in force defines it (u.compliance.rec:1); check says more.',
    ],
  })
})

test('it is removed, or gets a tag that check offers', async () => {
  await open({ 'c.compliance.rec': controls, 'u.compliance.rec': unknown })
  const place = 'u.compliance.rec:3'
  const removal = { action: 'remove', place }
  expect(await error('write', { changes: [removal] })).toMatchObject({
    code: 'expected-missing',
    current: { mrn: '[withheld]' },
  })
  const refused = async (change: object) => (await error('write', { changes: [change] })).code
  expect(await refused({ ...removal, expected: { mrn: 'MRN-5550199' } })).toBe('withheld-field')
  expect(await refused({ action: 'remove', id: 'FND-9', expected: { severity: 'high' } })).toBe('stale-value')
  expect(await refused({ action: 'set', id: 'FND-9', values: { severity: 'high' } })).toBe('unknown-tag')
  await write({ action: 'fix', id: 'FND-9', choose: 'FINDING' })
  expect(files().get('u.compliance.rec')).toBe(unknown.replace('FINDNG', 'FINDING'))
  // What is wrong with it is told, and does not count as new.
  await open({ 'c.compliance.rec': controls, 'u.compliance.rec': unknown.replace('low', 'Low') })
  expect(await write({ action: 'fix', id: 'FND-9', choose: 'FINDING' })).toMatchObject({
    problems: [{ code: 'not-in-enum', fixes: ['Change to low'] }],
  })
  await open({ 'c.compliance.rec': controls, 'u.compliance.rec': unknown })
  expect(await write({ action: 'remove', id: 'FND-9', expected: { severity: 'low' } })).toMatchObject({
    records: [{ action: 'remove', tag: 'FINDNG', place: 'u.compliance.rec:1' }],
  })
  expect(files().get('u.compliance.rec')).toBe(unknown.slice(unknown.indexOf('@PATIENTS')))
})
