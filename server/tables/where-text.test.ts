import { expect, test } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { whereText } from './where-text.ts'

const registry = createRegistry(builtinDescriptors)

const ask = (marked: string, table = 'core.compliance.FINDING'): ReturnType<typeof whereText> =>
  whereText(registry, { table, where: marked.replace('▮', ''), offset: marked.indexOf('▮') })

const labels = (marked: string, table?: string): string[] => ask(marked, table)!.completions.map(({ label }) => label)

test('the problems of an expression are at their characters', () => {
  expect(ask('severty == "high"▮')!.problems).toEqual([
    { start: 0, end: 7, message: expect.stringContaining('severity may be meant') },
  ])
  expect(ask('severity == "hih"▮')!.problems).toMatchObject([{ start: 12, end: 17 }])
  expect(ask('severity▮')!.problems).toMatchObject([{ start: 0, end: 8 }])
  expect(ask('severity == "high" && control_ref.owner == "x"▮')!.problems).toEqual([])
  expect(ask('▮')!.problems).toEqual([])
})

test('completions match what is typed, and those that start with it come first', () => {
  expect(labels('sev▮')).toEqual(['severity'])
  expect(labels('severity == "▮"')).toContain('critical')
  expect(labels('severity == "crit▮"')).toEqual(['critical'])
  expect(labels('control_ref.own▮')).toEqual(['owner'])
  expect(labels('severity▮')).toEqual([])
  expect(labels('re▮')[0]).toMatch(/^re/)
})

test('what is typed completely is the first completion, and none if it is the only one', () => {
  expect(labels('severity▮')).toEqual([])
  expect(labels('pattern▮', 'core.security.IOC')).toEqual(['pattern', 'pattern_type'])
  expect(labels('os▮', 'core.security.ASSET').slice(0, 2)).toEqual(['os', 'host'])
})

test('only a completion of what is typed starts before the cursor', () => {
  const starts = (marked: string): number[] => ask(marked)!.completions.map(({ start }) => start)
  expect(new Set(starts('severity == "high" && sta▮'))).toEqual(new Set([22]))
  expect(new Set(starts('severity == "high" && ▮'))).toEqual(new Set([22]))
})

test('a tag that no domain defines has no expression', () => {
  expect(ask('a▮', '@XYZZY')).toBeNull()
})
