import * as v from 'valibot'
import type { ColumnField } from '../convert/foreign-tables/column-fields.ts'
import type { TableProblem } from '../convert/foreign-tables/foreign-table.ts'
import { dateOrders, decimalMarks } from '../convert/foreign-tables/value-choices.ts'
import type { Doubt } from '../convert/foreign-tables/values.ts'
import type { Look } from '../convert/rows.ts'
import type { ProposedFile } from './bulk-change.ts'
import { pageRequest } from './page.ts'
import { atLine, noParams, type Params, type Refusal, request } from './request.ts'
import type { ListedProblem } from './workspace.ts'

/** What the user says about data that becomes records. */
const importChoices = v.object({
  /** The name of the tag; null for the tag whose fields fit best. */
  tag: v.nullable(v.string()),
  /** The names of columns and their fields, with commas between several; an empty text leaves the column out. */
  fields: v.array(v.tuple([v.string(), v.string()])),
  dateOrder: v.optional(v.picklist(dateOrders)),
  decimalMark: v.optional(v.picklist(decimalMarks)),
  /** The zone of times without one. */
  timeZone: v.optional(v.string()),
  /** Texts that mean that there is no value. */
  nulls: v.optional(v.array(v.string())),
  /** The line of CSV, or the row of a sheet, with the names of columns. */
  header: v.optional(v.union([v.literal('none'), v.pipe(v.number(), v.integer(), v.minValue(1))])),
  /** Where JSON has the list of records, such as `data.items`. */
  records: v.optional(v.string()),
  /** Whether the parts of objects in JSON become fields, such as `site.name`. */
  isFlattened: v.optional(v.boolean()),
  /** Where the records go: as new ones into the file, or into those that exist; by default as proposed. */
  into: v.optional(v.picklist(['new', 'file', 'workspace'])),
  /** The fields that tell which record a row belongs to; by default the id, or the first unique list. */
  key: v.optional(v.array(v.string())),
  /** What becomes of records that the data lack: `keep`, `delete` or new values; by default they are kept. */
  gone: v.optional(v.string()),
})

/** What the columns of a table can hold, as it says. */
const looks = ['string', 'int', 'float', 'ts', 'bool', 'list'] as const satisfies readonly Look[]

/** A table whose values are texts, from a file that is no text. */
export const dataTable = v.object({
  /** The tag of its records, if it says it. */
  tag: v.optional(v.string()),
  names: v.array(v.string()),
  looks: v.array(v.picklist(looks)),
  /** Null for an absent value. */
  rows: v.array(v.array(v.nullable(v.string()))),
  /** Columns with values that no field can hold, each with a sentence about the first of them. */
  unreadable: v.array(v.object({ column: v.number(), message: v.string() })),
  /** What only a sheet of a workbook has. */
  sheet: v.optional(
    v.object({
      /** By row its number in the sheet. */
      lines: v.array(v.number()),
      notes: v.array(v.string()),
      /** Cells with numbers, dates and truth values in columns that have texts too. */
      typed: v.array(v.object({ column: v.number(), rows: v.array(v.number()) })),
      /** The year that its numbers of days count from, if that is not 1900. */
      daysSince: v.optional(v.literal(1904)),
      /** Why its names cannot be read. */
      problems: v.array(v.string()),
      /** Whether nobody said where the names stand. */
      isFound: v.boolean(),
    }),
  ),
})

export type ImportedTable = Params<typeof dataTable>

const importedData = v.object({
  /** The line where the records will be inserted: the domains in force there decide which tags there are. */
  ...atLine.entries,
  ...importChoices.entries,
  data: v.union([v.string(), dataTable]),
  /** The data of the last import: what was changed by hand since is kept. */
  base: v.optional(v.union([v.string(), dataTable])),
})

/** Client to server: CSV, JSON, JSON Lines or a table as the text of records, with all that the user should know. */
export const importRequest = request<ImportedRecords>()('recline/import', importedData)

/** Client to server: the changes that bring such data into the records that exist. */
export const importIntoRequest = request<Refusal | ImportedInto>()('recline/importInto', importedData)

/** What an import into records that exist does. */
export interface ImportedInto {
  readonly files: readonly ProposedFile[]
  /** One line with its counts, which add up to the rows. */
  readonly counts: string
  /** Sentences about what the user should know. */
  readonly notes: readonly string[]
  /** The problems that it would add. */
  readonly problems: readonly ListedProblem[]
}

/** Data as records. */
export interface ImportedRecords {
  /** What the data are, which decides what the user can choose. */
  readonly form: 'csv' | 'json' | 'table' | 'sheet'
  /** The tags to choose from, the best first; empty if the data itself names the tags of its records. */
  readonly tags: readonly string[]
  /** The tag of the records; null if the data itself names it. */
  readonly tag: string | null
  /** The names of the fields of the tag. */
  readonly fields: readonly string[]
  readonly columns: readonly ImportedColumn[]
  /** Sentences about columns and values that are read as something else than they are written. */
  readonly notes: readonly string[]
  /** A sentence about required fields that no column becomes; null if there are none. */
  readonly missing: string | null
  /** The extension that comes with Recline, is not in force, and has fields for some of the columns. */
  readonly practice: { readonly extension: string; readonly columns: readonly string[] } | null
  /** What the user has to decide first. */
  readonly doubts: readonly Doubt[]
  /** What cannot become records. If there is something, there is no text. */
  readonly problems: readonly ImportProblem[]
  readonly records: number
  /** The text of the records, each on a line of its own. */
  readonly text: string
  /** The messages about the first records. */
  readonly warnings: readonly string[]
  /** Where they go: as chosen, else into records that exist, if some have the same ids. */
  readonly into: 'new' | 'file' | 'workspace'
}

/** Data as the page shows them. */
export interface ShownImport extends ImportedRecords {
  /** The name of the file with the data of the last import; null if the user has chosen none. */
  readonly base: string | null
  /** What they change of records that exist; null if they become new records. */
  readonly changes: Refusal | Omit<ImportedInto, 'files'> | null
}

interface ImportProblem extends Pick<TableProblem, 'about'> {
  /** A sentence. */
  readonly message: string
}

/** A column, and the fields that it becomes. */
export interface ImportedColumn extends Pick<ColumnField, 'column' | 'match'> {
  /** With commas between several; an empty text if the column is left out. */
  readonly field: string
  /** The first values. */
  readonly examples: readonly string[]
}

/** The requests of the page that imports records. */
export const importPageRequests = {
  /** What the user chose for the last data with the same columns; null if there were none. */
  remembered: pageRequest<ImportChoices | null>()(noParams),
  /** What the data becomes with these choices; the text has only the first records. */
  preview: pageRequest<ShownImport>()(importChoices),
  /** Lets the user choose the file with the data of the last import. */
  chooseBase: pageRequest<void>()(noParams),
  /** Imports without the data of the last import. */
  forgetBase: pageRequest<void>()(noParams),
  /** Puts an extension in force that comes with Recline. */
  usePractice: pageRequest<void>()(v.object({ extension: v.string() })),
  /** Inserts the records, or lists what they would change of records that exist. Closes the page. */
  insert: pageRequest<void>()(importChoices),
}

export type ImportChoices = Params<typeof importChoices>

/** Choices that were stored, maybe by another version; null if they are no choices. */
export function storedChoices(stored: unknown): ImportChoices | null {
  const read = v.safeParse(importChoices, stored)
  return read.success ? read.output : null
}
