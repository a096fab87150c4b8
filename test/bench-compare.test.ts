import { expect, test } from 'vitest'
import { slowerRows } from '../bench/compare.mjs'
import { worseRows } from '../bench/fence.mjs'

const columns = [
  { id: 'recline', name: 'Recline' },
  { id: 'json', name: 'VS Code JSON' },
  { id: 'yaml', name: 'YAML' },
]

const run = (json: number, yaml?: number): Parameters<typeof slowerRows>[0] => ({
  editor: {
    tables: [{ title: '1,000 records', columns, rows: [{ name: 'key → problems', ratios: { json, yaml } }] }],
  },
})

test('a row is slower if its ratios to all other tools are smaller by more than the noise', () => {
  expect(slowerRows(run(10, 20), run(5, 8))).toEqual([
    'editor, 1,000 records, key → problems: 10× to 5× beside VS Code JSON, 20× to 8× beside YAML',
  ])
  expect(slowerRows(run(10, 20), run(5, 19))).toEqual([])
  expect(slowerRows(run(10, 20), run(9, 18))).toEqual([])
  expect(slowerRows(run(10, 20), run(20, 40))).toEqual([])
})

test('what only one of the runs has is not compared', () => {
  expect(slowerRows(run(10), run(9, 1))).toEqual([])
  expect(slowerRows({}, run(1, 1))).toEqual([])
  expect(slowerRows(run(10, 20), {})).toEqual([])
})

test('a row of the fence is worse by more than a fifth, or has no figure yet', () => {
  const rows = (check: number, key: number) => ({
    check: { beside: 'Ajv', times: check },
    'a key': { beside: 'JSON', times: key },
  })
  expect(worseRows(rows(0.5, 0.1), rows(0.59, 0.09))).toEqual([])
  expect(worseRows(rows(0.5, 0.1), rows(0.61, 0.1))).toEqual(['check: 0.61× Ajv, and it was 0.5×.'])
  expect(worseRows({}, rows(1, 1))).toEqual([
    'check: fence.json has no figure; add --update to write it.',
    'a key: fence.json has no figure; add --update to write it.',
  ])
})
