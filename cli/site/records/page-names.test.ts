import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileValues } from '../../../test/hostile-values.ts'
import { PageNames, usualId, usualTagPath } from './page-names.ts'

const namesOf = (texts: readonly string[], usual = usualId): string[] => {
  const names = new PageNames(['index'])
  return texts.map(text => names.take(text, usual))
}

/** What a name may be on every disk: short, of plain characters, in no other folder, and no device. */
const safe = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))(?!\.)[a-z0-9_.~-]{1,100}$/

test('usual ids and tags are written small', () => {
  expect(namesOf(['CTL-0007', 'A.1_b', '42', 'A.1_B'])).toEqual(['ctl-0007', 'a-1_b~06242c318ca9', '42', 'a.1_b'])
  expect(namesOf(['core.compliance.CONTROL', 'CONTROL', 'core.Compliance.CONTROL'], usualTagPath)).toEqual([
    'core.compliance.control',
    'control',
    expect.stringMatching(/^core-compliance-control~[0-9a-f]{12}$/),
  ])
})

test.each([
  ['two ids that differ only by case', ['C-1', 'c-1', 'C-1'.toLowerCase().toUpperCase()]],
  ['folders', ['..', '.', '../..', '/etc/passwd', 'a/b', 'a\\b', '..%2f', '~', 'C:', '//host/x']],
  ['devices of Windows', ['CON', 'con', 'NUL', 'COM1', 'LPT9', 'AUX.X', 'PRN.', 'con.txt', 'CON .']],
  ['ends that Windows drops', ['A', 'A.', 'A ', 'a.', ' A']],
  ['long ids', ['A'.repeat(10_000), 'A'.repeat(10_001), `${'A'.repeat(80)}`, `${'A'.repeat(81)}`]],
  ['nothing', ['', ' ', '\0', '\n', '-', '--']],
  ['the same ids', ['C-1', 'C-1', 'C-1', 'INDEX', 'INDEX', 'index']],
  ['names that look made', ['C-1', 'C-1~2', 'c-1~2', 'C-1', 'c-1']],
  ['letters of other scripts', ['É', 'é', 'İ', 'i', 'ı', 'ß', 'SS', 'ﬁ', 'FI', '日本', '日本語', '\ud800', '\udc00']],
  ['hostile texts', Object.values(hostileValues)],
])('names are safe and different: %s', (_, texts) => {
  const names = namesOf(texts)
  for (const name of names) expect(name).toMatch(safe)
  expect(new Set(names).size).toBe(texts.length)
  expect(names).not.toContain('index')
  expect(namesOf(texts)).toEqual(names)
})

test('any texts get names that are safe and different', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'aAbB.-_~/\\ 1cCoOnN') }))
  fc.assert(
    fc.property(fc.array(text), texts => {
      const names = namesOf(texts)
      for (const name of names) expect(name).toMatch(safe)
      expect(new Set(names).size).toBe(texts.length)
    }),
  )
})
