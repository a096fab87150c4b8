import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoverAt } from '../../test/editor.ts'
import { code, escapeMarkdown } from './describe.ts'
import { plainOf } from './markup.ts'

const plainHover = (text: string): string => hoverAt(text, { client: { hasMarkdown: false } })!.text

test('a tag as plain text', () => {
  const shown = plainHover('@VITALS$0')
  expect(shown).toMatch(
    /^VITALS · core\.health\n\n[^]+\n\n- bp \(required\): .*\n- hr: [^]*\n\n@VITALS bp="118\/76"\n {2}\| hr:int=104\n/,
  )
  expect(shown).not.toMatch(/[*\\`]/)
})

test('a value as plain text, with the current one marked in the list', () => {
  const shown = plainHover('@CONTROL rid=C-1 | status="tes$0ted"')
  expect(shown).toMatch(
    /^tested: .+\n\nCONTROL\.status · string · usual\n\n[^]+\n\n- not-started: .*\n[^]*- tested ←\n/,
  )
  expect(shown).toContain('\n- information: An effective control has no open finding')
  expect(shown).not.toMatch(/[*\\]/)
})

test('a link becomes its text', () => {
  expect(plainOf('Standards: [ISO 27001 \\(2022\\)](https://example.com/a_b), **x**')).toBe(
    'Standards: ISO 27001 (2022), x',
  )
})

// A line end is a blank in Markdown of one paragraph.
const oneLine = fc
  .string({
    unit: fc.constantFrom('a', ' ', '`', '*', '\\', '[', ']', '(', ')', '|', '_', '-', 'é', '"'),
    minLength: 1,
  })
  .filter(text => text === text.trim())

test('any text, escaped or as code, becomes itself again', () => {
  fc.assert(
    fc.property(oneLine, oneLine, (text, other) => {
      expect(plainOf(`${escapeMarkdown(text)} ${code(other)} **${escapeMarkdown(text)}**`)).toBe(
        `${text} ${other} ${text}`,
      )
    }),
  )
})
