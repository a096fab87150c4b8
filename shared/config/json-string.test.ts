import fc from 'fast-check'
import { parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { offsetsInString } from './json-string.ts'

test('each character of a string leads to its place in the file and back, through all escapes', () => {
  const written = fc.array(fc.constantFrom('a', '\\"', '\\\\', '\\u0041', '\\ud83d\\ude00', '\\n', 'é', '/', '\\/'))
  fc.assert(
    fc.property(written, fc.boolean(), (parts, isClosed) => {
      const text = `{ "key": "${parts.join('')}${isClosed ? '" }' : ''}`
      const node = parseTree(text)!.children![0]!.children![1]!
      const said = node.value as string
      const { toFile, toText } = offsetsInString(text, node)
      expect(toFile(0)).toBe(node.offset + 1)
      for (let offset = 0; offset <= said.length; offset++) expect(toText(toFile(offset))).toBe(offset)
      for (let offset = 0; offset < said.length; offset++)
        expect(JSON.parse(`"${text.slice(toFile(offset), toFile(offset + 1))}"`)).toBe(said[offset])
    }),
  )
})

test('a place inside an escape belongs to its character', () => {
  const text = '"a\\u0041b"'
  const { toText } = offsetsInString(text, parseTree(text)!)
  expect([0, 1, 2, 3, 7, 8, 9, 10].map(toText)).toEqual([0, 0, 1, 1, 1, 2, 3, 3])
})
