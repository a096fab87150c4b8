import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { matchesAll, matchesPart } from './pattern.ts'

const part = fc.constantFrom(
  ...[
    'a',
    'B',
    '-',
    '/',
    ' ',
    '_',
    '\\d',
    '\\w',
    '\\.',
    '\\\\',
    '[A-Z]',
    '[a-f0-9]',
    '[\\d_.]',
    '[z-a]',
    '[]',
    '(b)',
    '(-a)?',
    '(a|B\\d)',
    '(a|)?',
    '(a-){2}',
    '([ab]{2}-){2}',
    '.',
  ],
)
const times = fc.constantFrom(
  '',
  '',
  '',
  '',
  '{2}',
  '{0}',
  '{1,2}',
  '{2,1}',
  '{2,}',
  '+',
  '*',
  '?',
  '+?',
  '??',
  '|',
  '$',
)
const pattern = fc
  .tuple(fc.constantFrom('', '^'), fc.array(fc.tuple(part, times), { maxLength: 5 }), fc.constantFrom('', '$'))
  .map(([start, parts, end]) => start + parts.flat().join('') + end)
const text = fc.oneof(
  fc
    .array(fc.constantFrom('a', 'b', 'B', 'Z', '0', '9', '-', '/', ' ', '.', '\\', '_', '\n', '\r', 'é', '🙂'))
    .map(all => all.join('')),
  fc.string({ unit: 'binary' }),
)

/** What the engine of RE2 says; undefined if the pattern is none. */
function byRe2(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}

test('all patterns match what they match in RE2, and the same ones are refused', () =>
  fc.assert(
    fc.property(pattern, fc.array(text), (pattern, texts) => {
      const re2 = byRe2(pattern)
      if (!re2) {
        expect(() => matchesAll(pattern)).toThrow()
        return
      }
      const [all, some] = [matchesAll(pattern), matchesPart(pattern)]
      for (const text of texts)
        expect([all(text), some(text)], `${pattern} ${JSON.stringify(text)}`).toEqual([
          re2.matches(text),
          re2.matcher(text).find(),
        ])
    }),
    { numRuns: runs(5000) },
  ))

test.each([
  '^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaaa$',
  '(a*)*b',
  '\\d+\\d+\\d+x',
  '\\w+x',
])('no pattern tries many lengths: %s', pattern => {
  for (const text of ['a'.repeat(26), '1'.repeat(20_000)]) {
    const re2 = RE2JS.compile(pattern)
    expect([matchesAll(pattern)(text), matchesPart(pattern)(text)]).toEqual([
      re2.matches(text),
      re2.matcher(text).find(),
    ])
  }
})
