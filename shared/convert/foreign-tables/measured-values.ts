import { isCurrencyCode } from '../../domains/formats/currencies.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import type { Cells } from '../rows.ts'
import type { ValuePart } from './chosen-fields.ts'
import { type ColumnField, nameIn } from './column-fields.ts'
import type { ForeignTable } from './foreign-table.ts'
import { noteOnValues, type TableNote } from './table-notes.ts'

/** The parts of a value such as `<5.6 mmol/L`; undefined for a part that it does not have. */
export type MeasuredValue = Readonly<Record<ValuePart, string | undefined>>

const longestMeasured = 100

const measuredForm =
  /^(<=|>=|[<>≤≥])?\s*([A-Z]{0,2}\p{Sc}|[A-Z]{3}(?=[\s\d]))?\s*([+\-\u2212]?(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?!\d)|\d+)?(?:[.,]\d+)?(?:[eE][+-]?\d+)?)(\s*)(.*)$/u

/** Reads a number with a sign of comparison before it, or with a unit: `<0.5`, `≥ 5,6 mmol/L`, `EUR 5`, `12 %`. */
export function readMeasured(text: string): MeasuredValue | undefined {
  // In one short line, the form is found at once, whatever the text is.
  const match = text.length > longestMeasured || /[\r\n\u2028\u2029]/.test(text) ? null : measuredForm.exec(text)
  if (!match) return undefined
  const [, sign, before, number = '', gap = '', rest = ''] = match
  const behind = rest.trim()
  const isMoney = before === undefined || before.length !== 3 || isCurrencyCode(before) || /\p{Sc}/u.test(before)
  if (!/\d/.test(number) || !isMoney || (before !== undefined && behind !== '')) return undefined
  const isUnit = gap === '' ? /^[\p{L}%‰°\p{Sc}]/u.test(behind) : /[\p{L}%‰°\p{Sc}]/u.test(behind)
  if (behind !== '' && !isUnit) return undefined
  return { comparator: sign && (comparatorOf[sign] ?? sign), number, unit: behind || before }
}

const comparatorOf: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=' }

/** The signs that a comparator can be, as records write them. */
export const comparators = ['<', '<=', '>', '>='] as const

/** A part of a cell. A cell that has no such parts is all number, so that it is seen where it stands. */
export function partOfCell(cell: string | undefined, part: ValuePart): string | undefined {
  if (cell === undefined) return undefined
  const value = readMeasured(cell)
  if (value) return value[part]
  return part === 'number' ? cell : undefined
}

/** The parts that all texts together have besides the number; undefined if a text is no number with such parts. */
export function partsInAll(texts: Iterable<string | undefined>): ReadonlySet<ValuePart> | undefined {
  const parts = new Set<ValuePart>()
  for (const text of texts) {
    if (text === undefined) continue
    const value = readMeasured(text)
    if (!value) return undefined
    if (value.comparator !== undefined) parts.add('comparator')
    if (value.unit !== undefined) parts.add('unit')
  }
  return parts
}

/** What a number field is read with: the fields of its tag, and which of them hold numbers. */
export interface FieldsForParts {
  readonly fields: readonly string[]
  readonly numbers: ReadonlySet<string>
}

/**
 * The fields of columns, with those that take the signs and units of a number: beside `dose` the fields
 * `dose_comparator` and `dose_unit`, and beside `value` also `comparator` and `unit`. A column stays one field if one
 * of its values is no number, or if a part would have no field.
 *
 * @param valuesOf the cells of a column of the table
 */
export function withPartFields(
  found: readonly ColumnField[],
  valuesOf: (column: number) => Iterable<string | undefined>,
  { fields, numbers }: FieldsForParts,
): readonly ColumnField[] {
  const taken = new Set(found.flatMap(({ key }) => (key === undefined ? [] : nameIn(key))))
  return found.flatMap((one): readonly ColumnField[] => {
    const { column, index, key, part } = one
    if (key === undefined || part !== undefined || !numbers.has(key)) return [one]
    const free = fields.filter(name => !taken.has(name))
    const of = { comparator: partFieldOf(key, 'comparator', free), unit: partFieldOf(key, 'unit', free) }
    if (of.comparator === undefined && of.unit === undefined) return [one]
    const parts = partsInAll(valuesOf(index))
    if (!parts || parts.size === 0) return [one]
    const beside = (['comparator', 'unit'] as const).filter(name => parts.has(name))
    if (beside.some(name => of[name] === undefined)) return [one]
    return [
      { ...one, part: 'number' },
      ...beside.map((name): ColumnField => ({ column, index, key: of[name], match: 'part', part: name })),
    ]
  })
}

/** The field among others that takes a part of the values of a number field. */
export const partFieldOf = (field: string, part: ValuePart, fields: readonly string[]): string | undefined =>
  [`${field}_${part}`, ...(field === 'value' ? [part] : [])].find(name => fields.includes(name))

/** What becomes of the signs and units of numbers: into which field they go, or that no field takes them. */
export class PartsOfNumbers {
  private readonly parts: readonly CountedPart[]

  constructor(found: readonly ColumnField[]) {
    const ofParts = found.filter(({ part }) => part !== undefined)
    this.parts = [...new Set(ofParts.map(({ index }) => index))].flatMap(index => {
      const all = found.filter(one => one.index === index)
      // A field with the whole values loses nothing.
      const isWhole = all.some(({ key, part }) => key !== undefined && part === undefined)
      const { column } = all[0]!
      return (['comparator', 'number', 'unit'] as const).flatMap((part): CountedPart[] => {
        const field = all.find(one => one.part === part)?.key
        return (field === undefined ? isWhole : part === 'number') ? [] : [{ column, index, part, field, count: 0 }]
      })
    })
  }

  take(cells: Cells, row: number): void {
    for (const counted of this.parts) {
      const cell = cells[counted.index]
      const value = partOfCell(cell, counted.part)
      if (value === undefined) continue
      counted.count++
      counted.first ??= { value, cell: cell!, row }
    }
  }

  notes(placeOf: ForeignTable['placeOf']): TableNote[] {
    return this.parts.flatMap(({ column, part, field, count, first }) => {
      if (!first) return []
      const what =
        field === undefined ? localize('left out, as no field takes them') : localize('put into {field}', { field })
      const example = localize('{part} of {text} in {place}', {
        part: show(first.value),
        text: show(first.cell),
        place: placeOf(first.row),
      })
      return [noteOnValues(column, part, count, what, example)]
    })
  }
}

/** A part of the values of a column, and the field that takes it; without one, it is left out. */
interface CountedPart {
  readonly column: string
  readonly index: number
  readonly part: ValuePart
  readonly field: string | undefined
  count: number
  first?: { readonly value: string; readonly cell: string; readonly row: number }
}
