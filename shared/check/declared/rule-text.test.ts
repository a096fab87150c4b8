import { expect, test } from 'vitest'
import { ruleSentences } from './rule-text.ts'

test.each([
  ['The score {score} is high.', 'The `score` is high.'],
  ['The residual risk {residual_risk} is high', 'The `residual_risk` is high.'],
  ['The highest score {score} is high.', 'The highest `score` is high.'],
  ['The underscore {score} is high.', 'The underscore `score` is high.'],
  ['Its blood pressure {bp} and {score}', 'Its blood pressure `bp` and `score`.'],
])('"%s" is shown as "%s"', (message, text) => {
  expect(ruleSentences({ message })).toBe(text)
})
