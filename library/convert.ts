import { tagsOfRule } from '../shared/check/declared/declared-rules.ts'
import { noSuchTag } from '../shared/check/tag-of-name.ts'
import { exported } from '../shared/convert/export-records.ts'
import { readForeignTable } from '../shared/convert/foreign-tables/records.ts'
import { sentencesOf } from '../shared/convert/foreign-tables/table-notes.ts'
import { readTextTable } from '../shared/convert/foreign-tables/text-table.ts'
import { recordsFromJson } from '../shared/convert/json.ts'
import { written } from '../shared/convert/reading.ts'
import { byOrder, givenOf } from '../shared/convert/rows.ts'
import type { Options } from './options.ts'
import { contextFor, readFiles } from './read.ts'

/** The forms that records can be written in. */
export type Form = 'csv' | 'json' | 'ndjson' | 'markdown'

/** Records in another form. CSV has a text for each tag; the others have all tags in one, and `tag` is null. */
export interface Converted {
  readonly tag: string | null
  readonly records: number
  readonly text: string
}

/**
 * Writes the records of a file in another form, as `recline convert` does. Cells of CSV that a spreadsheet would run as
 * a formula get an apostrophe; `fromTable` takes it away again.
 *
 * @returns an empty list for a file without records
 * @example
 * convert('@CONTROL rid=C-1 | title="Reviews"\n', 'csv')[0]?.text
 * // 'rid,title\nC-1,Reviews\n'
 */
export const convert = (text: string, to: Form, options: Options = {}): readonly Converted[] =>
  exported(readFiles(text, options)[0]!.file, to)

/** Records from another form. */
export interface Imported {
  /** The text of a `.rec` file; empty if there are problems. */
  readonly text: string
  /** Sentences about what was read in another way than it was written, or left out. */
  readonly notes: readonly string[]
  /** Sentences about what cannot be read, each with its place. */
  readonly problems: readonly string[]
}

/** What objects are that do not say it. */
export interface DefaultTag {
  /** The tag of objects without a `$tag`. */
  readonly tag?: string
}

/**
 * Reads JSON that `convert` has written: a list of objects, each with its tag in `$tag`.
 *
 * @example
 * fromJson('[{"$tag":"CONTROL","rid":"C-1","maturity":3}]', { domain: 'compliance' }).text
 * // '@CONTROL rid=C-1 | maturity:int=3\n'
 */
export function fromJson(json: string, options: Options & DefaultTag = {}): Imported {
  const { tag } = options
  const context = contextFor(options.file ?? '', options)
  const read = recordsFromJson(json, { context, ...(tag !== undefined && { tag }) })
  return 'text' in read
    ? { text: read.text, notes: [], problems: [] }
    : {
        text: '',
        notes: [],
        problems: read.problems.map(({ message, start }) => `line ${lineAt(json, start)}: ${message}`),
      }
}

/** The line of an offset, from 1. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/**
 * Reads a table of another program, CSV or a list of objects in JSON, as records of a tag. Names of columns become
 * those of fields, also by their aliases; dates, numbers and truth values are read as spreadsheets write them.
 *
 * @example
 * fromTable('Title,Status\nReviews,tested\n', 'CONTROL', { domain: 'compliance' }).text
 * // '@CONTROL title="Reviews" | status="tested"\n'
 */
export function fromTable(table: string, tag: string, options: Options = {}): Imported {
  const context = contextFor(options.file ?? '', options)
  const read = readTextTable(table)
  const { rows, notes, missing, problems } = readForeignTable(read, tag, context, { fields: new Map() })
  const { registry } = context
  return {
    text: problems.length > 0 ? '' : written(byOrder(rows).map(givenOf), context),
    notes: [
      ...(tagsOfRule(tag, registry).length === 0 ? [noSuchTag(tag, registry)] : []),
      ...sentencesOf(notes),
      ...(missing === undefined ? [] : [missing]),
    ],
    problems: problems.map(({ message, row }) => (row === undefined ? message : `${read.placeOf(row)}: ${message}`)),
  }
}
