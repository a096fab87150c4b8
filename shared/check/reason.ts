import { nearest } from '../domains/nearest.ts'
import type { BareReason, Directive } from './directive.ts'
import { ruleCodePrefix } from './rule-settings.ts'
import { codesOfRecords } from './rules/index.ts'

/** Whether a comment can suppress problems of a code. */
export const isCode = (name: string): boolean => codesOfRecords.has(name) || name.startsWith(ruleCodePrefix)

/** What a suppression comment says about its reason: whether it has one, behind `--` or not, and one without `--`. */
export const reasonOf = (directive: Directive): { readonly hasReason: boolean; readonly bare?: BareReason } => {
  const { codes, text, span } = directive
  const bare = bareReasonIn(directive)
  const hasReason = /^[\s,]*--\s+\S/.test(text.slice(span.end)) || codes.some(({ name }) => !isCode(name))
  return { hasReason, ...(bare && { bare }) }
}

/**
 * Finds the reason of a comment that lacks `--`. It starts with the first word that is neither a code nor like one. A
 * single word, or words with hyphens only, may also be codes of another version of Recline.
 */
function bareReasonIn({ codes }: Directive): BareReason | undefined {
  const first = codes.findIndex(({ name }) => !isCode(name) && !isLikeCode(name))
  const word = codes[first]
  if (!word) return undefined
  const before = codes[first - 1]
  const isBehindSign = before !== undefined && signBehindCode.test(before.name)
  const words = codes.slice(first)
  const mayBeCodes =
    words.length === 1 ? /^[\w-]*\w$/.test(word.name) : words.every(({ name }) => isCode(name) || /\w-\w/.test(name))
  if (mayBeCodes && !isBehindSign) return undefined
  const isSign = /^[-–—:;.]+$/.test(word.name)
  let sign = { start: word.start, end: isSign ? word.end : word.start }
  if (isBehindSign) sign = { start: before.end - 1, end: isSign ? word.end : before.end }
  return {
    words: isBehindSign ? [before, ...words] : words,
    sign,
    // Without codes, the comment would come to suppress all problems.
    isSafe: first > 0 && !isBehindSign && !words.some(({ name }) => isCode(name)),
  }
}

const signBehindCode = /\w[:;.]$/

/** Whether a word is probably a misspelled code. A short word is like many codes. */
const isLikeCode = (name: string): boolean => name.length > 4 && nearest(name, codesOfRecords, 1).length > 0
