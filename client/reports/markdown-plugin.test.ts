import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { withReportBlocks } from './markdown-plugin.ts'
import type { PageTexts } from './preview-answers.ts'

/** A page with what is known of it, as HTML, and what the plugin has seen in it. */
function shown(
  markdown: string,
  known: Readonly<Record<string, string>> = {},
  environment: object = { page: 'a.md' },
): { readonly html: string; readonly seen: readonly PageTexts[] } {
  const seen: PageTexts[] = []
  const md = withReportBlocks(
    MarkdownIt(),
    { seen: (_, texts) => void seen.push(texts), html: (_page, _kind, text) => known[text] },
    found => (found as { readonly page?: string }).page,
  )
  return { html: md.renderer.render(md.parse(markdown, {}), { ...md.options } as never, environment as never), seen }
}

const page = `# A {count FINDING where status == "}"}

\`{count FINDING}\`

\`\`\`recline
tag FINDING
\`\`\`

- \`\`\`recline
  tag X
  \`\`\`

\`\`\`js
x
\`\`\`
`

test('blocks and numbers are what is known of them', () => {
  const { html, seen } = shown(page, { 'tag FINDING\n': '<i>B</i>', '{count FINDING where status == "}"}': '<b>3</b>' })
  expect(seen).toEqual([{ blocks: ['tag FINDING\n'], counts: ['{count FINDING where status == "}"}'] }])
  expect(html).toContain('<h1>A <b>3</b></h1>')
  expect(html).toContain('<code>{count FINDING}</code>')
  expect(html).toContain('<div><i>B</i></div>')
  expect(html).toContain('<p class="mistake">A recline block stands in a list or a quote; put it behind that.</p>')
  expect(html).toContain('<pre><code class="language-js">x\n</code></pre>')
})

test('what is not known yet is a placeholder, and the number as it is written', () => {
  const { html } = shown('{count <b>}\n\n```recline\n<script>\n```\n')
  expect(html).toBe(
    '<p>{count &#60;b&#62;}</p>\n<div><div class="report-block"><p class="note">Reading the records…</p></div></div>\n',
  )
})

test('elsewhere, and in a text that is no page, nothing changes', () => {
  const text = '# {counts}\n\n```recline\ntag X\n```\n'
  const { html, seen } = shown(text, {}, {})
  expect(seen).toEqual([])
  expect(html).toBe(MarkdownIt().render(text))
})
