import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { runs } from '../../test/property-values.ts'
import { SpecialLines } from './special-lines.ts'

const lines = fc.constantFrom<string>(
  '@BEGIN a',
  '@END',
  '  @BEGIN',
  '@BEGINNING x=1',
  '@A b=1',
  '  | c=1',
  '# @END',
  '',
)

test('the lines in blocks are those of the parser, also after changes', () => {
  fc.assert(
    fc.property(
      fc.array(lines, { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ start: fc.nat(), end: fc.nat(), with: fc.array(lines, { maxLength: 3 }) }), {
        maxLength: 4,
      }),
      (first, changes) => {
        let text = first
        const blocks = new SpecialLines(text.length, line => text[line]!)
        for (const change of changes) {
          const start = change.start % text.length
          const end = start + (change.end % (text.length - start))
          const written = change.with.length === 0 ? [''] : change.with
          text = text.toSpliced(start, end - start + 1, ...written)
          const character = 0
          blocks.change({
            range: { start: { line: start, character }, end: { line: end, character } },
            text: written.join('\n'),
          })
        }
        const expected = parsedBlockLines(text)
        expect(text.map((_, line) => blocks.isInBlock(line))).toEqual(expected)
      },
    ),
    { numRuns: runs(4000) },
  )
})

/** As the parser has them: each entry's lines, and whether it is a block or the end of one that was not started. */
function parsedBlockLines(text: readonly string[]): boolean[] {
  const entries = parseEntries(text.map(line => `${line}\n`).join(''))
  return entries.flatMap(({ kind, text: entry }) => {
    const count = entry.split('\n').length - 1
    return new Array<boolean>(count).fill(kind === 'block' || /^\s*@END(?:\s|$)/.test(entry))
  })
}

test('a header counts to the next one; one in a block is none', () => {
  const text = [
    '@A',
    '@DOC domain=core.hr',
    '@BEGIN',
    '@DOC domain=x',
    '@END',
    '@A',
    ' @doc domain=core.legal',
    '@DOCS',
  ]
  const special = new SpecialLines(text.length, line => text[line]!)
  expect(text.map((_, line) => special.headerOf(line))).toEqual([
    '',
    ...new Array<string>(5).fill('@DOC domain=core.hr'),
    ...new Array<string>(2).fill('@doc domain=core.legal'),
  ])
})
