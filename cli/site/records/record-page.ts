import { type Html, type HtmlPart, html } from '../../../shared/basics/html.ts'
import { counted } from '../../../shared/basics/text.ts'
import { recordLabel } from '../../../shared/domains/identity.ts'
import { fieldsOfReport } from '../../../shared/reports/appendix.ts'
import type { ReportCell, ReportTable } from '../../../shared/reports/filled-report.ts'
import { problemTable } from '../../../shared/reports/problem-table.ts'
import type { ProblemInReport } from '../../../shared/reports/report-source.ts'
import { fieldsMarkup, type HrefOfRecord, tableMarkup } from '../../../shared/reports/table-markup.ts'
import { withVisibleControls } from '../../../shared/reports/visible-controls.ts'
import { tagLink, type Viewpoint } from '../links.ts'
import { page } from '../page.ts'
import { hrefOfFieldName } from './record-table.ts'
import { keyOnSite, type PagedRecord, type RecordsOfSite, type RecordTable } from './records-of-site.ts'

/** The page of a record: its fields, its problems, and what refers to it. */
export function recordPage(
  from: Viewpoint,
  { records: { named, referrers }, hrefOf }: { readonly records: RecordsOfSite; readonly hrefOf: HrefOfRecord },
  { table, record }: { readonly table: RecordTable; readonly record: PagedRecord },
  problems: readonly ProblemInReport[],
): string {
  const { tag, node, id, title, place, tagText } = record
  const key = keyOnSite(record)
  const others = (key === undefined ? [] : (named.get(key) ?? [])).filter(other => other !== record)
  const referring = key === undefined ? [] : (referrers.get(key) ?? [])
  const label = withVisibleControls(recordLabel(tagText, id, title))
  return page(from, label, {
    main: html`<h1>${label}</h1>
${
  id !== undefined &&
  title !== '' &&
  html`<p class="lead">${withVisibleControls(title)}</p>
`
}<p class="quiet"><a href="index.html">${counted(table.records.length, 'record')} of ${tagText}</a> · ${tag ? tagLink(from, tag.fullName) : 'no domain defines this tag'} · ${withVisibleControls(`${place.file}:${place.line}`)}</p>
${others.length > 0 && sharedIdNote(others, hrefOf)}<div class="record">
${fieldsMarkup(fieldsOfReport(node, tag, named), hrefOf, hrefOfFieldName(from, tag))}
</div>
${problems.length > 0 && partOfPage('Problems', tableMarkup(problemsOnPage(problems), hrefOf))}${referring.length > 0 && partOfPage('Referred to by', tableMarkup(referrerTable(referring), hrefOf))}`,
  })
}

const partOfPage = (title: string, content: Html): Html => html`<section>
<h2>${title}</h2>
${content}</section>
`

/** Where an id is not unique, nobody knows which of the records a reference means. */
const sharedIdNote = (others: readonly PagedRecord[], hrefOf: HrefOfRecord): HtmlPart =>
  html`<p><strong>${counted(others.length, 'other record')} ${others.length === 1 ? 'has' : 'have'} this id, too:</strong>${others.map(
    ({ page, place }) => html` <a href="${hrefOf(page)}">${withVisibleControls(`${place.file}:${place.line}`)}</a>`,
  )}</p>
`

const problemsOnPage = (problems: readonly ProblemInReport[]): ReportTable =>
  problemTable(
    { line: 0, look: 'problems', title: undefined, tag: undefined, query: { limit: problems.length } },
    problems,
  )

function referrerTable(referring: readonly { readonly record: PagedRecord; readonly field: string }[]): ReportTable {
  const cell = (text: string, record?: string): ReportCell => ({
    text,
    isNumber: false,
    ...(record !== undefined && { record }),
  })
  return {
    look: 'table',
    title: '',
    columns: ['tag', 'id', 'title', 'field'],
    rows: referring.map(({ record: { tagText, id, title, page, place }, field }) => [
      cell(tagText),
      cell(id ?? `${place.file}:${place.line}`, page),
      cell(title),
      cell(field),
    ]),
    rowsAre: 'record',
    labelColumns: 0,
    valueColumns: [],
    notes: [],
  }
}
