import { localize } from '../../domains/localize.ts'
import type { Expression } from '../read/nodes.ts'
import type { Type } from './types.ts'

/** What to write to ask for an absent value, where the words of other languages were tried. */

/** How to ask whether a field is there, as a clause. */
export const presenceAdvice = (): string => localize('has(field) tells whether a record has a field')

/** Whether a name is what another language calls an absent value, or a function that asks for one. */
export const namesPresence = (name: string): boolean =>
  /^(?:is|not)?_?(?:not|non)?_?(?:null|nil|none|undefined|defined|missing|absent|empty|blank|present|exists|required|set)$/i.test(
    name,
  )

/** What to do about a condition that is a field but neither true nor false: no clause, or one. */
export const conditionAdvice = (node: Expression, type: Type): readonly string[] =>
  node.kind === 'name' || node.kind === 'member' || type.kind === 'reference'
    ? [localize('write has(…) to ask whether there is one')]
    : []
