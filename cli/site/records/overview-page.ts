import { html } from '../../../shared/basics/html.ts'
import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
import type { FilledReport, ReportTable } from '../../../shared/reports/filled-report.ts'
import type { HrefOfRecord } from '../../../shared/reports/table-markup.ts'
import { withVisibleControls } from '../../../shared/reports/visible-controls.ts'
import { reportMarkup } from '../../report/report-page.ts'
import type { Viewpoint } from '../links.ts'
import { page } from '../page.ts'
import type { PagedRecord, RecordTable } from './records-of-site.ts'

/** What the start page of a site with records says besides the report. */
interface OverviewFacts {
  readonly tables: readonly RecordTable[]
  readonly files: number
  /** What `now` meant, in milliseconds since 1970. */
  readonly now: number
  /** Sentences about what the site leaves out, and what is special about it. */
  readonly notes: readonly string[]
}

/** The start page of a site with records: the overview of `recline report`, and what the site leaves out. */
export function overviewPage(
  from: Viewpoint,
  report: FilledReport,
  hrefOf: HrefOfRecord,
  { tables, files, now, notes }: OverviewFacts,
): string {
  const count = tables.reduce((sum, { records }) => sum + records.length, 0)
  return page(from, undefined, {
    navigationName: 'Tags',
    navigation: html`<ul>
${tables.map(
  table =>
    html`<li><a href="${table.page}">${withVisibleControls(table.tagText)} <span class="quiet">${withCommas(table.records.length)}</span></a></li>
`,
)}</ul>`,
    main: html`${reportMarkup(report, hrefOf).content}<section>
<h2>About these pages</h2>
<p>${countedWithCommas(count, 'record')} of ${countedWithCommas(files, 'file')}, as of ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC.</p>
${
  notes.length > 0 &&
  html`<ul>
${notes.map(
  note => html`<li>${withVisibleControls(note)}</li>
`,
)}</ul>
`
}</section>`,
  })
}

/** A report in which the place of a problem leads to the page of its record. */
export const withProblemLinks = (
  report: FilledReport,
  pageOfPlace: ReadonlyMap<string, PagedRecord>,
): FilledReport => ({
  ...report,
  parts: report.parts.map(part =>
    typeof part === 'string' || part.rowsAre !== 'problem' ? part : withPlaceLinks(part, pageOfPlace),
  ),
})

const withPlaceLinks = (table: ReportTable, pageOfPlace: ReadonlyMap<string, PagedRecord>): ReportTable => ({
  ...table,
  rows: table.rows.map(row =>
    row.map((cell, column) => {
      const record = table.columns[column] === 'place' ? pageOfPlace.get(cell.text) : undefined
      return record ? { ...cell, record: record.page } : cell
    }),
  ),
})
