import { expect, test, vi } from 'vitest'
import { LateWork } from './late-work.ts'

/** Work that notes when it begins and ends, and ends when it is told to. */
function watchedWork() {
  const noted: string[] = []
  const ends: (() => void)[] = []
  const late = new LateWork(async () => {
    noted.push('begins')
    await new Promise<void>(end => ends.push(end))
    noted.push('ends')
  }, 500)
  return { late, noted, end: () => ends.shift()?.() }
}

test('begins once nobody has asked for a while', () => {
  vi.useFakeTimers()
  const { late, noted } = watchedWork()
  late.schedule()
  vi.advanceTimersByTime(499)
  late.schedule()
  vi.advanceTimersByTime(499)
  expect([noted, late.isDue]).toEqual([[], true])
  late.cancel()
  vi.advanceTimersByTime(1000)
  expect([noted, late.isDue]).toEqual([[], false])
  vi.useRealTimers()
})

test('finish begins at once, after what is being done', async () => {
  const { late, noted, end } = watchedWork()
  const first = late.now()
  late.schedule()
  const finished = late.finish()
  await Promise.resolve()
  expect(noted).toEqual(['begins'])
  end()
  await first
  await Promise.resolve()
  expect([noted, late.isDue]).toEqual([['begins', 'ends', 'begins'], true])
  end()
  await finished
  expect([noted, late.isDue]).toEqual([['begins', 'ends', 'begins', 'ends'], false])
})

test('finish has nothing to wait for where nothing is due', async () => {
  const { late, noted } = watchedWork()
  await late.finish()
  expect(noted).toEqual([])
})
