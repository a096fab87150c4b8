import type { CommentNode, Entry } from '../syntax/nodes.ts'
import { joins } from '../syntax/parse.ts'
import type { Tree } from '../syntax/tree.ts'
import { type Directive, directiveIn, type SuppressedCode } from './directive.ts'
import type { Problem } from './problem.ts'
import { codesAcrossRecords } from './rules/index.ts'
import { unknownTag } from './rules/unknown-tag.ts'
import { removeCode, removeComment, unusedMessage, unusedSuppression } from './rules/unused-suppression.ts'

/** A directive in its file. Places are numbers that ascend from entry to entry: their indices, or their lines. */
export interface PlacedDirective {
  readonly directive: Directive
  readonly place: number
  /** The place of the next entry that is no comment: further comments about it may stand between. */
  readonly next: number
  /** Whether it keeps apart what is read as one without it. */
  readonly isBetween: boolean
}

/**
 * The problems that no comment suppresses, with one for every suppression that suppresses nothing.
 *
 * @param problems in the order of their entries
 * @param comments the indices of the entries that may be directives, in order
 * @param hasAll whether the problems among records are there too; if not, what suppresses those is not called unused
 */
export function suppress(
  tree: Tree,
  problems: readonly Problem[],
  comments: readonly number[],
  hasAll: boolean,
): Problem[] {
  if (comments.length === 0) return [...problems]
  const suppressions = suppressionsOf(directivesIn(tree, comments))
  const isSuppressed = suppressedBy(suppressions)
  const left = problems.filter(({ entry, code }) => !isSuppressed(entry, code))
  const unused = unusedIn(suppressions, hasAll).map(({ place, comment, ...problem }) => ({ ...problem, entry: place }))
  return [...left, ...unused].sort((one, other) => one.entry - other.entry)
}

/**
 * The entries of those problems that a comment suppresses.
 *
 * @param problems in the order of their entries
 * @param comments the indices of the entries that may be directives, in order
 */
export function suppressedEntries(tree: Tree, problems: readonly Problem[], comments: readonly number[]): Set<number> {
  const isSuppressed = suppressedBy(suppressionsOf(directivesIn(tree, comments)))
  return new Set(problems.filter(({ entry, code }) => isSuppressed(entry, code)).map(({ entry }) => entry))
}

function directivesIn({ entries }: Tree, comments: readonly number[]): PlacedDirective[] {
  const directives: PlacedDirective[] = []
  let next = 0
  for (const place of comments) {
    const directive = directiveIn(entries[place] as CommentNode)
    if (!directive) continue
    next = Math.max(next, place + 1)
    while (entries[next]?.kind === 'comment') next++
    directives.push({ directive, place, next, isBetween: areParted(entries[place - 1], entries[place + 1]) })
  }
  return directives
}

/** Whether entries that are apart would be one record, or two line ends one, without the line between them. */
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
  /** Whether it suppresses anything, as far as was asked. */
  isUsed: boolean
}

/** What directives suppress, given in their order. */
export function suppressionsOf(directives: readonly PlacedDirective[]): Suppression[] {
  const suppressions: { -readonly [Part in keyof Suppression]: Suppression[Part] }[] = []
  const open = new Map<string | undefined, (typeof suppressions)[number]>()
  for (const placed of directives) {
    const {
      directive: { kind, codes },
      place,
      next,
    } = placed
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
      const suppression = { ...placed, code, name, first: place + 1, last: Infinity, isUsed: false }
      suppressions.push(suppression)
      if (kind === 'disable-next-line') suppression.last = next
      // What is disabled already is not disabled once more.
      else if (open.has(name)) suppression.last = place
      else open.set(name, suppression)
    }
  }
  return suppressions
}

/**
 * A function that tells whether a problem is suppressed, to be asked in the order of places; it notes which
 * suppressions are used.
 */
export function suppressedBy(suppressions: readonly Suppression[]): (place: number, code: string) => boolean {
  const active = new Map<string | undefined, Suppression[]>()
  let next = 0
  return (place, code) => {
    for (; next < suppressions.length && suppressions[next]!.first <= place; next++) {
      const suppression = suppressions[next]!
      const same = active.get(suppression.name)
      if (same) same.push(suppression)
      else active.set(suppression.name, [suppression])
    }
    let isHit = false
    // What a record of an unknown tag would have is not known, so neither is that a comment suppresses none of it.
    for (const name of code === unknownTag.code ? active.keys() : [code, undefined]) {
      const hits = active.get(name)?.filter(({ last }) => last >= place)
      if (!hits) continue
      active.set(name, hits)
      for (const hit of hits) hit.isUsed = true
      if (hits.length > 0 && (name === code || name === undefined)) isHit = true
    }
    return isHit
  }
}

/**
 * The problems of suppressions that suppress nothing, once all problems were asked about.
 *
 * @param hasAll whether those among records were, too
 */
export function unusedIn(suppressions: readonly Suppression[], hasAll: boolean): UnusedProblem[] {
  // A suppression can itself be suppressed as unused, but only by one that names that code.
  const ofUnused = suppressions.filter(({ name }) => name === unusedSuppression.code)
  const isOpen = (name: string | undefined): boolean => !hasAll && (name === undefined || codesAcrossRecords.has(name))
  const unused = suppressions.filter(({ isUsed, name }) => !isUsed && name !== unusedSuppression.code && !isOpen(name))
  const needed = new Set(
    suppressions
      .filter(({ isUsed }) => isUsed)
      .concat(ofUnused)
      .map(({ directive }) => directive),
  )
  const isSuppressed = suppressedBy(ofUnused)
  return unused
    .filter(({ place }) => !isSuppressed(place, unusedSuppression.code))
    .map(suppression => unusedProblem(suppression, needed))
}

/** A problem of the comment that stands at a place. */
export interface UnusedProblem extends Omit<Problem, 'entry'> {
  readonly place: number
  readonly comment: string
}

/** @param needed the directives of which something suppresses */
function unusedProblem(
  { directive, place, code, isBetween }: Suppression,
  needed: ReadonlySet<Directive>,
): UnusedProblem {
  return {
    code: unusedSuppression.code,
    severity: unusedSuppression.severity,
    message: unusedMessage(code),
    place,
    comment: directive.text,
    ...(code ? { start: code.start, end: code.end } : directive.span),
    fixes: () =>
      code && needed.has(directive) ? [removeCode(directive, code)] : [removeComment(directive, !isBetween)],
  }
}
