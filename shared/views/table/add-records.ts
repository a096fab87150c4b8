import type { CheckedFile } from '../../check/check.ts'
import { lineStartOf } from '../../check/edits.ts'
import { canonicalField } from '../../domains/notation.ts'
import { fieldOf, type Tag } from '../../domains/registry.ts'
import { quote } from '../../syntax/nodes.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { lengthOf, lineBreakOf } from '../../syntax/tree.ts'

/** A record about to be written: its fields in their order, empty ones left out. */
export type NewFields = readonly (readonly [name: string, value: string | null])[]

/**
 * A record in canonical notation, as one line without its end.
 *
 * @param name the tag as it is written
 * @param tag its definition, if a domain in force has one
 */
export function newRecordText(name: string, tag: Tag | undefined, fields: NewFields): string {
  const texts = fields.flatMap(([field, value]) => {
    if (value === null) return []
    const definition = tag && fieldOf(tag, field)
    return definition ? canonicalField(definition, value) : `${field}=${quote(value)}`
  })
  return texts.length === 0 ? `@${name}` : `@${name} ${texts.join(' | ')}`
}

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
