import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { removeWholes, wholeAt } from '../../shared/edit/whole-record.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import type { Refactoring, RefactoringContext } from './refactoring.ts'
import { countReferring } from './referring.ts'

/** Deletes a record with what belongs to it. */
export const deleteRecord: Refactoring = {
  kind: 'refactor.delete',
  offers: context => {
    // A header sets the domains of the records below it.
    if (isHeader(context.record)) return []
    const { tree } = context.snapshot.file
    return [{ title: titleFor(context), changes: removeWholes(tree, [wholeAt(tree, context.entry)]) }]
  },
}

function titleFor(context: RefactoringContext): string {
  const {
    snapshot: { file },
    entry,
    record,
    tag,
  } = context
  const definition = file.entries[entry]!.identity?.definition
  const name = shorten(tag?.name ?? tagWord(record))
  const title = definition ? `Delete ${name} ${shorten(definition.id)}` : `Delete this ${name || 'record'}`
  const count = countReferring(context)
  return count === 0 ? title : `${title}, which ${count === 1 ? 'a record refers' : `${count} records refer`} to`
}
