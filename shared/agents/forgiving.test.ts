import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { forgivingArguments } from './forgiving.ts'
import { checkInput, convertInput, findInput, getInput, writeInput } from './inputs.ts'

test.each([
  [findInput, undefined, {}],
  [findInput, null, {}],
  [findInput, '{"tag":"RISK"}', { tag: 'RISK' }],
  [findInput, { tag: 'RISK', where: null, select: [], cursor: null, limit: '5' }, { tag: 'RISK', limit: 5 }],
  [
    findInput,
    { tag: 'RISK', select: '["rid","title"]', sort: 'rid' },
    { tag: 'RISK', select: ['rid', 'title'], sort: ['rid'] },
  ],
  [findInput, { tag: 'RISK', select: '[]', sort: '' }, { tag: 'RISK' }],
  [getInput, { ids: 7 }, { ids: ['7'] }],
  [getInput, { ids: [7, '08'] }, { ids: ['7', '08'] }],
  [checkInput, { paths: [], codes: '' }, {}],
  [
    writeInput,
    { changes: '[{"action":"add","tag":"A","values":"{\\"a\\":null}"}]', apply: '1', allow_errors: 'False' },
    { changes: [{ action: 'add', tag: 'A', values: { a: null } }], apply: true, allow_errors: false },
  ],
  [writeInput, { changes: { action: 'fix', codes: null }, apply: 1 }, { changes: [{ action: 'fix' }], apply: true }],
])('%#: arguments as models write them', (schema, given, expected) => {
  expect(forgivingArguments(schema, given)).toEqual(expected)
})

test.each([
  [findInput, 'RISK'],
  [findInput, []],
  [convertInput, { text: null }],
  [findInput, { tag: 'RISK', limit: 'many' }],
  [findInput, { tag: 'RISK', where: ['a'] }],
  [findInput, { tag: 'RISK', select: '["rid"', sort: {} }],
  [writeInput, { changes: [] }],
  [writeInput, { changes: [{ action: 'add' }], apply: 'yes' }],
  [writeInput, { changes: ['add'] }],
  [writeInput, JSON.parse('{"changes":[{"action":"add"}],"__proto__":{"apply":true}}')],
])('%#: what has no certain meaning is refused', (schema, given) => {
  expect(safeParse(schema, forgivingArguments(schema, given)).success).toBe(false)
})
