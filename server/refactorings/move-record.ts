import { moveUnit } from './move-units.ts'
import type { Offer, Refactoring, RefactoringContext } from './refactoring.ts'
import { unitAt } from './units.ts'

/** Moves a record, with the comments directly above it, past the next one above or below. */
export const moveRecord: Refactoring = {
  kind: 'refactor.move',
  offers: context => [...offer(context, 'up'), ...offer(context, 'down')],
}

function offer({ snapshot: { file }, entry }: RefactoringContext, way: 'up' | 'down'): Offer[] {
  const move = moveUnit(file.tree, unitAt(file.tree, entry), way)
  return move ? [{ title: `Move ${way}`, changes: [move.change] }] : []
}
