import { expect, test } from 'vitest'
import { namesOf } from './facts-in-columns.ts'

const row = { file: 'a.rec', part: 0, entry: 0, domain: 'core.compliance', tag: 'CONTROL', id: 'A B' }

test('names tell where they start, all alike or each', () => {
  expect(namesOf({ ...row, start: 13, data: { entries: [0, 1] } }, 'definitions')).toMatchObject({
    start: 13,
    id: 'A B',
  })
  expect(namesOf({ ...row, data: { entries: [0, 1], starts: [13, 14] } }, 'definitions')).toMatchObject({
    start: undefined,
    data: { starts: [13, 14] },
  })
  expect(namesOf({ ...row, data: { entries: [0, 1] } }, 'definitions')).toBeUndefined()
  expect(namesOf({ ...row, start: 13, data: { entries: [0] } }, 'definitions')).toBeUndefined()
})
