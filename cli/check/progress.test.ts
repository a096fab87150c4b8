import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRegistry } from '../../shared/domains/registry.ts'
import { ownFolder } from '../../test/own-folder.ts'
import type { Plan } from '../plan/plan.ts'
import { type Progress, showProgress } from './progress.ts'

const { at, said, write } = ownFolder()

const isTerminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
beforeEach(async () => {
  await import('cli-progress')
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  if (isTerminal) Object.defineProperty(process.stderr, 'isTTY', isTerminal)
  else Reflect.deleteProperty(process.stderr, 'isTTY')
})

/** What is written while files are read, without what moves the cursor. */
async function shown(names: readonly string[], read: (progress: Progress) => Promise<void>): Promise<string> {
  const files = names.map(file => ({
    source: { file, path: file === '-' ? undefined : at(file) },
    settings: { severity: {}, settingDomains: [], format: {} },
  }))
  const plan: Plan = {
    files,
    registry: createRegistry([]),
    origins: [],
    isComplete: true,
    failures: [],
    warnings: [],
  }
  const listeners = process.listenerCount('SIGINT')
  const text = await said(async () => {
    const progress = showProgress(plan)
    expect(process.listenerCount('SIGINT')).toBe(listeners)
    await read(progress)
    progress.stop()
    await vi.advanceTimersByTimeAsync(5000)
  })
  return text.replace(/\u001b\[[?0-9;]*[A-Za-z]/g, '\n').replace(/\n[!\s]*/g, '\n')
}

const bars = (text: string): string[] => Array.from(text.matchAll(/[█░]+ (.*?), /g), ([, state]) => state!)

test('after a second a bar appears, and grows with what is read', async () => {
  write({ 'a.rec': 'x'.repeat(1500), 'b.rec': 'x'.repeat(500) })
  const text = await shown(['a.rec', '-', 'b.rec', 'gone.rec'], async ({ onRead }) => {
    onRead(500)
    await vi.advanceTimersByTimeAsync(1000)
    onRead(500)
    await vi.advanceTimersByTimeAsync(1000)
    onRead(2000)
    await vi.advanceTimersByTimeAsync(1000)
  })
  expect([...new Set(bars(text))]).toEqual([
    '25 %  500 B of 2.00 kB',
    '50 %  1.00 kB of 2.00 kB',
    '100 %  3.00 kB of 2.00 kB',
  ])
  expect(text).toContain('Reading ███████')
})

test('what is quick shows no bar', async () => {
  write({ 'a.rec': 'x' })
  const text = await shown(['a.rec'], async ({ onRead }) => {
    onRead(1)
    await vi.advanceTimersByTimeAsync(999)
  })
  expect(text).toBe('exit undefined')
})

test('of more than was expected, and of nothing, there is a bar, too', async () => {
  const all = await shown(['-'], async ({ onRead }) => {
    onRead(70)
    await vi.advanceTimersByTimeAsync(1000)
  })
  expect(bars(all)[0]).toBe('100 %  70 B of 70 B')
  const nothing = await shown([], () => vi.advanceTimersByTimeAsync(1000).then(() => undefined))
  expect(bars(nothing)[0]).toBe('0 %  0 B of 0 B')
})
