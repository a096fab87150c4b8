import { localize } from '../../../shared/domains/localize.ts'
import type { TableRow, TableSummary } from '../../../shared/protocol/table/table.ts'
import type { TableView } from '../../../shared/protocol/table/table-page.ts'
import { messageOfError } from '../host.ts'
import type { Board } from './board/board.ts'
import { boardFields } from './board/board-columns.ts'
import { type FileTables, isHeaders } from './file-tables.ts'
import { ColumnLayouts } from './grid/column-layouts.ts'
import type { Grid } from './grid/grid.ts'
import { headingWidth } from './grid/widths.ts'
import { sendRequest } from './request.ts'
import { groupInQuery, tableStateOf, type ViewState } from './state.ts'
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
    private readonly board: Board,
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
    const state = tableStateOf(this.state)
    const column = boardFields(table.columns).find(({ name }) => name === state.board)
    // A saved board can be of a field that the tag does not have any more.
    state.board = column?.name
    const { sort, group, filters } = state
    const { hidden, frozen = 1, lines = 1, colorOf } = this.layouts.of(table)
    this.layouts.keep(table, this.grid.selectedColumns)
    const columns = this.layouts.shown(table)
    this.toolbar.showGroups(table.columns, group?.column, column?.name)
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
      hasNewRow: !this.tables.isWorkspace && !isHeaders(table) && !groupInQuery(state),
    }
    const field = column && { column, place: table.columns.indexOf(column) }
    const key = JSON.stringify({ ...content, filters: this.state.hasFilters, field, titles: table.titles })
    if (key === this.shown) return
    this.shown = key
    this.grid.show(content)
    this.board.show(field && { table, field, columns, colorOf })
  }

  /**
   * Lets the user choose another view of the table, or save what it shows.
   *
   * @param say shows a sentence to the user
   * @returns the view, whose columns are shown next; null if nothing changes
   */
  async chooseView(say: (text: string) => void): Promise<TableView | null> {
    const table = this.tables.current
    if (!table) return null
    const view = await sendRequest('chooseView', { table: table.key, view: this.viewOf(table) }).catch(
      (error: unknown) => {
        say(messageOfError(error))
        return null
      },
    )
    const now = this.tables.current
    if (!view || now?.key !== table.key) return null
    this.takeView(now, view)
    return view
  }

  /** What the user can save as a view of a table. */
  private viewOf(table: TableSummary): TableView {
    const { sort, group, board, filters, where } = tableStateOf(this.state)
    return {
      columns: this.layouts.shown(table).map(({ column }) => column.name),
      frozen: this.layouts.of(table).frozen ?? 1,
      sort,
      ...(group && { group: group.column }),
      ...(board !== undefined && { board }),
      filters: this.state.hasFilters ? [...filters].filter(([, text]) => text !== '') : [],
      where,
    }
  }

  /** Takes the columns of a view. One without columns shows all of them. */
  private takeView(table: TableSummary, { columns, frozen }: TableView): void {
    const isShown = (name: string): boolean => columns.length === 0 || columns.includes(name)
    const hidden = table.columns.flatMap(({ name }) => (isShown(name) ? [] : name))
    this.layouts.change(table, { order: [...columns], hidden, frozen })
    this.forget()
  }
}
