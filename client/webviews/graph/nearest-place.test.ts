import { expect, test } from 'vitest'
import { nearestPlace } from './nearest-place.ts'

const places = [
  { name: 'left', x: 0, y: 100 },
  { name: 'above', x: 300, y: 0 },
  { name: 'center', x: 300, y: 100 },
  { name: 'below', x: 310, y: 160 },
  { name: 'right', x: 600, y: 110 },
  { name: 'far', x: 900, y: 100 },
]

test.each([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'above'],
  ['ArrowDown', 'below'],
  ['Home', undefined],
])('%s leads to %s', (key, name) => {
  expect(nearestPlace(places, places[2]!, key)?.name).toBe(name)
})

test('at the edge, an arrow key leads nowhere', () => {
  expect(nearestPlace(places, places[0]!, 'ArrowLeft')).toBeUndefined()
})
