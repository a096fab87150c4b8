/// <reference path="../site/raw-text.d.ts" />

import type { Env, RendererRule } from 'markdown-it'
import { type Html, html, printHtml, safeMarkup } from '../../shared/basics/html.ts'
import { newMarkdownReader } from '../../shared/reports/fill-template.ts'
import type { FilledReport, ReportRecord } from '../../shared/reports/filled-report.ts'
import blockStyle from '../../shared/reports/report-blocks.css?raw' with { type: 'text' }
import { fieldsMarkup, type HrefOfRecord, notesMarkup, tableMarkup } from '../../shared/reports/table-markup.ts'
import { withVisibleControls } from '../../shared/reports/visible-controls.ts'
import style from './report.css?raw' with { type: 'text' }
import partStyle from './report-parts.css?raw' with { type: 'text' }

// The page needs no network and runs no script.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * A report as one page of HTML that needs no other file.
 *
 * @param time what `now` meant, in milliseconds since 1970
 */
export function reportAsHtml(report: FilledReport, time: number): string {
  const { records } = report
  const anchors = new Map(records.map(({ key }, index) => [key, `record-${index + 1}`]))
  const hrefOf: HrefOfRecord = key => {
    const anchor = anchors.get(key)
    return anchor === undefined ? undefined : `#${anchor}`
  }
  const { title, content } = reportMarkup(report, hrefOf)
  const asOf = new Date(time).toISOString()
  return printHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="recline-now" content="${asOf}">
<title>${title ?? noTitle}</title>
<style>
${safeMarkup(partStyle)}${safeMarkup(style)}${safeMarkup(blockStyle)}</style>
</head>
<body>
<main>
${
  title === undefined &&
  html`<h1>${noTitle}</h1>
`
}${content}${records.length > 0 && appendix(records, anchors, hrefOf)}<footer>As of ${asOf.slice(0, 16).replace('T', ' ')} UTC, by recline report.</footer>
</main>
</body>
</html>
`)
}

/** What a report says, without the records that it names; its title is that of its first heading, if it has one. */
export function reportMarkup(
  { parts, notes }: FilledReport,
  hrefOf: HrefOfRecord,
): { readonly title: string | undefined; readonly content: Html } {
  // All of the Markdown is read once, so that links find their addresses in other parts.
  const environment: Env = {}
  const all = parts.filter(part => typeof part === 'string').join('\n\n')
  const title = titleOfMarkdown(all, environment)
  const shown = parts.map(part =>
    typeof part === 'string' ? safeMarkup(markdownPages.render(part, environment)) : tableMarkup(part, hrefOf),
  )
  return { title, content: html`${shown}${notesMarkup(notes)}` }
}

const noTitle = 'Report'

/** The reader of Markdown for markdownPages: pictures from elsewhere are their texts, as the page loads nothing. */
const markdownPages = newMarkdownReader()
markdownPages.renderer.rules.image = (tokens, index) => printHtml(html`${tokens[index]!.content}`)

/** A cell of a table whose alignment is a class: the policy of a site allows no styles in elements. */
const cellOfMarkdown: RendererRule = (tokens, index, options, _, renderer) => {
  const token = tokens[index]!
  const style = token.attrGet('style')
  if (style !== null) token.attrs = [['class', String(style).replace('text-align:', 'align-')]]
  return renderer.renderToken(tokens, index, options)
}
markdownPages.renderer.rules.th_open = cellOfMarkdown
markdownPages.renderer.rules.td_open = cellOfMarkdown

/** The text of the first heading; undefined without one. */
function titleOfMarkdown(text: string, environment: Env): string | undefined {
  const tokens = markdownPages.parse(text, environment)
  const heading = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  return heading < 0 ? undefined : withVisibleControls(tokens[heading + 1]!.content)
}

const appendix = (
  records: readonly ReportRecord[],
  anchors: ReadonlyMap<string, string>,
  hrefOf: HrefOfRecord,
): Html => html`<section class="appendix" aria-labelledby="appendix">
<h2 id="appendix">Records</h2>
${records.map(
  ({ key, tag, id, file, line, fields }) => html`<section class="record" id="${anchors.get(key)}">
<h3>${tag} ${withVisibleControls(id)} <span class="place">${withVisibleControls(file)}:${line}</span></h3>
${fieldsMarkup(fields, hrefOf)}
</section>
`,
)}</section>
`
