import { joins } from './parse.ts'
import type { Problem } from './problem.ts'
import { unknownTag } from './rules/unknown-tag.ts'
import { removeCode, removeComment, unusedMessage, unusedSuppression } from './rules/unused-suppression.ts'
import { codesAcrossRecords } from './rules/index.ts'
import type { CommentNode, Entry, Span } from './syntax.ts'
import type { Tree } from './tree.ts'

/** A comment that suppresses problems, or ends that. */
export interface Directive {
  readonly kind: 'disable-next-line' | 'disable' | 'enable'
  /** The codes it names; none means all. */
  readonly codes: readonly SuppressedCode[]
  /** The comment's whole text, and the span of it that is the directive. */
  readonly text: string
  readonly span: Span
}

export interface SuppressedCode extends Span {
  readonly name: string
}

/**
 * Reads `# recline-disable-next-line code code`, `# recline-disable …` or `# recline-enable …`; undefined for any other
 * comment. Behind `--` may stand a reason.
 */
export function directiveIn({ text }: CommentNode): Directive | undefined {
  const match = /^([\s\ufeff]*#\s*)(recline-(disable-next-line|disable|enable))(?=[\s,]|$)(.*)/.exec(text)
  if (!match) return undefined
  const [, before = '', word = '', kind, behind = ''] = match
  const list = behind.split(/(?:^|\s)--(?:\s|$)/, 1)[0]!
  const listStart = before.length + word.length
  const codes = [...list.matchAll(/[^\s,]+/g)].map(({ 0: name, index }) => ({ name, start: listStart + index, end: listStart + index + name.length }))
  return {
    kind: kind as Directive['kind'],
    codes,
    text,
    span: { start: before.length, end: codes.at(-1)?.end ?? listStart },
  }
}

/**
 * The problems that no comment suppresses, with one for every suppression that suppresses nothing.
 *
 * @param problems in the order of their entries
 * @param comments the indices of the entries that may be directives, in order
 * @param hasAll whether the problems among records are there too; if not, what suppresses those is not called unused
 */
export function suppress(tree: Tree, problems: readonly Problem[], comments: readonly number[], hasAll: boolean): Problem[] {
  if (comments.length === 0) return [...problems]
  const suppressions = readSuppressions(tree, comments)
  const left = unsuppressed(problems, suppressions)
  // A suppression can itself be suppressed as unused, but only by one that names that code.
  const ofUnused = suppressions.filter(({ name }) => name === unusedSuppression.code)
  const isOpen = (name: string | undefined): boolean => !hasAll && (name === undefined || codesAcrossRecords.has(name))
  const unused = suppressions.filter(({ isUsed, name }) => !isUsed && name !== unusedSuppression.code && !isOpen(name))
  const needed = new Set(suppressions.filter(({ isUsed }) => isUsed).concat(ofUnused).map(({ directive }) => directive))
  const unusedProblems = unsuppressed(unused.map(suppression => unusedProblem(tree, suppression, needed)), ofUnused)
  return [...left, ...unusedProblems].sort((one, other) => one.entry - other.entry)
}

/**
 * The entries of those problems that a comment suppresses.
 *
 * @param problems in the order of their entries
 * @param comments the indices of the entries that may be directives, in order
 */
export function suppressedEntries(tree: Tree, problems: readonly Problem[], comments: readonly number[]): Set<number> {
  const left = new Set(unsuppressed(problems, readSuppressions(tree, comments)))
  return new Set(problems.filter(problem => !left.has(problem)).map(({ entry }) => entry))
}

/** One code (or all codes) that one comment suppresses from entry `first` to `last`. */
interface Suppression {
  readonly directive: Directive
  readonly entry: number
  readonly code: SuppressedCode | undefined
  readonly name: string | undefined
  readonly first: number
  last: number
  isUsed: boolean
}

function readSuppressions(tree: Tree, comments: readonly number[]): Suppression[] {
  const suppressions: Suppression[] = []
  const open = new Map<string | undefined, Suppression>()
  let nextLine = 0
  for (const entry of comments) {
    const directive = directiveIn(tree.entries[entry] as CommentNode)
    if (!directive) continue
    if (directive.kind === 'enable') {
      const names = directive.codes.length > 0 ? directive.codes.map(({ name }) => name) : [...open.keys()]
      for (const name of names) {
        const suppression = open.get(name)
        if (suppression) suppression.last = entry
        open.delete(name)
      }
      continue
    }
    if (nextLine <= entry) nextLine = nextLineOf(tree, entry)
    for (const code of directive.codes.length > 0 ? directive.codes : [undefined]) {
      const name = code?.name
      const suppression: Suppression = { directive, entry, code, name, first: entry + 1, last: Infinity, isUsed: false }
      suppressions.push(suppression)
      if (directive.kind === 'disable-next-line') suppression.last = nextLine
      // What is disabled already is not disabled once more.
      else if (open.has(name)) suppression.last = entry
      else open.set(name, suppression)
    }
  }
  return suppressions
}

/** The next line that is no comment: further comments about it may stand between. */
function nextLineOf({ entries }: Tree, entry: number): number {
  let next = entry + 1
  while (entries[next]?.kind === 'comment') next++
  return next
}

/** The problems, in order, that none of the suppressions, in order, hits; those that hit one are marked as used. */
function unsuppressed(problems: readonly Problem[], suppressions: readonly Suppression[]): Problem[] {
  const active = new Map<string | undefined, Suppression[]>()
  let next = 0
  return problems.filter(({ entry, code }) => {
    for (; next < suppressions.length && suppressions[next]!.first <= entry; next++) {
      const suppression = suppressions[next]!
      const same = active.get(suppression.name)
      if (same) same.push(suppression)
      else active.set(suppression.name, [suppression])
    }
    let isHit = false
    // What a record of an unknown tag would have is not known, so neither is that a comment suppresses none of it.
    for (const name of code === unknownTag.code ? active.keys() : [code, undefined]) {
      const hits = active.get(name)?.filter(({ last }) => last >= entry)
      if (!hits) continue
      active.set(name, hits)
      for (const hit of hits) hit.isUsed = true
      if (hits.length > 0 && (name === code || name === undefined)) isHit = true
    }
    return !isHit
  })
}

/** @param needed the directives of which something suppresses */
function unusedProblem({ entries }: Tree, { directive, entry, code }: Suppression, needed: ReadonlySet<Directive>): Problem {
  return {
    code: unusedSuppression.code,
    severity: unusedSuppression.severity,
    message: unusedMessage(code),
    entry,
    ...(code ? { start: code.start, end: code.end } : directive.span),
    fixes: () => {
      if (code && needed.has(directive)) return [removeCode(directive, code)]
      return [removeComment(directive, !parts(entries[entry - 1], entries[entry + 1]))]
    },
  }
}

/** Whether lines that are apart would be one record, or two line ends one, without the line between them. */
const parts = (before: Entry | undefined, behind: Entry | undefined): boolean =>
  before !== undefined && behind !== undefined && (joins(before, behind) || (before.text.endsWith('\r') && behind.text.startsWith('\n')))
