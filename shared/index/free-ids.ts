import { recordName } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import { nextId } from './next-id.ts'
import type { RecordIndex } from './workspace-index.ts'

/**
 * Unused ids for new records of a tag: the next numbers after the ids of its records. If these have no numbers, ids
 * like a given one with the first free numbers.
 */
export function freeIds(index: RecordIndex, tag: TagName, like: string, count: number): string[] {
  const ids: string[] = []
  let next = index.nextIdOf(tag)
  for (let number = 1; ids.length < count; number++) {
    const id = next ?? (number === 1 ? like : `${like}-${number}`)
    if (next !== undefined) next = nextId([next])
    if (index.count(recordName(tag, id)) === 0) ids.push(id)
  }
  return ids
}
