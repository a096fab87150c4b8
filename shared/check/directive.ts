import type { CommentNode, Span } from '../syntax/nodes.ts'

/** A comment that suppresses problems or ends a suppression. */
export interface Directive {
  readonly kind: 'disable-next-line' | 'disable' | 'enable'
  /** The codes in it; no codes mean all codes. */
  readonly codes: readonly SuppressedCode[]
  /** The whole text of the comment, and the span of the directive in it. */
  readonly text: string
  readonly span: Span
}

export interface SuppressedCode extends Span {
  readonly name: string
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
