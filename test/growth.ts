import { expect } from 'vitest'

/** The number of small pieces of work that are compared with one piece of the same total size. */
const pieces = 32

/**
 * The maximum ratio of the times. Caches and memory cause a ratio below it; quadratic work causes a much higher ratio.
 */
const allowed = 3

/**
 * Expects work to take linear time: one large piece takes about as long as many small pieces with the same total size.
 * Measures both several times, because other programs can slow down one measurement, and takes the best ratio.
 *
 * @param size the size of the large piece; it should take a few milliseconds
 * @param work does work of a given size
 * @param what describes the work in the failure message
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
