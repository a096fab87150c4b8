import { directiveIn } from '../../shared/check/directive.ts'
import { lineStartOf } from '../../shared/check/edits.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Refactoring, RefactoringContext } from './refactoring.ts'
import { countReferring } from './referring.ts'

/** Deletes a record with its continuation lines, and the comments above it that suppress its problems. */
export const deleteRecord: Refactoring = {
  kind: 'refactor.delete',
  offers: context => {
    // A header sets the domains of the records below it.
    if (isHeader(context.record)) return []
    return [{ title: titleFor(context), changes: [...suppressionsAbove(context), removal(context, context.entry)] }]
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

/** Without the record, these comments would suppress problems of the next one. */
function suppressionsAbove(context: RefactoringContext): TextChange[] {
  const { entries } = context.snapshot.file.tree
  const changes: TextChange[] = []
  for (let index = context.entry - 1; index >= 0; index--) {
    const comment = entries[index]!
    if (comment.kind !== 'comment') break
    if (directiveIn(comment)?.kind === 'disable-next-line') changes.unshift(removal(context, index))
  }
  return changes
}

/**
 * The change that removes an entry. A byte order mark at the start of the file stays. After a line that ends in a lone
 * carriage return, the line feed of the entry stays too: otherwise the carriage return would join with a line feed
 * below, and a blank line would be lost.
 */
function removal(
  {
    snapshot: {
      file: { tree },
    },
  }: RefactoringContext,
  index: number,
): TextChange {
  const { text } = tree.entries[index]!
  const start = index === 0 ? lineStartOf(text) : tree.starts[index]!
  const isBehindReturn = tree.entries[index - 1]?.text.endsWith('\r') === true
  return { start, end: tree.starts[index + 1]! - (isBehindReturn && text.endsWith('\n') ? 1 : 0), text: '' }
}
