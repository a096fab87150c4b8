import type { ExpressionFunction } from './function.ts'

/** The functions of records and their references. The type check and the compiler know each of them. */
export const recordFunctions: readonly ExpressionFunction[] = [
  {
    name: 'has',
    parameters: [{ name: 'field', type: 'any' }],
    result: 'bool',
    description:
      'Whether a record has a field with an allowed value. The argument is a field, or a path such as `control_ref.owner`. It is the only function that can look at an absent value.',
    example: '!has(rid) || has(rid)',
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
