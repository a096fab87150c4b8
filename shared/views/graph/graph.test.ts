import { expect, test } from 'vitest'
import { groupsOf, type Neighbors, nearestNodes } from './graph.ts'

/** The neighbors in lines such as `a-b c`: nodes with a hyphen between them are neighbors. */
function neighborsIn(text: string): Neighbors {
  const neighbors = new Map<string, Set<string>>()
  for (const word of text.split(' ')) {
    const nodes = word.split('-')
    for (const node of nodes) neighbors.set(node, neighbors.get(node) ?? new Set())
    for (const [one, other] of nodes.slice(1).map((node, index) => [nodes[index]!, node] as const)) {
      neighbors.get(one)!.add(other)
      neighbors.get(other)!.add(one)
    }
  }
  return neighbors
}

const groups = (text: string): string[] => groupsOf(neighborsIn(text)).map(({ keys }) => keys.join(' '))

test('a group has all nodes that are connected, and the largest group comes first', () => {
  expect(groups('x a-b c-d-e')).toEqual(['d c e', 'a b', 'x'])
  expect(groupsOf(new Map())).toEqual([])
})

test('in a group, the node with the most neighbors comes first, then the nearest to it', () => {
  expect(groups('a-b-c-d b-e')).toEqual(['b a c e d'])
})

test('the nearest nodes of one, up to a number', () => {
  const neighbors = neighborsIn('a-b-c-d b-e')
  expect(nearestNodes(neighbors, 'd')).toEqual(['d', 'c', 'b', 'a', 'e'])
  expect(nearestNodes(neighbors, 'd', 3)).toEqual(['d', 'c', 'b'])
  expect(nearestNodes(neighbors, 'd', 1)).toEqual(['d'])
  expect(nearestNodes(neighbors, 'z')).toEqual(['z'])
})
