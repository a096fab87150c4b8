import { RE2JS, RE2JSSyntaxException } from 're2js'
import { shorten } from '../../domains/message-text.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'

export const descriptorPattern: DescriptorRule = {
  code: 'descriptor-pattern',
  severity: 'error',
  summary: 'A pattern is not a regular expression that RE2 can compile.',
  needsNoBase: true,
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const { pattern } = field.value
      const problem = pattern === undefined ? undefined : patternProblem(pattern)
      if (problem !== undefined) report(field, 'pattern', `The pattern of ${field.label} cannot be used: ${problem}.`)
    }
  },
}

/** The time to compile a pattern grows faster than its length. */
const longest = 10_000

/**
 * The maximum number of steps of the compiled pattern. Each character of a value is compared with up to all of them.
 * The pattern itself can be short: `(\pL|\pN){1000}` has 3002 steps.
 */
const largest = 5000

function patternProblem(pattern: string): string | undefined {
  if (pattern.length > longest)
    return `it has ${pattern.length} characters, and at most ${longest} are read; list the values in enum instead`
  try {
    const size = RE2JS.compile(pattern).programSize()
    return size > largest
      ? `it compiles to ${size} steps, and at most ${largest} are allowed; use smaller numbers in braces, or fewer alternatives`
      : undefined
  } catch (error) {
    const unsupported = unsupportedPart(pattern)
    if (unsupported) return `${unsupported} are not supported; write it without them`
    if (!(error instanceof RE2JSSyntaxException)) return 'it does not compile; simplify it'
    return `${error.error}${error.input === null ? '' : ` at ${shorten(error.input)}`}; correct the regular expression`
  }
}

/** Syntax of other regular expressions that RE2 does not have. RE2 matches in linear time. */
function unsupportedPart(pattern: string): string | undefined {
  if (/\(\?<?[=!]/.test(pattern)) return 'look-ahead and look-behind such as (?=…) and (?<!…)'
  if (/\\([1-9]|k<)/.test(pattern)) return 'back-references such as \\1'
  return undefined
}
