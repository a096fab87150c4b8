import { expect, test } from 'vitest'
import type { GraphNode } from '../../../shared/protocol/graph.ts'
import { boxOfRecord } from './boxes.ts'

const nodeOf = (title: string): GraphNode => ({
  key: 'C-1',
  tag: 'CONTROL',
  id: 'C-1',
  title,
  domain: 'core.compliance',
  state: '',
  isDangling: false,
  isCenter: false,
  hidden: 0,
  uri: 'file:///a.rec',
  line: 0,
})

test('a box has the whole title in lines, and grows with it', () => {
  const short = boxOfRecord(nodeOf('Reviews'), 0)
  expect(short).toMatchObject({ name: ['CONTROL C-1'], title: ['Reviews'], height: 43 })
  const long = boxOfRecord(nodeOf('A.5.19 Supplier relationships: risk rating before signature'), 0)
  expect(long.title).toEqual(['A.5.19 Supplier relationships:', 'risk rating before signature'])
  expect(long.height).toBeGreaterThan(short.height)
})

test('a very long title, and one without spaces, end with "…"', () => {
  const { title } = boxOfRecord(nodeOf('x'.repeat(500)), 0)
  expect(title).toHaveLength(4)
  expect(title.at(-1)).toMatch(/x…$/)
})

test('the name of a record to which many others refer is larger', () => {
  const sizes = [0, 2, 6, 14, 1000].map(references => boxOfRecord(nodeOf(''), references).letters)
  expect(sizes).toEqual([12, 14, 16, 18, 18])
})
