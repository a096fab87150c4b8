import type { CommentNode, Span } from '../syntax/nodes.ts'

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
