import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'

/** What work that takes this many milliseconds gives, and what is logged about it. */
async function run(taken: number, work: () => string, isAsync = false): Promise<[result: string | null, ...string[]]> {
  const log: string[] = []
  let time = 5
  const console = {
    warn: (sentence: string) => log.push(`warning: ${sentence}`),
    error: (sentence: string) => log.push(`error: ${sentence.split('\n')[0]}`),
  }
  const { guard, guardAsync } = createGuard(console, () => time)
  const timed = (): string => {
    time += taken
    return work()
  }
  return [isAsync ? await guardAsync('symbols', async () => timed()) : guard('symbols', timed), ...log]
}

const fail = (): string => {
  throw new Error('broken')
}

test.each([false, true])('slow work and work that fails are logged; asynchronous: %s', async isAsync => {
  expect(await run(100, () => 'done', isAsync)).toEqual(['done'])
  expect(await run(230.4, () => 'done', isAsync)).toEqual(['done', 'warning: symbols took 230 ms.'])
  expect(await run(0, fail, isAsync)).toEqual([null, 'error: symbols failed: broken'])
  const [result, ...log] = await run(101, fail, isAsync)
  expect([result, ...log.sort()]).toEqual([null, 'error: symbols failed: broken', 'warning: symbols took 101 ms.'])
})
