import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { type Cells, type ReadRow, textColumn } from '../rows.ts'
import { type ColumnField, nameIn } from './column-fields.ts'
import type { ForeignTable, TableProblem } from './foreign-table.ts'
import { becameText, noteOnValues, type TableNote, textInPlaceOf } from './table-notes.ts'
import type { ValueChoices } from './value-choices.ts'

/**
 * Removes blanks around values, and the values that mean nothing. A row that carries the text of its record stays as it
 * is, because the text counts.
 */
export function cleanCells(
  { names, rows, placeOf }: Pick<ForeignTable, 'names' | 'rows' | 'placeOf'>,
  nulls: readonly string[] = [],
): { readonly rows: readonly Cells[]; readonly notes: readonly TableNote[] } {
  const none = new Set(nulls)
  const text = names.indexOf(textColumn)
  const trimmed = new CellChanges()
  const emptied = new CellChanges()
  const cleaned = rows.map((cells, row) => {
    if (text >= 0 && cells[text] !== undefined) return cells
    let changed: (string | undefined)[] | undefined
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column]
      if (cell === undefined || (cell === '' && !none.has(''))) continue
      const inner = hasBlanks(cell) ? cell.trim() : cell
      const isNothing = inner === '' || none.has(inner)
      if (!isNothing && inner === cell) continue
      changed ??= [...cells]
      changed[column] = isNothing ? undefined : inner
      ;(none.has(inner) ? emptied : trimmed).add(column, cell, row)
    }
    return changed ?? cells
  })
  const noteOf =
    (what: string) =>
    ([column, { count, first, row }]: ColumnChange): TableNote =>
      noteOnValues(names[column] ?? '', 'value', count, what, textInPlaceOf(first, placeOf(row)))
  return {
    rows: trimmed.isEmpty && emptied.isEmpty ? rows : cleaned,
    notes: [
      ...trimmed.byColumn().map(noteOf(localize('read without surrounding blanks'))),
      ...emptied.byColumn().map(noteOf(localize('read as no value'))),
    ],
  }
}

type ColumnChange = readonly [column: number, values: { count: number; readonly first: string; readonly row: number }]

/** The values that changed, by column. */
class CellChanges {
  private readonly found = new Map<number, { count: number; first: string; row: number }>()

  add(column: number, first: string, row: number): void {
    const known = this.found.get(column)
    if (known) known.count++
    else this.found.set(column, { count: 1, first, row })
  }

  get isEmpty(): boolean {
    return this.found.size === 0
  }

  byColumn(): ColumnChange[] {
    return [...this.found].sort(([one], [other]) => one - other)
  }
}

/** Whether a text that is not empty may have blanks around it. To see that most have none takes less than `trim`. */
export function hasBlanks(text: string): boolean {
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)]
  return first <= 0x20 || last <= 0x20 || first > 0x7e || last > 0x7e
}

/** Rows whose values are those that the user says they mean. */
export interface MappedValues {
  readonly rows: readonly (ReadRow & { readonly index: number })[]
  readonly notes: readonly TableNote[]
  readonly problems: readonly TableProblem[]
}

/** Reads texts as others, as the user says. */
export function readMappedValues(
  rows: MappedValues['rows'],
  found: readonly ColumnField[],
  placeOf: ForeignTable['placeOf'],
  values: ValueChoices['values'] = new Map(),
): MappedValues {
  if (values.size === 0) return { rows, notes: [], problems: [] }
  const keys = found.map(({ key = '' }) => nameIn(key))
  const changes = new CellChanges()
  const mapped = rows.map(row => {
    let cells: (string | undefined)[] | undefined
    for (let index = 0; index < keys.length; index++) {
      const cell = row.cells[index]
      const meant = cell === undefined ? undefined : values.get(keys[index]!)?.get(cell)
      if (meant === undefined) continue
      cells ??= [...row.cells]
      cells[index] = meant === '' ? undefined : meant
      changes.add(index, cell!, row.index)
    }
    return cells ? { ...row, cells } : row
  })
  const notes = changes
    .byColumn()
    .map(([index, { count, first, row }]) =>
      noteOnValues(
        found[index]!.column,
        'value',
        count,
        localize('mapped'),
        becameText(textInPlaceOf(first, placeOf(row)), values.get(keys[index]!)!.get(first) || localize('no value')),
      ),
    )
  const problems = [...values.keys()]
    .filter(name => !keys.includes(name))
    .map(name => ({
      message: noColumnFor(show(name), nearest(name, keys)),
    }))
  return { rows: mapped, notes, problems }
}

function noColumnFor(field: string, near: readonly string[]): string {
  const wrong = localize('No column becomes {field}, whose values are mapped', { field })
  return near.length === 0
    ? sentenceOfClauses(wrong)
    : sentenceOfClauses(wrong, localize('{names} may be meant', { names: { or: near } }))
}
