import type {
  CellRange,
  Choice,
  Refusal,
  TableEdit,
  TableEditDone,
  TableQuery,
  TableRecord,
} from '../../../shared/protocol/table.ts'
import { request } from '../host.ts'
import { CellEditor, type Move } from './cell-editor.ts'
import type { Grid } from './grid.ts'
import { rangeOf } from './selection.ts'

/** What editing needs of the view around it. */
export interface EditedView {
  /** The version of the file that is shown, the key of the table, and which of its records are shown. */
  current(): { version: number; table: string; query: TableQuery }
  /** Takes the file as it is now. */
  reload(): Promise<void>
  /** Puts the cursor on a record, in whichever table it is, and shows all records where the search and filters leave it out. */
  goTo(record: TableRecord): Promise<void>
  /** Keeps the cursor on a record of this table that may be at another place now. */
  keepOn(record: number): Promise<void>
  /** Tells the user a sentence. */
  say(text: string): void
}

/** All that is done with the cells of a grid but looking at them. One change follows another, each on what the last one left. */
export class Editing {
  private editor: CellEditor | undefined
  private latest: Promise<void> = Promise.resolve()
  /** How many changes are shown already but not yet made. */
  private unmade = 0

  constructor(
    private readonly grid: Grid,
    private readonly view: EditedView,
  ) {
    // Without these the editor around the page does not send it the keys for copying where nothing is selected as text.
    for (const name of ['beforecopy', 'beforecut', 'beforepaste']) {
      document.addEventListener(name, event => this.isOnGrid() && event.preventDefault())
    }
    document.addEventListener('copy', event => this.onClipboard(event, () => void this.copy(false)))
    document.addEventListener('cut', event => this.onClipboard(event, () => void this.cut()))
    document.addEventListener('paste', event =>
      this.onClipboard(event, () => this.paste(event.clipboardData?.getData('text/plain') ?? '')),
    )
  }

  /** Does something with a key on the grid; true where it is one that means anything. */
  onKey(event: KeyboardEvent): boolean {
    const { key } = event
    const step = undoStep(event)
    if (step) return this.unmade > 0 && this.followBy(step)
    // AltGr, with which some keyboards write @ and \, comes as Ctrl and Alt together.
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return false
    if (key === 'F2' || key === 'Enter') this.open()
    else if (key === 'Delete' || key === 'Backspace') this.change({ kind: 'clear', ...this.range() })
    else if (key === 'F12') void this.follow()
    else if (key === ' ' && this.grid.current?.column.kind === 'bool') this.toggle()
    else if (key.length === 1) this.open(key)
    else return false
    return true
  }

  /** Opens a field over the cell with the cursor, with what it says or with what was typed. */
  open(typed?: string): void {
    const { grid } = this
    const [found, place] = [grid.current, grid.activePlace]
    if (!found || !place) return
    const {
      row: { record, cells },
      column,
    } = found
    const value = cells[found.place] ?? null
    this.editor?.finish()
    this.editor = new CellEditor(
      grid.view,
      {
        column,
        value,
        typed,
        place,
        suggest: async text => (await request<Choice[]>('values', { record, column: column.name, typed: text })) ?? [],
      },
      {
        take: (taken, move) => {
          if (taken !== value) this.grid.write(record, found.place, taken)
          this.moveBy(move)
          if (taken !== value) this.change({ kind: 'write', cells: [{ record, column: column.name, value: taken }] })
        },
        close: () => {
          this.editor = undefined
          grid.focus()
        },
      },
    )
  }

  /** Ends the editing of a cell, if one is being edited, with what is in its field. */
  finish(): void {
    this.editor?.finish()
  }

  /** A new record of the table that is shown. */
  add(table = this.view.current().table): void {
    this.change({ kind: 'add' }, table)
  }

  /** Copies of the selected records. */
  duplicate(): void {
    this.change({ kind: 'duplicate', ...this.range() })
  }

  delete(): void {
    this.change({ kind: 'delete', ...this.range() })
  }

  /** Copies the selected cells as CSV. */
  async copy(hasHeadings: boolean): Promise<void> {
    await this.try(() => request('copy', { ...this.range(), table: this.view.current().table, hasHeadings }))
  }

  /** Goes to the record that the cell with the cursor refers to. */
  async follow(): Promise<void> {
    const { row, column } = this.grid.current ?? {}
    if (!row || column?.kind !== 'reference') return
    const target = await this.try(() => request<TableRecord>('follow', { record: row.record, column: column.name }))
    if (target) await this.view.goTo(target)
  }

  /** Shows the record with the cursor in the text. */
  async showText(): Promise<void> {
    const { row } = this.grid.current ?? {}
    if (row) await this.try(() => request('openLine', { line: row.line }))
  }

  /** Makes the cell with the cursor, which is true or false or nothing, true or else false. */
  private toggle(): void {
    const { row, column, place } = this.grid.current ?? {}
    if (!row || !column || place === undefined) return
    const value = row.cells[place] === 'true' ? 'false' : 'true'
    this.grid.write(row.record, place, value)
    this.change({ kind: 'write', cells: [{ record: row.record, column: column.name, value }] })
  }

  private async cut(): Promise<void> {
    await this.copy(false)
    this.change({ kind: 'clear', ...this.range() })
  }

  private paste(text: string): void {
    const { query, start, count, columns } = this.range()
    const { firstColumn } = rangeOf(this.grid.selection)
    if (text !== '')
      this.change({ kind: 'paste', text, width: columns.length, query, start, count, columns: this.names(firstColumn) })
  }

  /** Makes a change when those before it have been made. */
  private change(edit: TableEdit, table = this.view.current().table): void {
    const { selection, current } = this.grid
    this.unmade++
    this.latest = this.latest.then(async () => {
      const isMade = await this.make(edit, table)
      this.unmade--
      if (!isMade) return
      // What was written can change the order; the cursor stays with its record unless it has been moved meanwhile.
      const keepsPlace = edit.kind === 'write' || edit.kind === 'clear'
      if (keepsPlace && current && this.grid.selection === selection) await this.view.keepOn(current.row.record)
    })
  }

  /** Undoes or redoes when the changes before it have been made: VS Code, which else does it, knows nothing of them yet. */
  private followBy(step: 'undo' | 'redo'): true {
    this.latest = this.latest.then(async () => void (await this.try(() => request(step))))
    return true
  }

  /** Makes a change; false where it was refused. */
  private async make(edit: TableEdit, table: string): Promise<boolean> {
    const { version } = this.view.current()
    const answer = await this.try(() => request<Refusal | TableEditDone>('edit', { version, table, edit }))
    await this.view.reload()
    if (!answer) return false
    const isRefused = 'refusal' in answer
    this.view.say(isRefused ? answer.refusal : answer.note)
    if (!isRefused && answer.record !== null) await this.view.goTo({ table, record: answer.record })
    return !isRefused
  }

  private async try<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    try {
      return await ask()
    } catch (error) {
      this.view.say(error instanceof Error ? error.message : String(error))
      return null
    }
  }

  private range(): CellRange {
    const { firstRow, lastRow, firstColumn, lastColumn } = rangeOf(this.grid.selection)
    const { query } = this.view.current()
    return { query, start: firstRow, count: lastRow - firstRow + 1, columns: this.names(firstColumn, lastColumn) }
  }

  private names(first: number, last = Infinity): string[] {
    return this.grid.columns.slice(first, last + 1).map(({ column }) => column.name)
  }

  private moveBy(move: Move): void {
    const { row, column } = this.grid.selection.active
    const [rows, columns] = moves[move]
    if (move !== 'none') this.grid.select({ row: Math.max(0, row + rows), column: column + columns })
  }

  /** The clipboard is the page's own while the grid has the focus; in its fields it is as everywhere. */
  private onClipboard(event: Event, work: () => void): void {
    if (!this.isOnGrid()) return
    event.preventDefault()
    work()
  }

  private isOnGrid(): boolean {
    return document.activeElement === this.grid.grid
  }
}

/** What a key means that goes back or forth in the history. */
function undoStep({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || (!ctrlKey && !metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && ctrlKey ? 'redo' : undefined
}

const moves: Readonly<Record<Move, readonly [rows: number, columns: number]>> = {
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
  none: [0, 0],
}
