import type { CheckedFile } from '../../shared/check/check.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'

/** The number of entries around a record to look at, so that a long file does not take longer than a short one. */
const reach = 2000
/** The most values in one answer. */
const limit = 20
/** A longer text is usually a sentence about one record and not a value that records share. */
const maximumLength = 80

/** The values of a field in at least two records of the same tag near an entry, the most frequent first. */
export function siblingValues({ tree, entries }: CheckedFile, entry: number, tag: Tag, name: string): string[] {
  const counts = new Map<string, number>()
  const first = Math.max(0, entry - reach / 2)
  for (let index = first; index < Math.min(entries.length, first + reach); index++) {
    if (index === entry || entries[index]!.tag !== tag) continue
    const record = tree.entries[index] as RecordNode
    const value = record.fields.find(field => field.name === name)?.value
    if (!value || value.end - value.start > maximumLength) continue
    const text = valueText(record, value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts.entries()]
    .filter(([text, count]) => count > 1 && text !== '')
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([text]) => text)
}
