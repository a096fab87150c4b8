import { expect, test } from 'vitest'
import { slowerRows } from '../bench/compare.mjs'

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
