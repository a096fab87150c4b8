import { localize } from '../../../../shared/domains/localize.ts'
import type { TableColumn, TableRow } from '../../../../shared/protocol/table/table.ts'
import { concerning } from '../../../../shared/views/table/cell-problems.ts'
import { element } from '../../dom.ts'
import { CellEditor, type EditedCell } from '../editing/cell-editor.ts'
import type { Grid } from '../grid/grid.ts'
import { nameOfRow } from './card.ts'

/** What moves of cards need from the table around them. */
export interface MoveEvents {
  /**
   * Writes a value into a field of a record, as an edit of its cell does.
   *
   * @param refused is called if nothing was written; the user has been told why
   * @returns after the rows are those of the changed file
   */
  write(record: number, column: string, value: string | null, refused: () => void): Promise<unknown>
  /** Keeps what the user is typing into a field, so that it is written if the page is left; undefined for nothing. */
  draft(record: number, column: string, value: string | null | undefined): void
  /** Saves the file after the changes so far. */
  save(): void
}

/** The field of a board. */
export interface BoardField {
  readonly column: TableColumn
  /** The index of its cells among all cells of a row. */
  readonly place: number
}

/** Moves the cards of a board: writes their values, and tells screen readers what has become of them. */
export class CardMoves {
  /** What screen readers are told. */
  readonly told = element('div', { class: 'unseen', attributes: { role: 'status' } })
  /** The values that cards are on the way to, by their records. */
  private readonly moving = new Map<number, string>()

  constructor(
    private readonly grid: Grid,
    private readonly events: MoveEvents,
  ) {}

  /** Whether a record is on the way to another column. */
  isMoving({ record }: TableRow): boolean {
    return this.moving.has(record)
  }

  /** The value of a row in the field of the board, or the one that it is on the way to; empty for none. */
  valueOf({ record, cells }: TableRow, { place }: BoardField): string {
    return this.moving.get(record) ?? cells[place] ?? ''
  }

  /**
   * Moves the card of a row.
   *
   * @param value empty to remove the field
   */
  async move(row: TableRow, { column }: BoardField, value: string): Promise<void> {
    const { record } = row
    let isRefused = false
    this.moving.set(record, value)
    this.grid.refresh()
    await this.events.write(record, column.name, value === '' ? null : value, () => {
      isRefused = true
    })
    // The card may be on the way to a next column already.
    if (this.moving.get(record) === value) this.moving.delete(record)
    this.grid.refresh()
    if (!isRefused) this.tell(row, column.name, value)
  }

  /**
   * Opens a field with the list of values over a card.
   *
   * @param place where, in the scrolled content
   * @param moved is called after the card has moved
   */
  choose(row: TableRow, field: BoardField, place: NonNullable<EditedCell['place']>, moved: () => void): void {
    const value = this.valueOf(row, field)
    new CellEditor(
      this.grid.view,
      {
        column: field.column,
        value: value === '' ? null : value,
        typed: undefined,
        place,
        similar: () => [],
        suggest: async () => [],
      },
      {
        take: taken => {
          if ((taken ?? '') !== value) void this.move(row, field, taken ?? '').then(moved)
        },
        draft: drafted => this.events.draft(row.record, field.column.name, drafted),
        close: () => this.grid.focus(),
        save: () => this.events.save(),
      },
    )
  }

  private tell(before: TableRow, field: string, value: string): void {
    const { row } = this.grid.current ?? {}
    const problems = row?.record === before.record ? concerning(row.problems, field) : []
    const places = { record: nameOfRow(before), field, value }
    const moved =
      value === ''
        ? localize('{record}: {field} has no value now.', places)
        : localize('{record}: {field} is now {value}.', places)
    this.told.textContent = [moved, ...problems.map(({ message }) => message)].join(' ')
  }
}
