import { addToGroup } from '../basics/group.ts'
import type { CommentNode, Entry } from '../syntax/nodes.ts'
import { joins } from '../syntax/parse.ts'
import { entryAt, type Tree } from '../syntax/tree.ts'
import { attemptIn, type Directive, type SuppressedCode } from './directive.ts'

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

/** The code of a problem, with the index of its entry. */
interface PlacedCode {
  readonly entry: number
  readonly code: string
}

/**
 * The entries with problems that a comment suppresses.
 *
 * @param problems sorted by entry
 * @param comments the indices of the entries that can be directives, sorted
 */
export function suppressedEntries(
  tree: Tree,
  problems: readonly PlacedCode[],
  comments: readonly number[],
): Set<number> {
  const isSuppressed = suppressedBy(suppressionsOf(directivesIn(tree, comments)))
  return new Set(problems.filter(({ entry, code }) => isSuppressed(entry, code)).map(({ entry }) => entry))
}

/**
 * The directives of a file.
 *
 * @param comments the indices of the entries that can be directives, sorted
 */
export function directivesIn(tree: Tree, comments: readonly number[]): PlacedDirective[] {
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
    for (const name of code === 'unknown-tag' ? [...unused.keys()] : [code, undefined]) use(name, place)
    const isSuppressed = [code, undefined].some(name => (lasts.get(name) ?? -1) >= place)
    if (!isSuppressed) for (const name of [code, undefined]) pass(name)
    return isSuppressed
  }
}
