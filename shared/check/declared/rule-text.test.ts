import { expect, test } from 'vitest'
import { ruleSentences, ruleSummary } from './rule-text.ts'

test.each([
  ['The score {score} is high.', 'The `score` is high.'],
  ['The residual risk {residual_risk} is high', 'The `residual_risk` is high.'],
  ['The highest score {score} is high.', 'The highest `score` is high.'],
  ['The underscore {score} is high.', 'The underscore `score` is high.'],
  ['Its blood pressure {bp} and {score}', 'Its blood pressure `bp` and `score`.'],
  [
    'It is {a.split(",").all(b, b) ? "ruled out" : "not ruled out"} with {b ? 1 : 2}.',
    'It is ruled out or not ruled out with `b ? 1 : 2`.',
  ],
])('"%s" is shown as "%s"', (message, text) => {
  expect(ruleSentences({ message })).toBe(`Reported: ${text}`)
})

test('a summary says what a rule wants, in place of its message', () => {
  const rule = { summary: 'Ends after it starts', message: 'It ends {end}.', description: 'Time goes on.' }
  expect(ruleSentences(rule)).toBe('Ends after it starts. Time goes on.')
  expect(ruleSummary(rule)).toBe('Ends after it starts.')
})
