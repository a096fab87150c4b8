import { expect, test } from 'vitest'
import { warnIfSlow } from './slow.ts'

/** What is said of work that takes so many milliseconds, and what the work gave. */
function warningsOf(taken: number, work: () => string): [warnings: string[], result: string] {
  const warnings: string[] = []
  let time = 5
  let result = ''
  try {
    result = warnIfSlow(
      'symbols in a.rec',
      sentence => warnings.push(sentence),
      () => {
        time += taken
        return work()
      },
      () => time,
    )
  } catch (error) {
    result = String(error)
  }
  return [warnings, result]
}

test('only slow work is worth a word, whether it succeeds or not', () => {
  expect(warningsOf(100, () => 'done')).toEqual([[], 'done'])
  expect(warningsOf(230.4, () => 'done')).toEqual([['symbols in a.rec took 230 ms.'], 'done'])
  expect(
    warningsOf(101, () => {
      throw new Error('broken')
    }),
  ).toEqual([['symbols in a.rec took 101 ms.'], 'Error: broken'])
})
