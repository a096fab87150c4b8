import { expect, test } from 'vitest'
import { crashReport, createGuard } from './guard.ts'

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

/** What a report says of the error that some work throws. */
function reportOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return crashReport(error)
  }
  throw new Error('It threw no error.')
}

const secret = 'CTL-SECRET\n    at secret (file.rec:1:1'

test.each<[string, () => unknown]>([
  ['SyntaxError', () => JSON.parse(secret)],
  ['SyntaxError', () => new RegExp(`(${secret}`)],
  ['TypeError', () => (undefined as unknown as Record<string, unknown>)[secret]],
  ['RangeError', () => new Intl.NumberFormat(secret)],
])('a %s names places, and quotes no text', (name, work) => {
  const [first, ...places] = reportOf(work).split('\n')
  expect(first).toBe(name)
  expect(places.join('\n')).toContain('guard.test.ts')
  expect(places.join('\n')).not.toMatch(/secret/i)
})

test('a sentence of our own stays, and what is no error is not quoted', () => {
  const sentence = 'The file needs more memory than the server has.'
  expect(crashReport(new Error(sentence))).toBe(sentence)
  expect(crashReport(secret)).toBe('a thrown string')
})
