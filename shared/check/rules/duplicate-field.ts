import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { type Field, fieldSpan, nameSpan, type RecordNode, rawValue, type ValueNode } from '../../syntax/nodes.ts'
import { removeField } from '../fixes/edits.ts'
import { never, type Rule } from '../rule.ts'

export const duplicateField: Rule = {
  code: 'duplicate-field',
  severity: 'error',
  summary: 'A record has the same field twice; the first one counts.',
  mayHaveSafeFix: true,
  mayObjectToRecord: never,
  record: ({ record, name, report }) => {
    // In a merge conflict, each side can have the field.
    if (hasEachOnce(record.fields) || record.strays.some(({ kind }) => kind === 'marker')) return
    const seen = new Map<string, Field>()
    for (const field of record.fields) {
      const duplicated = field.name
      const first = seen.get(duplicated)
      if (!first) {
        seen.set(duplicated, field)
        continue
      }
      const shown = shorten(duplicated)
      report(
        name === undefined
          ? localize('The record has {field} twice; a record has each field once, and the first one counts.', {
              field: shown,
            })
          : localize('{tag} has {field} twice; a record has each field once, and the first one counts.', {
              tag: shorten(name),
              field: shown,
            }),
        {
          at: fieldSpan(field),
          related: () => [{ at: nameSpan(first), message: localize('{field} is first given here.', { field: shown }) }],
          fixes: () => [
            {
              title: localize('Remove this {field}', { field: shown }),
              edits: [removeField(record, field)],
              isPreferred: true,
              isSafe: isSame(record, first.value, field.value),
            },
          ],
        },
      )
    }
  },
}

/** Comparing all pairs is the fastest way for the few fields of a usual record. */
function hasEachOnce(fields: readonly Field[]): boolean {
  if (fields.length > 20) return false
  for (let index = 1; index < fields.length; index++) {
    for (let before = 0; before < index; before++) if (fields[index]!.name === fields[before]!.name) return false
  }
  return true
}

const isSame = (record: RecordNode, first: ValueNode | undefined, later: ValueNode | undefined): boolean =>
  first !== undefined &&
  later !== undefined &&
  !later.hasTextBehind &&
  rawValue(record, first) === rawValue(record, later)
