import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { parse } from '../syntax/tree.ts'
import { inOrder } from './in-order.ts'
import { match } from './match.ts'
import { type Unit, unitsOf } from './units.ts'

const unitsIn = (text: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n')

/** For each unit before, the body of the same unit after; empty if it was removed. */
function matched(before: string, after: string): string[] {
  const units = unitsIn(after)
  const { after: indices } = match(unitsIn(before), units)
  return Array.from(indices.slice(0, -1), index => units[index]?.body.trim() ?? '')
}

test('records with an id are matched by tag and id', () => {
  expect(matched('@A rid=1 | x=1\n@B rid=1\n@C id=1\n', '@B rid=1\n@A x=2 | rid=1\n')).toEqual([
    '@A x=2 | rid=1',
    '@B rid=1',
    '',
  ])
  expect(matched('@TXN id=1 | x=1\n', '@TXN id=2 | x=1\n@TXN id=1 | x=2\n')).toEqual(['@TXN id=1 | x=2'])
})

test('what has no id is matched by its text and its neighbors', () => {
  expect(matched('# -\n\n@A rid=1\n# -\n\n@A rid=2\n', '@A rid=1\n# -\n\n@A rid=2\n')).toEqual([
    '',
    '@A rid=1',
    '# -',
    '@A rid=2',
  ])
  expect(matched('@A x=1\n@B\n@A x=1\n@C\n', '@B\n@A x=1\n@C\n')).toEqual(['', '@B', '@A x=1', '@C'])
})

test('a changed record without an id is matched by its other fields or its place', () => {
  expect(matched('@A t="some title" | x=1\n@B\n', '@B\n@A t="some title" | x=2\n')).toEqual([
    '@A t="some title" | x=2',
    '@B',
  ])
  expect(matched('@B\n@A x=1\n@C\n', '@B\n@A x=2\n@C\n')).toEqual(['@B', '@A x=2', '@C'])
})

test('of several similar records the most similar one is matched', () => {
  const one = '@A t="some title" | x=1 | y=1 | z=1\n'
  const [near, far] = ['@A t="some title" | x=1 | y=1 | z=2', '@A t="some title" | x=2 | y=2 | z=1']
  expect(matched(one, `${far}\n@B rid=1\n${near}\n`)).toEqual([near])
  expect(matched(one, `${near}\n@B rid=1\n${far}\n`)).toEqual([near])
})

test('a renamed id is found by the other fields and by the references that changed with it', () => {
  expect(matched('@A rid=1 | t="some title"\n', '@A rid=2 | t="some title"\n')).toEqual(['@A rid=2 | t="some title"'])
  expect(matched('@A rid=1 | t="some title"\n', '@A rid=2 | t="another one"\n')).toEqual([''])
  const before = '@CONTROL rid=1 | t=a | u="old text"\n@FINDING rid=1 | control_ref="1"\n'
  expect(matched(before, '@CONTROL rid=2 | t=a | u="text"\n@FINDING rid=1 | control_ref="2"\n')[0]).toContain('rid=2')
  expect(matched(before, '@CONTROL rid=2 | t=a | u="text"\n@FINDING rid=1 | control_ref="1"\n')[0]).toBe('')
})

test('the longest part in order is found', () => {
  expect([...inOrder([0, 3, -1, 1, 2])]).toEqual([1, 0, 0, 1, 1])
  expect([...inOrder([])]).toEqual([])
  expect([...inOrder([-1, -1])]).toEqual([0, 0])
})
