import { compareText } from '../../shared/basics/text.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { quickPickLine, shortMeaning } from '../../shared/domains/field-text.ts'
import { titleRank } from '../../shared/domains/identity.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import { countingTag, type Tag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import { localTitle, shownTag } from '../../shared/domains/texts/part-texts.ts'
import type { LineProblem, TableRecord, TableSummary, Tables, TagChoice } from '../../shared/protocol/table/table.ts'
import { indexAt, lengthOf, offsetAt, positionAt, positionIn } from '../../shared/syntax/tree.ts'
import type { Column, Table } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ArrangedTables } from './arranged-tables.ts'
import type { LoadedFiles } from './loaded-files.ts'
import { toColumn } from './table-columns.ts'
import type { TableSource } from './table-source.ts'

/** Which tables there are, in a file and in the workspace. */

/** The most problems outside records that are listed. */
const elsewhereLimit = 20

/** All tables of a file, without their rows. */
export function tablesOfFile(arranged: ArrangedTables, snapshot: Snapshot): Tables {
  const { tables, problems } = arranged.viewOf(snapshot)
  const { byEntry, elsewhere } = problems()
  const { tree } = snapshot.file
  return {
    version: snapshot.version,
    tables: tables.map(table => {
      const withProblem = table.records.reduce((count, entry) => count + Number(byEntry.has(entry)), 0)
      return summaryOfTable(table, table.records.length, withProblem, snapshot.client.language)
    }),
    lines: positionAt(tree, lengthOf(tree)).line + 1,
    elsewhere: elsewhere.slice(0, elsewhereLimit).map(problem => toLineProblem(snapshot, problem)),
    elsewhereCount: elsewhere.length,
  }
}

/** A table of the workspace, without its rows, with its texts in a language. */
export function tablesOfWorkspace(
  files: LoadedFiles,
  { version, table, key }: TableSource,
  language?: TextLanguage,
): Tables {
  const tables = table ? [summaryOfTable(table, files.counts().get(key) ?? 0, 0, language)] : []
  return { version, tables, lines: 0, elsewhere: [], elsewhereCount: 0 }
}

const summaryOfTable = (
  { key, name, tag, columns }: Table,
  count: number,
  problems: number,
  language: TextLanguage | undefined,
): TableSummary => ({
  key,
  name,
  domain: tag?.domain.path ?? '',
  description: plainProse((tag && shownTag(language, tag).description) ?? ''),
  count,
  problems,
  columns: columns.map(column => toColumn(column, tag, language)),
  titles: tag ? titleColumns(tag, columns) : [],
})

/** The names of the columns that say what a record is about, the most telling first. */
const titleColumns = (tag: Tag, columns: readonly Column[]): string[] =>
  columns
    .map(({ name }) => ({ name, rank: titleRank(name, tag) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name)

const toLineProblem = (
  { file: { tree } }: Snapshot,
  { entry, start, severity, code, message }: Problem,
): LineProblem => ({ line: positionIn(tree, entry, start).line, severity, code, message })

/**
 * The tags that have records in the workspace, by name, with the number of their records.
 *
 * @param language of the user; English where it has no text
 */
export function tagsOfWorkspace(files: LoadedFiles, language?: TextLanguage): TagChoice[] {
  const tags = [...files.counts()].flatMap(([path, count]): TagChoice[] => {
    const tag = countingTag(files.registry, path)
    if (!tag) return []
    const { description = '', aliases = [] } = shownTag(language, tag)
    const title = localTitle(language, tag)
    const meaning = [...(title === undefined ? [] : [title]), shortMeaning(description, quickPickLine), ...aliases]
    return [{ key: path, name: tag.name, domain: tag.domain.path, description: meaning.join(' · '), count }]
  })
  return tags.sort((one, other) => compareText(one.name, other.name))
}

/** The record on a line of a file, or else the nearest one above it; null if there is none. */
export function recordAtLine(arranged: ArrangedTables, snapshot: Snapshot, line: number): TableRecord | null {
  const { tree } = snapshot.file
  let record = indexAt(tree, offsetAt(tree, { line, character: 0 }))
  while (record >= 0 && tree.entries[record]!.kind !== 'record') record--
  const table = arranged.viewOf(snapshot).tables.find(({ records }) => records.includes(record))
  return table ? { table: table.key, record: arranged.handleOf(snapshot, record) } : null
}
