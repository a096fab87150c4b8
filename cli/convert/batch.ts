import type { ColumnField } from '../../shared/convert/foreign-tables/column-fields.ts'
import type { TableChoices } from '../../shared/convert/foreign-tables/foreign-table.ts'
import type { TableNote } from '../../shared/convert/foreign-tables/table-notes.ts'
import type { TextOptions } from '../../shared/convert/foreign-tables/text-table.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { NewRecordDefaults } from '../../shared/import/new-record-defaults.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import type { Source } from '../files/read-text.ts'
import type { Form } from './forms.ts'
import type { SourceLine } from './problems.ts'
import type { TableSheet } from './workbook/table-sheet.ts'

/** A file to convert. */
export interface Input {
  readonly source: Source
  readonly form: Form
  /** Decides the domains of the records, apart from headers in the file. */
  readonly context: FileContext
  /** The tag of records that have none in the file, such as the rows of a table. */
  readonly tag: string | undefined
  /** What the command line says about the columns and values of tables. */
  readonly choices: InputChoices
  /** The sheet of a workbook: each is an input of its own. */
  readonly sheet?: InputSheet
}

/** A sheet of a workbook. */
export interface InputSheet extends Pick<TableSheet, 'name' | 'table'> {
  /** What is told about the workbook as a whole. */
  readonly notes: readonly TableNote[]
}

/** The name of an input in messages: of a sheet, with the name of its workbook. */
export const inputName = ({ source: { file }, sheet }: Pick<Input, 'source' | 'sheet'>): string =>
  sheet ? `${file}#${sheet.name}` : file

/** What the command line says about data from elsewhere. */
export interface InputChoices extends TableChoices, TextOptions {
  /** The columns that have to be there, because the command line names them. */
  readonly saidColumns: readonly string[]
  /** The names of the sheets of workbooks that are read; empty for all. */
  readonly sheets?: readonly string[]
  /** Writes the defaults of records from elsewhere; undefined if they are not made here. */
  readonly defaults?: NewRecordDefaults
  /** Is called with the fields of each table. */
  readonly onFound?: ((tag: string, found: readonly ColumnField[]) => void) | undefined
}

/** Some entries in order, all from one file or from tables that belong together. */
export interface Batch {
  readonly input: Input
  readonly entries: readonly Entry[]
  /** The source of each entry: the file, and the entry's first line or its row, from 1. */
  readonly places: readonly SourceLine[]
}
