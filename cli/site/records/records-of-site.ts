import { addToGroup, groupBy } from '../../../shared/basics/group.ts'
import { compareText } from '../../../shared/basics/text.ts'
import { tagOfRecord } from '../../../shared/diff/record-key.ts'
import { recordNameKey } from '../../../shared/domains/identity.ts'
import type { Tag } from '../../../shared/domains/registry.ts'
import type { ProblemInReport } from '../../../shared/reports/report-source.ts'
import { PageNames, usualId, usualTagPath } from './page-names.ts'
import type { SiteRecord } from './read-records.ts'

/** A record with its page. */
export interface PagedRecord extends SiteRecord {
  /** The path of its page in the site's folder. */
  readonly page: string
  /** Its tag as it is shown. */
  readonly tagText: string
}

/** The records of a tag, with the page of their table. */
export interface RecordTable {
  /** Undefined if no domain in force defines the tag. */
  readonly tag: Tag | undefined
  readonly tagText: string
  /** The path of its page in the site's folder. */
  readonly page: string
  readonly records: readonly PagedRecord[]
}

/** A field of a record that refers to another one. */
interface Referrer {
  readonly record: PagedRecord
  readonly field: string
}

/** All records of a site, and how they belong together. */
export interface RecordsOfSite {
  /** By the paths of their tags, sorted; those of unknown tags come last. */
  readonly tables: readonly RecordTable[]
  /** The records by their keys from `recordNameKey`; more than one where an id is not unique. */
  readonly named: ReadonlyMap<string, readonly PagedRecord[]>
  /** What refers to a record, by its key. */
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>
}

/** Gives each record of a site its page, and finds what refers to it. */
export function recordsOfSite(records: readonly SiteRecord[]): RecordsOfSite {
  const folders = new PageNames()
  const tables = [...groupBy(records, tagPathOnSite)]
    .sort(([one, { 0: first }], [other, { 0: second }]) => {
      const knownFirst = Number(second?.tag !== undefined) - Number(first?.tag !== undefined)
      return knownFirst || compareText(one, other)
    })
    .map(([path, own]): RecordTable => {
      const folder = `records/${folders.take(path === '' ? 'no tag' : path, usualTagPath)}`
      const names = new PageNames(['index'])
      const tag = own[0]?.tag
      const tagText = tag?.name ?? (path === '' ? 'No tag' : path)
      const paged = own.map((record): PagedRecord => {
        const { id, place } = record
        const name = names.take(id ?? `${place.file}:${place.line}`, usualId)
        return { ...record, tagText, page: `${folder}/${name}.html` }
      })
      return { tag, tagText, page: `${folder}/index.html`, records: paged }
    })
  const named = new Map<string, PagedRecord[]>()
  const referrers = new Map<string, Referrer[]>()
  for (const record of tables.flatMap(table => table.records)) {
    const key = keyOnSite(record)
    if (key !== undefined) addToGroup(named, key, record)
    for (const reference of record.references)
      addToGroup(referrers, recordNameKey(reference), { record, field: reference.field })
  }
  return { tables, named, referrers }
}

/** The key of a record from `recordNameKey`; undefined if nothing can refer to it. */
export const keyOnSite = ({ tag, id }: SiteRecord): string | undefined =>
  tag && id !== undefined ? recordNameKey({ path: tag.nameOfRecords.path, id }) : undefined

/** The path of the tag of a record, or its word if no domain in force defines it. */
const tagPathOnSite = ({ tag, node }: SiteRecord): string => tag?.fullName.path ?? tagOfRecord(node)

/** The problems of each record. Those between records, or in a file that has none, are in no list. */
export function problemsByRecord(
  { tables }: RecordsOfSite,
  problems: readonly ProblemInReport[],
): ReadonlyMap<PagedRecord, readonly ProblemInReport[]> {
  const byFile = groupBy(
    tables.flatMap(table => table.records),
    ({ place }) => place.file,
  )
  const byLine = new Map(
    [...byFile].map(([file, own]) => [
      file,
      new Map(own.flatMap(record => linesOnSite(record).map(line => [line, record] as const))),
    ]),
  )
  const found = new Map<PagedRecord, ProblemInReport[]>()
  for (const problem of problems) {
    const record = byLine.get(problem.file)?.get(problem.line)
    if (record) addToGroup(found, record, problem)
  }
  return found
}

const linesOnSite = ({ place, end }: SiteRecord): number[] =>
  Array.from({ length: end - place.line + 1 }, (_, index) => place.line + index)
