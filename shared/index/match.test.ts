import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charactersIn, compareNames, foldQuery, foldRecord, hasInOrder, Rank, rankOfId, rankOfText } from './match.ts'

test('names in the order a reader expects', () => {
  const names = ['CTL-1', 'CTL-2', 'CTL-2-b', 'CTL-9', 'CTL-10', 'CTL-10a', 'CTL-011', 'CTLX', 'ab2', 'abc']
  expect([...names].reverse().sort(compareNames)).toEqual(names)
})

const names = fc.string({ unit: fc.constantFrom('a', '-', '0', '1', '2') })

test('the order of names is an order', () =>
  fc.assert(
    fc.property(names, names, names, (one, other, third) => {
      expect(Math.sign(compareNames(one, other))).toBe(-Math.sign(compareNames(other, one)) || 0)
      if (compareNames(one, other) <= 0 && compareNames(other, third) <= 0)
        expect(compareNames(one, third)).toBeLessThanOrEqual(0)
    }),
  ))

test('characters in their order, in a part of a text', () => {
  const isIn = (typed: string, start = 0, end = 14): boolean =>
    hasInOrder(foldQuery(typed), 'control ctl-1 access', start, end)
  expect([isIn('ctl'), isIn(' C  1 '), isIn('ll1'), isIn('')]).toEqual([true, true, true, true])
  expect([isIn('a'), isIn('llc1'), isIn('11'), isIn('n', 3)]).toEqual([false, false, false, false])
})

test('an id ranks by its start, whatever its case; an empty query finds all ids alike', () => {
  const rank = (typed: string, id: string): number | undefined => rankOfId(foldQuery(typed), id)
  expect([rank('ctl-1', 'CTL-1'), rank(' CTL', 'ctl-1'), rank('tl', 'CTL-1')]).toEqual([
    Rank.id,
    Rank.startOfId,
    undefined,
  ])
  expect([rank('', 'CTL-1'), rank('a b', 'A\nB'), rank('ctl-11', 'CTL-1')]).toEqual([Rank.id, Rank.id, undefined])
})

test('a text ranks by whether it is found at the start of a word', () => {
  const rank = (text: string): number => rankOfText(text, text.indexOf('x'))
  for (const text of ['x', 'a x', 'a_x', 'a.x', 'a-x', 'a/x', 'a:x', 'a\tx']) expect(rank(text), text).toBe(2)
  for (const text of ['ax', '1x', '(x']) expect(rank(text), text).toBe(3)
})

test('the search text of a record has what it has, on one line', () => {
  expect(foldRecord('CONTROL', 'CTL-1', 'Access\nReview')).toBe('control ctl-1 access review')
  expect([foldRecord('CONTROL', undefined, 'X'), foldRecord('CONTROL', 'C', '')]).toEqual(['control x', 'control c'])
  expect(foldQuery(' A\nB ')).toBe('a b')
})

test('a text that has the characters of a query has its set of characters', () => {
  const isIn = (query: string, text: string): boolean => {
    const [[signs, letters], [ofText, lettersOfText]] = [charactersIn(query), charactersIn(text)]
    return (signs & ofText) === signs && (letters & lettersOfText) === letters
  }
  expect([isIn('cl1', 'ctl-1'), isIn('a b', 'ab'), isIn('', ''), isIn('1-', 'ctl-1')]).toEqual(Array(4).fill(true))
  expect([isIn('x', 'ctl-1'), isIn('2', 'ctl-1'), isIn('-', 'ctl 1'), isIn('1', 'q')]).toEqual(Array(4).fill(false))
})
