import type { FieldDefinition } from '../../domains/registry.ts'
import { compiled, type ReadExpression, readsOf } from '../expression.ts'
import { Frame } from '../run/frame.ts'
import type { RecordValues, Value } from '../run/values.ts'
import { typeOfField } from './types.ts'

/**
 * Whether a condition is true for no record. It is decided by trying all values, so only for a condition that reads
 * enums, truth values and whether fields are there, and no other records and not the time; false for all others.
 */
export function isNeverTrue(condition: ReadExpression): boolean {
  const evaluate = compiled(condition)
  const { own, isAcrossRecords, readsNow } = readsOf(condition)
  if (!evaluate || isAcrossRecords || readsNow) return false
  const { registry } = condition.scope
  const choices = own.map(field => {
    const type = typeOfField(field, registry)
    if (type.kind === 'bool') return [undefined, true, false]
    return type.kind === 'string' && type.values ? [undefined, ...type.values] : undefined
  })
  const count = choices.reduce((product, values) => product * (values?.length ?? Infinity), 1)
  if (count > mostTries) return false
  for (let number = 0; number < count; number++) {
    const values = new Map<FieldDefinition, Value | undefined>()
    let rest = number
    own.forEach((field, index) => {
      const some = choices[index]!
      values.set(field, some[rest % some.length])
      rest = Math.floor(rest / some.length)
    })
    const record: RecordValues = {
      get: field => values.get(field),
      isWritten: field => values.get(field) !== undefined,
    }
    if (evaluate(new Frame(record, { time: 0, isDate: false })) === true) return false
  }
  return true
}

const mostTries = 2000
