import { localize } from '../../../../shared/domains/localize.ts'
import type { Choice, TableRow } from '../../../../shared/protocol/table/table.ts'
import type { CellValue, TableEdit } from '../../../../shared/protocol/table/table-edit.ts'
import type { Grid } from '../grid/grid.ts'
import { sendRequest } from '../request.ts'
import { CellEditor, type MoveAfterEdit } from './cell-editor.ts'
import type { Added, Changes, TableChange } from './changes.ts'
import { selectionIsLost } from './selected-range.ts'

/** What an open cell needs from what is around it. */
interface CellEvents {
  /** Writes a value into all selected cells. */
  fillWith(value: string | null): void
  /** Shows a sentence to the user. */
  say(text: string): void
  /** Saves the file after the changes so far. */
  save(): void
}

/** The field over the cell that the user edits: of a record, or of a new one below the last. */
export class OpenCell {
  private editor: CellEditor | undefined
  /** The record and the column of the open cell; no record below the last one. */
  private edited: { readonly record: number | undefined; readonly column: number } | undefined
  /** The records that are being added, by their rows. */
  private readonly added = new Map<number, Added>()

  constructor(
    private readonly grid: Grid,
    private readonly changes: Changes,
    private readonly events: CellEvents,
  ) {}

  /** Whether the user is editing a cell. */
  get isOpen(): boolean {
    return this.editor !== undefined
  }

  /** The record of the open cell; undefined if no cell is open, or one below the last record. */
  get openRecord(): number | undefined {
    return this.edited?.record
  }

  /**
   * Opens a field over the cell with the cursor. It starts with what the user typed, or else with the value of the
   * cell.
   */
  open(typed?: string, isComposed = false): void {
    const { grid } = this
    const { row } = grid.selection.active
    const record = grid.current?.row
    if (record || this.added.get(row) || grid.isBelowRecords) this.openFor(record, typed, isComposed)
    else if (!grid.selection.basis) this.events.say(selectionIsLost)
  }

  /** Shows in a field over the cell what an input method has composed so far. */
  compose(text: string): void {
    if (this.editor) this.editor.compose(text)
    else this.open(text, true)
  }

  /** Ends what an input method composes: the open field gets the focus, or closes if nothing was composed. */
  endComposition(text: string): void {
    if (text === '') this.editor?.close()
    else this.editor?.focus()
  }

  /** Opens a field over the cell with the cursor, for a record, or for a new one in its row. */
  private openFor(record: TableRow | undefined, typed: string | undefined, isComposed = false): void {
    const { grid } = this
    const [shown, area] = [grid.activeColumn, grid.activeCell]
    const { row, column: columnIndex } = grid.selection.active
    const added = this.added.get(row)
    if (!shown || !area) return
    const { column, place } = shown
    const cells = record?.cells ?? []
    const value = cells[place] ?? null
    const like = record ?? grid.rows.loaded[0]
    const suggest = async (text: string): Promise<readonly Choice[]> =>
      like ? this.suggest(like.record, column.name, text) : []
    this.editor?.finish()
    this.edited = { record: record?.record, column: columnIndex }
    this.editor = new CellEditor(
      grid.view,
      { column, value, typed, isComposed, place: area, similar: () => this.similarValues(cells, place), suggest },
      {
        take: (taken, move) => {
          const refused = (why: string): void => this.reopen(record, columnIndex, taken ?? '', why)
          if (!record) return this.takeBelow(row, added, { column: column.name, value: taken }, move, refused)
          const answered = taken === value ? undefined : this.grid.write(record.record, place, taken)
          if (move === 'all') {
            answered?.()
            return this.events.fillWith(taken)
          }
          this.moveBy(move)
          if (answered) this.changes.make({ edit: writeCell(record.record, column.name, taken), refused, answered })
        },
        // A record that is being added has no handle yet.
        draft: drafted => {
          if (!added) this.draft(record?.record, column.name, drafted)
        },
        close: () => {
          this.editor = undefined
          this.edited = undefined
          grid.focus()
        },
        save: () => this.events.save(),
      },
    )
  }

  /** Types text that came before the field was open, where its cursor is; nothing if no cell is open. */
  insert(text: string): void {
    if (text !== '') this.editor?.insert(text)
  }

  /** Does what a key means that came before the field was open; nothing if no cell is open. */
  press(event: KeyboardEvent): void {
    this.editor?.press(event)
  }

  /** Ends the editing of a cell and takes the value of the field. */
  finish(): void {
    this.editor?.finish()
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
    else this.events.say(localize('The record of the open cell is no longer in this table; Escape closes the cell.'))
  }

  /** Opens a cell again whose text could not be written, so that the text is not lost, and says why. */
  private reopen(record: TableRow | undefined, column: number, text: string, why: string): void {
    if (this.editor) {
      this.events.say(localize('{why} The text was: {text}', { why, text }))
      return
    }
    const row = record ? this.grid.rows.indexOf(record.record) : undefined
    if (row !== undefined) this.grid.selection.select({ row, column })
    this.openFor(record, text)
    this.events.say(why)
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

  /**
   * Writes a value into a field of a record, which is found by its handle.
   *
   * @returns after the table shows the changed file
   */
  write(record: number, column: string, value: string | null, refused: (why: string) => void): Added {
    const answered = this.grid.writeColumn(record, column, value)
    return this.changes.make({ edit: writeCell(record, column, value), refused, answered })
  }

  /**
   * Keeps what the user is typing into a field, so that it is written if the page is left.
   *
   * @param record undefined for a new one
   * @param value undefined for nothing
   */
  draft(record: number | undefined, column: string, value: string | null | undefined): void {
    const isEmpty = value === undefined || (record === undefined && value === null)
    this.changes.draft(isEmpty ? undefined : { record, column, value })
  }

  /** The values to choose from for a field of a record. */
  async suggest(record: number, column: string, typed: string): Promise<readonly Choice[]> {
    return (await sendRequest('values', { record, column, typed })) ?? []
  }

  /** The value of a cell, the other values of its kind in the record, and those of its column. */
  private similarValues(cells: readonly (string | null)[], place: number): string[] {
    const { columns, rows } = this.grid
    const kind = columns.find(column => column.place === place)?.column.kind
    const ofRecord = columns.filter(({ column }) => column.kind === kind).map(column => cells[column.place])
    return [cells[place], ...ofRecord, ...rows.loaded.map(row => row.cells[place])].flatMap(value => value ?? [])
  }

  private moveBy(move: MoveAfterEdit): void {
    const { grid } = this
    const { row, column } = grid.selection.active
    if (move === 'next' || move === 'previous') grid.selection.goOn(move === 'next' ? 1 : -1)
    else if (move === 'down' || move === 'up') grid.selection.changeRow(move === 'down' ? 1 : -1)
    else if (move === 'left' || move === 'right')
      grid.selection.select({ row, column: column + (move === 'right' ? 1 : -1) })
  }
}

type NewCell = Omit<CellValue, 'record'>

/** The edit that writes a value into a field of a record. */
export const writeCell = (record: number, column: string, value: string | null): TableEdit => ({
  kind: 'write',
  cells: [{ record, column, value }],
})
