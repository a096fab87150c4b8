import { Session } from 'node:inspector'
import { expect } from 'vitest'

// This module is loaded before all others: V8 counts only in code that it has not compiled before.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** The steps since this was last called: how often any function or branch was executed, or a loop repeated. */
function takeSteps(): number {
  let steps = 0
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error
    for (const { functions } of coverage.result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count
  })
  return steps
}

/** The steps that some work takes. Steps inside of the engine, such as those of `indexOf`, do not count. */
export function stepsOf(work: () => unknown): number {
  takeSteps()
  work()
  return takeSteps()
}

/**
 * Expects that an input of twice the size takes about twice the steps. It takes four times the steps if the work is
 * quadratic.
 *
 * @param size the smaller size of the input
 * @param prepare makes an input of a size, and returns the work to measure
 */
export function expectLinearSteps(size: number, prepare: (size: number) => () => unknown): void {
  // The first run also loads modules and fills caches.
  prepare(2)()
  expectTwice(size, stepsOf(prepare(size)), stepsOf(prepare(2 * size)))
}

/** As `expectLinearSteps`, for work that waits. */
export async function expectLinearStepsOfRun(
  size: number,
  prepare: (size: number) => () => Promise<void>,
): Promise<void> {
  const stepsOfRun = async (run: () => Promise<void>): Promise<number> => {
    takeSteps()
    await run()
    return takeSteps()
  }
  await prepare(2)()
  const small = await stepsOfRun(prepare(size))
  expectTwice(size, small, await stepsOfRun(prepare(2 * size)))
}

function expectTwice(size: number, small: number, large: number): void {
  expect(small, 'steps').toBeGreaterThan(size)
  expect(large / small, `${small} steps for ${size}, ${large} steps for ${2 * size}`).toBeLessThan(2.5)
}
