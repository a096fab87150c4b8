import type { ValuePart } from '../convert/foreign-tables/chosen-fields.ts'
import { dressOf } from '../convert/foreign-tables/numbers.ts'
import { isNumberLook, isReadAs, settledText } from '../convert/foreign-tables/records.ts'
import type { ValueChoices } from '../convert/foreign-tables/value-choices.ts'
import { readingOfColumn } from '../convert/foreign-tables/values.ts'
import type { Look } from '../convert/rows.ts'
import { guessedType } from '../domains/guessed-type.ts'
import { itemsOf } from '../domains/list-items.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { TypeName } from '../syntax/type-words.ts'

/** A column of data for a draft. */
export interface DraftColumn {
  readonly name: string
  /** The name of the field and its type, if the user chooses them. */
  readonly field?: string
  readonly type?: TypeName
  /** Which part of the values it has, if it is not the whole values. */
  readonly part?: ValuePart
  /** Whether the user chooses several fields for the same column of the table. */
  readonly isShared: boolean
  /** Whether the values are lists. */
  readonly isList: boolean
  /** The value of each row; undefined for none. */
  readonly cells: readonly (string | undefined)[]
  /** Whether some values are texts without a character, which is not the same as none. */
  readonly hasEmptyTexts: boolean
  /** The rows of each table that has it: an import reads each table by itself. */
  readonly tables: readonly ColumnInTable[]
}

/** The part of a column that comes from one table. */
interface ColumnInTable {
  /** Its rows: the first one, and the one behind the last one. */
  readonly start: number
  readonly end: number
  readonly look: Look
  readonly choices: ValueChoices
  /** Whether a cell is a number, a date or a truth value in the data, by its row in the table. */
  readonly isTyped: (row: number) => boolean
}

/** The values of a column that are there. */
export const draftValues = ({ cells }: DraftColumn): string[] => cells.filter(cell => cell !== undefined)

/** The items of the values of a column: of lists, each item. */
export const itemsIn = (column: DraftColumn): readonly string[] =>
  column.isList ? draftValues(column).flatMap(value => itemsOf(value)) : draftValues(column)

/** The columns of two tables, below each other. */
export function joinedColumns(
  one: { readonly columns: readonly DraftColumn[]; readonly rowCount: number },
  other: { readonly columns: readonly DraftColumn[]; readonly rowCount: number },
): readonly DraftColumn[] {
  const keyOfColumn = ({ name, field, part }: DraftColumn): string => JSON.stringify([name, field, part])
  const below = new Map(other.columns.map(column => [keyOfColumn(column), column]))
  const above = new Set(one.columns.map(keyOfColumn))
  const none = (count: number): undefined[] => Array.from({ length: count }, () => undefined)
  const moved = ({ tables }: DraftColumn): readonly ColumnInTable[] =>
    tables.map(table => ({ ...table, start: table.start + one.rowCount, end: table.end + one.rowCount }))
  return [
    ...one.columns.map(column => {
      const more = below.get(keyOfColumn(column))
      return {
        ...column,
        isList: column.isList || (more?.isList ?? false),
        hasEmptyTexts: column.hasEmptyTexts || (more?.hasEmptyTexts ?? false),
        cells: [...column.cells, ...(more?.cells ?? none(other.rowCount))],
        tables: [...column.tables, ...(more ? moved(more) : [])],
      }
    }),
    ...other.columns
      .filter(column => !above.has(keyOfColumn(column)))
      .map(column => ({ ...column, cells: [...none(one.rowCount), ...column.cells], tables: moved(column) })),
  ]
}

/** A column with other values, as texts. */
export const withCells = (column: DraftColumn, cells: readonly (string | undefined)[]): DraftColumn => ({
  ...column,
  cells,
  tables: column.tables.map(table => ({ ...table, look: 'string' })),
})

/** The type of the values of a column, and its cells as an import writes them. */
export interface TypeOfColumn {
  readonly type: TypeName
  readonly cells: readonly (string | undefined)[]
  /** What the user has to say in an import, because the values can be read in two ways. */
  readonly option?: string
}

/** Fewer values 0 and 1 can be numbers of anything. */
const fewestZerosAndOnes = 10

/**
 * The type that all values of a column have, or that an import reads all of them as: `Yes` and `no` are truth values,
 * `30.06.2026` is a date, and so is 46203 in a column whose name is that of a day.
 *
 * @param isDay whether the name of the column is that of a day
 */
export function typeOfColumn(column: DraftColumn, isDay: boolean): TypeOfColumn {
  const values = draftValues(column)
  const asText: TypeOfColumn = { type: 'string', cells: column.cells }
  if (column.hasEmptyTexts || values.length === 0) return asText
  const guessed = guessedType(values)
  const couldBeTruth = guessed === 'string' || (guessed === 'int' && values.length >= fewestZerosAndOnes)
  const truth = couldBeTruth ? cellsReadAs('bool', column) : undefined
  // One word alone, such as `no`, can be anything.
  if (truth && new Set(truth.filter(cell => cell !== undefined)).size === 2) return { type: 'bool', cells: truth }
  if (isDay && (guessed === 'int' || guessed === 'float')) {
    const days = cellsReadAs('ts', column)
    if (days?.every(day => day === undefined || isLikelyDay(day))) return { type: 'ts', cells: days }
  }
  if (guessed !== 'string') {
    const cells = cellsReadAs(guessed, column)
    return cells ? { type: guessed, cells } : asText
  }
  if (values.some(text => /^[+-]?0\d/.test(text) && !/[^\d+-]/.test(text))) return asText
  for (const { type, choices, option } of importTypes) {
    // What the user has said decides.
    const isSaid = column.tables.some(
      ({ choices: said }) =>
        (choices.dateOrder && said.dateOrder) !== undefined || (choices.decimalMark && said.decimalMark) !== undefined,
    )
    const cells = isSaid || (type !== 'ts' && hasSeveralUnits(column)) ? undefined : cellsReadAs(type, column, choices)
    if (cells) return { type, cells, ...(option && { option }) }
  }
  return asText
}

/** Whether a day can be meant: numbers of other things are often days far from today. */
const isLikelyDay = (day: string): boolean => day >= '1950' && day < '2101'

/** The types that an import reads, the narrowest first. Where that takes a choice, any will do. */
const importTypes: readonly {
  readonly type: TypeName
  readonly choices: Pick<ValueChoices, 'dateOrder' | 'decimalMark'>
  readonly option?: string
}[] = [
  { type: 'int', choices: {} },
  { type: 'float', choices: {} },
  { type: 'float', choices: { decimalMark: 'point' }, option: '--decimal-mark' },
  { type: 'ts', choices: {} },
  { type: 'ts', choices: { dateOrder: 'day-month' }, option: '--date-order' },
]

/** How an import reads the cells of a column as a type; undefined if some of them cannot be read. */
export function cellsReadAs(
  type: TypeName,
  column: DraftColumn,
  more: Pick<ValueChoices, 'dateOrder' | 'decimalMark'> = {},
): readonly (string | undefined)[] | undefined {
  const { accepts } = valueTypes[type]
  const cells = [...column.cells]
  for (const { start, end, look, choices, isTyped } of column.tables) {
    const said = { ...choices, ...more }
    const isSettled = (row: number): boolean => isNumberLook(type) && isTyped(row - start)
    let read: (text: string) => string = text => text
    if (isReadAs(type, look, said)) {
      const texts: string[] = []
      for (let row = start; row < end; row++) {
        const text = cells[row]
        if (text !== undefined && !isSettled(row)) texts.push(text)
      }
      const reading = readingOfColumn('', type, texts, said)
      if (reading.doubt) return undefined
      ;({ read } = reading)
    }
    for (let row = start; row < end; row++) {
      const text = cells[row]
      if (text === undefined) continue
      const value = isSettled(row) ? settledText(text, type) : read(text)
      if (!accepts(value)) return undefined
      cells[row] = value
    }
  }
  return cells
}

/** Whether the tables of a column have their numbers in several units, such as € and $. */
const hasSeveralUnits = (column: DraftColumn): boolean =>
  column.tables.length > 1 && new Set(column.tables.map(table => unitIn(column, table))).size > 1

/** The sign that all numbers of a column have, of a currency or of percent; undefined if they have none. */
export function unitOfColumn(column: DraftColumn): string | undefined {
  const [first] = column.tables
  return first && !hasSeveralUnits(column) ? unitIn(column, first) : undefined
}

const unitIn = ({ cells }: DraftColumn, { start, end }: ColumnInTable): string | undefined =>
  dressOf(cells.slice(start, end).filter(cell => cell !== undefined))?.unit || undefined
