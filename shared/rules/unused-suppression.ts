import type { Fix, Rule } from '../rule.ts'
import type { Directive, SuppressedCode } from '../suppression.ts'
import { lineStartOf } from '../edits.ts'
import { shorten } from '../values.ts'

/** A suppression comment, or one code in it, that suppresses nothing. */
export const unusedSuppression: Rule = { code: 'unused-suppression', severity: 'warning' }

/** The sentence for a code that suppresses nothing; for a comment without codes there is none. */
export const unusedMessage = (code: SuppressedCode | undefined): string =>
  code === undefined
    ? 'This comment suppresses no problem; remove it.'
    : `This comment suppresses no ${shorten(code.name)} problem; remove the code.`

/** Removes the code from its comment. */
export const removeCode = ({ name, start, end }: SuppressedCode): Fix =>
  ({ title: `Remove ${shorten(name)}`, edits: [{ start: start - 1, end, text: '' }], isPreferred: true, isSafe: true })

/**
 * Removes the whole line of a comment in which no code suppresses anything.
 *
 * @param isSafe false where the comment parts lines that belong together without it
 */
export const removeComment = ({ text }: Directive, isSafe: boolean): Fix =>
  ({ title: 'Remove the comment', edits: [{ start: lineStartOf(text), end: text.length, text: '' }], isPreferred: true, isSafe })
