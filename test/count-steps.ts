import { Session } from 'node:inspector'
import { expect } from 'vitest'

// This module is loaded before all others: V8 counts only in code that it has not compiled before.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Calls back for each function, branch and loop with how often it was executed since this was last called. */
function takeCounts(take: (count: number, functionName: string, url: string, start: number) => void): void {
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error
    for (const { url, functions } of coverage.result)
      for (const { functionName, ranges } of functions)
        for (const { count, startOffset } of ranges) take(count, functionName, url, startOffset)
  })
}

/** The steps since this was last called: how often any function or branch was executed, or a loop repeated. */
function takeSteps(): number {
  let steps = 0
  // This loop runs once for each part of the code that is loaded, which are no steps of the work.
  takeCounts((count, _, url) => {
    if (url !== import.meta.url) steps += count
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

/**
 * As `expectLinearSteps`, and expects it of each function, branch and loop of our code by itself. So one quadratic loop
 * is found among much other work. A binary search in a few records grows nearly three times, a loop in a loop four
 * times.
 */
export function expectLinearParts(size: number, prepare: (size: number) => () => unknown): void {
  prepare(2)()
  const small = stepsOfParts(prepare(size))
  const large = stepsOfParts(prepare(2 * size))
  const grown = [...large].filter(([part, steps]) => steps > 20 * size && steps > 3 * (small.get(part) ?? Infinity))
  expect(grown.map(([part, steps]) => `${part}: ${small.get(part)} times, then ${steps} times`)).toEqual([])
  const sum = (parts: ReadonlyMap<string, number>): number => [...parts.values()].reduce((one, other) => one + other, 0)
  expectTwice(size, sum(small), sum(large))
}

/** How often each part of our code is executed by some work. */
function stepsOfParts(work: () => unknown): Map<string, number> {
  takeSteps()
  work()
  const parts = new Map<string, number>()
  takeCounts((count, functionName, url, start) => {
    const [, file] = /\/((?:shared|server|cli|client)\/.+\.ts)$/.exec(url) ?? []
    if (file && count > 0) parts.set(`${functionName} in ${file}, at ${start}`, count)
  })
  return parts
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
