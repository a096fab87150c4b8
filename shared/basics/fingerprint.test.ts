import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { fingerprint } from './fingerprint.ts'

test('equal texts have the same fingerprint, and others another one', () => {
  expect(fingerprint('@A x="1"\n')).toBe(fingerprint(['@A x=', '"1"\n'].join('')))
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '"', '\0', 'ä') })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(fingerprint(one) === fingerprint(other)).toBe(one === other)
    }),
    { numRuns: runs(20_000) },
  )
})

test('a change of one character anywhere in a long text is seen', () => {
  const text = '@CONTROL rid=CTL-0001 | title="Quarterly review"\n'.repeat(200)
  const seen = new Set([fingerprint(text)])
  for (let at = 0; at < text.length; at += 7)
    seen.add(fingerprint(`${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`))
  expect(seen.size).toBe(1 + Math.ceil(text.length / 7))
})
