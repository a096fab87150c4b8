import type { Problem } from './problem.ts'
import { removeSuppression, unusedMessage, unusedSuppression } from './rules/unused-suppression.ts'
import type { CommentNode, Span } from './syntax.ts'
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
 * @param comments the indices of the entries that are directives, in order
 */
export function suppress(tree: Tree, problems: readonly Problem[], comments: readonly number[]): Problem[] {
  if (comments.length === 0) return [...problems]
  const suppressions = readSuppressions(tree, comments)
  const left = problems.filter(problem => !isSuppressed(problem, suppressions))
  const unused = suppressions.filter(({ isUsed, name }) => !isUsed && name !== unusedSuppression.code).map(unusedProblem)
  return [...left, ...unused.filter(problem => !isSuppressed(problem, suppressions.filter(({ name }) => name === problem.code)))]
    .sort((one, other) => one.entry - other.entry)
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
  for (const entry of comments) {
    const directive = directiveIn(tree.entries[entry] as CommentNode)
    if (!directive) continue
    const codes = directive.codes.length > 0 ? directive.codes : [undefined]
    if (directive.kind === 'enable') {
      for (const suppression of suppressions) {
        const ends = suppression.directive.kind === 'disable' && suppression.last === Infinity
          && codes.some(code => code === undefined || code.name === suppression.name)
        if (ends) suppression.last = entry
      }
      continue
    }
    const last = directive.kind === 'disable' ? Infinity : entry + 1
    suppressions.push(...codes.map(code => ({ directive, entry, code, name: code?.name, first: entry + 1, last, isUsed: false })))
  }
  return suppressions
}

function isSuppressed(problem: Problem, suppressions: readonly Suppression[]): boolean {
  let isHit = false
  for (const suppression of suppressions) {
    if (problem.entry < suppression.first || problem.entry > suppression.last) continue
    if (suppression.name !== undefined && suppression.name !== problem.code) continue
    suppression.isUsed = true
    isHit = true
  }
  return isHit
}

const unusedProblem = ({ directive, entry, code }: Suppression): Problem => ({
  code: unusedSuppression.code,
  severity: unusedSuppression.severity,
  message: unusedMessage(code),
  entry,
  ...(code ? { start: code.start, end: code.end } : directive.span),
  fixes: () => [removeSuppression(directive, code)],
})
