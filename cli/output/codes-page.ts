/// <reference path="../descriptors/site/raw-text.d.ts" />

// The bundler goes by the attribute, the test runner by the query: both import the file's text.
import page from '../../docs/codes.md?raw' with { type: 'text' }
import type { Severity } from '../../shared/check/rule.ts'

/** What the page of codes says of one. */
export interface CodeSection {
  readonly code: string
  readonly severity: Severity
  /** One sentence: what is wrong. */
  readonly summary: string
  /** What it means and how to fix it, with examples, as Markdown without links. */
  readonly text: string
  /** The same, where a fence of an example with the problem says so behind its language: `problem=<code>`. */
  readonly source: string
}

/** All sections of the page about a code, in their order. */
export function codeSections(): CodeSection[] {
  const summaries = new Map(
    [...page.matchAll(/^\| \[([a-z-]+)\]\(#.*?\) \| [a-z]+ \| (.*) \|$/gm)].map(([, code, summary]) => [
      code,
      withoutEscapedPipes(summary!),
    ]),
  )
  return [
    ...page.matchAll(/^## ([a-z-]+)\n\nDefault severity: (error|warning|information)\n\n([^]*?)(?=^## |$(?![^]))/gm),
  ].map(([, code, severity, section]) => {
    const source = withoutLinks(section!.trim())
    const text = source.replace(/^(```\w+).*$/gm, '$1')
    const summary = summaries.get(code!) ?? /^[^]*?\.(?=\s)/.exec(text)![0].replaceAll('\n', ' ')
    return { code: code!, severity: severity as Severity, summary, text, source }
  })
}

/** Links of the page lead to other pages of the documentation, which stand elsewhere when the text is read. */
const withoutLinks = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const withoutEscapedPipes = (cell: string): string => cell.replaceAll('\\|', '|')
