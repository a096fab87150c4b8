import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { graphPlaces } from './graph-chart.ts'

const graphs = fc
  .integer({ min: 1, max: 40 })
  .chain(count =>
    fc.tuple(fc.constant(count), fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 60 })),
  )

/** The places of numbered records. */
const placesOf = (count: number, edges: readonly (readonly [number, number])[]): ReturnType<typeof graphPlaces> =>
  graphPlaces({
    nodes: Array.from({ length: count }, (_, index) => {
      const key = String(index)
      return { key, tag: 'A', id: key, title: '', domain: 'a.b', isDangling: false }
    }),
    edges: edges.map(([from, to]) => ({ from: String(from), to: String(to), field: 'ref' })),
  })

test('boxes never overlap, and all of them are inside the picture', () =>
  fc.assert(
    fc.property(graphs, ([count, edges]) => {
      const { places, width, height } = placesOf(count, edges)
      const all = [...places.values()]
      expect(all).toHaveLength(count)
      for (const [index, { x, y }] of all.entries()) {
        expect(x >= 0 && y >= 0 && x + 210 <= width && y + 44 <= height).toBe(true)
        for (const other of all.slice(index + 1))
          expect(Math.abs(x - other.x) >= 210 || Math.abs(y - other.y) >= 44).toBe(true)
      }
    }),
    { numRuns: runs(200) },
  ))

test('without a circle, references lead to the right', () =>
  fc.assert(
    fc.property(graphs, ([count, edges]) => {
      const down = edges.filter(([from, to]) => from < to)
      const { places } = placesOf(count, down)
      for (const [from, to] of down) expect(places.get(String(from))!.x).toBeLessThan(places.get(String(to))!.x)
    }),
    { numRuns: runs(200) },
  ))
