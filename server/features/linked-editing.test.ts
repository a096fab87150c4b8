import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { type Editor, open } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { linkedEditingRanges } from './linked-editing.ts'

/** The text with its linked ranges in ⟨⟩. */
function linked(text: string, editor?: Editor): string | null {
  const { snapshot, position } = open(text, editor)
  const { tree } = snapshot.file
  const answer = linkedEditingRanges(snapshot, position)
  if (!answer) return null
  return answer.ranges
    .map(({ start, end }) => [offsetAt(tree, start), offsetAt(tree, end)] as const)
    .sort(([one], [other]) => other - one)
    .reduce((result, [start, end]) => {
      expect(result.slice(start, end)).toMatch(new RegExp(`^${answer.wordPattern}$`))
      return `${result.slice(0, start)}⟨${result.slice(start, end)}⟩${result.slice(end)}`
    }, textOf(tree))
}

test('an id is edited together with the references to it', () => {
  expect(
    linked(
      '@FINDING control_ref="CTL-1"\r\n@CONTROL title="🙂" | rid=CT$0L-1\r\n@EVIDENCE control_ref=CTL-1\r\n@EVIDENCE control_ref="CTL-10"',
    ),
  ).toBe(
    '@FINDING control_ref="⟨CTL-1⟩"\r\n@CONTROL title="🙂" | rid=⟨CTL-1⟩\r\n@EVIDENCE control_ref=⟨CTL-1⟩\r\n@EVIDENCE control_ref="CTL-10"',
  )
  expect(linked('@SERVICE rid="S-1$0" | dependencies="S-2, S-1"')).toBe(
    '@SERVICE rid="⟨S-1⟩" | dependencies="S-2, ⟨S-1⟩"',
  )
  expect(linked('@SERVICE rid=$0S-1 | dependencies=[S-1,S-1]')).toBe('@SERVICE rid=⟨S-1⟩ | dependencies=[⟨S-1⟩,⟨S-1⟩]')
})

test('references and other words have no linked ranges', () => {
  for (const text of [
    '@FINDING control_ref="CT$0L-1"\n@CONTROL rid=CTL-1',
    '@FINDING control_ref="CTL-1"\n@CONTROL ri$0d=CTL-1',
    '$0',
    '# rid=1$0',
  ]) {
    expect(linked(text)).toBeNull()
  }
})

test('an id without references in the file, or one of several records, has no linked ranges', () => {
  expect(linked('@CONTROL rid=CTL-1$0')).toBeNull()
  expect(linked('@CONTROL rid=CTL-1$0', { others: { 'b.rec': '@FINDING control_ref="CTL-1"' } })).toBeNull()
  expect(linked('@CLAUSE rid=CTL-1$0\n@FINDING control_ref="CTL-1"')).toBeNull()
  expect(linked('@CONTROL rid=CTL-1$0\n@CONTROL rid=CTL-1\n@FINDING control_ref="CTL-1"')).toBeNull()
  expect(
    linked('@CONTROL rid=CTL-1$0\n@FINDING control_ref="CTL-1"', { others: { 'b.rec': '@CONTROL rid=CTL-1' } }),
  ).toBeNull()
})

test('only ids without quotes and escapes have linked ranges', () => {
  expect(linked('@CONTROL rid="C 1$0"\n@FINDING control_ref="C 1"')).toBeNull()
  expect(linked('@CONTROL rid=C1$0\n@FINDING control_ref="\\u00431"')).toBeNull()
})

test(
  'in any text the linked ranges have one text',
  () =>
    fc.assert(
      fc.property(damagedFiles(), fc.nat(), (text, place) => {
        const start = place % (text.length + 1)
        const answer = linked(`${text.slice(0, start)}\n@CONTROL rid=$0CTL-1\n${text.slice(start)}`)
        expect(new Set(answer?.match(/⟨.*?⟩/g)).size).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(300) },
    ),
  60_000,
)
