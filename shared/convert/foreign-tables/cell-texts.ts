import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { type Cells, type ReadRow, textColumn } from '../rows.ts'
import { type ColumnField, nameIn } from './column-fields.ts'
import type { ForeignTable, TableProblem } from './foreign-table.ts'
import { becameText, noteOnValues, type TableNote, textInPlaceOf } from './table-notes.ts'
import type { ValueChoices } from './value-choices.ts'

/** Removes blanks around the values of a table, and the values that mean nothing, and counts them. */
export class CellCleaner {
  private readonly none: ReadonlySet<string>
  private readonly textColumn: number
  private readonly trimmed = new CellChanges()
  private readonly emptied = new CellChanges()

  constructor(
    private readonly names: readonly string[],
    nulls: readonly string[] = [],
  ) {
    this.none = new Set(nulls)
    this.textColumn = names.indexOf(textColumn)
  }

  /**
   * The cells of a row without what is removed. A row that carries the text of its record stays as it is, because the
   * text counts.
   */
  clean(cells: Cells, row: number): Cells {
    if (this.textColumn >= 0 && cells[this.textColumn] !== undefined) return cells
    const { none } = this
    let changed: (string | undefined)[] | undefined
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column]
      if (cell === undefined || (cell === '' && !none.has(''))) continue
      const inner = hasBlanks(cell) ? cell.trim() : cell
      const isNothing = inner === '' || none.has(inner)
      if (!isNothing && inner === cell) continue
      changed ??= [...cells]
      changed[column] = isNothing ? undefined : inner
      ;(none.has(inner) ? this.emptied : this.trimmed).add(column, cell, row)
    }
    return changed ?? cells
  }

  /** What was removed. */
  notes(placeOf: ForeignTable['placeOf']): TableNote[] {
    const noteOf =
      (what: string) =>
      ([column, { count, first, row }]: ColumnChange): TableNote =>
        noteOnValues(this.names[column] ?? '', 'value', count, what, textInPlaceOf(first, placeOf(row)))
    return [
      ...this.trimmed.byColumn().map(noteOf(localize('read without surrounding blanks'))),
      ...this.emptied.byColumn().map(noteOf(localize('read as no value'))),
    ]
  }
}

/** Removes blanks around all values of a table, and the values that mean nothing. */
export function cleanCells(
  { names, rows, placeOf }: Pick<ForeignTable, 'names' | 'rows' | 'placeOf'>,
  nulls?: readonly string[],
): { readonly rows: readonly Cells[]; readonly notes: readonly TableNote[] } {
  const cleaner = new CellCleaner(names, nulls)
  const cleaned = Array.from(rows, (cells, row) => cleaner.clean(cells, row))
  return { rows: cleaned, notes: cleaner.notes(placeOf) }
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

  byColumn(): ColumnChange[] {
    return [...this.found].sort(([one], [other]) => one - other)
  }
}

/** Whether a text that is not empty may have blanks around it. To see that most have none takes less than `trim`. */
export function hasBlanks(text: string): boolean {
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)]
  return first <= 0x20 || last <= 0x20 || first > 0x7e || last > 0x7e
}

/** Reads texts as others, as the user says. */
export class ValueMapper {
  private readonly keys: readonly string[]
  private readonly changes = new CellChanges()

  constructor(
    private readonly found: readonly ColumnField[],
    private readonly values: NonNullable<ValueChoices['values']> = new Map(),
  ) {
    this.keys = found.map(({ key = '' }) => nameIn(key))
  }

  /** A row with the values that its texts mean. */
  map<Row extends ReadRow & { readonly index: number }>(row: Row): Row {
    const { keys, values } = this
    if (values.size === 0) return row
    let cells: (string | undefined)[] | undefined
    for (let index = 0; index < keys.length; index++) {
      const cell = row.cells[index]
      const meant = cell === undefined ? undefined : values.get(keys[index]!)?.get(cell)
      if (meant === undefined) continue
      cells ??= [...row.cells]
      cells[index] = meant === '' ? undefined : meant
      this.changes.add(index, cell!, row.index)
    }
    return cells ? { ...row, cells } : row
  }

  /** What was read as another value. */
  notes(placeOf: ForeignTable['placeOf']): TableNote[] {
    const { found, keys, values } = this
    return this.changes
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
  }

  /** The fields whose values are mapped and that no column becomes. */
  get problems(): readonly TableProblem[] {
    return [...this.values.keys()]
      .filter(name => !this.keys.includes(name))
      .map(name => ({ message: noColumnFor(show(name), nearest(name, this.keys)) }))
  }
}

function noColumnFor(field: string, near: readonly string[]): string {
  const wrong = localize('No column becomes {field}, whose values are mapped', { field })
  return near.length === 0
    ? sentenceOfClauses(wrong)
    : sentenceOfClauses(wrong, localize('{names} may be meant', { names: { or: near } }))
}
