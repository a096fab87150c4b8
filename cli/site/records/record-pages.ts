/// <reference path="../raw-text.d.ts" />

import type { Registry } from '../../../shared/domains/registry.ts'
import type { FilledReport } from '../../../shared/reports/filled-report.ts'
import blockStyle from '../../../shared/reports/report-blocks.css?raw' with { type: 'text' }
import type { ProblemInReport } from '../../../shared/reports/report-source.ts'
import type { HrefOfRecord } from '../../../shared/reports/table-markup.ts'
import { valueText } from '../../../shared/syntax/nodes.ts'
import partStyle from '../../report/report-parts.css?raw' with { type: 'text' }
import type { TableOfTag, Viewpoint } from '../links.ts'
import { startOfScript } from '../page.ts'
import { listOfEntries, type SearchEntry } from '../search-index.ts'
import { overviewPage, withProblemLinks } from './overview-page.ts'
import { recordPage } from './record-page.ts'
import tableScript from './record-table.js?raw' with { type: 'text' }
import { recordTablePage } from './record-table.ts'
import style from './records.css?raw' with { type: 'text' }
import { type PagedRecord, problemsByRecord, type RecordsOfSite } from './records-of-site.ts'

/** The pages of records, for a site. */
export interface RecordPages {
  /** The text of each file by its path in the site's folder. */
  readonly files: ReadonlyMap<string, string>
  readonly style: string
  /** By the paths of the tags. */
  readonly tables: ReadonlyMap<string, TableOfTag>
}

/** What the pages of records are made of. */
interface PagesContent {
  readonly records: RecordsOfSite
  /** The overview. */
  readonly report: FilledReport
  readonly problems: readonly ProblemInReport[]
  readonly now: number
  /** How many files were read. */
  readonly files: number
  /** Sentences about what the site leaves out, and what is special about it. */
  readonly notes: readonly string[]
}

/**
 * The pages of records: an overview, a table for each tag, a page for each record, and what the search finds of them.
 *
 * @param registry the domains that have pages on the site
 */
export function recordPages(registry: Registry, content: PagesContent): RecordPages {
  const { records, problems, now, files, notes } = content
  const { tables } = records
  const tablesOfTags = new Map(
    tables.flatMap(({ tag, page, records: { length } }) =>
      tag ? [[tag.fullName.path, { page, count: length }] as const] : [],
    ),
  )
  const found = problemsByRecord(records, problems)
  const byPlace = new Map(
    [...found].flatMap(([record, own]) => own.map(({ file, line }) => [`${file}:${line}`, record] as const)),
  )
  const start: Viewpoint = { registry, tables: tablesOfTags }
  const inner: Viewpoint = { ...start, root: '../../' }
  const hrefOfKey = hrefsFrom(inner.root!, records)
  const report = withProblemLinks(content.report, byPlace)
  const pages = tables.flatMap(table => [
    [table.page, recordTablePage(inner, hrefOfKey, table)] as const,
    ...table.records.map(
      record =>
        [
          record.page,
          recordPage(inner, { records, hrefOf: hrefOfKey }, { table, record }, found.get(record) ?? []),
        ] as const,
    ),
  ])
  return {
    tables: tablesOfTags,
    style: [partStyle, blockStyle, style].join('\n'),
    files: new Map([
      ['index.html', overviewPage(start, report, hrefsFrom('', records), { tables, files, now, notes })],
      ...pages,
      ['record-table.js', startOfScript + tableScript],
      ['search-records.js', searchScript(tables.flatMap(table => table.records))],
    ]),
  }
}

/** Where the keys of records lead, and the pages of records themselves. */
function hrefsFrom(root: string, { named, tables }: RecordsOfSite): HrefOfRecord {
  const pages = new Set(tables.flatMap(({ records }) => records.map(({ page }) => page)))
  return key => {
    const page = pages.has(key) ? key : named.get(key)?.[0]?.page
    return page === undefined ? undefined : root + page
  }
}

/** The script that adds the records to what the search finds: by their ids, titles and texts. */
const searchScript = (records: readonly PagedRecord[]): string =>
  `${startOfScript}globalThis.searchEntries = globalThis.searchEntries.concat(${listOfEntries(records.map(searchEntryOf))})\n`

function searchEntryOf({ tag, tagText, id, title, page, place, node }: PagedRecord): SearchEntry {
  const texts = node.fields.flatMap(({ name, value }) => {
    const text = value ? valueText(node, value) : ''
    return text === '' || text === title || (name === tag?.identityField && text === id) ? [] : [text]
  })
  const name = id ?? `${place.file}:${place.line}`
  return ['record', name, tag?.fullName.path ?? tagText, texts.join(' · '), page, title === '' ? [] : [title]]
}
