import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { toggleComments } from '../../shared/edit/comment-out.ts'
import { canCopy, copyWholes, moveWhole, removeWholes, type UpOrDown, wholeAt } from '../../shared/edit/whole-record.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import { isHeader, tagWord } from '../../shared/syntax/nodes.ts'
import type { Offer, Refactoring, RefactoringContext } from './refactoring.ts'
import { countReferring } from './referring.ts'

/** Deletes a record with what belongs to it. */
export const deleteRecord: Refactoring = {
  kind: 'refactor.delete',
  offers: context => {
    // A header sets the domains of the records below it.
    if (isHeader(context.record)) return []
    const { tree } = context.snapshot.file
    return [{ title: actionTitle(context), changes: removeWholes(tree, [wholeAt(tree, context.entry)]) }]
  },
}

function actionTitle(context: RefactoringContext): string {
  const {
    snapshot: { file },
    entry,
    record,
    tag,
  } = context
  const definition = file.entries[entry]!.identity?.definition
  const name = shorten(tag?.name ?? tagWord(record))
  const title = definition
    ? localize('Delete {record}', { record: `${name} ${shorten(definition.id)}` })
    : localize('Delete this {tag}', { tag: name || localize('record') })
  const count = countReferring(context)
  if (count === 0) return title
  return count === 1
    ? localize('{title}, which a record refers to', { title })
    : localize('{title}, which {count} records refer to', { title, count })
}

/** Comments out a record with all its lines. */
export const commentRecord: Refactoring = {
  kind: 'refactor.comment',
  offers: ({ snapshot: { file }, entry }) => [
    { title: localize('Comment out'), changes: toggleComments(file.tree, [entry]) ?? [] },
  ],
}

/** Writes a copy of a record, with what belongs to it, below it, with the next free id. */
export const duplicateRecord: Refactoring = {
  kind: 'refactor.duplicate',
  offers: ({ snapshot: { file, index }, entry, record, tag }) => {
    if (!canCopy(file, entry)) return []
    const definition = file.entries[entry]!.identity?.definition
    const [id] = definition ? freeIds(file, index, definition, definition.id, 1) : []
    const title =
      id === undefined
        ? localize('Duplicate this {tag}', { tag: shorten(tag?.name ?? tagWord(record)) || localize('record') })
        : localize('Duplicate as {id}', { id: shorten(id) })
    return [{ title, changes: [copyWholes(file, index, [wholeAt(file.tree, entry)], 'down').change] }]
  },
}

/** Moves a record, with what belongs to it, past the next one above or below. */
export const moveRecord: Refactoring = {
  kind: 'refactor.move',
  offers: context => [...offer(context, 'up'), ...offer(context, 'down')],
}

function offer({ snapshot: { file }, entry }: RefactoringContext, way: UpOrDown): Offer[] {
  const move = moveWhole(file.tree, wholeAt(file.tree, entry), way)
  return move ? [{ title: way === 'up' ? localize('Move up') : localize('Move down'), changes: [move.change] }] : []
}
