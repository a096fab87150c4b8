import { once } from '../basics/once.ts'
import { nearest } from '../domains/nearest.ts'
import type { Tree } from '../syntax/tree.ts'
import { ruleCodePrefix } from './declared/rule-settings.ts'
import type { BareReason, Directive } from './directive.ts'
import type { Problem } from './problem.ts'
import { codesAcrossRecords, codesBeyondRecords, codesOfRecords } from './rules/index.ts'
import {
  bareReason,
  changeCode,
  removeCode,
  removeComment,
  unknownMessage,
  unknownWord,
  unusedMessage,
  unusedSuppression,
} from './rules/unused-suppression.ts'
import { directivesIn, type Suppression, suppressedBy, suppressionsOf } from './suppressed-places.ts'

/**
 * The problems that no comment suppresses, and one for each suppression that suppresses nothing.
 *
 * @param problems sorted by entry
 * @param comments the indices of the entries that can be directives, sorted
 * @param hasAll whether `problems` includes those that depend on other records; if not, suppressions of such problems
 *   are
 *   not reported as unused
 */
export function suppress(
  tree: Tree,
  problems: readonly Problem[],
  comments: readonly number[],
  hasAll: boolean,
): readonly Problem[] {
  if (comments.length === 0) return problems
  const suppressions = suppressionsOf(directivesIn(tree, comments))
  const isSuppressed = suppressedBy(suppressions)
  const left = problems.filter(({ entry, code }) => !isSuppressed(entry, code))
  const unused = unusedIn(suppressions, hasAll).map(({ place, comment, ...problem }) => ({ ...problem, entry: place }))
  return [...left, ...unused].sort((one, other) => one.entry - other.entry)
}

/**
 * The problems of unused suppressions. Call it after all problems were tested.
 *
 * @param hasAll whether the problems that depend on other records were tested too
 */
export function unusedIn(suppressions: readonly Suppression[], hasAll: boolean): UnusedProblem[] {
  // An unused suppression can itself be suppressed, but only by a comment that names the code.
  const ofUnused = suppressions.filter(({ name }) => name === unusedSuppression.code)
  const isOpen = (name: string | undefined): boolean => {
    // These are known only where the file is compared with an earlier version, or other files are looked at.
    if (name !== undefined && codesBeyondRecords.has(name)) return true
    return !hasAll && (name === undefined || codesAcrossRecords.has(name) || name.startsWith(ruleCodePrefix))
  }
  const unused = suppressions.filter(({ isUsed, name }) => !isUsed && name !== unusedSuppression.code && !isOpen(name))
  // Only fixes ask for them.
  const needed = once(
    () =>
      new Set(
        suppressions
          .filter(({ isUsed }) => isUsed)
          .concat(ofUnused)
          .map(({ directive }) => directive),
      ),
  )
  const isSuppressed = suppressedBy(ofUnused)
  const problems: UnusedProblem[] = []
  let latest: Directive | undefined
  let reason: SuppressionReason | undefined
  for (const suppression of unused) {
    const { directive, code, place } = suppression
    if (isSuppressed(place, unusedSuppression.code)) continue
    // The codes of a comment follow each other.
    if (directive !== latest) reason = suppressionReason(directive)
    latest = directive
    const { hasReason, bare } = reason!
    const first = bare?.words[0]
    if (!code || !first || code.start < first.start) problems.push(unusedProblem(suppression, needed, hasReason))
    // All words of a reason are one problem.
    else if (code === first) problems.push(problemOf(suppression, bareReason(directive, bare)))
  }
  return problems
}

/** A problem of the comment at a place. */
export interface UnusedProblem extends Omit<Problem, 'entry'> {
  readonly place: number
  readonly comment: string
}

/** Lists all properties, because object spread is many times slower. */
const problemOf = (
  { directive: { text }, place }: Suppression,
  { start, end, message, fixes }: Pick<UnusedProblem, 'start' | 'end' | 'message' | 'fixes'>,
): UnusedProblem => ({
  code: unusedSuppression.code,
  severity: unusedSuppression.severity,
  message,
  place,
  comment: text,
  start,
  end,
  fixes,
})

/**
 * @param needed returns the directives with at least one used suppression
 * @param hasReason whether someone wrote a reason into the comment
 */
function unusedProblem(
  suppression: Suppression,
  needed: () => ReadonlySet<Directive>,
  hasReason: boolean,
): UnusedProblem {
  const { directive, code, isBetween, next, isPassed } = suppression
  const { kind, span } = directive
  if (kind === 'unknown') {
    const { message, fixes } = unknownWord(directive)
    return problemOf(suppression, { start: span.start, end: span.end, message, fixes })
  }
  const isUnknown = code !== undefined && !isCode(code.name)
  const [meant] = isUnknown ? nearest(code.name, codesOfRecords, 1) : []
  const isMisplaced = kind === 'disable-next-line' && (next === undefined || isPassed)
  const { start, end } = code ?? span
  return problemOf(suppression, {
    start,
    end,
    message: isUnknown ? unknownMessage(code, meant) : unusedMessage(code, isMisplaced),
    fixes: () => {
      const isSafe = !isBetween && !isMisplaced && !hasReason
      const remove = code && needed().has(directive) ? removeCode(directive, code) : removeComment(directive, isSafe)
      if (!isUnknown) return [{ ...remove, isPreferred: !isMisplaced }]
      // What is removed may be a code that is needed, or a reason.
      const change = meant === undefined ? [] : [changeCode(code, meant)]
      return [...change, { ...remove, isPreferred: false, isSafe: false }]
    },
  })
}

/** Whether a comment can suppress problems of a code. */
const isCode = (name: string): boolean => codesOfRecords.has(name) || name.startsWith(ruleCodePrefix)

/** What a suppression comment says about its reason: whether it has one, behind `--` or not, and one without `--`. */
interface SuppressionReason {
  readonly hasReason: boolean
  readonly bare?: BareReason
}

const suppressionReason = (directive: Directive): SuppressionReason => {
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
