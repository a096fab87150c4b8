import { directiveIn } from '../check/directive.ts'
import { lineStartOf } from '../check/edits.ts'
import type { TextChange } from '../syntax/text-change.ts'
import type { Tree } from '../syntax/tree.ts'

/**
 * The changes that remove a record with its continuation lines, and the comments above it that suppress its problems:
 * without the record, they would suppress problems of the next one. Other comments stay.
 */
export function removeRecord(tree: Tree, entry: number): TextChange[] {
  const changes = [removal(tree, entry)]
  for (let index = entry - 1; index >= 0; index--) {
    const comment = tree.entries[index]!
    if (comment.kind !== 'comment') break
    if (directiveIn(comment)?.kind === 'disable-next-line') changes.unshift(removal(tree, index))
  }
  return changes
}

/**
 * The change that removes an entry. A byte order mark at the start of the file stays. After a line that ends in a lone
 * carriage return, the line feed of the entry stays too: otherwise the carriage return would join with a line feed
 * below, and a blank line would be lost.
 */
function removal(tree: Tree, index: number): TextChange {
  const { text } = tree.entries[index]!
  const start = index === 0 ? lineStartOf(text) : tree.starts[index]!
  const isBehindReturn = tree.entries[index - 1]?.text.endsWith('\r') === true
  return { start, end: tree.starts[index + 1]! - (isBehindReturn && text.endsWith('\n') ? 1 : 0), text: '' }
}
