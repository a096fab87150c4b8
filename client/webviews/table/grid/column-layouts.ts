import type { TableColumn, TableRow, TableSummary } from '../../../../shared/protocol/table/table.ts'
import type { ColumnLayout } from '../../../../shared/protocol/table/table-page.ts'
import { sendRequest } from '../request.ts'
import { columnsInPlace, type ShownColumn } from './columns.ts'
import { defaultWidth } from './widths.ts'

/** The most columns that are visible at first: more are slow to draw. */
const shownAtFirst = 100

/** Which columns of each table are visible, in which order and how wide. VS Code remembers what the user changes. */
export class ColumnLayouts {
  private readonly layouts = new Map<string, ColumnLayout>()
  /** The widths that fit the rows that have arrived, by table and column. */
  private readonly fitted = new Map<string, Map<string, number>>()
  /** The columns of the table that is shown, in the order in which the tag or the records have them. */
  private latest: { readonly key: string; readonly columns: readonly TableColumn[] } | undefined

  /** Loads what the user changed in this file and in others. */
  async load(): Promise<void> {
    for (const [table, layout] of (await sendRequest('layouts', {})) ?? []) this.layouts.set(table, layout)
  }

  of({ key, columns }: TableSummary): ColumnLayout {
    const hidden = columns.slice(shownAtFirst).map(({ name }) => name)
    return this.layouts.get(key) ?? { order: [], hidden, widths: [] }
  }

  change(table: TableSummary, change: Partial<ColumnLayout>): void {
    const layout = { ...this.of(table), ...change }
    this.layouts.set(table.key, layout)
    void sendRequest('saveLayout', { table: table.key, layout })
  }

  /**
   * Lets the columns of a table that is shown already stay where they are, after its records have changed.
   *
   * @param selected the names of the columns with the cursor and the selection, which stay even if they are empty now
   */
  keep({ key, columns }: TableSummary, selected: readonly string[]): void {
    const before = this.latest?.key === key ? this.latest.columns : []
    this.latest = { key, columns: columnsInPlace(before, columns, selected) }
  }

  /** Forgets what the user changed. */
  reset({ key }: TableSummary): void {
    this.latest = undefined
    this.layouts.delete(key)
    void sendRequest('saveLayout', { table: key })
  }

  /** Sets the width of a column. */
  resize(table: TableSummary, name: string, width: number): void {
    this.change(table, { widths: [...this.of(table).widths.filter(([other]) => other !== name), [name, width]] })
  }

  /** Freezes so many of the first visible columns; those that are frozen already, no longer. */
  freeze(table: TableSummary, count: number): void {
    const { frozen = 1 } = this.of(table)
    this.change(table, { frozen: frozen === count ? 1 : count })
  }

  /** Moves a column to the place of another one. */
  move(table: TableSummary, name: string, target: string): void {
    const names = this.ordered(table).map(({ column }) => column.name)
    const to = names.indexOf(target)
    this.change(table, { order: names.filter(other => other !== name).toSpliced(to, 0, name) })
  }

  /** Makes columns as wide as rows need that have arrived. Columns become wider, but never narrower. */
  fit({ key, columns }: TableSummary, rows: readonly TableRow[]): void {
    const widths = this.fitted.get(key) ?? new Map<string, number>()
    this.fitted.set(key, widths)
    columns.forEach((column, place) => {
      widths.set(column.name, Math.max(widths.get(column.name) ?? 0, defaultWidth(column, place, rows)))
    })
  }

  /** The visible columns in their order, with their widths. */
  shown(table: TableSummary): ShownColumn[] {
    const { hidden, widths } = this.of(table)
    const chosen = new Map(widths)
    return this.ordered(table)
      .filter(({ column }) => !hidden.includes(column.name))
      .map(({ column, place }) => {
        const fitted = this.fitted.get(table.key)?.get(column.name) ?? defaultWidth(column, place, [])
        return { column, place, width: chosen.get(column.name) ?? fitted }
      })
  }

  private ordered(table: TableSummary): Omit<ShownColumn, 'width'>[] {
    const { order } = this.of(table)
    const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
    const places = new Map(table.columns.map(({ name }, place) => [name, place]))
    const columns = this.latest?.key === table.key ? this.latest.columns : table.columns
    return columns
      .map((column, index) => ({ column, place: places.get(column.name) ?? table.columns.length + index }))
      .sort((one, other) => rank(one.column.name) - rank(other.column.name))
  }
}
