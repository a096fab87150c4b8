import { RE2JS, RE2JSSyntaxException } from 're2js'
import { localize } from '../../domains/localize.ts'
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
      if (problem !== undefined)
        report(
          field,
          'pattern',
          localize('The pattern of {field} cannot be used: {problem}.', { field: field.label, problem }),
        )
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
    return localize('it has {count} characters, and at most {most} are read; list the values in enum instead', {
      count: pattern.length,
      most: longest,
    })
  try {
    const size = RE2JS.compile(pattern).programSize()
    return size > largest
      ? localize(
          'it compiles to {count} steps, and at most {most} are allowed; use smaller numbers in braces, or fewer alternatives',
          { count: size, most: largest },
        )
      : undefined
  } catch (error) {
    const unsupported = unsupportedPart(pattern)
    if (unsupported !== undefined) return unsupported
    if (!(error instanceof RE2JSSyntaxException)) return localize('it does not compile; simplify it')
    // The library says what it found in English.
    const problem = `${error.error}${error.input === null ? '' : ` at ${shorten(error.input)}`}`
    return localize('{problem}; correct the regular expression', { problem })
  }
}

/** Syntax of other regular expressions that RE2 does not have. RE2 matches in linear time. */
function unsupportedPart(pattern: string): string | undefined {
  const [look] = /\(\?<?[=!]/.exec(pattern) ?? []
  if (look !== undefined)
    return localize('it looks ahead or behind with {part}, which is not supported; write it without', { part: look })
  const [reference] = /\\([1-9]|k<[^>]*>?)/.exec(pattern) ?? []
  if (reference !== undefined)
    return localize('it refers back with {part}, which is not supported; write it without', { part: reference })
  return undefined
}
