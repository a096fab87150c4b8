import { escapeHtml } from '../../basics/text.ts'
import { withEscape } from '../../convert/formula.ts'
import type { CopiedCells } from '../../protocol/table/table.ts'
import { csvLine, escapeText, markdownHead, markdownRow } from '../../syntax/written-rows.ts'
import { ownCellsIn } from './clipboard-html.ts'

/** A form of the rows and columns that a table shows, as the end of the name of its file. */
export type ShownForm = 'csv' | 'html' | 'md'

/**
 * The rows and columns that a table shows as a text in another form.
 *
 * @param copied its cells, with the names of the columns in the first row
 * @param title what they are, as the heading of a page
 */
export function shownAs(form: ShownForm, copied: CopiedCells, title: string): string {
  const [names = [], ...rows] = ownCellsIn(copied.html) ?? []
  if (form === 'csv') return [names, ...rows].map(row => csvLine(row.map(withEscape))).join('')
  if (form === 'html') return printedPage(names, rows, title)
  return `## ${escapeText(title)}\n\n${markdownHead(names)}${rows.map(row => markdownRow(row.map(escapeText))).join('')}`
}

/** The headings of the columns are on each page of paper, and no row is cut. */
const pageStyle = `body{font:10pt/1.3 system-ui,sans-serif;margin:1em}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #999;padding:2px 6px;text-align:start;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}
thead{display:table-header-group}tr{break-inside:avoid}@page{size:landscape;margin:12mm}`

function printedPage(names: readonly string[], rows: readonly (readonly string[])[], title: string): string {
  const row = (cells: readonly string[], name: 'th' | 'td'): string =>
    `<tr>${cells.map(cell => `<${name} dir="auto">${escapeHtml(cell)}</${name}>`).join('')}</tr>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
${pageStyle}
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<table>
<thead>${row(names, 'th')}</thead>
<tbody>
${rows.map(cells => row(cells, 'td')).join('\n')}
</tbody>
</table>
</body>
</html>
`
}
