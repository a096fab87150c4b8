import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied, patch } from '../../test/patches.ts'
import { runs } from '../../test/property-values.ts'

const e = '@EVIDENCE control_ref="C-1" | type="log"\n'
const ann = e.replace('\n', ' | collector="Ann"\n')
const control = '@CONTROL rid=C-1 | title="a"\n'
const block = '@BEGIN t\na\n@END\n'

// The version before, and the one after.
test.each([
  [e + control + e, ann + control + e],
  [e + control + e, control + e],
  [e + control + e, e + control],
  [block + control + block, control + block],
  [block + control + block, block + control],
  [e + e + e, e + e],
  [e + e + e, e + ann + e],
  [e + e + control + e + e, e + control + e + e],
  ['@C rid=0\n# one\n\n@C rid=3\n', '# one\n\n@C rid=0\n@C rid=3\n'],
  [e + control + control + ann, e + ann + control],
])(
  'the second time, a patch changes nothing, also if a record with the same text is there: %j, %j',
  (before, after) => {
    const changes = patch(before, after)
    const other = '@CONTROL rid=C-9\n'
    for (const above of ['', other, other + other])
      for (const below of ['', other]) {
        expect(applied(above + before + below, changes)).toBe(above + after + below)
        expect(applied(above + after + below, changes)).toBe(above + after + below)
      }
  },
)

test('the version after stays as it is, also if blank lines tell which of several blocks is meant', () => {
  const all = (more: string): string => `${block}@C rid=0\n\n${block}${more}# one\n`
  expect(applied(all(''), patch(all(block), all('')))).toBe(all(''))
})

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('@E x=1\n', '@E x=2\n', '@E x=1 | y=1\n') },
  { weight: 1, arbitrary: fc.constantFrom('@BEGIN t\nx\n@END\n') },
  { weight: 2, arbitrary: fc.nat(3).map(id => `@C rid=${id}\n`) },
)
const comments = fc.constantFrom('# one\n', '\n', '# two\n\n')

/** Adds a line, removes or moves one, or changes a record without an id. */
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3), pieces), { minLength: 1, maxLength: 3 })

const edited = (lines: readonly string[], all: readonly (readonly [number, number, number, string])[]): string[] =>
  all.reduce<string[]>(
    (now, [from, to, kind, added]) => {
      const place = from % (now.length + 1)
      if (kind === 0) return now.toSpliced(place, 0, added)
      const rest = now.toSpliced(place, 1)
      if (kind === 1) return rest
      const line = now.slice(place, place + 1)
      return kind === 2
        ? rest.toSpliced(to % (rest.length + 1), 0, ...line)
        : rest.toSpliced(place, 0, ...line.map(text => text.replace(/^@E(.*)/, `@E$1 | z=${to % 3}`)))
    },
    [...lines],
  )

test('a patch that was applied changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, pieces, comments), { maxLength: 10 }), edits, (lines, changes) => {
      const [before, after] = [lines.join(''), edited(lines, changes).join('')]
      if (before === after) return
      const text = patch(before, after)
      expect(applied(before, text)).toBe(after)
      expect(applied(after, text)).toBe(after)
    }),
    { numRuns: runs(3000) },
  )
})

test('the same holds if records with other ids were added to the file', () => {
  const others = fc.array(fc.tuple(fc.nat(), fc.nat(9)), { minLength: 1, maxLength: 3 })
  const withOthers = (lines: readonly string[], all: readonly (readonly [number, number])[]): string =>
    all
      .reduce<string[]>((now, [place, id]) => now.toSpliced(place % (now.length + 1), 0, `@C rid=n${id}\n`), [...lines])
      .join('')
  const withoutOthers = (text: string): string => text.replace(/^@C rid=n.*\n/gm, '')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 10 }), edits, others, (lines, changes, added) => {
      const result = edited(lines, changes)
      const [before, after] = [lines.join(''), result.join('')]
      if (before === after) return
      const text = patch(before, after)
      const once = applied(withOthers(lines, added), text)
      expect(withoutOthers(once)).toBe(after)
      expect(applied(once, text)).toBe(once)
      expect(applied(withOthers(result, added), text)).toBe(withOthers(result, added))
    }),
    { numRuns: runs(3000) },
  )
})
