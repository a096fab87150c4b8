import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import type { Evaluate, Frame } from '../expression/run/frame.ts'
import type { Cell, Row } from './cells.ts'
import type { FoundRecord } from './found-record.ts'
import { keyOfGroup, nameOfGroup } from './group-names.ts'
import { compareForSort, type GroupRow, GroupTable } from './group-table.ts'
import { LeftOut } from './left-out.ts'
import type { Groups, Matrix, QueryColumn, ResultColumn } from './query-plan.ts'

/** A matrix with its totals, in the last row and the last column. */
interface TableOfMatrix {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly Row[]
  /** How many rows of values there are with those that `limit` cuts. */
  readonly found: number
}

/** The most columns of values. */
const mostMatrixColumns = 100

/** The name of the row and the column with the totals. */
const allName = 'all'

/**
 * Counts records in the cells of a matrix, or calculates a total for each. A total is that of the records of its row or
 * column, and not of the cells: an average is right, and a record with several items counts once.
 */
export class MatrixTable {
  private readonly cells: GroupTable
  private readonly rowTotals: GroupTable
  private readonly columnTotals: GroupTable
  private readonly all: GroupTable

  /** @param leftOut gets the values that are written and that no total has */
  constructor(
    private readonly matrix: Matrix,
    private readonly groups: Groups,
    leftOut: LeftOut,
  ) {
    // Each expression is evaluated once for a record, and what is left out is told once.
    const told = new LeftOut()
    const [rows, columns] = [evaluatedOnce(matrix.rows), evaluatedOnce(matrix.columns)]
    const wanted: Groups = { ...groups, totals: groups.totals.map(evaluatedOnce) }
    this.cells = new GroupTable({ ...wanted, by: [rows, columns] }, leftOut)
    this.rowTotals = new GroupTable({ ...wanted, by: [rows] }, told)
    this.columnTotals = new GroupTable({ ...wanted, by: [columns] }, told)
    this.all = new GroupTable({ ...wanted, by: [] }, told)
    leftOut.add(() => [...this.cells.lookAlikes(), ...this.itemsNote()])
  }

  add(found: FoundRecord): void {
    for (const table of [this.cells, this.rowTotals, this.columnTotals, this.all]) table.add(found)
  }

  /** The matrix, its rows and columns in the order of their values, absent ones last. A problem if it is too wide. */
  table(limit: number): TableOfMatrix | { readonly problem: string } {
    const { rows, columns } = this.matrix
    const across = inOrderOfValue(this.columnTotals)
    if (across.length > mostMatrixColumns)
      return {
        problem: localize(
          '{columns} has {count} values, and each is a column; choose columns with at most {most} values.',
          { columns: shorten(columns.name), count: across.length, most: mostMatrixColumns },
        ),
      }
    const down = inOrderOfValue(this.rowTotals)
    const numbers = new Map<string, Cell>()
    for (const row of this.cells.rows()) numbers.set(keyOfGroup(row.slice(0, 2)), numberOfGroup(row))
    const hasTotals = this.groups.totals.length > 0
    const numberAt = (row: Cell, column: Cell): Cell =>
      numbers.get(keyOfGroup([row, column])) ?? (hasTotals ? undefined : 0)
    const { type } = this.groups.columns.at(-1)!
    // An expression can have any name.
    const all = rows.name === allName ? 'all records' : allName
    const others = [rows.name, all]
    return {
      columns: [
        { name: rows.name, type: { kind: 'string' } },
        ...across.map(([value]) => ({ name: nameOfGroup(value, others), type })),
        { name: all, type },
      ],
      rows: [
        ...down
          .slice(0, limit)
          .map(
            ([value, ...own]): Row => [
              nameOfGroup(value, others),
              ...across.map(([column]) => numberAt(value, column)),
              numberOfGroup(own),
            ],
          ),
        [all, ...across.map(numberOfGroup), numberOfGroup(this.all.rows()[0]!)],
      ],
      found: down.length,
    }
  }

  /** A sentence if the cells count a record several times. */
  private itemsNote(): string[] {
    const countOf = (row: GroupRow | undefined, by: number): number => Number(row?.[by] ?? 0)
    const records = countOf(this.all.rows()[0], 0)
    const inCells = this.cells.rows().reduce((sum, row) => sum + countOf(row, 2), 0)
    if (inCells === records) return []
    return [
      records === 1
        ? localize(
            'Some records have several items: 1 record is in {cells} cells, and "{all}" counts each of them once.',
            { cells: inCells, all: allName },
          )
        : localize(
            'Some records have several items: {count} records are in {cells} cells, and "{all}" counts each of them once.',
            { count: records, cells: inCells, all: allName },
          ),
    ]
  }
}

/** A sentence about the rows that a limit cuts. */
export const cutMatrixNote = (shown: number, found: number): string[] =>
  shown < found
    ? [
        found === 1
          ? localize('Shows {shown} of 1 row; "{all}" counts the records of all rows.', { shown, all: allName })
          : localize('Shows {shown} of {count} rows; "{all}" counts the records of all rows.', {
              shown,
              count: found,
              all: allName,
            }),
      ]
    : []

/** A column that keeps its value of the record that it was evaluated for last. */
function evaluatedOnce<Column extends QueryColumn>(column: Column): Column {
  let last: { readonly frame: Frame; readonly value: ReturnType<Evaluate> } | undefined
  const evaluate: Evaluate = frame => {
    if (last?.frame !== frame) last = { frame, value: column.evaluate(frame) }
    return last.value
  }
  return { ...column, evaluate }
}

/** The number of a group: its only total, or else its count. */
const numberOfGroup = (row: GroupRow): Cell => row.at(-1)

const inOrderOfValue = (table: GroupTable): GroupRow[] =>
  table.rows().sort(([one], [other]) => compareForSort(one, other, false))
