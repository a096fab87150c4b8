import type { FieldDefinition } from '../domains/registry.ts'

/**
 * Merges the values of a list, separated by commas: what one side removed is removed, what a side added is added.
 *
 * @returns undefined if the values are no lists whose items can be told apart
 */
export function mergeList(
  all: readonly [base: string, ours: string, theirs: string],
  definition: FieldDefinition | undefined,
): string | undefined {
  if (definition?.type !== 'string' || !(definition.target || definition.list)) return undefined
  // A reference that is one item in all versions is no list: two sides that changed it disagree.
  if ((!definition.list && !all.some(list => list.includes(','))) || all.some(list => /["[\]{}\\]/.test(list)))
    return undefined
  const [before, our, their] = all.map(itemsOf) as [string[], string[], string[]]
  const merged = our.filter(item => their.includes(item) || !before.includes(item))
  for (const item of their) {
    if (merged.includes(item) || before.includes(item)) continue
    const above = their.slice(0, their.indexOf(item)).findLast(one => merged.includes(one) && before.includes(one))
    const start = above === undefined ? 0 : merged.indexOf(above) + 1
    merged.splice(endOfAdditions(merged, start, before), 0, item)
  }
  const isTight = all.some(list => list.includes(',')) && !all.some(list => /,\s/.test(list))
  return merged.join(isTight ? ',' : ', ')
}

/** Additions of the other side at the same place come first. */
function endOfAdditions(items: readonly string[], start: number, before: readonly string[]): number {
  let end = start
  while (end < items.length && !before.includes(items[end]!)) end++
  return end
}

const itemsOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ),
]
