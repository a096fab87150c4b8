import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GraphEdge, GraphNode } from '../../../shared/protocol/graph.ts'
import { runs } from '../../../test/property-values.ts'
import { boxWidth } from './boxes.ts'
import { type GraphLayout, layoutOf } from './layout.ts'

const view = { width: 1000, height: 600 }

/** The layout of nodes that are connected by edges, each from one index to another. */
function layOut(nodeCount: number, edges: readonly (readonly [number, number])[]): GraphLayout {
  const nodes = Array.from(
    { length: nodeCount },
    (_, index): GraphNode => ({
      key: String(index),
      tag: 'CONTROL',
      id: String(index),
      title: '',
      domain: 'core.compliance',
      state: '',
      isDangling: false,
      isCenter: false,
      hidden: 0,
      uri: 'file:///a.rec',
      line: index,
    }),
  )
  const graphEdges = edges.map(([from, to]): GraphEdge => ({ from: String(from), to: String(to), field: 'ref' }))
  const rest = { alone: 0, aloneRecords: [], leftOut: 0, groups: [], groupCount: 0, group: null }
  return layoutOf({ nodes, edges: graphEdges, ...rest }, view, text => 7 * text.length)
}

const scaleIn = ({ width, height }: GraphLayout): number => Math.min(view.width / width, view.height / height)

test('a record with many others around it, and many small groups, fit into the view in a size that can be read', () => {
  const star = Array.from({ length: 79 }, (_, index) => [index + 1, 0] as const)
  expect(scaleIn(layOut(80, star))).toBeGreaterThan(0.5)
  const pairs = Array.from({ length: 20 }, (_, index) => [2 * index, 2 * index + 1] as const)
  expect(scaleIn(layOut(40, pairs))).toBeGreaterThan(0.6)
})

test('a reference of a record to itself is a curve beside the record', () => {
  const { nodes, edges } = layOut(2, [
    [0, 0],
    [0, 1],
  ])
  const { x, y, box } = nodes[0]!
  const { points } = edges[0]!
  expect([points.at(0), points.at(-1)]).toEqual([
    { x: x + boxWidth / 2 - 36, y: y - box.height / 2 },
    { x: x + boxWidth / 2, y },
  ])
  for (const point of points) expect(Math.hypot(point.x - x - boxWidth / 2, point.y - y)).toBeLessThan(60)
})

test('nodes never overlap, and all of them are inside the picture', () => {
  const graphs = fc
    .integer({ min: 1, max: 60 })
    .chain(count =>
      fc.tuple(fc.constant(count), fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 2 * count })),
    )
  fc.assert(
    fc.property(graphs, ([count, edges]) => {
      const { nodes, edges: placed, width, height } = layOut(count, edges)
      expect([nodes.length, placed.length]).toEqual([count, edges.length])
      for (const { x, y, box } of nodes) {
        expect(x - boxWidth / 2 >= 0 && x + boxWidth / 2 <= width + 0.01).toBe(true)
        expect(y - box.height / 2 >= 0 && y + box.height / 2 <= height + 0.01).toBe(true)
      }
      for (const [index, one] of nodes.entries())
        for (const other of nodes.slice(index + 1))
          expect(
            Math.abs(one.x - other.x) >= boxWidth - 0.01 ||
              Math.abs(one.y - other.y) >= (one.box.height + other.box.height) / 2 - 0.01,
          ).toBe(true)
    }),
    { numRuns: runs(60) },
  )
})
