import { invalidValue } from '../../shared/check/rules/invalid-value.ts'
import { notInEnum } from '../../shared/check/rules/not-in-enum.ts'
import { outOfRange } from '../../shared/check/rules/out-of-range.ts'
import { patternMismatch } from '../../shared/check/rules/pattern-mismatch.ts'
import { isAllowedItem } from '../../shared/domains/allowed-value.ts'
import { choicesOf } from '../../shared/domains/field-text.ts'
import { itemsOf } from '../../shared/domains/list-items.ts'
import { nearest, onlyMeant } from '../../shared/domains/nearest.ts'
import { countingTag, type FieldDefinition, fieldOf, type Registry } from '../../shared/domains/registry.ts'
import { repair, valueTypes } from '../../shared/domains/value-types/index.ts'
import { mostWrittenValues, type WrittenValue, type WrittenValues } from '../../shared/protocol/bulk-edit.ts'
import { valueText } from '../../shared/syntax/nodes.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * Each text that records of a tag have in a field, with the number of these records and what is wrong with it; null if
 * that was cancelled. Of a list, each item.
 */
export async function writtenValues(
  snapshots: AsyncIterable<Snapshot>,
  registry: Registry,
  { tag: path, field: name }: { readonly tag: string; readonly field: string },
  token: { readonly isCancellationRequested: boolean },
): Promise<WrittenValues | null> {
  const tag = countingTag(registry, path)
  const field = tag && fieldOf(tag, name)
  const found = new Map<string, { count: number; problem: string | null }>()
  for await (const { file } of snapshots) {
    if (token.isCancellationRequested) return null
    for (const [entry, { tag: own, findings }] of file.entries.entries()) {
      const record = file.tree.entries[entry]!
      if (own?.nameOfRecords.path !== tag?.nameOfRecords.path || record.kind !== 'record') continue
      const value = record.fields.find(node => node.name === name && node.value)?.value
      if (!value) continue
      const text = valueText(record, value)
      for (const item of field?.list ? new Set(itemsOf(text)) : [text]) {
        const known = found.get(item)
        if (known) known.count++
        else {
          const finding = findings.find(one => one.field === name && valueCodes.has(one.code))
          found.set(item, { count: 1, problem: isWrong(item, field) ? (finding?.message ?? null) : null })
        }
      }
    }
  }
  const values = [...found].map(
    ([text, { count, problem }]): WrittenValue => ({
      text,
      count,
      problem,
      meant: problem === null ? null : valueMeantBy(text, field),
    }),
  )
  values.sort((one, other) => Number(one.problem === null) - Number(other.problem === null) || other.count - one.count)
  return {
    values: values.slice(0, mostWrittenValues),
    left: Math.max(0, values.length - mostWrittenValues),
    choices: (field && choicesOf(field)?.map(({ value }) => value)) ?? [],
  }
}

const valueCodes: ReadonlySet<string> = new Set(
  [invalidValue, notInEnum, outOfRange, patternMismatch].map(({ code }) => code),
)

/** Whether a text is not allowed in a field, so that a finding of its record is about it. */
const isWrong = (text: string, field: FieldDefinition | undefined): boolean =>
  field !== undefined && (!valueTypes[field.type].accepts(text) || !isAllowedItem(text, field))

/** The allowed value that a text most likely means; null if none is near. */
function valueMeantBy(text: string, field: FieldDefinition | undefined): string | null {
  if (!field) return null
  if (!field.enum) return repair(text, field.type) ?? null
  return onlyMeant(text, field.enum) ?? nearest(text, field.enum)[0] ?? null
}
