import type { CellRange, Choice, TableRow } from '../../../../shared/protocol/table/table.ts'
import type { CellValue, TableEdit } from '../../../../shared/protocol/table/table-edit.ts'
import type { Grid } from '../grid/grid.ts'
import { selectedCells } from '../grid/selection.ts'
import { sendRequest } from '../request.ts'
import { CellEditor, type MoveAfterEdit } from './cell-editor.ts'
import { type Added, type ChangedView, Changes, type TableChange } from './changes.ts'
import { Clipboard, type SelectedRange } from './clipboard.ts'
import { type EditorCommand, editorCommand } from './editor-command.ts'

/** What editing needs from the view around it. */
export interface EditedView extends ChangedView {
  /** Whether the view has no file of its own, so that VS Code has nothing to undo or to save for it. */
  isWorkspace(): boolean
  /** Waits until the grid shows the current version of the file, and the selection in it. */
  settled(): Promise<void>
}

/** Edits, copies and pastes cells of a grid. Each change waits for the one before it. */
export class Editing {
  private editor: CellEditor | undefined
  /** The record and the column of the open cell; no record below the last one. */
  private edited: { readonly record: number | undefined; readonly column: number } | undefined
  private readonly changes: Changes
  private readonly clipboard: Clipboard
  /** Keys that came before the rows of the selection were there. */
  private readonly early: KeyboardEvent[] = []
  /** What keys wait for. */
  private held: Promise<void> | undefined
  /** The records that are being added, by their rows. */
  private readonly added = new Map<number, Added>()
  /** What keys with Ctrl or the command key do. */
  private readonly controlKeys: ReadonlyMap<string, () => void> = new Map([
    ['d', () => this.fillDown()],
    ['r', () => this.fillRight()],
    [';', () => this.writeToday()],
    ['h', () => void this.replaceText()],
  ])

  constructor(
    private readonly grid: Grid,
    private readonly view: EditedView,
  ) {
    this.changes = new Changes(view)
    this.clipboard = new Clipboard(grid, this.changes, view, () => this.range())
  }

  /** Handles a key on the grid; returns false for keys that do nothing here. */
  onKey(event: KeyboardEvent): boolean {
    const { key } = event
    const command = editorCommand(event)
    if (command) return this.run(command)
    if (key === 'Escape' && this.clipboard.forgetCut()) return true
    // With Caps Lock, the letter is a capital.
    const ofControl = isWithControl(event) ? this.controlKeys.get(key.toLowerCase()) : undefined
    if (ofControl) {
      ofControl()
      return true
    }
    // Some keyboards type @ and \ with AltGr, which arrives as Ctrl and Alt together.
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return false
    if (!isEditingKey(key)) return false
    // Until the rows are those of the selection, nobody can say which record the key means.
    if (this.early.length > 0 || !this.grid.isSettled) {
      this.keep(event)
      return true
    }
    if (key === 'F2' || key === 'Enter') this.open()
    else if (key === 'Delete' || key === 'Backspace') this.clear()
    else if (key === 'F12') void this.follow()
    else if (key === ' ' && this.grid.current?.column.kind === 'bool') this.toggle()
    else this.open(key)
    return true
  }

  /**
   * Keeps a key that must wait: behind others that wait for their rows, or one that extends the selection while its
   * rows are loading, as a selection has rows of one version only. Returns false for other keys.
   */
  wait(event: KeyboardEvent): boolean {
    if (this.held) {
      this.keep(event)
      return true
    }
    const isExtending = event.shiftKey && /^(Arrow|Page|Home|End)/.test(event.key)
    if (this.early.length === 0 && (!isExtending || this.grid.isSettled)) return false
    this.keep(event)
    return true
  }

  private keep(event: KeyboardEvent): void {
    this.early.push(event)
    if (this.early.length === 1) this.takeKeysLater()
  }

  private takeKeysLater(): void {
    void Promise.resolve(this.held)
      .then(() => this.view.settled())
      .then(() => this.takeEarlyKeys())
  }

  /** Keeps keys back until something is done, such as a move of the cursor. */
  hold(work: Promise<void>): void {
    const held = work.finally(() => {
      if (this.held === held) this.held = undefined
    })
    this.held = held
  }

  /** Does what the keys that came too early mean: letters in a row are one text. */
  private takeEarlyKeys(): void {
    const keys = this.early.splice(0)
    if (keys.length === 0) return
    if (!this.grid.isSettled) {
      this.view.say(this.grid.selectedOf ? rowsAreLoading : selectionIsLost)
      return
    }
    while (keys.length > 0) {
      // A key has moved the cursor to a row that is still loading.
      if (this.held || !this.grid.isSettled) {
        this.early.push(...keys)
        this.takeKeysLater()
        return
      }
      const end = keys.findIndex(event => event.key.length > 1 || isWithControl(event))
      const text = keys.splice(0, end < 0 ? keys.length : end)
      if (text.length === 1 && !this.editor) this.onKey(text[0]!)
      else if (text.length > 0) this.open(text.map(({ key }) => key).join(''))
      const [next] = keys.splice(0, 1)
      if (next && this.editor) this.editor.press(next)
      else if (next) this.grid.grid.dispatchEvent(new KeyboardEvent('keydown', next))
    }
  }

  /**
   * Opens a field over the cell with the cursor. It starts with what the user typed, or else with the value of the
   * cell.
   */
  open(typed?: string): void {
    const { grid } = this
    const { row } = grid.selection.active
    const record = grid.current?.row
    if (record || this.added.get(row) || grid.isBelowRecords) this.openFor(record, typed)
    else if (!grid.selectedOf) this.view.say(selectionIsLost)
  }

  /** Opens a field over the cell with the cursor, for a record, or for a new one in its row. */
  private openFor(record: TableRow | undefined, typed: string | undefined): void {
    const { grid } = this
    const [shown, area] = [grid.activeColumn, grid.activeCell]
    const { row, column: columnIndex } = grid.selection.active
    const added = this.added.get(row)
    if (!shown || !area) return
    const { column, place } = shown
    const cells = record?.cells ?? []
    const value = cells[place] ?? null
    const like = record ?? grid.loadedRows[0]
    const suggest = async (text: string): Promise<readonly Choice[]> =>
      like ? this.suggest(like.record, column.name, text) : []
    this.editor?.finish()
    this.edited = { record: record?.record, column: columnIndex }
    this.editor = new CellEditor(
      grid.view,
      { column, value, typed, place: area, similar: () => this.similarValues(cells, place), suggest },
      {
        take: (taken, move) => {
          const refused = (why: string): void => this.reopen(record, columnIndex, taken ?? '', why)
          if (!record) return this.takeBelow(row, added, { column: column.name, value: taken }, move, refused)
          const answered = taken === value ? undefined : this.grid.write(record.record, place, taken)
          if (move === 'all') {
            answered?.()
            return this.fillWith(taken)
          }
          this.moveBy(move)
          if (answered) this.changes.make({ edit: writeCell(record.record, column.name, taken), refused, answered })
        },
        close: () => {
          this.editor = undefined
          this.edited = undefined
          grid.focus()
        },
      },
    )
  }

  /** Writes a value into a field of a record, which is found by its handle. */
  write(record: number, column: string, value: string | null, refused: (why: string) => void): void {
    const answered = this.grid.writeColumn(record, column, value)
    this.changes.make({ edit: writeCell(record, column, value), refused, answered })
  }

  /** The values to choose from for a field of a record. */
  async suggest(record: number, column: string, typed: string): Promise<readonly Choice[]> {
    return (await sendRequest('values', { record, column, typed })) ?? []
  }

  /** Handles a key that stands for a command of VS Code; returns false for others, and if VS Code is to run it. */
  onCommandKey(event: KeyboardEvent): boolean {
    const command = editorCommand(event)
    return command !== undefined && this.run(command)
  }

  /** The record of the open cell; undefined if no cell is open, or one below the last record. */
  get openRecord(): number | undefined {
    return this.edited?.record
  }

  /**
   * Moves the open field to where its record is now.
   *
   * @param row of the record; -1 if the table does not have it any more
   */
  moveField(row: number): void {
    const { editor, edited } = this
    if (!editor || !edited) return
    const area = row < 0 ? undefined : this.grid.areaOf({ row, column: edited.column })
    if (area) editor.moveTo(area, this.grid.view)
    else this.view.say('The record of the open cell is no longer in this table; Escape closes the cell.')
  }

  /** Opens a cell again whose text could not be written, so that the text is not lost, and says why. */
  private reopen(record: TableRow | undefined, column: number, text: string, why: string): void {
    if (this.editor) {
      this.view.say(`${why} The text was: ${text}`)
      return
    }
    const row = record ? this.grid.rowOf(record.record) : undefined
    if (row !== undefined) this.grid.select({ row, column })
    this.openFor(record, text)
    this.view.say(why)
  }

  /** Takes a value below the last record: for a new one, or for one that is being added in this row already. */
  private takeBelow(
    row: number,
    added: Added | undefined,
    cell: NewCell,
    move: MoveAfterEdit,
    refused: TableChange['refused'],
  ): void {
    const { column, value } = cell
    const later = added?.then(record => (record === null ? undefined : writeCell(record, column, value)))
    if (later) void this.changes.make({ edit: later, refused }).finally(this.grid.writeBelow(row, column, value))
    else if (value !== null) this.addIn(row, { column, value }, refused)
    this.moveBy(move)
  }

  /** Adds a record with a value. Until the file has it, the next empty row is below its row already. */
  private addIn(row: number, cell: { column: string; value: string }, refused: TableChange['refused']): void {
    this.grid.expect(1)
    const end = this.grid.writeBelow(row, cell.column, cell.value)
    const added = this.changes.make({ edit: { kind: 'add', cell }, refused }).finally(() => {
      end()
      this.added.delete(row)
      this.grid.expect(-1)
    })
    this.added.set(row, added)
  }

  /** Whether the user is editing a cell. */
  get isOpen(): boolean {
    return this.editor !== undefined
  }

  /** Ends the editing of a cell and takes the value of the field. */
  finish(): void {
    this.editor?.finish()
  }

  /** Adds a record to a table; without a key, to the visible one. */
  add(table = this.view.current().table): void {
    this.changes.make({ edit: { kind: 'add' } }, table)
  }

  /** Writes the values of the first selected row into the others; for one row, those of the row above. */
  fillDown(): void {
    const seen = this.range()
    if (!seen) return
    const { version, range } = seen
    if (range.count > 1) this.changes.make({ edit: { kind: 'fill', ...range }, version })
    else if (range.start > 0)
      this.changes.make({ edit: { kind: 'fill', ...range, start: range.start - 1, count: 2 }, version })
  }

  /** Continues the values at the start of the selected cells. */
  fillSeries(): void {
    this.changeRange(range => ({ kind: 'series', ...range }))
  }

  /** Writes the records into the file as the table has them. */
  sortFile(): void {
    const { shownOf } = this.grid
    if (!shownOf) return
    const { version, query, total } = shownOf
    this.changes.make({ edit: { kind: 'sortFile', query, start: 0, count: total }, version })
  }

  /** Writes the values of the first selected column into the others; for one column, those of the one on the left. */
  private fillRight(): void {
    const seen = this.range()
    if (!seen) return
    const { version, range } = seen
    const { firstColumn } = selectedCells(this.grid.selection)
    const left = this.grid.columns[firstColumn - 1]?.column.name
    const columns = range.columns.length > 1 || left === undefined ? range.columns : [left, ...range.columns]
    if (columns.length > 1) this.changes.make({ edit: { kind: 'fillRight', ...range, columns }, version })
  }

  /** Writes the date of today into the cell with the cursor. */
  private writeToday(): void {
    const { row, column, place } = this.grid.current ?? {}
    if (!row || !column || place === undefined) return
    const now = new Date()
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map(part => String(part).padStart(2, '0'))
      .join('-')
    const answered = this.grid.write(row.record, place, today)
    this.changes.make({ edit: writeCell(row.record, column.name, today), answered })
  }

  private clear(): void {
    this.changeRange(range => ({ kind: 'clear', ...range }))
  }

  /** Lets the user choose a fix for the problems of the cell with the cursor. */
  async fix(): Promise<void> {
    const { row, column } = this.grid.current ?? {}
    if (!row || !column) return
    await this.changes.try(() => sendRequest('fix', { record: row.record, column: column.name }))
    this.grid.focus()
  }

  /** Lets the user replace values of the column of the current cell. */
  async replaceValues(): Promise<void> {
    const { column } = this.grid.current ?? {}
    const { table } = this.view.current()
    if (!column || table === undefined) return
    await this.changes.try(() => sendRequest('replaceValues', { table, column: column.name }))
    this.grid.focus()
  }

  /** Lets the user replace a text in all rows that the table shows. */
  async replaceText(): Promise<void> {
    const { shownOf, activeColumn, columns } = this.grid
    const { table } = this.view.current()
    if (!shownOf || !activeColumn) return
    const { row, place } = this.grid.current ?? {}
    const cell = (place === undefined ? undefined : row?.cells[place]) ?? ''
    const names = columns.map(({ column }) => column.name)
    const { query } = shownOf
    await this.changes.after(() =>
      sendRequest('replaceText', { table, query, columns: names, column: activeColumn.column.name, cell }),
    )
  }

  /** Duplicates the selected records. */
  duplicate(): void {
    this.changeRange(range => ({ kind: 'duplicate', ...range }))
  }

  delete(): void {
    this.changeRange(range => ({ kind: 'delete', ...range }))
  }

  /** Changes the selected cells. */
  private changeRange(editOf: (range: CellRange) => TableEdit): void {
    const seen = this.range()
    if (seen) this.changes.make({ edit: editOf(seen.range), version: seen.version })
  }

  /** Moves the selected records above those of a row. */
  moveRows(row: number): void {
    this.clipboard.moveRows(row)
  }

  /** Copies the selected cells to the clipboard. */
  copy(hasHeadings: boolean): void {
    void this.clipboard.copy(hasHeadings)
  }

  /** Goes to the record that the cell with the cursor refers to. */
  async follow(): Promise<void> {
    const { row, column } = this.grid.current ?? {}
    if (!row || column?.kind !== 'reference') return
    const target = await this.changes.try(() => sendRequest('follow', { record: row.record, column: column.name }))
    if (target) await this.view.goTo(target)
  }

  /** Shows the record with the cursor as text. */
  async showText(): Promise<void> {
    const { row } = this.grid.current ?? {}
    if (row) await this.changes.try(() => sendRequest('open', { uri: row.uri, line: row.line }))
  }

  /** Changes the cell with the cursor from true to false, and from any other value to true. */
  private toggle(): void {
    const { row, column, place } = this.grid.current ?? {}
    if (!row || !column || place === undefined) return
    const value = row.cells[place] === 'true' ? 'false' : 'true'
    const answered = this.grid.write(row.record, place, value)
    this.changes.make({ edit: writeCell(row.record, column.name, value), answered })
  }

  /** Writes a value into all selected cells. */
  private fillWith(value: string | null): void {
    if (value === null) this.clear()
    else this.clipboard.write(`"${value.replaceAll('"', '""')}"`)
  }

  /** The value of a cell, the other values of its kind in the record, and those of its column. */
  private similarValues(cells: readonly (string | null)[], place: number): string[] {
    const { columns, loadedRows } = this.grid
    const kind = columns.find(column => column.place === place)?.column.kind
    const ofRecord = columns.filter(({ column }) => column.kind === kind).map(column => cells[column.place])
    return [cells[place], ...ofRecord, ...loadedRows.map(row => row.cells[place])].flatMap(value => value ?? [])
  }

  /**
   * Runs a command of VS Code after the pending changes: VS Code would run it at once, without them. If there are none,
   * returns false, and VS Code runs it.
   */
  private run(command: EditorCommand): boolean {
    if (!this.changes.arePending && !this.view.isWorkspace()) return false
    this.changes.between(() => sendRequest(command, {}))
    return true
  }

  /** The selected cells, and the version that their rows are of; undefined if no record is selected any more. */
  private range(): SelectedRange | undefined {
    const { selected } = this
    if (!selected) this.view.say(selectionIsLost)
    return selected
  }

  /** The selected cells, as `range`. */
  get selected(): SelectedRange | undefined {
    const { selection, selectedOf } = this.grid
    if (!selectedOf) return undefined
    const { firstRow, lastRow, firstColumn, lastColumn } = selectedCells(selection)
    const { version, query } = selectedOf
    const columns = this.grid.columns.slice(firstColumn, lastColumn + 1).map(({ column }) => column.name)
    return { version, range: { query, start: firstRow, count: lastRow - firstRow + 1, columns } }
  }

  private moveBy(move: MoveAfterEdit): void {
    const { grid } = this
    const { row, column } = grid.selection.active
    if (move === 'next' || move === 'previous') grid.goOn(move === 'next' ? 1 : -1)
    else if (move === 'down' || move === 'up') grid.changeRow(move === 'down' ? 1 : -1)
    else if (move === 'left' || move === 'right') grid.select({ row, column: column + (move === 'right' ? 1 : -1) })
  }
}

const selectionIsLost = 'The selected record is no longer there; select another one.'

const rowsAreLoading = 'The rows were still loading, so the last keys did nothing; press them again.'

const isEditingKey = (key: string): boolean =>
  key.length === 1 || ['F2', 'Enter', 'Delete', 'Backspace', 'F12'].includes(key)

type NewCell = Omit<CellValue, 'record'>

const writeCell = (record: number, column: string, value: string | null): TableEdit => ({
  kind: 'write',
  cells: [{ record, column, value }],
})

const isWithControl = ({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey
