import { checkFile } from '../shared/check/check.ts'
import { tagOfName } from '../shared/check/tag-of-name.ts'
import { importData } from '../shared/import/import-data.ts'
import { parse, textOf } from '../shared/syntax/tree.ts'
import type { Files, Options } from './options.ts'
import { contextFor, domainsOf, nowOf, readFiles, registryOf } from './read.ts'

/** A table for records that exist, in the words of `recline import`. */
export interface TableToImport {
  /** The text of the table: CSV, or a list of objects in JSON. */
  readonly table: string
  /** The tag of the records, such as `FINDING`. */
  readonly tag: string
  /**
   * By the name of a column the field that it becomes, such as `{ 'Control ID': 'rid' }`; several with commas, and an
   * empty text to leave it out. By default fields are found by the names of the columns.
   */
  readonly fields?: Readonly<Record<string, string>>
  /** The fields that tell which record a row belongs to. By default the id, or the first `unique` list of the tag. */
  readonly key?: readonly string[]
  /** What becomes of records that the table lacks: `keep`, `delete`, or new values such as `status="closed"`. */
  readonly gone?: string
  /** The table of the last import. Then values that were changed by hand since are kept, and told. */
  readonly base?: string
  /** How dates such as 03/04/2026 are read, where the table does not decide it. */
  readonly dateOrder?: 'day-month' | 'month-day' | 'unchanged'
  /** How numbers such as 1,234 are read, where the table does not decide it. */
  readonly decimalMark?: 'comma' | 'point' | 'unchanged'
  /** The zone of times without one, such as `Europe/Berlin`. */
  readonly timeZone?: string
  /** Texts that mean that there is no value. */
  readonly nulls?: readonly string[]
}

/** What an import did. */
export interface ImportedTable {
  /** The texts after it, by the names of the files; the files that stay as they were too. */
  readonly files: Files
  /** How many records are new, changed, unchanged, and without a row in the table. */
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly gone: number
  /** Values that were changed by hand since the last table, and are kept. */
  readonly conflicts: readonly {
    readonly file: string
    readonly line: number
    readonly field: string
    readonly kept: string | null
    readonly imported: string | null
  }[]
  /** Problems that the records did not have before: each a sentence, with the file and the line. */
  readonly problems: readonly { readonly file: string; readonly line: number; readonly message: string }[]
  /** Sentences about how the table was read, and what was done otherwise than one may expect. */
  readonly notes: readonly string[]
  /** Sentences about why nothing is imported; empty if it is. */
  readonly refusals: readonly string[]
}

/**
 * Brings a table into records that exist. A row changes the record with its id: this takes the values of the columns,
 * and its comments, its other fields and its place stay. Other rows become new records.
 *
 * @param source the text of a file, or the texts of several files by their names
 * @throws {Error} for an unknown tag or domain
 * @example
 * importInto('@FINDING rid=F-1 | status="open"\n', { table: 'rid,status\nF-1,accepted\n', tag: 'FINDING' }).files['']
 * // '@FINDING rid=F-1 | status="accepted"\n'
 */
export function importInto(source: string | Files, given: TableToImport, options: Options = {}): ImportedTable {
  const registry = registryOf(options)
  const tag = tagOfName(given.tag, registry, domainsOf(options, registry))
  if ('problem' in tag) throw new Error(tag.problem)
  const { table, fields = {}, key, tag: _, nulls, ...said } = given
  const files = readFiles(source, options)
  const severity = options.severity ?? {}
  const context = { ...contextFor('', options), settingDomains: [tag.domain.path] }
  const imported = importData(
    {
      file: checkFile(parse(''), context),
      files: files.map(({ name, file }) => ({ uri: name, file, severity })),
      isTarget: () => true,
      words: {
        rowPlace: place => place,
        recordPlace: ({ uri, line }) => (uri === '' ? `line ${line + 1}` : `${uri}:${line + 1}`),
        addKey: 'pass other fields that identify a record as key',
        mapColumn: field => `pass a column for ${field} in fields`,
        chooseFile: 'pass one file',
      },
      now: nowOf(options),
    },
    {
      ...said,
      line: 0,
      data: table,
      tag: tag.name,
      fields: Object.entries(fields),
      ...(key && { key: [...key] }),
      ...(nulls && { nulls: [...nulls] }),
    },
  )
  if ('refusal' in imported)
    return {
      files: Object.fromEntries(files.map(({ name, file }) => [name, textOf(file.tree)])),
      added: 0,
      changed: 0,
      unchanged: 0,
      gone: 0,
      conflicts: [],
      problems: [],
      notes: [],
      refusals: imported.refusal.split('\n'),
    }
  const { result, notes, readNotes } = imported
  const after = new Map(result.files.map(file => [file.uri, textOf(file.after.tree)]))
  return {
    files: Object.fromEntries(files.map(({ name, file }) => [name, after.get(name) ?? textOf(file.tree)])),
    added: result.added.length,
    changed: result.changed.length,
    unchanged: result.unchanged.length,
    gone: result.gone.length,
    conflicts: result.conflicts.map(({ uri, line, field, kept, imported: value }) => ({
      file: uri,
      line: line + 1,
      field,
      kept,
      imported: value,
    })),
    problems: result.problems.map(({ uri, line, problem }) => ({
      file: uri,
      line: line + 1,
      message: problem.message,
    })),
    notes: [...notes, ...readNotes],
    refusals: [],
  }
}
