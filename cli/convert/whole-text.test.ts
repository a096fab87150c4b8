import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../test/property-values.ts'
import { lineFinder } from './whole-text.ts'

test('the line of an offset is found with every kind of line end', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('', 'a', 'é🙂'), fc.constantFrom('\n', '\r\n', '\r'))), lines => {
      const text = lines.map(([line, end]) => `a${line}${end}`).join('')
      const lineAt = lineFinder(text)
      let start = 0
      lines.forEach(([line, end], index) => {
        expect([lineAt(start), lineAt(start + line.length)]).toEqual([index + 1, index + 1])
        start += 1 + line.length + end.length
      })
      expect(lineAt(text.length)).toBe(lines.length + 1)
    }),
  ))
