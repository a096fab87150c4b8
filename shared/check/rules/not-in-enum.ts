import { isInEnum } from '../../domains/allowed-value.ts'
import { withAdvice } from '../../domains/field-text.ts'
import { placedItems } from '../../domains/list-items.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { nearest, onlyMeant } from '../../domains/nearest.ts'
import { canonicalField } from '../../domains/notation.ts'
import type { FieldDefinition } from '../../domains/registry.ts'
import { fieldSpan } from '../../syntax/nodes.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { type Fix, never, type Rule } from '../rule.ts'

export const notInEnum: Rule = {
  code: 'not-in-enum',
  severity: 'error',
  summary: 'A value is not one of the allowed values of its field; case matters.',
  mayHaveAnswer: true,
  mayObjectToField: never,
  value: ({ record, node, field, written, value, label, report }) => {
    const allowed = field.enum
    if (!allowed) return
    const placesOf = (wrong: string) => ({ field: label, value: show(wrong), values: { or: allowed } })
    if (field.list) {
      for (const { item, at } of placedItems(record, written)) {
        if (!isInEnum(item, field))
          report(
            withAdvice(localize('{field} has the item {value}; an item must be {values}.', placesOf(item)), field),
            {
              at,
              fixes: () => nearestValues(item, field, isPlain, candidate => [{ ...at, text: candidate }]),
            },
          )
      }
      return
    }
    if (isInEnum(value, field)) return
    report(withAdvice(localize('{field} is {value}; it must be {values}.', placesOf(value)), field), {
      fixes: () =>
        nearestValues(value, field, isAny, candidate => [
          { ...fieldSpan(node), text: canonicalField(field, candidate) },
        ]),
    })
  },
}

/** Changes a value to its new name, or else to a similar one that is allowed, and that can be written there. */
function nearestValues(
  value: string,
  { name, enum: allowed = [], renamedValues = {} }: FieldDefinition,
  canBeWritten: (candidate: string) => boolean,
  editsTo: (candidate: string) => TextChange[],
): Fix[] {
  const possible = allowed.filter(canBeWritten)
  const renamed = possible.filter(
    candidate => Object.hasOwn(renamedValues, value) && renamedValues[value] === candidate,
  )
  const meant = renamed.length > 0 ? renamed : nearest(value, possible)
  const answer = onlyMeant(value, allowed)
  return meant.map(candidate => ({
    title: localize('Change to {text}', { text: candidate }),
    edits: editsTo(candidate),
    ...(candidate === answer && { answer: { field: name } }),
    isPreferred: meant.length === 1 || (candidate === meant[0] && candidate.toLowerCase() === value.toLowerCase()),
  }))
}

const isAny = (): boolean => true

/** Whether a value needs no escapes and no quotes as an item of any list. */
const isPlain = (value: string): boolean => /^[\p{L}\p{N}_. -]+$/u.test(value)
