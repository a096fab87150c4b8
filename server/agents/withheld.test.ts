import { expect, test } from 'vitest'
import { agentResourceRequest } from '../../shared/protocol/agents.ts'
import { send } from '../../shared/protocol/request.ts'
import { toolSession } from '../../test/tool-session.ts'

const { apply, call, client, content, error, files, open } = toolSession()

/** No part of these may stand in an answer, but the first letters. */
const mrn = 'MRN-5550199-X'
const name = 'tok_Amalia_Quintanilla_with_a_long_name_behind_it'
const born = '1971-03-14'
const secret = 'hunter2-hunter2-hunter2'
const markers = ['5550199', 'Quintanilla', 'Amalia', '1971', 'hunter2', 'hypertension']

const domain = JSON.stringify({
  domain: 'acme.vault',
  version: '1.0',
  description: 'Keys.',
  records: [
    {
      tag: 'VAULT_ITEM',
      unique: [['token']],
      fields: [
        { name: 'rid', type: 'string', required: true, description: 'The id.' },
        { name: 'title', type: 'string', sensitive: 'secret', description: 'What it opens.' },
        { name: 'token', type: 'string', sensitive: 'secret', enum: ['none'], description: 'The token.' },
        { name: 'pin', type: 'int', range: [1000, 2000], sensitive: 'secret', description: 'A number.' },
        { name: 'patient_ref', type: 'string', ref: 'core.health.PATIENT', description: 'Whose it is.' },
        { name: 'note', type: 'string', description: 'Anything.' },
      ],
      rules: [
        {
          id: 'vault-note',
          message: 'The note {note} does not fit {token} of {pin}.',
          expression: 'note != "wrong"',
          severity: 'error',
          field: 'note',
          description: 'A rule that tells values.',
        },
      ],
    },
  ],
})

const records = {
  'recline.json': '{ "descriptors": ["*.domain.json"] }',
  'vault.domain.json': domain,
  'p.health.rec': `@PATIENT rid=P-1 | mrn="${mrn}" | name_encrypted="${name}" | birth_date="${born}" | diagnosis="hypertension"
@PATIENT rid=P-2 | mrn="${mrn}" | birth_date:ts=${born}T25:00 | age:int=abc
@PATIENT rid=P-3 | MRN="${mrn}" | birth-date=${born}
@PATIENT rid=P-4 | name_encrypted="Amalia Quintanilla" and more Quintanilla | mrn="${mrn}
@patients rid=P-5 | mrn="${mrn}"
`,
  'v.rec': `@DOC domain=[acme.vault, core.health]
@VAULT_ITEM rid=V-1 | title="${secret}" | token="${secret}" | pin:int=1971 | patient_ref="P-1" | note="wrong"
@VAULT_ITEM rid=V-2 | title="hunter2-" | token="hunter2" | pin=hunter2 | patient_ref="P-9" | note="right"
@VAULT_ITEM rid=V-3 | token="${secret}" | note="wrong"
`,
}

/** Calls with each tool and each kind of error. Those of the second list change records. */
const calls: readonly (readonly [string, object])[] = [
  ['describe', {}],
  ['describe', { tag: 'PATIENT' }],
  ['describe', { tag: 'VAULT_ITEM', field: 'token' }],
  ['describe', { search: 'Quintanilla' }],
  ['find', { tag: 'PATIENT' }],
  ['find', { tag: 'PATIENT', select: ['rid', 'mrn', 'name_encrypted', 'birth_date', 'this["MRN"]', 'diagnosis'] }],
  ['find', { tag: 'PATIENT', select: ['mrn + name_encrypted'] }],
  ['find', { tag: 'PATIENT', select: ['written(birth_date)', 'this["mrn"]'] }],
  ['find', { tag: 'PATIENT', where: 'mrn.startsWith("MRN")' }],
  ['find', { tag: 'PATIENT', where: 'written(mrn) != ""' }],
  ['find', { tag: 'PATIENT', where: 'this["Mrn"] != ""' }],
  ['find', { tag: 'PATIENT', sort: ['birth_date'] }],
  ['find', { tag: 'PATIENT', count_by: ['diagnosis'] }],
  ['find', { tag: 'PATIENT', min: ['birth_date'] }],
  ['find', { tag: 'VAULT_ITEM', select: ['rid', 'title', 'pin', 'note', 'patient_ref'] }],
  ['find', { tag: 'VAULT_ITEM', select: ['patient_ref.mrn'] }],
  ['find', { tag: 'VAULT_ITEM', where: 'patient_ref.birth_date > "1"' }],
  ['find', { tag: 'VAULT_ITEM', avg: ['pin'] }],
  ['find', { tag: 'VAULT_ITEM', where: 'tokn == "x"' }],
  ['get', { ids: ['P-1', 'P-2', 'P-3', 'P-4', 'V-1', 'V-2', 'P-11', 'hunter'] }],
  ['get', { ids: [], places: ['v.rec:2', 'p.health.rec:5', 'p.health.rec:4'] }],
  ['check', {}],
  ['check', { paths: ['v.rec'], codes: ['not-in-enum', 'out-of-range', 'invalid-value', 'duplicate-key'] }],
  ['compare', { from: 'HEAD' }],
  ['compare', {}],
  ['convert', { text: 'rid,note\nV-7,x\n', tag: 'VAULT_ITEM' }],
  ['write', { changes: [{ action: 'set', id: 'V-1', values: { note: 'x' } }] }],
  ['write', { changes: [{ action: 'set', id: 'V-1', values: { note: 'x' }, expected: { note: 'other' } }] }],
  ['write', { changes: [{ action: 'set', id: 'V-1', values: { note: 'x' }, expected: { token: 'hunter' } }] }],
  ['write', { changes: [{ action: 'remove', id: 'P-1' }] }],
  ['write', { changes: [{ action: 'remove', id: 'P-1', expected: { rid: 'P-1' } }] }],
  ['write', { changes: [{ action: 'set', tag: 'PATIENT', where: 'mrn != ""', values: { age: 3 } }] }],
  ['write', { changes: [{ action: 'add', tag: 'VAULT_ITEM', values: { rid: 'V-1', token: 'none' } }] }],
  ['write', { changes: [{ action: 'rename', id: 'P-1', new_id: 'P-100', expected: {} }] }],
  ['write', { changes: [{ action: 'move', id: 'P-1', path: 'v.rec', expected: { rid: 'P-1' } }], allow_errors: true }],
  ['write', { changes: [{ action: 'fix' }] }],
]

test('no value of a sensitive field is in any answer', async () => {
  await open(records)
  const said: string[] = []
  for (const [tool, given] of calls) said.push(JSON.stringify([tool, given, (await call(tool, given)).answer]))
  const resources = [
    'recline://file/p.health.rec',
    'recline://file/v.rec',
    ...['P-1', 'P-2', 'V-1', 'V-2'].map(id => `recline://record/${id}`),
    'recline://tag/core.health.PATIENT',
  ]
  for (const resource of resources)
    said.push(JSON.stringify(await send(client().connection, agentResourceRequest, { resource })))
  // What a call itself says is no answer.
  const answers = said.map((one, index) => (index < calls.length ? JSON.stringify(JSON.parse(one)[2]) : one))
  const leaks = answers.flatMap((answer, index) =>
    markers.filter(marker => answer.includes(marker)).map(marker => `${marker}: ${said[index]!.slice(0, 1500)}`),
  )
  expect(leaks).toEqual([])
})

test('a sensitive field is shown as withheld, and refused where its values would decide', async () => {
  await open(records)
  const { rows } = await content<{ rows: string[][] }>('find', { tag: 'PATIENT', select: ['rid', 'mrn', 'age'] })
  expect(rows[0]!.slice(0, 2)).toEqual(['P-1', '[withheld]'])
  expect(await error('find', { tag: 'PATIENT', where: 'birth_date != ""' })).toEqual({
    code: 'withheld-field',
    message: 'PATIENT.birth_date is marked as personal: it can be written, and not read, searched, sorted or counted.',
    at: 'where',
  })
  const copied = { action: 'set', tag: 'PATIENT', where: 'true', computed: { diagnosis: 'mrn' } }
  expect(await error('write', { changes: [copied] })).toMatchObject({
    code: 'withheld-field',
    at: 'changes.0.computed.diagnosis',
  })
  const { records: gotten } = await content<{ records: { text: string }[] }>('get', { ids: ['V-1'] })
  expect(gotten[0]!.text).toBe(
    '@VAULT_ITEM rid=V-1 | title="[withheld]" | token="[withheld]" | pin:int="[withheld]" | patient_ref="P-1" | note="wrong"',
  )
})

test('a sensitive field can be written without its value before', async () => {
  await open(records)
  const given = { changes: [{ action: 'set', id: 'V-2', values: { token: 'none', pin: 1234 } }], apply: true }
  const answer = await call('write', given)
  expect(answer.isError).toBe(false)
  apply(answer)
  expect(files().get('v.rec')).toContain('title="hunter2-" | token="none" | pin:int=1234')
  expect(JSON.stringify(answer.answer)).not.toContain('hunter2')
})

test('a value of a file that no call has read is withheld in another field too', async () => {
  await open({ ...records, 'f.compliance.rec': `@FINDING rid=F-1 | description="Seen with ${mrn} at hand"\n` })
  const { resources } = (await send(client().connection, agentResourceRequest, { resource: 'recline://record/F-1' }))!
  expect(resources).toMatchObject([{ text: '@FINDING rid=F-1 | description="Seen with [withheld] at hand"\n' }])
  expect(await content('find', { tag: 'FINDING', select: ['description'] })).toMatchObject({
    rows: [['Seen with [withheld] at hand', 'f.compliance.rec:1']],
  })
})
