import { expect, test } from 'vitest'
import type { GraphNode } from '../../../shared/protocol/graph.ts'
import { boxOfRecord, type MeasureText } from './boxes.ts'

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

/** Letters of the same width each; those of Japanese are twice as wide. */
const measure: MeasureText = (text, size, isBold) =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? 2 : 1), 0) * size * (isBold ? 0.64 : 0.515)

test('a box has the whole title in lines, and grows with it', () => {
  const short = boxOfRecord(nodeOf('Reviews'), 0, measure)
  expect(short).toMatchObject({ name: ['CONTROL C-1'], title: ['Reviews'], height: 43 })
  const long = boxOfRecord(nodeOf('A.5.19 Supplier relationships: risk rating before signature'), 0, measure)
  expect(long.title).toEqual(['A.5.19 Supplier relationships:', 'risk rating before signature'])
  expect(long.height).toBeGreaterThan(short.height)
})

test('wide letters have more lines', () => {
  const { title } = boxOfRecord(nodeOf('供給者との関係におけるリスクの評価'), 0, measure)
  expect(title).toEqual(['供給者との関係におけるリスクの評', '価'])
})

test('a very long title, and one without spaces, end with "…"', () => {
  const { title } = boxOfRecord(nodeOf('x'.repeat(500)), 0, measure)
  expect(title).toHaveLength(4)
  expect(title.at(-1)).toMatch(/x…$/)
})

test('the name of a record to which many others refer is larger', () => {
  const sizes = [0, 2, 6, 14, 1000].map(references => boxOfRecord(nodeOf(''), references, measure).letters)
  expect(sizes).toEqual([12, 14, 16, 18, 18])
})
