import type { Value } from '../run/values.ts'
import type { ExpressionFunction, Parameter } from './function.ts'

const listParameter: Parameter = { name: 'list', type: 'list' }
const condition: Parameter = { name: 'condition', type: 'bool' }
const item: Parameter = { name: 'item', type: 'any' }

/** The functions of lists. Those that take a name for the items are macros, which the compiler knows. */
export const listFunctions: readonly ExpressionFunction[] = [
  {
    name: 'size',
    receiver: { name: 'value', type: 'any' },
    parameters: [],
    result: 'int',
    description: 'The number of characters of a text, or of items of a list. `size(value)` is the same.',
    example: '"Zoë".size() == 3 && [1, 2].size() == 2',
    evaluate: sizeOf,
  },
  {
    name: 'exists',
    receiver: listParameter,
    parameters: [item, condition],
    result: 'bool',
    description:
      'Whether a condition is true for at least one item. The first argument is a name for the item. An item for which the condition reads an absent value does not count.',
    example: '[1, 2, 3].exists(x, x > 2)',
  },
  {
    name: 'all',
    receiver: listParameter,
    parameters: [item, condition],
    result: 'bool',
    description:
      'Whether a condition is true for all items; true for an empty list. An item for which the condition reads an absent value does not count.',
    example: '[1, 2, 3].all(x, x > 0)',
  },
  {
    name: 'exists_one',
    receiver: listParameter,
    parameters: [item, condition],
    result: 'bool',
    description: 'Whether a condition is true for exactly one item.',
    example: '[1, 2, 3].exists_one(x, x > 2)',
  },
  {
    name: 'filter',
    receiver: listParameter,
    parameters: [item, condition],
    result: 'list',
    description: 'The items for which a condition is true, as a list.',
    example: '[1, 2, 3].filter(x, x > 1) == [2, 3]',
  },
  {
    name: 'map',
    receiver: listParameter,
    parameters: [item, { name: 'value', type: 'any' }],
    result: 'list',
    description: 'A value for each item, as a list. An item whose value is absent is left out.',
    example: '[1, 2, 3].map(x, x * 2) == [2, 4, 6]',
  },
]

/** Whether a function names the items of a list: its first argument is the name, and its second one uses it. */
export const isMacro = (name: string): boolean => macros.has(name)

const macros: ReadonlySet<string> = new Set(
  listFunctions.filter(({ parameters }) => parameters[0] === item).map(({ name }) => name),
)

/** The characters of a text, as Unicode counts them, or the items of a list. */
function sizeOf(value: Value): number | undefined {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'string') return undefined
  let size = 0
  for (const _ of value) size++
  return size
}
