import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { blockLines, readBlock, type TemplateProblem } from './template.ts'

test('a line goes on with those below it that start with a blank', () => {
  const content = 'tag FINDING\nwhere a\n  && b   \n\t|| c\n# note\ntitle  x y \n'
  expect(blockLines(content).map(({ line, word, value }) => [line, word, value])).toEqual([
    [0, 'tag', 'FINDING'],
    [1, 'where', 'a && b || c'],
    [5, 'title', 'x y'],
  ])
})

const pieces = fc.constantFrom(
  'tag X',
  'where',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '#',
  'a == "b"',
  '\t&& c',
  'title',
  'show bar',
)

test('each part of a line stands at its place in the block', () =>
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), all => {
      const content = all.join('')
      const written = content.split('\n')
      for (const { line, text, parts, value, valueStart } of blockLines(content)) {
        expect(parts[0]!.line).toBe(line)
        expect(text.startsWith(value, valueStart)).toBe(true)
        for (const [index, part] of parts.entries()) {
          const end = (parts[index + 1]?.start ?? text.length + 1) - 1
          expect(written[part.line]!.startsWith(text.slice(part.start, end).trimEnd(), part.column)).toBe(true)
        }
      }
    }),
    { numRuns: runs(500) },
  ))

function problemsIn(content: string): string[] {
  const problems: TemplateProblem[] = []
  readBlock(content, 1, problems)
  return problems.map(({ line, message }) => `${line}: ${message}`)
}

test('a line that goes on with nothing is a mistake, and not left out', () => {
  expect(problemsIn('  tag FINDING\n')).toEqual([
    '2: A line that starts with a blank goes on with the one above, and there is none; take the blank out.',
    '1: This block names no records; write a line such as tag FINDING.',
  ])
  expect(problemsIn('tag FINDING\n# note\n  where true\n')).toEqual([expect.stringMatching(/^4: A line that starts/)])
})

test.each([
  ['show timeline\ntag FINDING\nselect rid', 'A block of due days takes no select; take it out.'],
  ['show graph\ntag FINDING\ncount-by rid', 'A block of references takes no count-by; take it out.'],
  ['show changes\nwhere true', 'A block of changes takes no where; take it out.'],
  ['show problems\nsort rid', 'A block of problems takes no sort; take it out.'],
  ['show graph', 'This block names no records; write a line such as tag FINDING.'],
])('%j: %s', (content, problem) => expect(problemsIn(content)).toEqual([`1: ${problem}`]))
