import { toggleComments } from '../../shared/edit/comment-out.ts'
import type { Refactoring } from './refactoring.ts'

/** Comments out a record with all its lines. */
export const commentRecord: Refactoring = {
  kind: 'refactor.comment',
  offers: ({ snapshot: { file }, entry }) => [
    { title: 'Comment out', changes: toggleComments(file.tree, [entry]) ?? [] },
  ],
}
