import { localize } from '../domains/localize.ts'

// What happened to a record or a value, in the language of the reader.

export function kindInWords(kind: 'added' | 'removed' | 'changed'): string {
  if (kind === 'added') return localize('added')
  return kind === 'removed' ? localize('removed') : localize('changed')
}

/** Where a state has gone in the order of the states that follow each other. */
export const directionInWords = (direction: 'forward' | 'backward'): string =>
  direction === 'forward' ? localize('forward') : localize('backward')
