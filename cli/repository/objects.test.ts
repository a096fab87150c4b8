import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BatchParser } from './objects.ts'

/** What git writes for contents; undefined for one that it does not have. */
const outputFor = (contents: readonly (string | undefined)[]): Buffer =>
  Buffer.from(
    contents
      .map(content =>
        content === undefined ? 'abc missing\n' : `abc blob ${Buffer.byteLength(content)}\n${content}\n`,
      )
      .join(''),
  )

test('the contents are found wherever the parts of the output end', () => {
  const content = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'ü', 'blob', 'missing'), maxLength: 12 })
  const contents = fc.array(fc.option(content, { nil: undefined }), { maxLength: 6 })
  fc.assert(
    fc.property(contents, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (expected, sizes) => {
      const found: (string | undefined)[] = []
      const parser = new BatchParser(each => found.push(each?.content.toString()))
      const output = outputFor(expected)
      for (let start = 0, index = 0; start < output.length; index++) {
        const end = start + sizes[index % sizes.length]!
        parser.add(output.subarray(start, end))
        start = end
      }
      expect(found).toEqual(expected)
    }),
  )
})
