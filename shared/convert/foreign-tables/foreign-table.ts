import type { ReadProblem } from '../reading.ts'
import type { Cells, Look } from '../rows.ts'
import type { TableNote } from './table-notes.ts'
import type { ValueChoices } from './value-choices.ts'

/** What the user says about a table from elsewhere. */
export interface TableChoices extends ValueChoices {
  /** By the name of a column the names of its fields, with commas; an empty text leaves the column out. */
  readonly fields: ReadonlyMap<string, string>
  /** Whether records without an id get one when they are written, so that none is missing. */
  readonly givesIds?: boolean | undefined
}

/** A table from elsewhere, as texts. */
export interface ForeignTable {
  /** The tag of its records, if it says it. */
  readonly tag?: string | undefined
  readonly names: readonly string[]
  /** What the columns hold, where the table says it. */
  readonly looks?: readonly Look[]
  /** They can be gone through several times: of a table that does not fit into memory, the data are read each time. */
  readonly rows: Iterable<Cells>
  /** Where a row stands in the data, by its index, such as `line 2`. */
  readonly placeOf: (row: number) => string
  /** The number of a row in the data, from 1; undefined if the rows are numbered as they are here. */
  readonly lineOf?: ((row: number) => number) | undefined
  /** Whether a cell is a number, a date or a truth value in the data, in a column that has texts too. */
  readonly isTyped?: ((row: number, column: number) => boolean) | undefined
  /** The year that its numbers of days count from, if that is not 1900. */
  readonly daysSince?: 1904 | undefined
  /** The offset of a row in the text. Undefined if the table is no text. */
  readonly startOf?: ((row: number) => number) | undefined
  /** Where a cell stands in the text; of a name, if the row is undefined. Undefined if the table is no text. */
  readonly spanOf?: ((row: number | undefined, column: number) => Pick<ReadProblem, 'start' | 'end'>) | undefined
  /** Where problems are; undefined for one of the whole table. Undefined if the table is in memory. */
  readonly placesOf?: ((problems: readonly TableProblem[]) => readonly (PlaceInText | undefined)[]) | undefined
  /** Those of rows that cannot be read are known when all rows were gone through. */
  readonly problems: readonly TableProblem[]
  /** What is told about how it was read. */
  readonly notes: readonly TableNote[]
  /** Whether its names may be values: nobody said that the first row has names. */
  readonly hasDoubtfulNames?: boolean
}

/** A table from elsewhere whose rows are in memory. */
export interface TableInMemory extends ForeignTable {
  readonly rows: readonly Cells[]
}

/** A place in a text: an offset in one or more lines of it. */
export interface PlaceInText {
  readonly lines: string
  /** The number of the first of the lines, from 1. */
  readonly line: number
  readonly offset: number
}

/** What cannot become records. */
export interface TableProblem {
  /** A sentence. */
  readonly message: string
  /** What the user can say about it. */
  readonly about?: 'header' | 'nested' | 'records' | undefined
  /** The row that has it; undefined for the names or for the whole table. */
  readonly row?: number | undefined
  /** The column that has it. If the user leaves the column out, the problem does not count. */
  readonly column?: number | undefined
  /** The line that has it, from 1, if that is no row. */
  readonly line?: number | undefined
  /** Where it stands, if that is not in a cell. */
  readonly span?: Pick<ReadProblem, 'start' | 'end'> | undefined
}
