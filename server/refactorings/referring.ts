import { isSameRecord } from '../../shared/domains/identity.ts'
import type { RefactoringContext } from './refactoring.ts'

/** How many other records refer to a record, and would refer to nothing without it. */
export function countReferring({ snapshot: { file, index }, entry }: RefactoringContext): number {
  const { definition, references = [] } = file.entries[entry]!.identity ?? {}
  if (!definition || index.count(definition) > 1) return 0
  return index.countReferring(definition) - (references.some(reference => isSameRecord(reference, definition)) ? 1 : 0)
}
