import MarkdownIt from 'markdown-it'

const reader = new MarkdownIt({ html: true })

/** Markdown as a reader sees it. */
export interface Seen {
  /** The kinds of all its parts, such as paragraphs, emphasis and links, without the text between them. */
  readonly parts: readonly string[]
  /** All its text, with one blank for any white space. */
  readonly text: string
}

/** What a reader sees of Markdown. HTML in it counts, but for line breaks. */
export function seen(markdown: string): Seen {
  const tokens = reader
    .parse(markdown, {})
    .flatMap(token => [token, ...(token.children ?? [])])
    .filter(({ content }) => content !== '<br>')
  const texts = tokens.filter(({ type, children }) => children === null && type !== 'html_inline')
  return {
    parts: tokens.map(({ type }) => type).filter(type => type !== 'text' && type !== 'softbreak'),
    text: texts
      .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
      .join('')
      .replace(/\s+/g, ' '),
  }
}
