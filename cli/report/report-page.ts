/// <reference path="../descriptors/site/raw-text.d.ts" />

import type { Env } from 'markdown-it'
import { counted } from '../../shared/basics/text.ts'
import type { FilledReport, ReportCell, ReportRecord, ReportTable } from '../../shared/reports/filled-report.ts'
import { newMarkdownReader } from '../../shared/reports/template.ts'
import { type Html, type HtmlPart, html, printHtml, safeMarkup } from '../descriptors/site/html.ts'
import { barChart, chartLines, lineChart, pointsOf } from './chart.ts'
import style from './report.css?raw' with { type: 'text' }
import { withVisibleControls } from './visible-controls.ts'

// The page needs no network and runs no script.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * A report as one page of HTML that needs no other file.
 *
 * @param time what `now` meant, in milliseconds since 1970
 */
export function reportAsHtml({ parts, notes, records }: FilledReport, time: number): string {
  const anchors = new Map(records.map(({ key }, index) => [key, `record-${index + 1}`]))
  // All of the Markdown is read once, so that links find their addresses in other parts.
  const environment: Env = {}
  const all = parts.filter(part => typeof part === 'string').join('\n\n')
  const title = titleOfMarkdown(all, environment)
  const shown = parts.map(part =>
    typeof part === 'string' ? safeMarkup(markdownPages.render(part, environment)) : tableOnPage(part, anchors),
  )
  const asOf = new Date(time).toISOString()
  return printHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="recline-now" content="${asOf}">
<title>${title}</title>
<style>
${safeMarkup(style)}</style>
</head>
<body>
<main>
${
  title === noTitle &&
  html`<h1>${title}</h1>
`
}${shown}${notesOnPage(notes)}${records.length > 0 && appendix(records, anchors)}<footer>As of ${asOf.slice(0, 16).replace('T', ' ')} UTC, by recline report.</footer>
</main>
</body>
</html>
`)
}

const noTitle = 'Report'

/** The reader of Markdown for markdownPages: pictures from elsewhere are their texts, as the page loads nothing. */
const markdownPages = newMarkdownReader()
markdownPages.renderer.rules.image = (tokens, index) => printHtml(html`${tokens[index]!.content}`)

/** The text of the first heading. */
function titleOfMarkdown(text: string, environment: Env): string {
  const tokens = markdownPages.parse(text, environment)
  const heading = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  return heading < 0 ? noTitle : withVisibleControls(tokens[heading + 1]!.content)
}

type Anchors = ReadonlyMap<string, string>

function tableOnPage(table: ReportTable, anchors: Anchors): Html {
  const { look, title, rows } = table
  const notes = notesOnPage([...unseenInChart(table), ...table.notes])
  if (look === 'number')
    return html`<p class="number"><strong>${withVisibleControls(rows[0]?.[0]?.text || '–')}</strong> ${withVisibleControls(title)}</p>
${notes}`
  if (rows.length === 0)
    return html`<p class="empty">${title !== '' && `${withVisibleControls(title)}: `}${look === 'problems' ? 'No problems.' : 'No records.'}</p>
${notes}`
  if (look === 'table' || look === 'problems') return html`${rowsOnPage(table, anchors, title)}${notes}`
  const chart = look === 'bar' ? barChart(table) : lineChart(table)
  return html`<figure>
${
  title !== '' &&
  html`<figcaption>${withVisibleControls(title)}</figcaption>
`
}${chart}<details><summary>Numbers</summary>
${rowsOnPage(table, anchors, '')}</details>
</figure>
${notes}`
}

/** Sentences about what a chart leaves out, and the table below it has. */
function unseenInChart(table: ReportTable): string[] {
  const { look, rows, rowsAre, valueColumns } = table
  if (look !== 'bar' && look !== 'line') return []
  const lines = look === 'line' ? chartLines(table).map(({ points }) => points) : [pointsOf(table)]
  const unseen = rows.length - new Set(lines.flatMap(points => points.map(({ row }) => row))).size
  return [
    ...(unseen > 0 ? [`The chart leaves out ${counted(unseen, rowsAre)} without a number.`] : []),
    ...(look === 'line' && valueColumns.length > lines.length
      ? [`The chart shows ${lines.length} of ${valueColumns.length} lines; the numbers below it are all.`]
      : []),
  ]
}

const notesOnPage = (notes: readonly string[]): Html =>
  html`${notes.map(
    note => html`<p class="note">${withVisibleControls(note)}</p>
`,
  )}`

function rowsOnPage({ columns, rows, rowsAre }: ReportTable, anchors: Anchors, title: string): Html {
  const isMatrix = rowsAre === 'matrix'
  const isNumber = columns.map((_, column) => rows.some(row => row[column]?.isNumber))
  const lookOf = (column: number): HtmlPart => isNumber[column] && html` class="numeric"`
  const rowOnPage = (row: readonly ReportCell[]): Html => html`<tr>${row.map((cell, column) =>
    isMatrix && column === 0
      ? html`<th scope="row">${cellOnPage(cell, anchors)}</th>`
      : html`<td${lookOf(column)}>${cellOnPage(cell, anchors)}</td>`,
  )}</tr>
`
  return html`<table${isMatrix && html` class="matrix"`}>
${
  title !== '' &&
  html`<caption>${withVisibleControls(title)}</caption>
`
}<thead><tr>${columns.map((name, column) => html`<th scope="col"${lookOf(column)}>${withVisibleControls(name)}</th>`)}</tr></thead>
<tbody>
${rows.map(rowOnPage)}</tbody>
</table>
`
}

function cellOnPage({ text, record }: Pick<ReportCell, 'text' | 'record'>, anchors: Anchors): Html {
  const anchor = record === undefined ? undefined : anchors.get(record)
  return anchor === undefined
    ? html`${withVisibleControls(text)}`
    : html`<a href="#${anchor}">${withVisibleControls(text)}</a>`
}

const appendix = (
  records: readonly ReportRecord[],
  anchors: Anchors,
): Html => html`<section class="appendix" aria-labelledby="appendix">
<h2 id="appendix">Records</h2>
${records.map(
  ({ key, tag, id, file, line, fields }) => html`<section class="record" id="${anchors.get(key)}">
<h3>${tag} ${withVisibleControls(id)} <span class="place">${withVisibleControls(file)}:${line}</span></h3>
<table><tbody>
${fields.map(
  ({
    name,
    text,
    record,
  }) => html`<tr><th scope="row">${withVisibleControls(name)}</th><td>${cellOnPage({ text, ...(record !== undefined && { record }) }, anchors)}</td></tr>
`,
)}</tbody></table>
</section>
`,
)}</section>
`
