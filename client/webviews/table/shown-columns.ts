import { localize } from '../../../shared/domains/localize.ts'
import type { TableRow, TableSummary } from '../../../shared/protocol/table/table.ts'
import type { TableView } from '../../../shared/protocol/table/table-page.ts'
import { type FileTables, isHeaders } from './file-tables.ts'
import { ColumnLayouts } from './grid/column-layouts.ts'
import type { Grid } from './grid/grid.ts'
import { headingWidth } from './grid/widths.ts'
import { tableStateOf, type ViewState } from './state.ts'
import type { Toolbar } from './toolbar.ts'

/** The columns of the shown table, in the grid and in the toolbar. */
export class ShownColumns {
  readonly layouts = new ColumnLayouts()
  /** What the grid shows, to draw it only after changes; and whether there may be changes. */
  private shown = ''
  private isStale = true

  constructor(
    private readonly state: ViewState,
    private readonly tables: FileTables,
    private readonly grid: Grid,
    private readonly toolbar: Toolbar,
  ) {}

  /** Has the columns shown when the next rows arrive. */
  expire(): void {
    this.isStale = true
  }

  /** Has the columns drawn again even if they are the same. */
  forget(): void {
    this.shown = ''
  }

  /**
   * Makes the columns as wide as rows that have arrived need.
   *
   * @param staysInPlace whether a field over a cell is to stay where it is
   */
  fit(arrived: readonly TableRow[], staysInPlace: boolean): void {
    const table = this.tables.current
    if (table) this.layouts.fit(table, arrived)
    if (this.isStale) this.show()
    else if (table && !staysInPlace) this.grid.resize(this.layouts.shown(table))
  }

  /** Changes the columns of the table. */
  change(change: (table: TableSummary) => void): void {
    const table = this.tables.current
    if (table) change(table)
    this.show()
  }

  /** Shows the columns as the user wants them, if anything has changed. */
  show(): void {
    const table = this.tables.current
    if (!table) return
    this.isStale = false
    const { sort, group, filters } = tableStateOf(this.state)
    const { hidden, frozen = 1, lines = 1, colorOf } = this.layouts.of(table)
    this.layouts.keep(table, this.grid.selectedColumns)
    const columns = this.layouts.shown(table)
    this.toolbar.showGroups(table.columns, group?.column)
    this.toolbar.columns.show(table.columns, hidden)
    this.toolbar.actions.show(table.columns, { lines, colorOf })
    const content = {
      key: table.key,
      label: localize('Records of {tag}', { tag: table.name }),
      places: this.tables.isWorkspace
        ? { heading: localize('File and line'), width: 190 }
        : { heading: localize('Line'), width: headingWidth(this.tables.latest?.lines ?? 0) },
      columns,
      frozen,
      lines,
      colorOf,
      sort,
      filters: this.state.hasFilters ? filters : undefined,
      hasNewRow: !this.tables.isWorkspace && !isHeaders(table) && !group,
    }
    const key = JSON.stringify({ ...content, filters: this.state.hasFilters })
    if (key === this.shown) return
    this.shown = key
    this.grid.show(content)
  }

  /** What the user can save as a view of a table. */
  viewOf(table: TableSummary): TableView {
    const { sort, group, filters, where } = tableStateOf(this.state)
    return {
      columns: this.layouts.shown(table).map(({ column }) => column.name),
      frozen: this.layouts.of(table).frozen ?? 1,
      sort,
      ...(group && { group: group.column }),
      filters: this.state.hasFilters ? [...filters].filter(([, text]) => text !== '') : [],
      where,
    }
  }

  /** Takes the columns of a view. One without columns shows all of them. */
  takeView(table: TableSummary, { columns, frozen }: TableView): void {
    const isShown = (name: string): boolean => columns.length === 0 || columns.includes(name)
    const hidden = table.columns.flatMap(({ name }) => (isShown(name) ? [] : name))
    this.layouts.change(table, { order: [...columns], hidden, frozen })
    this.forget()
  }
}
