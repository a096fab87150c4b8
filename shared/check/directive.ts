import type { CommentNode, Span } from '../syntax/nodes.ts'

/** A comment that suppresses problems, ends a suppression, or has an unknown word that looks like one of these. */
export interface Directive {
  readonly kind: 'disable-next-line' | 'disable' | 'enable' | 'unknown'
  /** The codes in it; no codes mean all codes. */
  readonly codes: readonly SuppressedCode[]
  /** The whole text of the comment, and the span of the directive in it. */
  readonly text: string
  readonly span: Span
}

export interface SuppressedCode extends Span {
  readonly name: string
}

/** A reason in a suppression comment that has no `--` before it, so that its words are read as codes. */
export interface BareReason {
  readonly words: readonly SuppressedCode[]
  /** The sign that stands where `--` belongs, such as `-` or `:`; an empty span if there is none. */
  readonly sign: Span
  /** Whether `--` changes nothing of what the comment suppresses. */
  readonly isSafe: boolean
}

/**
 * Reads `# recline-disable-next-line code code`, `# recline-disable …` or `# recline-enable …`, each with an optional
 * reason after `--`. Undefined for any other comment.
 */
export function directiveIn({ text }: CommentNode): Directive | undefined {
  const match = /^([\s\ufeff]*#\s*)(recline-(disable-next-line|disable|enable))(?=[\s,]|$)(.*)/.exec(text)
  if (!match) return undefined
  const [, before = '', word = '', kind, behind = ''] = match
  const list = behind.split(/(?:^|\s)--(?:\s|$)/, 1)[0]!
  const listStart = before.length + word.length
  const codes = [...list.matchAll(/[^\s,]+/g)].map(({ 0: name, index }) => ({
    name,
    start: listStart + index,
    end: listStart + index + name.length,
  }))
  return {
    kind: kind as Directive['kind'],
    codes,
    text,
    span: { start: before.length, end: codes.at(-1)?.end ?? listStart },
  }
}

/** Reads the same comments, and those with a word that looks like one of these, such as `recline-disable-line`. */
export function attemptIn(comment: CommentNode): Directive | undefined {
  const directive = directiveIn(comment)
  if (directive) return directive
  const { text } = comment
  const [, before, word] = /^([\s\ufeff]*#\s*)(recline-(?:disable|enable)[\w-]*[^\w\s,-]*)/i.exec(text) ?? []
  if (before === undefined || word === undefined) return undefined
  return { kind: 'unknown', codes: [], text, span: { start: before.length, end: before.length + word.length } }
}
