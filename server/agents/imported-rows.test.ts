import { expect, test } from 'vitest'
import { toolSession } from '../../test/tool-session.ts'

const { call, error, files, open, write } = toolSession()

const records = `# Ask Kim.
@FINDING rid=F-1 | severity="high" | status="open" | description="x"
@FINDING rid=F-2 | severity="low" | status="open"
`
const table = 'ID,Severity,State\nF-1,High,remediated\nF-3,low,open\n'
const change = { action: 'import', tag: 'FINDING', text: table, mapping: { ID: 'rid', State: 'status' } }

test('a table goes into records that exist; comments and other fields stay', async () => {
  await open({ 'f.compliance.rec': records })
  const importing = { ...change, gone: 'delete' }
  const { answer } = await call('write', { changes: [importing] })
  expect((answer as { notes: string[] }).notes).toContain(
    '2 rows: 1 record matched; 1 changed (F-1); 1 added (F-3); 1 gone, deleted (F-2); 0 unchanged.',
  )
  expect((await write<{ counts: object }>(importing)).counts).toEqual({ set: 1, add: 1, remove: 1 })
  expect(files().get('f.compliance.rec')).toBe(`# Ask Kim.
@FINDING rid=F-1 | severity="high" | status="remediated" | description="x"
@FINDING rid=F-3 | severity="low" | status="open"
`)
  expect((await write<{ counts: object }>(importing)).counts).toEqual({})
})

test('with the table of the last import, what was changed by hand since is kept', async () => {
  await open({ 'f.compliance.rec': records })
  const importing = { ...change, base: 'ID,Severity,State\nF-1,High,in-progress\nF-3,low,open\n' }
  const { answer } = await call('write', { changes: [importing] })
  expect((answer as { notes: string[] }).notes.join('\n')).toMatch(
    /status was changed by hand, from "in-progress" to "open"/,
  )
  expect((await write<{ counts: object }>(importing)).counts).toEqual({ add: 1 })
  expect(files().get('f.compliance.rec')).toContain('rid=F-1 | severity="high" | status="open"')
  expect(await error('write', { changes: [{ ...change, base: 'ID\nF-1\nF-1\n' }] })).toMatchObject({
    code: 'not-imported',
  })
})

test('an import is refused for double keys, too many records, and what it cannot read', async () => {
  await open({ 'f.compliance.rec': records })
  const refusal = (more: object): Promise<object> => error('write', { changes: [{ ...change, ...more }] })
  expect(await refusal({ text: 'ID\nF-1\nF-1\n' })).toMatchObject({
    code: 'not-imported',
    message: expect.stringContaining('The row has the same key as line 2'),
  })
  expect(await refusal({ limit: 1 })).toMatchObject({ code: 'too-many-records', at: 'changes.0.limit' })
  expect(await refusal({ text: undefined })).toMatchObject({ code: 'missing-argument', at: 'changes.0.text' })
  expect(await refusal({ gone: 'away' })).toMatchObject({ code: 'not-imported' })
  expect(await refusal({ id: 'F-1' })).toMatchObject({ code: 'wrong-arguments' })
  expect(await error('write', { changes: [change, change] })).toMatchObject({ code: 'changes-meet' })
  expect(files().get('f.compliance.rec')).toBe(records)
})

test('an import that would add errors is not written', async () => {
  await open({ 'f.compliance.rec': records })
  const text = 'ID,Severity\nF-1,terrible\n'
  expect(await error('write', { changes: [{ ...change, text, mapping: { ID: 'rid' } }] })).toMatchObject({
    code: 'adds-problems',
  })
  expect(files().get('f.compliance.rec')).toBe(records)
})

test('of many notes about an import, the first ones and how many more there are', async () => {
  await open({ 'f.compliance.rec': records })
  const names = Array.from({ length: 30 }, (_, index) => `Sum ${index}`)
  const text = `ID,${names.join(',')}\nF-1,${names.map(() => '"1,000,000"').join(',')}\n`
  const mapping = { ID: 'rid', ...Object.fromEntries(names.map((name, index) => [name, `sum_${index}:int`])) }
  const { answer } = await call('write', { changes: [{ ...change, text, mapping }], allow_errors: true })
  const { notes } = answer as { notes: string[] }
  expect(notes).toContainEqual(expect.stringMatching(/^"Sum 0": 1 number /))
  expect(notes).not.toContainEqual(expect.stringContaining('"Sum 19": '))
  expect(notes).toContain('And 11 more notes.')
})
