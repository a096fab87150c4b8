import { localize } from '../../../../shared/domains/localize.ts'
import type { CellRange, TableRow } from '../../../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../../../shared/protocol/table/table-edit.ts'
import type { TableCommand } from '../../../../shared/protocol/table/table-page.ts'
import { type ShownForm, shownAs } from '../../../../shared/views/table/shown-export.ts'
import { columnsOnPage, recordsOnPage } from '../../page-counts.ts'
import type { Grid } from '../grid/grid.ts'
import { type Rectangle, selectedCells } from '../grid/selection.ts'
import { sendRequest } from '../request.ts'
import type { ChangedView, Changes } from './changes.ts'
import type { Clipboard } from './clipboard.ts'
import { writeCell } from './open-cell.ts'
import { rangeToChange } from './selected-range.ts'

/** The commands on the selected cells, their records, and the cell with the cursor. */
export class Commands {
  constructor(
    private readonly grid: Grid,
    private readonly changes: Changes,
    readonly clipboard: Clipboard,
    private readonly view: ChangedView,
  ) {}

  /** Adds a record to a table; without a key, to the visible one. */
  add(table = this.view.current().table): void {
    this.changes.make({ edit: { kind: 'add' } }, table)
  }

  /** Adds a record above or below the one with the cursor. */
  insert(isBelow: boolean): void {
    const { row } = this.grid.current ?? {}
    if (row) this.changes.make({ edit: { kind: 'insert', record: row.record, isBelow } })
    else this.view.say(localize('Select a record that is there to add one beside it.'))
  }

  /** Duplicates the selected records. */
  duplicate(): void {
    this.changeRange(range => ({ kind: 'duplicate', ...range }))
  }

  /** Deletes the selected records. */
  delete(): void {
    this.changeRange(range => ({ kind: 'delete', ...range }))
  }

  /** Removes the values of the selected cells. */
  clear(): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    const answered = this.grid.writeRange(range, version, () => null)
    this.changes.make({ edit: { kind: 'clear', ...range }, version, answered })
  }

  /** Writes the values of the first selected row into the others; for one row, those of the row above. */
  fillDown(): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    const isOne = range.count === 1 && !range.more
    if (isOne && range.start === 0) return
    const filled = isOne ? { ...range, start: range.start - 1, count: 2 } : range
    const answered = this.showFilled(filled, version)
    this.changes.make({ edit: { kind: 'fill', ...filled }, version, answered })
  }

  /**
   * Shows the values of the first row of a range in all of it. Of thousands of cells, VS Code needs seconds until the
   * file has them.
   *
   * @returns ends this, when the file has them
   */
  private showFilled(range: CellRange, version: number): () => void {
    let isEnded = false
    let end: (() => void) | undefined
    void this.firstRow(range, version).then(first => {
      if (first && !isEnded) end = this.grid.writeRange(range, version, place => first.cells[place] ?? null)
    })
    return () => {
      isEnded = true
      end?.()
    }
  }

  /** The first row of a range; undefined if the file has another version by now. */
  private async firstRow({ query, start }: CellRange, version: number): Promise<TableRow | undefined> {
    const { rows } = this.grid
    if (rows.basisAt(start)?.version === version) return rows.at(start)
    const { table } = this.view.current()
    const answer = await sendRequest('rows', { table, query, start, count: 1 }).catch(() => null)
    return answer?.version === version ? answer.rows[0] : undefined
  }

  /** Writes the values of the first selected column into the others; for one column, those of the one on the left. */
  fillRight(): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    const { firstColumn } = selectedCells(this.grid.selection)
    const left = this.grid.columns[firstColumn - 1]?.column.name
    const columns = range.columns.length > 1 || left === undefined ? range.columns : [left, ...range.columns]
    if (columns.length > 1) this.changes.make({ edit: { kind: 'fillRight', ...range, columns }, version })
  }

  /** Continues the values at the start of the selected cells. */
  fillSeries(): void {
    this.changeRange(range => ({ kind: 'series', ...range }))
  }

  /**
   * Continues cells in the rows below them, or in the columns beside them, and selects all of these.
   *
   * @param rows how many
   * @param columns how many, without rows
   */
  fillFrom(source: Rectangle, rows: number, columns: number): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    const { selection } = this.grid
    if (rows > 0) {
      const count = range.count + rows
      this.changes.make({ edit: { kind: 'series', ...range, known: range.count, count }, version })
    } else {
      const last = source.lastColumn + 1 + columns
      const names = this.grid.columns.slice(source.firstColumn, last).map(({ column }) => column.name)
      const known = range.columns.length
      this.changes.make({ edit: { kind: 'fillRight', ...range, known, columns: names }, version })
    }
    selection.select({ row: source.firstRow, column: source.firstColumn })
    selection.select({ row: source.lastRow + rows, column: source.lastColumn + columns }, true)
  }

  /** Lets the user save the rows and columns that the table shows as a file, which may be one to print. */
  async exportShown(form: ShownForm): Promise<void> {
    const { latest } = this.grid.rows
    if (!latest) return
    const { version, query, total } = latest
    const columns = this.grid.columns.map(({ column }) => column.name)
    const { table } = this.view.current()
    const tag = table.slice(table.lastIndexOf('.') + 1)
    const shown = { version, table, query, start: 0, count: total, columns, hasHeadings: true }
    const path = await this.changes.after(async () => {
      const cells = await sendRequest('cells', shown)
      if (!cells) throw new Error(localize('The records have changed, so nothing was exported; choose it again.'))
      return sendRequest('saveText', { name: `${tag}.${form}`, text: shownAs(form, cells, tag) })
    })
    const counts = { records: recordsOnPage(total), columns: columnsOnPage(columns.length) }
    if (path) this.view.say(localize('Exported {records} with {columns} to {path}.', { ...counts, path }))
    this.grid.focusLate()
  }

  /** Writes a value into all selected cells. */
  fillWith(value: string | null): void {
    if (value === null) this.clear()
    else this.clipboard.write(`"${value.replaceAll('"', '""')}"`)
  }

  /** Changes the selected cells. */
  private changeRange(editOf: (range: CellRange) => TableEdit): void {
    const seen = rangeToChange(this.grid, this.view)
    if (seen) this.changes.make({ edit: editOf(seen.range), version: seen.version })
  }

  /** Writes the records into the file as the table has them. */
  sortFile(): void {
    const { latest } = this.grid.rows
    if (!latest) return
    const { version, query, total } = latest
    this.changes.make({ edit: { kind: 'sortFile', query, start: 0, count: total }, version })
  }

  /** Writes the date of today into the cell with the cursor. */
  writeToday(): void {
    const { row, column, place } = this.grid.current ?? {}
    if (!row || !column || place === undefined) return
    const now = new Date()
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map(part => String(part).padStart(2, '0'))
      .join('-')
    const answered = this.grid.write(row.record, place, today)
    this.changes.make({ edit: writeCell(row.record, column.name, today), answered })
  }

  /** Changes the cell with the cursor from true to false, and from any other value to true. */
  toggle(): void {
    const { row, column, place } = this.grid.current ?? {}
    if (!row || !column || place === undefined) return
    const value = row.cells[place] === 'true' ? 'false' : 'true'
    const answered = this.grid.write(row.record, place, value)
    this.changes.make({ edit: writeCell(row.record, column.name, value), answered })
  }

  /** Lets the user choose a fix for the problems of the cell with the cursor, once the file has what was typed. */
  async fix(): Promise<void> {
    const { row, column } = this.grid.current ?? {}
    if (!row || !column) return
    await this.changes.after(() => sendRequest('fix', { record: row.record, column: column.name }))
    this.grid.focusLate()
  }

  /** Lets the user replace values of the column of the current cell. */
  async replaceValues(): Promise<void> {
    const { column } = this.grid.current ?? {}
    const { table } = this.view.current()
    if (!column || table === undefined) return
    await this.changes.after(() => sendRequest('replaceValues', { table, column: column.name }))
    this.grid.focusLate()
  }

  /** Lets the user replace a text in all rows that the table shows. */
  async replaceText(): Promise<void> {
    const { activeColumn, columns, rows } = this.grid
    const { table } = this.view.current()
    if (!rows.latest || !activeColumn) return
    const { row, place } = this.grid.current ?? {}
    const cell = (place === undefined ? undefined : row?.cells[place]) ?? ''
    const names = columns.map(({ column }) => column.name)
    const { query } = rows.latest
    await this.changes.after(() =>
      sendRequest('replaceText', { table, query, columns: names, column: activeColumn.column.name, cell }),
    )
  }

  /** Goes to the record that the cell with the cursor refers to. */
  async follow(): Promise<void> {
    const { row, column } = this.grid.current ?? {}
    if (!row || column?.kind !== 'reference') return
    const target = await this.changes.after(() => sendRequest('follow', { record: row.record, column: column.name }))
    if (target) await this.view.goTo(target)
  }

  /** Shows the record with the cursor as text. */
  async showText(): Promise<void> {
    const { row } = this.grid.current ?? {}
    if (row) await this.changes.after(() => sendRequest('open', { uri: row.uri, line: row.line }))
  }
}

/**
 * A function that does what a command of VS Code does in the table.
 *
 * @param add adds a record to the visible table
 * @param freeze freezes the columns up to the cursor
 * @param form opens the form of the record with the cursor
 */
export function commandRunner(
  commands: Commands,
  add: () => void,
  freeze: () => void,
  form: () => void,
): (command: string) => void {
  const actions: Readonly<Record<TableCommand, () => unknown>> = {
    add,
    insertAbove: () => commands.insert(false),
    insertBelow: () => commands.insert(true),
    duplicate: () => commands.duplicate(),
    delete: () => commands.delete(),
    copyWithHeadings: () => commands.clipboard.copy(true),
    pasteCsv: () => commands.clipboard.pasteCsv(),
    fillDown: () => commands.fillDown(),
    fillSeries: () => commands.fillSeries(),
    fix: () => commands.fix(),
    replaceValues: () => commands.replaceValues(),
    replaceText: () => commands.replaceText(),
    follow: () => commands.follow(),
    freeze,
    form,
    showText: () => commands.showText(),
  }
  const byName = new Map(Object.entries(actions))
  return command => void byName.get(command)?.()
}
