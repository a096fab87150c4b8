import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8Of } from './bytes/utf8.ts'
import { hashBytes, NameHasher } from './names.ts'

test('the hash of a name is that of the bytes of its id, whatever was asked before', () => {
  const ids = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ minLength: 60, maxLength: 70 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a.A', 'b.B'), ids)), names => {
      const hasher = new NameHasher({ low: 1, high: 2 })
      for (const [path, id] of names) {
        const bytes = utf8Of(id, 4)
        const view = new DataView(bytes.buffer)
        expect(hasher.of({ path, id })).toEqual(hashBytes(hasher.ofTag(path), view, 0, bytes.length - 4))
      }
    }),
  )
})

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
