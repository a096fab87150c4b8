import type { CheckedFile } from '../../shared/check/check.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'

/** The number of entries around a record to look at, so that a long file does not take longer than a short one. */
const reach = 2000
/** The most values in one answer. */
const mostSiblings = 20
/** A longer text is usually a sentence about one record and not a value that records share. */
const maximumLength = 80

/** The values of a field in at least two records of the same tag near an entry, the most frequent first. */
export function siblingValues(file: CheckedFile, entry: number, tag: Tag, name: string): string[] {
  const counts = new Map<string, number>()
  for (const record of siblings(file, entry, tag)) {
    const value = record.fields.find(field => field.name === name)?.value
    if (!value || value.end - value.start > maximumLength) continue
    const text = valueText(record, value)
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return mostFirst(counts, 2).slice(0, mostSiblings)
}

/**
 * Names of fields, the most likely next one first: those that follow the last field in records of the same tag near an
 * entry, then all others of these records, each by frequency.
 *
 * @param last the name of the field before the next one; undefined directly after the tag
 */
export function usualFields(file: CheckedFile, entry: number, tag: Tag, last: string | undefined): string[] {
  const next = new Map<string, number>()
  const all = new Map<string, number>()
  for (const { fields } of siblings(file, entry, tag)) {
    fields.forEach(({ name }, index) => {
      all.set(name, (all.get(name) ?? 0) + 1)
      if (fields[index - 1]?.name === last) next.set(name, (next.get(name) ?? 0) + 1)
    })
  }
  return [...new Set([...mostFirst(next), ...mostFirst(all)])]
}

/** The names of the fields of the nearest record of a tag above an entry; undefined if there is none near. */
export function fieldsOfLast(file: CheckedFile, entry: number, tag: Tag): string[] | undefined {
  for (const { fields } of recordsAbove(file, entry, tag)) return fields.map(({ name }) => name)
  return undefined
}

/** The records of a tag above an entry, the nearest first. */
export function* recordsAbove({ tree, entries }: CheckedFile, entry: number, tag: Tag): Generator<RecordNode> {
  const first = Math.max(0, entry - reach)
  for (let index = Math.min(entry, entries.length) - 1; index >= first; index--)
    if (entries[index]!.tag === tag) yield tree.entries[index] as RecordNode
}

/** The records of a tag near an entry, without the record of the entry. */
function* siblings({ tree, entries }: CheckedFile, entry: number, tag: Tag): Generator<RecordNode> {
  const first = Math.max(0, entry - reach / 2)
  for (let index = first; index < Math.min(entries.length, first + reach); index++) {
    if (index !== entry && entries[index]!.tag === tag) yield tree.entries[index] as RecordNode
  }
}

const mostFirst = (counts: ReadonlyMap<string, number>, least = 1): string[] =>
  [...counts]
    .filter(([, count]) => count >= least)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
