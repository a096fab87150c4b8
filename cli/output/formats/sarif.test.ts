import { expect, test } from 'vitest'
import { MostSevere } from './sarif.ts'

const added = (results: readonly (readonly [level: 'error' | 'warning' | 'note', number: number])[]): MostSevere => {
  const kept = new MostSevere()
  for (const [level, number] of results) for (let at = 0; at < number; at++) kept.add(level, `${level}${at}`)
  return kept
}

test('keeps all results in their order as long as GitHub takes them', () => {
  const kept = added([
    ['note', 10_000],
    ['error', 15_000],
  ])
  const texts = [...kept.inPieces()].flat()
  expect([texts.length, texts[0], texts.at(-1)]).toEqual([25_000, 'note0', 'error14999'])
  expect(kept.leftOut()).toBeUndefined()
})

test('keeps the most severe of more, the first of those that are equal, and says so', () => {
  const kept = added([
    ['note', 60_000],
    ['warning', 10_000],
    ['error', 5_000],
    ['warning', 30_000],
    ['error', 1_000],
  ])
  const texts = [...kept.inPieces()].flat()
  const count = (start: string): number => texts.filter(text => text.startsWith(start)).length
  expect([count('error'), count('warning'), count('note')]).toEqual([6_000, 19_000, 0])
  expect([texts[0], texts[9_999], texts[10_000], texts.at(-1)]).toEqual([
    'warning0',
    'warning9999',
    'error0',
    'error999',
  ])
  expect(kept.leftOut()).toBe(
    'There are 106,000 problems, and the SARIF has the 25,000 most severe, as GitHub takes no more.',
  )
})
