import type { ExpressionFunction } from './function.ts'

/** The functions of records and their references. The type check and the compiler know each of them. */
export const recordFunctions: readonly ExpressionFunction[] = [
  {
    name: 'has',
    parameters: [{ name: 'field', type: 'any' }],
    result: 'bool',
    description:
      'Whether a value of the field is written. The argument is a field, or a path such as `control_ref.owner`. In a query, the value need not be allowed; in a rule, there is no result if it is not. It is never absent.',
    example: '!has(rid) || has(rid)',
  },
  {
    name: 'valid',
    parameters: [{ name: 'field', type: 'any' }],
    result: 'bool',
    description:
      'Whether a value of the field is written and allowed: of its type, and in its enum, range and pattern. It is never absent. Not for rules, which read only values that are allowed.',
    example: 'has(severity) && !valid(severity)',
    notInRules: true,
  },
  {
    name: 'written',
    parameters: [{ name: 'field', type: 'any' }],
    result: 'string',
    description:
      'The value of the field as a text, as it is written, whether it is allowed or not; absent if none is written. Not for rules.',
    example: 'written(severity) == "High"',
    notInRules: true,
  },
  {
    name: 'referrers',
    parameters: [
      { name: 'tag', type: 'string' },
      { name: 'field', type: 'string' },
    ],
    result: 'list',
    description:
      'The records that refer to this one: those of a tag whose field holds its id. Both arguments are text literals.',
    example: 'referrers("EVIDENCE", "control_ref").exists(e, has(e.rid))',
  },
  {
    name: 'acyclic',
    parameters: [{ name: 'reference', type: 'any' }],
    result: 'bool',
    description:
      'Whether the references of a field lead in no circle, such as two employees who are the manager of each other. The argument is a field that refers to records of the same tag.',
    example: 'acyclic(manager_ref)',
  },
]

/** Whether a function asks about the value of a field, and can look at one that is absent or not allowed. */
export const isAboutValue = (name: string): boolean => name === 'has' || name === 'valid' || name === 'written'
