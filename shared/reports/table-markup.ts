import { type Html, type HtmlPart, html } from '../basics/html.ts'
import { localize } from '../domains/localize.ts'
import { barChart, lineChart, unseenInChart } from './chart.ts'
import { emptyText, type ReportCell, type ReportField, type ReportTable } from './filled-report.ts'
import { graphChart } from './graph-chart.ts'
import { mostDaysDrawn, timelineChart } from './timeline-chart.ts'
import { withVisibleControls } from './visible-controls.ts'

/** Where the records lead whose ids are in cells: an address by the key of the record; undefined for no link. */
export type HrefOfRecord = (key: string) => string | undefined

/** Where the name of a field leads; undefined for no link. */
export type HrefOfName = (field: string) => string | undefined

const noHref: HrefOfName = () => undefined

/**
 * A table of a report as HTML, below its chart; `report-blocks.css` is its style. All of its texts are escaped.
 *
 * @param hrefOfName where the names of the columns lead
 */
export function tableMarkup(table: ReportTable, hrefOf: HrefOfRecord, hrefOfName = noHref): Html {
  return html`<div class="report-block">
${tableWithNotes(table, hrefOf, hrefOfName)}</div>
`
}

function tableWithNotes(table: ReportTable, hrefOf: HrefOfRecord, hrefOfName: HrefOfName): Html {
  const { look, title, rows } = table
  const notes = notesMarkup([...unseenIn(table), ...table.notes])
  if (look === 'number')
    return html`<p class="number"><strong>${withVisibleControls(rows[0]?.[0]?.text || '–')}</strong> ${withVisibleControls(title)}</p>
${notes}`
  if (rows.length === 0)
    return html`<p class="empty">${title !== '' && `${withVisibleControls(title)}: `}${emptyText(look)}</p>
${notes}`
  const chart = chartOf(table)
  if (!chart) return html`${rowsMarkup(table, title, hrefOf, hrefOfName)}${notes}`
  return html`<figure>
${
  title !== '' &&
  html`<figcaption>${withVisibleControls(title)}</figcaption>
`
}${chart}<details><summary>${summaries[look] ?? 'Numbers'}</summary>
${rowsMarkup(table, '', hrefOf, hrefOfName)}</details>
</figure>
${notes}`
}

/** What opens the table below a chart. */
const summaries: Readonly<Record<string, string>> = { timeline: 'Days', graph: 'References' }

function chartOf(table: ReportTable): Html | undefined {
  if (table.graph) return graphChart(table, table.graph)
  switch (table.look) {
    case 'bar':
      return barChart(table)
    case 'line':
      return lineChart(table)
    case 'timeline':
      return timelineChart(table)
    default:
      return undefined
  }
}

/** Sentences about what a picture leaves out, and the table below it has. */
const unseenIn = (table: ReportTable): string[] =>
  table.look === 'timeline' && table.rows.length > mostDaysDrawn
    ? [
        localize('The picture shows {shown} of {count} days; the table has all of them.', {
          shown: mostDaysDrawn,
          count: table.rows.length,
        }),
      ]
    : unseenInChart(table)

/** Sentences below a table, or below a report. */
export const notesMarkup = (notes: readonly string[]): Html =>
  html`${notes.map(
    note => html`<p class="note">${withVisibleControls(note)}</p>
`,
  )}`

function rowsMarkup(
  { columns, rows, rowsAre }: ReportTable,
  title: string,
  hrefOf: HrefOfRecord,
  hrefOfName: HrefOfName,
): Html {
  const isMatrix = rowsAre === 'matrix'
  const isNumber = columns.map((_, column) => rows.some(row => row[column]?.isNumber))
  const lookOf = (column: number): HtmlPart => isNumber[column] && html` class="numeric"`
  const rowMarkup = (row: readonly ReportCell[]): Html => html`<tr>${row.map((cell, column) =>
    isMatrix && column === 0
      ? html`<th scope="row">${cellMarkup(cell, hrefOf)}</th>`
      : html`<td${lookOf(column)}>${cellMarkup(cell, hrefOf)}</td>`,
  )}</tr>
`
  return html`<table${isMatrix && html` class="matrix"`}>
${
  title !== '' &&
  html`<caption>${withVisibleControls(title)}</caption>
`
}<thead><tr>${columns.map((name, column) => html`<th scope="col"${lookOf(column)}>${linkedText(name, hrefOfName(name))}</th>`)}</tr></thead>
<tbody>
${rows.map(rowMarkup)}</tbody>
</table>
`
}

/** The text of a cell, as a link if it is the id of a record that an address is known of. */
function cellMarkup({ text, record }: Pick<ReportCell, 'text' | 'record'>, hrefOf: HrefOfRecord): Html {
  return linkedText(text, record === undefined ? undefined : hrefOf(record))
}

/** The fields of a record as a table with a row for each. */
export const fieldsMarkup = (
  fields: readonly ReportField[],
  hrefOf: HrefOfRecord,
  hrefOfName = noHref,
): Html => html`<table><tbody>
${fields.map(
  ({ name, parts }) =>
    html`<tr><th scope="row">${linkedText(name, hrefOfName(name))}</th><td>${parts.map(part => cellMarkup(part, hrefOf))}</td></tr>
`,
)}</tbody></table>`

const linkedText = (text: string, href: string | undefined): Html =>
  href === undefined ? html`${withVisibleControls(text)}` : html`<a href="${href}">${withVisibleControls(text)}</a>`
