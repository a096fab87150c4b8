import { RE2JS } from 're2js'

/** Whether a text matches a pattern. */
export type Matches = (text: string) => boolean

/*
 * Patterns come from files, so they run on an engine without backtracking, in time in proportion to the text. This
 * engine is large and slow, so simple patterns such as `^[A-Z]{3}$` run on the engine of JavaScript. There they match
 * the same.
 */

/**
 * Compiles a pattern that must match all of a text.
 *
 * @param pattern a regular expression of RE2
 * @throws an error of the engine if it is not a valid one
 */
export function matchesAll(pattern: string): Matches {
  const simple = simplePattern(pattern, `^(?:${pattern})$`)
  if (simple) return text => simple.test(text)
  const compiled = RE2JS.compile(pattern)
  return text => compiled.matches(text)
}

/** Whether a text is a regular expression of RE2. */
export function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text)
    return true
  } catch {
    return false
  }
}

/** As `matchesAll`, for a pattern that must match a part of a text. */
export function matchesPart(pattern: string): Matches {
  const simple = simplePattern(pattern, pattern)
  // Elsewhere than at the start, the engine of JavaScript would try all lengths at each place.
  if (simple && (pattern.startsWith('^') || fixedOnly.test(pattern))) return text => simple.test(text)
  const compiled = RE2JS.compile(pattern)
  return text => compiled.matcher(text).find()
}

/**
 * A pattern of RE2 as other engines of regular expressions read it with the same meaning: those of JavaScript, with and
 * without Unicode, of PostgreSQL and of DuckDB. Undefined for one that they may read differently, or slowly.
 */
export function portablePattern(pattern: string): string | undefined {
  if (!simplePattern(pattern, pattern)) return undefined
  const inside = pattern.replace(/^\^|(?<!\\)\$$/g, '')
  return `^(?:${inside.replace(/\[(?:\\.|[^\]])*\]|\\./g, withoutShorthands)})$`
}

const withoutShorthands = (part: string): string =>
  part.startsWith('[') ? part.replaceAll('\\d', '0-9').replaceAll('\\w', 'A-Za-z0-9_') : (shorthands.get(part) ?? part)

const shorthands: ReadonlyMap<string, string> = new Map([
  ['\\d', '[0-9]'],
  ['\\w', '[A-Za-z0-9_]'],
  ['\\-', '-'],
  ['\\/', '/'],
])

/** One character, escaped if it has a meaning, or one of a list. Left out is what the two engines read differently. */
const atom = /(?:[\w ,:;/@#%&=!"'<>~-]|\\[dw.+*?()[\]{}|^$\\/-]|\[(?:\w-\w|[\w .,:;/@#+]|\\[dw])+\])/.source
/** How often the atom before it comes. RE2 reads no number above 1000. */
const times = /\{\d{1,3}\}/.source
const variableTimes = /(?:\{\d{1,3},(?:\d{1,3})?\}|[+*?])/.source
const fixed = `(?:${atom}(?:${times})?|\\((?:${atom}(?:${times})?)+\\)${times})*`
/** A group of some alternatives, or one that is there or not. JavaScript tries each of them once. */
const patternChoice = `\\(${fixed}(?:\\|${fixed})*\\)\\??`

/**
 * A sequence with one variable length at most, and some choices. With two lengths, JavaScript can try all of the one
 * with each of the other.
 */
const safeSequence = new RegExp(
  `^\\^?${fixed}(?:${patternChoice}${fixed}){0,3}(?:${atom}${variableTimes}${fixed})?(?:${patternChoice}${fixed}){0,3}\\$?$`,
)
/** A sequence without a variable length. */
const fixedOnly = new RegExp(`^\\^?${fixed}(?:${patternChoice}${fixed}){0,3}\\$?$`)

/** An expression of JavaScript for a pattern; undefined if the pattern is not simple. */
function simplePattern(pattern: string, expression: string): RegExp | undefined {
  if (pattern.length > 100 || !safeSequence.test(pattern)) return undefined
  try {
    return new RegExp(expression)
  } catch {
    // RE2 says what is wrong.
    return undefined
  }
}
