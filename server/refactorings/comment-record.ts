import { toggleComments } from './comment-records.ts'
import type { Refactoring } from './refactoring.ts'

/** Comments out a record with all its lines. */
export const commentRecord: Refactoring = {
  kind: 'refactor.comment',
  offers: ({ snapshot: { file }, entry }) => {
    const place = { line: file.tree.lines[entry]!, character: 0 }
    return [{ title: 'Comment out', changes: toggleComments(file.tree, [{ anchor: place, active: place }]) ?? [] }]
  },
}
