import { expect, test } from 'vitest'
import { RuleBudget, RunBudget } from './rule-budget.ts'

const evaluations = (budget: RuleBudget, rule: string, steps: number, most: number): number => {
  let count = 0
  while (count < most && !budget.isStopped(rule)) {
    budget.spend(rule, steps)
    count++
  }
  return count
}

test('a rule is stopped when it takes many more steps than its file has records, and is told once', () => {
  const told: string[] = []
  const budget = new RuleBudget(rule => told.push(rule))
  expect(evaluations(budget, 'slow', 250_000, 400)).toBe(1)
  expect(evaluations(budget, 'usual', 90, 100_000)).toBe(100_000)
  expect(evaluations(budget, 'slow', 1, 10)).toBe(0)
  expect(told).toEqual(['slow'])
  expect([...budget.stopped]).toEqual(['slow'])
})

test('many rules that are slow together are stopped, and not those that are quick', () => {
  const told: string[] = []
  const budget = new RuleBudget(rule => told.push(rule))
  for (let record = 0; record < 200; record++) {
    for (let rule = 0; rule < 20; rule++) if (!budget.isStopped(`slow-${rule}`)) budget.spend(`slow-${rule}`, 900)
    budget.spend('quick', 3)
  }
  expect(told).toHaveLength(20)
  expect(budget.isStopped('quick')).toBe(false)
})

test('in a run of the command line, heavy evaluations become short, and light ones stay as they are', () => {
  const budget = new RunBudget()
  for (let record = 0; record < 1_000_000; record++) budget.spend('light', 1_000, false)
  expect(budget.leftFor('light')).toBe(Infinity)
  for (let record = 0; record < 401; record++) budget.spend('heavy', 250_000, false)
  expect(budget.leftFor('light')).toBe(1_000)
  expect(budget.isStopped()).toBe(false)
})

test('in a run of the command line, a rule without a result on many records becomes short, and others do not', () => {
  const budget = new RunBudget()
  for (let record = 0; record < 20; record++) budget.spend('hostile', 250_001, true)
  expect(budget.leftFor('hostile')).toBe(1_000)
  expect(budget.leftFor('heavy')).toBe(Infinity)
})
