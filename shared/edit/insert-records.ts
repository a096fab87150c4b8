import type { CheckedFile } from '../check/check.ts'
import { lineStartOf } from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { lengthOf, lineBreakOf } from '../syntax/tree.ts'

/**
 * The change that writes records, a line each: below a record, or at the end of the file.
 *
 * @param below the record, as the index of its entry
 */
export function insertRecords(
  { tree }: CheckedFile,
  below: number | undefined,
  records: readonly string[],
): TextChange {
  const last = tree.entries.length - 1
  const entry = tree.entries[below ?? last]
  // A block that is never closed has all the text below it, so the records go above it.
  const isOpen = below === undefined && entry?.kind === 'block' && !entry.closed
  const end = below === undefined ? lengthOf(tree) : tree.starts[below + 1]!
  const at = isOpen ? tree.starts[last]! + lineStartOf(entry.text) : end
  const endsLine = isOpen || !entry || /[\r\n]$/.test(entry.text) || entry.text.length === lineStartOf(entry.text)
  // In a file with line ends of several kinds another one than that of the line above could become one with what
  // follows.
  const lineBreak = (isOpen ? undefined : /(?:\r\n|\r|\n)$/.exec(entry?.text ?? '')?.[0]) ?? lineBreakOf(tree)
  const lines = records.join(lineBreak)
  return { start: at, end: at, text: endsLine ? lines + lineBreak : lineBreak + lines }
}
