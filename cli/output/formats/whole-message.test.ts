import { expect, test } from 'vitest'
import type { PlacedProblem } from '../file-result.ts'
import { wholeMessage } from './whole-message.ts'

test('places on other lines are named, each once', () => {
  const place = (file: string, line: number) => ({ file, line, message: 'The rule reads owner too.' })
  const problem: PlacedProblem = {
    code: 'rule/x',
    severity: 'error',
    message: 'It is wrong.',
    line: 2,
    column: 5,
    endLine: 2,
    endColumn: 6,
    domain: null,
    tag: null,
    field: null,
  }
  const whole = (...related: readonly ReturnType<typeof place>[]): string =>
    wholeMessage('a.rec', { ...problem, related })
  expect(whole(place('a.rec', 2))).toBe('It is wrong.')
  expect(whole(place('a.rec', 2), place('a.rec', 3), place('b.rec', 2), place('b.rec', 2))).toBe(
    'It is wrong. See a.rec:3, b.rec:2.',
  )
})
