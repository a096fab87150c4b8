import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import type { Rule } from '../rule.ts'

/** `conflicts.ts` finds the conflicts of a file, because their markers stand in many entries. */
export const mergeConflict: Rule = {
  code: 'merge-conflict',
  severity: 'error',
  summary: 'A merge conflict of git is not resolved.',
}

/** @param ours and `theirs`: what git calls the sides; both can be empty */
export function conflictMessage(ours: string, theirs: string): string {
  return ours !== '' && theirs !== ''
    ? localize('This merge conflict between {ours} and {theirs} is not resolved; keep one side, or combine both.', {
        ours: shorten(ours),
        theirs: shorten(theirs),
      })
    : localize('This merge conflict is not resolved; keep one side, or combine both.')
}

/** The message for a conflict marker without the others. */
export const strayMarker = (marker: string): string =>
  localize(
    '{marker} marks a side of a merge conflict, but the other lines of the conflict are missing; remove the line.',
    {
      marker,
    },
  )
