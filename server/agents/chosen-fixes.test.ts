import { expect, test } from 'vitest'
import { controls, toolSession } from '../../test/tool-session.ts'

const { content, error, files, open, write } = toolSession()

const level = { name: 'level', type: 'string', enum: ['high', 'higher', 'low'], description: 'How high.' }
const rid = { name: 'rid', type: 'string', description: 'Id.' }
const acme = JSON.stringify({ domain: 'acme.acme', version: '1.0', records: [{ tag: 'TASK', fields: [rid, level] }] })
const tasks = '@TASK rid=T-1 | level="highe"\n@TASK rid=T-2 | level="highe"\n@TASK rid=T-3 | level="HIGH"\n'

/** A problem whose fix has to be chosen. */
const choice = (place: string) => ({ place, code: 'not-in-enum', fixes: ['Change to high', 'Change to higher'] })

test('without a choice, the refusal names the fixes that there are', async () => {
  await open({ 'acme.domain.json': acme, 'a.acme.rec': tasks })
  const fix = { action: 'fix', place: 'a.acme.rec:1', codes: ['not-in-enum'] }
  expect(await error('write', { changes: [fix] })).toMatchObject({
    code: 'nothing-found',
    message:
      'Nothing there has a certain fix; pass the place of a problem with choose, one of its fixes, or set the values that check names.',
    problems: [choice('a.acme.rec:1')],
  })
  expect(await error('write', { changes: [{ action: 'fix', id: 'T-1' }] })).toMatchObject({
    problems: [choice('a.acme.rec:1')],
  })
  // What is certain is made, and the answer has what stays.
  expect(await write({ action: 'fix', codes: ['not-in-enum'] })).toMatchObject({
    counts: { fix: 1 },
    problems: [choice('a.acme.rec:1'), choice('a.acme.rec:2')],
  })
  expect(files().get('a.acme.rec')).toBe(tasks.replace('HIGH', 'high'))
})

test.each(['higher', 'Change to higher'])('%s is chosen', async choose => {
  await open({ 'acme.domain.json': acme, 'a.acme.rec': tasks })
  expect(await write({ action: 'fix', place: 'a.acme.rec:2', choose })).toMatchObject({
    counts: { fix: 1 },
    diff: '--- a.acme.rec\n-@TASK rid=T-2 | level="highe"\n+@TASK rid=T-2 | level="higher"\n',
  })
  expect(files().get('a.acme.rec')).toBe(tasks.replace('T-2 | level="highe"', 'T-2 | level="higher"'))
})

test('a call makes several choices, or the same one for all problems of a code', async () => {
  await open({ 'acme.domain.json': acme, 'a.acme.rec': tasks })
  const changes = [
    { action: 'fix', id: 'T-1', choose: 'high' },
    { action: 'fix', id: 'T-2', choose: 'higher' },
  ]
  expect(await content('write', { changes })).toMatchObject({ counts: { fix: 2 } })
  expect(await error('write', { changes: [...changes, { action: 'fix' }] })).toMatchObject({ code: 'changes-meet' })
  await write({ action: 'fix', codes: ['not-in-enum'], choose: 'high' })
  expect(files().get('a.acme.rec')).toBe(tasks.replaceAll(/"high?e"|"HIGH"/g, '"high"'))
})

test('a choice that nothing offers is refused, with what there is', async () => {
  await open({ 'acme.domain.json': acme, 'a.acme.rec': tasks, 'c.compliance.rec': controls })
  const refused = async (change: object) => error('write', { changes: [{ action: 'fix', ...change }] })
  expect(await refused({ place: 'a.acme.rec:1', choose: 'low' })).toMatchObject({
    code: 'no-such-fix',
    at: 'changes.0.choose',
    problems: [choice('a.acme.rec:1')],
  })
  expect(await refused({ id: 'CTL-1', choose: 'low' })).toMatchObject({
    message: 'No problem there has a fix; set the values that check names.',
  })
  expect(await refused({ choose: 'low' })).toMatchObject({ code: 'missing-argument', at: 'changes.0.place' })
  expect(await refused({ place: 'a.acme.rec:9', choose: 'low' })).toMatchObject({ code: 'no-record' })
  expect(await refused({ place: 'a.acme.rec:1', paths: ['a.acme.rec'] })).toMatchObject({ at: 'changes.0.paths' })
})

test('a fix that makes a record, or waits for a value, is left to add and set', async () => {
  await open({ 'c.compliance.rec': controls, 'f.compliance.rec': '@FINDING rid=F-1 | control_ref="CTL-7"\n' })
  const fix = { action: 'fix', id: 'F-1', codes: ['dangling-reference'] }
  expect(await error('write', { changes: [{ ...fix, choose: 'Create @CONTROL CTL-7' }] })).toMatchObject({
    code: 'no-such-fix',
    message: 'This fix adds or takes away a record; make it with the actions add and remove.',
  })
  const empty = '@FINDING rid=F-1 | status= | control_ref="CTL-1"\n'
  await open({ 'c.compliance.rec': controls, 'g.compliance.rec': empty })
  expect(
    await error('write', { changes: [{ ...fix, codes: ['missing-value'], choose: 'Write a value for status' }] }),
  ).toMatchObject({
    code: 'no-such-fix',
    message: 'This fix needs a value that you have to write; use the action set, or add for a record that is missing.',
  })
  await open({ 'c.compliance.rec': controls, 'f.compliance.rec': '@FINDING rid=F-1 | control_ref="CTL-7"\n' })
  await write({ ...fix, choose: 'CTL-2' })
  expect(files().get('f.compliance.rec')).toBe('@FINDING rid=F-1 | control_ref="CTL-2"\n')
})
