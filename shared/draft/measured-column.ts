import type { ValuePart } from '../convert/foreign-tables/chosen-fields.ts'
import { type comparators, partOfCell, readMeasured } from '../convert/foreign-tables/measured-values.ts'
import { countedValues } from './counted-values.ts'
import { type DraftColumn, draftValues, typeOfColumn, withCells } from './draft-column.ts'

/** The columns that a column of measured values stands for: its numbers, and the signs and units beside them. */
export interface MeasuredColumn {
  readonly number: DraftColumn
  readonly comparator: DraftColumn | undefined
  readonly unit: DraftColumn | undefined
}

/** The fewest values with a unit that show that they are measured. */
const fewestWithUnit = 3

/** How often each unit must be there on average. Words behind other numbers, as in addresses, are often different. */
const timesEachUnit = 3

/**
 * Takes a column apart whose values are numbers with signs of comparison before them or with several units: `<0.5`,
 * `5.6 mmol/L`. Undefined for another column.
 */
export function measuredColumn(column: DraftColumn): MeasuredColumn | undefined {
  if (column.isList || column.hasEmptyTexts || column.part !== undefined) return undefined
  const values = draftValues(column)
  const read = values.map(readMeasured)
  if (read.length === 0 || read.some(value => value === undefined)) return undefined
  const units = read.flatMap(value => value?.unit ?? [])
  const hasComparators = read.some(value => value?.comparator !== undefined)
  if (!hasComparators && units.length === 0) return undefined
  if (units.length > 0 && !areUnits(units, values)) return undefined
  const partColumn = (part: ValuePart): DraftColumn => ({
    ...withCells(
      column,
      column.cells.map(cell => partOfCell(cell, part)),
    ),
    part,
  })
  const number = partColumn('number')
  const { type } = typeOfColumn(number, false)
  if (type !== 'int' && type !== 'float') return undefined
  return {
    number,
    comparator: hasComparators ? partColumn('comparator') : undefined,
    unit: units.length > 0 ? partColumn('unit') : undefined,
  }
}

function areUnits(units: readonly string[], values: readonly string[]): boolean {
  const distinct = countedValues(units)
  // One letter directly behind a number, as in 12A, is a part of a name; and so are words such as "12 High Street".
  const isUnit = (unit: string): boolean => unit.length <= 20 && !/\s/.test(unit)
  const isPartOfName = values.some(value => /\d\p{L}$/u.test(value) || /\d\p{Lu}{2,}$/u.test(value))
  return (
    units.length >= fewestWithUnit &&
    distinct.length * timesEachUnit <= units.length &&
    distinct.every(isUnit) &&
    !isPartOfName
  )
}

/** What each comparator means. */
export const comparatorMeanings: Readonly<Record<(typeof comparators)[number], string>> = {
  '<': 'less than the number',
  '<=': 'the number or less',
  '>': 'more than the number',
  '>=': 'the number or more',
}
