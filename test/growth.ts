import { expect } from 'vitest'

/** How many small pieces of work are held against one that is as large as all of them. */
const pieces = 32

/**
 * How many times as long the large one may take: more than caches and memory make of it, and far less than the pieces
 * are.
 */
const allowed = 3

/**
 * Expects some work to take time in proportion to its size: one large piece then takes as long as many small ones that
 * together have its size, and many times as long where the time grows with the square of the size. Both are measured in
 * turn, so that a busy machine slows down both, until one turn shows it.
 *
 * @param size how large the large piece is; large enough to take some milliseconds
 * @param work does work of a size
 * @param what says in a failure what the work is
 */
export function expectLinear(size: number, work: (size: number) => void, what?: string): void {
  const small = Math.round(size / pieces)
  let ratio = Infinity
  for (let turn = 0; turn < 5 && ratio > allowed; turn++) {
    const manySmall = timeOf(() => {
      for (let piece = 0; piece < pieces; piece++) work(small)
    })
    const oneLarge = timeOf(() => work(size))
    ratio = Math.min(ratio, oneLarge / manySmall)
  }
  expect(ratio, what).toBeLessThan(allowed)
}

function timeOf(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
