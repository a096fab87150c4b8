import { afterEach, expect, test, vi } from 'vitest'
import { onEachHour } from './clock.ts'

afterEach(() => void vi.useRealTimers())

test('a call comes at each full hour, whenever the clock starts', () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-30T22:40:00Z') })
  const times: string[] = []
  onEachHour(() => void times.push(new Date().toISOString()))
  vi.advanceTimersByTime(100 * 60_000)
  expect(times).toEqual(['2026-06-30T23:00:00.000Z', '2026-07-01T00:00:00.000Z'])
})
