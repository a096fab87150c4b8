import { expect } from 'vitest'
import { type Offer, offersOf, type Refactoring } from '../server/refactorings/refactoring.ts'
import type { Snapshot } from '../server/snapshot/snapshot.ts'
import { applyChanges } from '../shared/syntax/text-change.ts'
import { type Editor, snapshotOf } from './editor.ts'

/** The offers of a refactoring for an entry of a file; none if the entry is not a record. */
export function offersIn(refactoring: Refactoring, snapshot: Snapshot, entry: number): Offer[] {
  const { tree, entries } = snapshot.file
  const record = tree.entries[entry]
  return record?.kind === 'record' ? offersOf(refactoring, { snapshot, entry, record, tag: entries[entry]!.tag }) : []
}

/** The titles of a refactoring's offers for the last record of a text. */
export const offeredFor = (refactoring: Refactoring, text: string, editor?: Editor): string[] =>
  lastOffers(refactoring, text, editor).offers.map(({ title }) => title)

/** Applies the offer with this title for the last record of a text, and compares the text. */
export function expectRefactored(
  refactoring: Refactoring,
  before: string,
  title: string,
  after: string,
  editor?: Editor,
): void {
  const { snapshot, offers } = lastOffers(refactoring, before, editor)
  const offer = offers.find(candidate => candidate.title === title)
  if (!offer)
    throw new Error(
      `Nothing is offered as "${title}", only: ${offers.map(candidate => candidate.title).join(' / ') || 'nothing'}`,
    )
  expect(applyChanges(snapshot.file.tree, offer.changes)).toBe(after)
}

function lastOffers(refactoring: Refactoring, text: string, editor?: Editor): { snapshot: Snapshot; offers: Offer[] } {
  const snapshot = snapshotOf(text, editor)
  const entry = snapshot.file.tree.entries.findLastIndex(({ kind }) => kind === 'record')
  return { snapshot, offers: offersIn(refactoring, snapshot, entry) }
}
