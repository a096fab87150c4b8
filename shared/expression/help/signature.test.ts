import { expect, test } from 'vitest'
import { callAt } from './signature.ts'

const callIn = (marked: string): string => {
  const call = callAt(marked.replace('▮', ''), marked.indexOf('▮'))
  return call ? `${call.called.name} ${call.argument}` : 'none'
}

test.each([
  ['has(▮', 'has 0'],
  ['has(▮)', 'has 0'],
  ['▮has(rid)', 'none'],
  ['has▮(rid)', 'none'],
  ['has(rid▮)', 'has 0'],
  ['has(rid)▮', 'none'],
  ['min(1▮, 2)', 'min 0'],
  ['min(1,▮ 2)', 'min 1'],
  ['min(1, 2▮)', 'min 1'],
  ['min(1, 2, ▮)', 'min 2'],
  ['min(1 + 2 ▮)', 'min 0'],
  ['title.matches(")", ▮', 'matches 1'],
  ['min[1, ▮', 'none'],
  ['min(abs(1, 2), ▮', 'min 1'],
  ['min(abs(▮1), 2)', 'abs 0'],
  ['min((1 + ▮', 'min 0'],
  ['min(1, (▮2))', 'min 1'],
  ['min([1, 2, ▮', 'min 0'],
  ['min([1, 2], ▮', 'min 1'],
  ['min({1, 2}, ▮', 'min 1'],
  ['frobnicate(▮', 'none'],
  ['min(1, frobnicate(2, 3▮', 'min 1'],
  ['title.startsWith(▮', 'startsWith 0'],
  ['startsWith(▮', 'none'],
  ['title.abs(▮', 'none'],
  ['size(▮', 'size 0'],
  ['title.matches("a, ▮', 'matches 0'],
  ['"," (▮', 'none'],
  ['"." has(▮', 'has 0'],
  ['labels.exists(x, ▮', 'exists 1'],
  ['(1, ▮', 'none'],
  ['1, ▮', 'none'],
  ['), min(▮', 'min 0'],
  ['▮', 'none'],
])('the call at the cursor of %s is %s', (marked, call) => {
  expect(callIn(marked)).toBe(call)
})
