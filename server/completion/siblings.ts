import type { CheckedFile } from '../../shared/check/check.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'

/** How many entries around a record are looked at, so that a long file costs no more than a short one. */
const reach = 2000
const limit = 20
/** A longer text is a sentence about one record, and not a value that records share. */
const longest = 80

/**
 * The values that records of the same tag near an entry give a field, most used first: those that at least two of them
 * have.
 */
export function siblingValues({ tree, entries }: CheckedFile, entry: number, tag: Tag, name: string): string[] {
  const counts = new Map<string, number>()
  const first = Math.max(0, entry - reach / 2)
  for (let index = first; index < Math.min(entries.length, first + reach); index++) {
    if (index === entry || entries[index]!.tag !== tag) continue
    const record = tree.entries[index] as RecordNode
    const value = record.fields.find(field => field.name === name)?.value
    if (!value || value.end - value.start > longest) continue
    const text = valueText(record, value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts.entries()]
    .filter(([text, count]) => count > 1 && text !== '')
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([text]) => text)
}
