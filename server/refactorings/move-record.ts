import { moveWhole, type UpOrDown, wholeAt } from '../../shared/edit/whole-record.ts'
import type { Offer, Refactoring, RefactoringContext } from './refactoring.ts'

/** Moves a record, with what belongs to it, past the next one above or below. */
export const moveRecord: Refactoring = {
  kind: 'refactor.move',
  offers: context => [...offer(context, 'up'), ...offer(context, 'down')],
}

function offer({ snapshot: { file }, entry }: RefactoringContext, way: UpOrDown): Offer[] {
  const move = moveWhole(file.tree, wholeAt(file.tree, entry), way)
  return move ? [{ title: `Move ${way}`, changes: [move.change] }] : []
}
