import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/property-values.ts'
import { Circles, idsOfValue } from './circles.ts'

const ids = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const id = fc.constantFrom(...ids)

/** Whether a way leads from an id back to it, by a look at all ways. */
function leadsBack(start: string, graph: ReadonlyMap<string, readonly string[]>): boolean {
  const met = new Set(graph.get(start))
  for (const at of met) for (const next of graph.get(at) ?? []) met.add(next)
  return met.has(start)
}

test('the ids on circles are found, also after any changes', () => {
  const change = fc.tuple(id, fc.array(id, { maxLength: 3 }), fc.array(id, { maxLength: 2 }))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), changes => {
      const graph = new Map<string, readonly string[]>()
      const circles = new Circles(from => graph.get(from) ?? [])
      for (const [from, to, asked] of changes) {
        graph.set(from, to)
        circles.change(from)
        for (const one of asked) expect(circles.has(one)).toBe(leadsBack(one, graph))
      }
      for (const one of ids) expect(circles.has(one)).toBe(leadsBack(one, graph))
    }),
    { numRuns: runs(20_000) },
  )
})

test('a change walks only from what changed', () => {
  const graph = new Map<string, readonly string[]>(
    Array.from({ length: 1000 }, (_, number) => [`${number}`, [`${number >> 1}`]]),
  )
  let walked = 0
  const circles = new Circles(from => {
    walked++
    return graph.get(from) ?? []
  })
  for (const from of graph.keys()) circles.has(from)
  expect(walked).toBe(1000)
  graph.set('500', ['999'])
  circles.change('500')
  expect([...graph.keys()].filter(from => circles.has(from))).toEqual(['0'])
  graph.set('1', ['999'])
  circles.change('1')
  // The way of 999 leads through half of each number down to 1.
  expect([...graph.keys()].filter(from => circles.has(from))).toHaveLength(11)
  expect(walked).toBeLessThan(1050)
})

test('a long chain is walked without recursion', () => {
  const circles = new Circles(from => [String(Number(from) + 1)].filter(to => Number(to) < 100_000))
  expect(circles.has('0')).toBe(false)
})

test('the ids of a value are its texts', () => {
  expect(idsOfValue(undefined)).toEqual([])
  expect(idsOfValue('A')).toEqual(['A'])
  expect(idsOfValue(['A', 'B'])).toEqual(['A', 'B'])
})
