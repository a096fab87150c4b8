import { expect, test } from 'vitest'
import { NameHasher } from './names.ts'

test('names that differ in one character have different hashes', () => {
  const hasher = new NameHasher({ low: 1, high: 2 })
  const ids = Array.from({ length: 9 }, (_, length) => 'A'.repeat(length)).flatMap(id => [
    id,
    ...[...id].map((_, index) => `${id.slice(0, index)}B${id.slice(index + 1)}`),
  ])
  const hashes = ids.map(id => {
    const { low, high } = hasher.of({ path: 'core.compliance.CONTROL', id })
    return `${low} ${high}`
  })
  expect(new Set(hashes).size).toBe(ids.length)
  expect(new Set(hashes.map(hash => hash.split(' ')[0])).size).toBe(ids.length)
})
