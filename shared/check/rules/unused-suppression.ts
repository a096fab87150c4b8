import { shorten } from '../../domains/message-text.ts'
import type { Directive, SuppressedCode } from '../directive.ts'
import { lineStartOf } from '../edits.ts'
import type { Fix, Rule } from '../rule.ts'

export const unusedSuppression: Rule = {
  code: 'unused-suppression',
  severity: 'warning',
  summary: 'A suppression comment, or one of its codes, suppresses no problem.',
  mayHaveSafeFix: true,
}

/** The sentence for a code that suppresses nothing; for a comment without codes there is none. */
export const unusedMessage = (code: SuppressedCode | undefined): string =>
  code === undefined
    ? 'This comment suppresses no problem; remove it.'
    : `This comment suppresses no ${shorten(code.name)} problem; remove the code.`

/** Removes one of several codes from its comment, with what separates it from the next. */
export function removeCode({ codes }: Directive, code: SuppressedCode): Fix {
  const index = codes.indexOf(code)
  const next = codes[index + 1]
  const edit = next
    ? { start: code.start, end: next.start, text: '' }
    : { start: codes[index - 1]!.end, end: code.end, text: '' }
  return { title: `Remove ${shorten(code.name)}`, edits: [edit], isPreferred: true, isSafe: true }
}

/**
 * Removes the whole line of a comment in which no code suppresses anything.
 *
 * @param isSafe false where the comment parts lines that belong together without it
 */
export const removeComment = ({ text }: Directive, isSafe: boolean): Fix => ({
  title: 'Remove the comment',
  edits: [{ start: lineStartOf(text), end: text.length, text: '' }],
  isPreferred: true,
  isSafe,
})
