import type { Fix, Rule } from '../rule.ts'
import type { Directive, SuppressedCode } from '../suppression.ts'

/** A suppression comment, or one code in it, that suppresses nothing. */
export const unusedSuppression: Rule = { code: 'unused-suppression', severity: 'warning' }

/** The sentence for a code that suppresses nothing; for a comment without codes there is none. */
export const unusedMessage = (code: SuppressedCode | undefined): string =>
  code === undefined
    ? 'This comment suppresses nothing, as there is no problem here; remove it.'
    : `There is no ${code.name} problem here to suppress; remove the code.`

/** Removes the code, or the whole line where it is the last one. */
export function removeSuppression(directive: Directive, code: SuppressedCode | undefined): Fix {
  const isWhole = code === undefined || directive.codes.length === 1
  const { text } = directive
  const edit = isWhole ? { start: 0, end: text.length, text: '' } : { start: code.start - 1, end: code.end, text: '' }
  return { title: isWhole ? 'Remove the comment' : `Remove ${code.name}`, edits: [edit], isPreferred: true, isSafe: true }
}
