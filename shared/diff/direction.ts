import type { FieldDefinition } from '../domains/registry.ts'

/** How a state moves in its lifecycle. */
export type Direction = 'forward' | 'backward'

/**
 * Tells how a state moves in the lifecycle of its record: in the order in which the descriptor lists the states.
 *
 * @returns undefined if the field has no states, or one of the values is none
 */
export function directionOf(
  field: FieldDefinition | undefined,
  before: string | undefined,
  after: string | undefined,
): Direction | undefined {
  if (!field?.enum || !isState.test(field.name) || before === undefined || after === undefined) return undefined
  const [old, now] = [field.enum.indexOf(before), field.enum.indexOf(after)]
  if (old < 0 || now < 0 || old === now) return undefined
  return old < now ? 'forward' : 'backward'
}

/** The names of fields whose values are states, which follow one another; other values just differ. */
const isState = /(^|_)(status|state|stage|phase)$/
