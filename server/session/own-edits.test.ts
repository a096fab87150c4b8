import { expect, test } from 'vitest'
import { editRegions, inverseRegions } from '../../shared/protocol/edit-regions.ts'
import { parse, positionAt, type Replacement, textOf } from '../../shared/syntax/tree.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import { openDocuments, type RecDocument } from './document.ts'
import { OwnEdits } from './own-edits.ts'

const uri = 'file:///a.rec'
const count = 400

/** Records without ids, of which an edit of the server changes each; the places of the records by their old handles. */
function placesAfter(isRemembered: boolean): { changed: (number | undefined)[]; undone: (number | undefined)[] } {
  const handles = new RecordHandles()
  const own = new OwnEdits()
  const documents = openDocuments(
    undefined,
    undefined,
    (...change) => handles.edited(...change),
    (...changes) => own.partsOf(...changes),
  )
  const text = '@VITALS bp="120/80"\n'.repeat(count)
  const before = documents.create(uri, 'rec', 1, text) as RecDocument
  const known = before.tree.entries.map((_, index) => handles.of(uri, before.tree, index))
  const edits = known.map((_, index) => ({ start: index * 20 + 12, end: index * 20 + 15, text: String(index) }))
  if (isRemembered) own.remember(uri, () => ({ edits, text }), edits.length)
  const regions = editRegions(edits, text)
  const make = (document: RecDocument, changes: readonly Replacement[]): RecDocument =>
    documents.update(
      document,
      changes.map(({ start, end, text }) => ({
        range: { start: positionAt(document.tree, start), end: positionAt(document.tree, end) },
        text,
      })),
      document.version + 1,
    ) as RecDocument
  const after = make(before, regions)
  const changed = known.map(handle => handles.find(uri, after.tree, handle))
  const undone = make(after, inverseRegions(regions, text))
  expect(textOf(undone.tree)).toBe(text)
  return { changed, undone: known.map(handle => handles.find(uri, undone.tree, handle)) }
}

test('a change of another text is what it says, even if it looks like a change of the server', () => {
  const own = new OwnEdits()
  const text = '@VITALS bp="120/80"\n'.repeat(count)
  const edits = Array.from({ length: count }, (_, index) => ({
    start: index * 20 + 12,
    end: index * 20 + 15,
    text: '130',
  }))
  own.remember(uri, () => ({ edits, text }), edits.length)
  const regions = editRegions(edits, text).map(({ start, end, text }) => ({ start, end, text }))
  expect(own.partsOf(uri, parse(text), regions)).toHaveLength(count)
  expect(own.partsOf(uri, parse(text.replaceAll('80', '90')), regions)).toEqual(regions)
  expect(own.partsOf('file:///b.rec', parse(text), regions)).toEqual(regions)
})

test('records without ids stay the same through a large change of the server, and through its undo', () => {
  const places = Array.from({ length: count }, (_, index) => index)
  expect(placesAfter(true)).toEqual({ changed: places, undone: places })
  // Another large change says nothing about which record is which. One has the same text as before.
  expect(placesAfter(false).changed.filter(place => place !== undefined)).toHaveLength(1)
})
