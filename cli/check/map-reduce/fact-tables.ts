import { columns, type EndFact, type Fact } from './facts.ts'

/** A column of the table of facts. */
export type FactColumn = keyof typeof columns

/** What a row has in a column: the texts of `data` are JSON. */
export type FactCell = string | number | undefined

/** The columns of some rows, each with a cell for each row; a file may lack columns. */
export type FactCells = Readonly<Partial<Record<FactColumn, ArrayLike<unknown>>>>

/**
 * Facts column by column. Facts are many, and those of one kind, part and tag have most cells in common: to make an
 * object for each takes several times as long.
 */
export interface FactTable {
  /** How many facts there are. */
  readonly length: number
  /** The cells that all of them have. */
  readonly shared: Readonly<Partial<Record<FactColumn, FactCell>>>
  /** The cells in other columns, one for each fact. */
  readonly own: Readonly<Partial<Record<FactColumn, readonly FactCell[]>>>
}

export const columnNames = Object.keys(columns) as readonly FactColumn[]

/** Facts of any kinds as one table. */
export function tableOfFacts(facts: readonly (Fact | EndFact)[]): FactTable {
  const rows: readonly Readonly<Partial<Record<FactColumn, unknown>>>[] = facts
  const own: Partial<Record<FactColumn, readonly FactCell[]>> = {}
  for (const name of columnNames)
    own[name] = rows.map(row =>
      name === 'data' && row.data !== undefined ? JSON.stringify(row.data) : row[name],
    ) as FactCell[]
  return { length: facts.length, shared: {}, own }
}

/** The cells of tables in a column, one table after the other. */
export function columnOfTables(name: FactColumn, tables: readonly FactTable[]): FactCell[] {
  const all: FactCell[] = []
  for (const { length, shared, own } of tables) {
    const cells = own[name]
    const cell = shared[name]
    for (let row = 0; row < length; row++) all.push(cells ? cells[row] : cell)
  }
  return all
}

/** Some rows of columns, with what the JSON of their data says. They are facts if `factOf` says so. */
export const rowsOfCells = (indices: readonly number[], cells: FactCells): object[] =>
  // Lists all columns, because to add properties one after the other is many times slower.
  indices.map(index => {
    const data = cells.data?.[index]
    return {
      kind: cells.kind?.[index],
      file: cells.file?.[index],
      part: cells.part?.[index],
      entry: cells.entry?.[index],
      start: cells.start?.[index],
      end: cells.end?.[index],
      line: cells.line?.[index],
      column: cells.column?.[index],
      endLine: cells.endLine?.[index],
      endColumn: cells.endColumn?.[index],
      domain: cells.domain?.[index],
      tag: cells.tag?.[index],
      id: cells.id?.[index],
      field: cells.field?.[index],
      record: cells.record?.[index],
      data: typeof data === 'string' ? JSON.parse(data) : data,
    } satisfies Record<FactColumn, unknown>
  })

/** A text as JSON. Most texts are ids of plain characters, for which this is several times as fast. */
export const jsonOfText = (text: string): string => (plainJsonText.test(text) ? `"${text}"` : JSON.stringify(text))

const plainJsonText = /^[ !#-[\]-~]*$/
