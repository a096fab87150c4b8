import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedText, type TextChange } from '../syntax/text-change.ts'
import { editRegions, inverseRegions } from './edit-regions.ts'

/** A text of lines, and an edit of some of them. */
function many(lines: readonly number[], width: number): { text: string; edits: TextChange[] } {
  const edits = lines.map((line, index) => {
    const start = line * (width + 1) + 1
    return { start, end: start + (index % 3), text: 'x'.repeat(index % 4) }
  })
  return { text: `${'a'.repeat(width)}\n`.repeat(Math.max(...lines) + 1), edits }
}

test('few edits stay as they are, and many become one for each region', () => {
  const few = many([0, 5], 10)
  expect(editRegions(few.edits, few.text).map(({ start, end, text }) => ({ start, end, text }))).toEqual(few.edits)
  const all = many([...Array.from({ length: 400 }, (_, line) => line), 1000, 1001], 50)
  expect(editRegions(all.edits, all.text).map(({ edits }) => edits.length)).toEqual([400, 2])
})

test('regions do what their edits do, and their inverse takes them back, with the inverse of each edit', () => {
  const lines = fc.uniqueArray(fc.nat(2000), { minLength: 1, maxLength: 700 }).map(all => all.sort((a, b) => a - b))
  fc.assert(
    fc.property(lines, fc.integer({ min: 5, max: 30 }), (of, width) => {
      const { text, edits } = many(of, width)
      const regions = editRegions(edits, text)
      const after = changedText(text, edits)
      expect(changedText(text, regions)).toBe(after)
      const back = inverseRegions(regions, text)
      expect(changedText(after, back)).toBe(text)
      expect(
        changedText(
          after,
          back.flatMap(region => region.edits),
        ),
      ).toBe(text)
    }),
    { numRuns: 30 },
  )
})
