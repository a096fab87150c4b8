import type { MarkupContent } from 'vscode-languageserver-types'
import type { Client } from './snapshot.ts'

/** The Markdown of `describe.ts` for a client; as plain text if the client does not show Markdown. */
export const markup = (markdown: string, { hasMarkdown }: Client): MarkupContent =>
  hasMarkdown ? { kind: 'markdown', value: markdown } : { kind: 'plaintext', value: plainOf(markdown) }

/** The Markdown of `describe.ts` as plain text: without escapes, emphasis, addresses of links and fences. */
export const plainOf = (markdown: string): string =>
  markdown
    .split(/^`{3,}.*\n([^]*?)\n`{3,}$/m)
    .map((part, index) => (index % 2 === 0 ? withoutMarkup(part) : part))
    .join('')
    .replace(/^\n+/, '')

const withoutMarkup = (markdown: string): string =>
  markdown
    .replace(inline, (_, character?: string, fence?: string, code?: string, link?: string) => {
      if (character !== undefined) return character
      if (fence === undefined) return link === undefined ? '' : plainOf(link)
      return fence.length > 1 ? code!.slice(1, -1) : code!
    })
    .replace(/\n{3,}/g, '\n\n')

/** An escaped character, code with its backticks, the text of a link, or a mark of emphasis. */
const inline = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)(.+?)(?<!`)\2(?!`)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*\*?/g
