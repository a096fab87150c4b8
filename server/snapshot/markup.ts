import type { MarkupContent } from 'vscode-languageserver-types'
import type { Client } from './snapshot.ts'

/** Markdown as this server writes it, in the form that the client shows: as it is, or as plain text. */
export const markup = (markdown: string, { hasMarkdown }: Client): MarkupContent =>
  hasMarkdown ? { kind: 'markdown', value: markdown } : { kind: 'plaintext', value: plainOf(markdown) }

/**
 * The text that Markdown of `describe.ts` shows: without escapes, emphasis and links, and of tables the cells that say
 * something.
 */
export const plainOf = (markdown: string): string =>
  markdown
    .replace(/^\|.*\n\| ---.*$/gm, '')
    .replace(/^\| (.*) \|$/gm, (_, cells: string) =>
      cells
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim())
        .filter(Boolean)
        .join(' · '),
    )
    .replace(inline, (_, character?: string, fence?: string, code?: string, link?: string) => {
      if (character !== undefined) return character
      if (fence === undefined) return link === undefined ? '' : plainOf(link)
      return fence.length > 1 ? code!.slice(1, -1) : code!
    })
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')

/** An escaped character, code in its fence, a link's text, or a mark of emphasis. */
const inline = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)(.+?)(?<!`)\2(?!`)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*\*/g
