import { localize } from '../domains/localize.ts'
import { show as shownText } from '../domains/message-text.ts'
import type { CountInText } from './template.ts'

/** A number in the text, in braces; texts in quotes may have braces. Its last brace can be missing. */
export const countPattern = /\{count\b(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^"'{}\n])*\}?/

/**
 * Reads a number in the text.
 *
 * @param written what `countPattern` finds
 * @param line where it stands, from 1
 */
export function readCount(written: string, line: number): CountInText | { readonly problem: string } {
  const [, tag, where] = /^\{count\s+([\w.]+)(?:\s+where\s+(\S[^]*?))?\s*\}$/.exec(written) ?? []
  if (tag !== undefined) return { line, tag, where }
  return {
    problem: localize('{text} is no number; write {example} or {other}, in one line.', {
      text: shownText(written),
      example: '{count FINDING}',
      other: '{count FINDING where status == "open"}',
    }),
  }
}
