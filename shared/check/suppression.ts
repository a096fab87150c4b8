import { addToGroup } from '../basics/group.ts'
import { once } from '../basics/once.ts'
import { nearest } from '../domains/nearest.ts'
import type { CommentNode, Entry } from '../syntax/nodes.ts'
import { joins } from '../syntax/parse.ts'
import { entryAt, type Tree } from '../syntax/tree.ts'
import { ruleCodePrefix } from './declared/rule-settings.ts'
import { attemptIn, type BareReason, type Directive, type SuppressedCode } from './directive.ts'
import type { Problem } from './problem.ts'
import { codesAcrossRecords, codesBeyondRecords, codesOfRecords } from './rules/index.ts'
import { unknownTag } from './rules/unknown-tag.ts'
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

/** A directive in its file. Places are numbers that grow from entry to entry: indices or line numbers. */
export interface PlacedDirective {
  readonly directive: Directive
  readonly place: number
  /**
   * The place of the next entry that is not a comment. There can be other comments in between. Undefined if it is
   * blank: then a comment about the next line is about nothing.
   */
  readonly next?: number | undefined
  /** Whether the lines around it would become one entry without it. */
  readonly isBetween: boolean
}

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
 * The entries with problems that a comment suppresses.
 *
 * @param problems sorted by entry
 * @param comments the indices of the entries that can be directives, sorted
 */
export function suppressedEntries(tree: Tree, problems: readonly Problem[], comments: readonly number[]): Set<number> {
  const isSuppressed = suppressedBy(suppressionsOf(directivesIn(tree, comments)))
  return new Set(problems.filter(({ entry, code }) => isSuppressed(entry, code)).map(({ entry }) => entry))
}

function directivesIn(tree: Tree, comments: readonly number[]): PlacedDirective[] {
  const directives: PlacedDirective[] = []
  let next = 0
  for (const place of comments) {
    const directive = attemptIn(entryAt(tree, place) as CommentNode)
    if (!directive) continue
    next = Math.max(next, place + 1)
    while (entryAt(tree, next)?.kind === 'comment') next++
    directives.push({
      directive,
      place,
      next: entryAt(tree, next)?.kind === 'blank' ? undefined : next,
      isBetween: areParted(entryAt(tree, place - 1), entryAt(tree, place + 1)),
    })
  }
  return directives
}

/** Whether the entries around a line would become one record, or their line ends one, without the line. */
export const areParted = (before: Entry | undefined, behind: Entry | undefined): boolean =>
  before !== undefined &&
  behind !== undefined &&
  (joins(before, behind) || (before.text.endsWith('\r') && behind.text.startsWith('\n')))

/** One code (or all codes) that one comment suppresses from place `first` to `last`. */
export interface Suppression extends PlacedDirective {
  readonly code: SuppressedCode | undefined
  readonly name: string | undefined
  readonly first: number
  readonly last: number
  /** Whether it has suppressed anything so far. */
  isUsed: boolean
  /** Whether a problem of the code, below all that it suppresses, is suppressed by no comment. */
  isPassed: boolean
}

/** The suppressions of directives, which are sorted. */
export function suppressionsOf(directives: readonly PlacedDirective[]): Suppression[] {
  const suppressions: { -readonly [Part in keyof Suppression]: Suppression[Part] }[] = []
  const open = new Map<string | undefined, (typeof suppressions)[number]>()
  for (const { directive, place, next, isBetween } of directives) {
    const { kind, codes } = directive
    if (kind === 'enable') {
      const names = codes.length > 0 ? codes.map(({ name }) => name) : [...open.keys()]
      for (const name of names) {
        const suppression = open.get(name)
        if (suppression) suppression.last = place
        open.delete(name)
      }
      continue
    }
    for (const code of codes.length > 0 ? codes : [undefined]) {
      const name = code?.name
      // Lists all properties, because object spread is many times slower.
      const suppression = {
        directive,
        place,
        next,
        isBetween,
        code,
        name,
        first: place + 1,
        last: Infinity,
        isUsed: false,
        isPassed: false,
      }
      suppressions.push(suppression)
      if (kind === 'disable-next-line') suppression.last = next ?? place
      // An unknown word suppresses nothing, and a code that is already disabled needs no second suppression.
      else if (kind === 'unknown' || open.has(name)) suppression.last = place
      else open.set(name, suppression)
    }
  }
  return suppressions
}

/**
 * Returns a function that says whether a problem is suppressed. Call it in the order of places; it marks used
 * suppressions.
 */
export function suppressedBy(suppressions: readonly Suppression[]): (place: number, code: string) => boolean {
  /** The last place up to which each code is suppressed. */
  const lasts = new Map<string | undefined, number>()
  /** The suppressions of each code that are not used yet, as far as they have started. */
  const unused = new Map<string | undefined, Suppression[]>()
  /** Those that ended before they were used. */
  const ended = new Map<string | undefined, Suppression[]>()
  const use = (name: string | undefined, place: number): void => {
    for (const suppression of unused.get(name) ?? []) {
      if (suppression.last >= place) suppression.isUsed = true
      else addToGroup(ended, suppression.name, suppression)
    }
    unused.delete(name)
  }
  const pass = (name: string | undefined): void => {
    for (const suppression of ended.get(name) ?? []) suppression.isPassed = true
    ended.delete(name)
  }
  let next = 0
  return (place, code) => {
    for (; next < suppressions.length && suppressions[next]!.first <= place; next++) {
      const suppression = suppressions[next]!
      const { name, last } = suppression
      lasts.set(name, Math.max(last, lasts.get(name) ?? 0))
      addToGroup(unused, suppression.name, suppression)
    }
    // The problems of a record with an unknown tag are not known, so a suppression there may be used.
    for (const name of code === unknownTag.code ? [...unused.keys()] : [code, undefined]) use(name, place)
    const isSuppressed = [code, undefined].some(name => (lasts.get(name) ?? -1) >= place)
    if (!isSuppressed) for (const name of [code, undefined]) pass(name)
    return isSuppressed
  }
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
