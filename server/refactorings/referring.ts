import { isSameRecord } from '../../shared/domains/identity.ts'
import type { RecordContext } from './refactoring.ts'

/** How many other records refer to a record and would refer to none if it were gone. */
export function countReferring({ snapshot: { file, index }, entry }: RecordContext): number {
  const { definition, references = [] } = file.entries[entry]!.identity ?? {}
  if (!definition || index.count(definition) > 1) return 0
  return index.countReferring(definition) - (references.some(reference => isSameRecord(reference, definition)) ? 1 : 0)
}
