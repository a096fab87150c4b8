import { directiveIn } from '../../shared/check/directive.ts'
import { lineStartOf } from '../../shared/check/edits.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/values.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { RecordContext, Refactoring } from './refactoring.ts'
import { countReferring } from './referring.ts'

/** Removes a record with its continuation lines, and the comments above it that suppress its problems. */
export const deleteRecord: Refactoring = {
  kind: 'refactor.delete',
  offers: context => {
    // A header says what the records below it are.
    if (isHeader(context.record)) return []
    return [{ title: titleFor(context), changes: [...suppressionsAbove(context), removal(context, context.entry)] }]
  },
}

function titleFor(context: RecordContext): string {
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

/** Left behind, they would suppress problems of the next record. */
function suppressionsAbove(context: RecordContext): TextChange[] {
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
 * An entry's removal. A byte order mark at the start of the file stays, and a line feed behind a carriage return: that
 * would take a line feed below for its own, and a blank line that keeps lines apart would be gone.
 */
function removal(
  {
    snapshot: {
      file: { tree },
    },
  }: RecordContext,
  index: number,
): TextChange {
  const { text } = tree.entries[index]!
  const start = index === 0 ? lineStartOf(text) : tree.starts[index]!
  const isBehindReturn = tree.entries[index - 1]?.text.endsWith('\r') === true
  return { start, end: tree.starts[index + 1]! - (isBehindReturn && text.endsWith('\n') ? 1 : 0), text: '' }
}
