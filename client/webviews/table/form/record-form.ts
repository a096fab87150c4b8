import { localize } from '../../../../shared/domains/localize.ts'
import type { Choice, TableColumn, TableRow, TableSummary } from '../../../../shared/protocol/table/table.ts'
import type { CellWithPath } from '../../../../shared/protocol/table/table-cells.ts'
import { button, element, setAttribute } from '../../dom.ts'
import { droppedAddresses, hasUris } from '../dropped-addresses.ts'
import { CellEditor, type MoveAfterEdit } from '../editing/cell-editor.ts'
import { giveFocus } from '../focus.ts'
import { FieldOfForm, problemsOfField } from './form-field.ts'

/** What the form needs from the view around it. */
export interface FormEvents {
  /** The record as it is now; undefined if the table no longer has it. */
  load(record: number): Promise<TableRow | undefined>
  /** Writes a value into a field of a record, found by its handle. `refused` is called if nothing was written. */
  write(record: number, column: string, value: string | null, refused: (why: string) => void): void
  /** Keeps what the user is typing into a field, so that it is written if the page is left; undefined for nothing. */
  draft(record: number, column: string, value: string | null | undefined): void
  suggest(record: number, column: TableColumn, typed: string): Promise<readonly Choice[]>
  /** The field that gets the path of a dropped file, and its value then; null if the record cannot take it. */
  dropFile(record: number, column: string, uri: string): Promise<CellWithPath | null>
  /** Other values of a column, whose form a new one should have. */
  similar(place: number): readonly string[]
  /** The user wants to see the next record, or the one before. */
  go(by: 1 | -1): void
  /** Handles a key such as that for undo; returns false for others. */
  onKey(event: KeyboardEvent): boolean
  say(text: string): void
  /** Saves the file after the changes so far. */
  save(): void
  /** The form was closed. */
  close(): void
}

const isGoneText = localize(
  'This record is no longer in the table, or not for certain. Nothing is written until it is there again.',
)

/**
 * All fields of one record with their meanings, beside the rows. Fields are opened and written as cells are. The form
 * stays with its record, whatever happens to the file.
 */
export class RecordForm {
  private readonly heading = element('h2', { attributes: { id: 'form-heading' } })
  private readonly notes = element('div', { class: 'notes', attributes: { role: 'alert' } })
  private readonly list = element('div', { class: 'fields' })
  readonly view = element('section', {
    class: 'form',
    attributes: { 'aria-labelledby': 'form-heading', hidden: true, tabindex: '-1' },
  })
  /** By the names of their columns. */
  private readonly fields = new Map<string, FieldOfForm>()
  private table: TableSummary | undefined
  private row: TableRow | undefined
  private isGone = false
  /** The handle of the record. */
  private record: number | undefined
  private open: { readonly editor: CellEditor; readonly field: FieldOfForm } | undefined
  private count = 0

  constructor(private readonly events: FormEvents) {
    const bar = element(
      'div',
      { class: 'form-bar' },
      this.heading,
      button('‹', localize('Previous record (Alt+Up)'), () => events.go(-1)),
      button('›', localize('Next record (Alt+Down)'), () => events.go(1)),
      button('✕', localize('Close the form (Escape)'), () => this.close()),
    )
    for (const each of bar.querySelectorAll('button')) setAttribute(each, 'aria-label', each.title)
    this.view.append(bar, this.notes, this.list)
    this.view.addEventListener('dragover', event => {
      if (!event.dataTransfer || !hasUris(event.dataTransfer)) return
      event.preventDefault()
      event.stopPropagation()
    })
    this.view.addEventListener('drop', event => {
      if (!event.dataTransfer || !hasUris(event.dataTransfer)) return
      event.preventDefault()
      // The page opens the import for what is dropped elsewhere.
      event.stopPropagation()
      void this.drop(droppedAddresses(event.dataTransfer), event.target)
    })
    this.view.addEventListener('keydown', event => {
      if (!this.handleKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    })
  }

  get isOpen(): boolean {
    return !this.view.hidden
  }

  /** The handle of the record; undefined if the form is closed. */
  get shownRecord(): number | undefined {
    return this.isOpen ? this.record : undefined
  }

  /**
   * Shows a record, and opens the form if it is closed.
   *
   * @param focuses whether the first field gets the keyboard
   */
  async show(table: TableSummary, record: number, focuses: boolean): Promise<void> {
    this.finish()
    if (this.table?.key !== table.key) this.clear()
    const isOther = this.record !== record
    this.record = record
    this.view.hidden = false
    // Keys that are pressed while the record is read are those of the form.
    if (focuses) giveFocus(this.view)
    await this.refresh(table)
    if (isOther) this.list.scrollTop = 0
    const first = this.list.querySelector('button')
    const { activeElement } = document
    const isWaiting = activeElement === this.view || !document.hasFocus()
    if (focuses && first && this.record === record && isWaiting) giveFocus(first)
  }

  /** Shows the record as it is now. What the user types stays. */
  async refresh(table: TableSummary | undefined): Promise<void> {
    const { record } = this
    if (!this.isOpen || record === undefined || !table) return
    const row = table.key === this.table?.key || !this.table ? await this.events.load(record) : undefined
    if (this.record !== record || !this.isOpen) return
    this.isGone = !row
    if (row) {
      this.table = table
      this.row = row
      this.draw(table, row)
    }
    this.showNotes()
    for (const field of this.fields.values()) setAttribute(field.button, 'aria-disabled', this.isGone)
  }

  /** Ends the editing of a field and takes its value. */
  finish(): void {
    this.open?.editor.finish()
  }

  close(): void {
    if (!this.isOpen) return
    this.finish()
    this.view.hidden = true
    this.record = undefined
    this.events.close()
  }

  private clear(): void {
    this.fields.clear()
    this.list.replaceChildren()
    this.table = undefined
    this.record = undefined
  }

  private draw({ name, columns }: TableSummary, row: TableRow): void {
    this.heading.textContent = `${name} ${row.cells[0] ?? ''}`.trim()
    const shown = columns.flatMap((column, place) =>
      // A field that the tag does not define is only one of the records that have it.
      column.isDefined || row.cells[place] != null || this.open?.field.column.name === column.name
        ? [{ column, place }]
        : [],
    )
    const wanted = shown.map(({ column, place }) => {
      const field = this.fieldFor(column)
      field.show(row.cells[place] ?? null, row.titles?.[place] ?? '', problemsOfField(row, column.name))
      return field.view
    })
    const isSame =
      wanted.length === this.list.children.length && wanted.every((view, at) => view === this.list.children[at])
    // While a field is open, the others stay where they are.
    if (!isSame && !this.open) this.replaceFields(wanted)
  }

  /** Shows other fields. The keyboard stays in its field, or goes to the one that has its place now. */
  private replaceFields(wanted: readonly HTMLElement[]): void {
    const focused = document.activeElement?.closest('.field') ?? null
    const place = [...this.list.children].findIndex(each => each === focused)
    this.list.replaceChildren(...wanted)
    const now = focused && this.list.contains(focused) ? focused : wanted[Math.min(place, wanted.length - 1)]
    if (place >= 0) now?.querySelector('button')?.focus()
  }

  private fieldFor(column: TableColumn): FieldOfForm {
    const known = this.fields.get(column.name)
    if (known && JSON.stringify(known.column) === JSON.stringify(column)) return known
    const field: FieldOfForm = new FieldOfForm(column, this.count++, () => this.tryOpen(field))
    this.fields.set(column.name, field)
    return field
  }

  /** Writes the path of a dropped file into the field below the pointer, or into one that can have it. */
  private async drop([uri, ...others]: readonly string[], target: EventTarget | null): Promise<void> {
    const { record, table } = this
    if (record === undefined || !table || this.isGone) return
    if (uri === undefined || others.length > 0)
      return this.events.say(localize('Drop one file, so that its path can be written.'))
    this.finish()
    const below = [...this.fields.values()].find(({ view }) => target instanceof Node && view.contains(target))
    const found = await this.events.dropFile(record, below?.column.name ?? '', uri)
    if (this.record !== record) return
    const place = table.columns.findIndex(({ name }) => name === found?.column)
    const field = found && this.fields.get(found.column)
    if (field && place >= 0) this.write(record, { field, place, value: found.value })
    else
      this.events.say(
        localize('The record has no field for the path of this file, or the file is outside of its folder.'),
      )
  }

  private showNotes(said = ''): void {
    const ofRecord = this.row && !this.isGone ? problemsOfField(this.row, undefined).map(({ message }) => message) : []
    const texts = [said, this.isGone ? isGoneText : '', ...ofRecord].filter(Boolean)
    if (this.notes.textContent !== texts.join(''))
      this.notes.replaceChildren(...texts.map(text => element('p', { text })))
  }

  /** Opens a field, unless nothing can be written. */
  private tryOpen(field: FieldOfForm, typed?: string): void {
    if (!this.isGone) this.openField(field, typed)
  }

  /** Opens a field. It starts with what the user typed, or else with its value. */
  private openField(field: FieldOfForm, typed?: string): void {
    const { record, row, table } = this
    const place = table?.columns.findIndex(({ name }) => name === field.column.name) ?? -1
    if (record === undefined || !row || place < 0) return
    this.finish()
    const value = row.cells[place] ?? null
    const { column } = field
    field.button.hidden = true
    const editor = new CellEditor(
      field.place,
      {
        column,
        value,
        typed,
        similar: () => [...(value === null ? [] : [value]), ...this.events.similar(place)],
        suggest: text => this.events.suggest(record, column, text),
        describedBy: field.describedBy,
      },
      {
        take: (taken, move) => {
          if (taken !== value) this.write(record, { field, place, value: taken })
          this.goOn(field, move)
        },
        draft: drafted => this.events.draft(record, column.name, drafted),
        close: () => {
          field.button.hidden = false
          if (this.open?.field === field) this.open = undefined
          // Only a key closes a field that still has the keyboard.
          if (document.activeElement === document.body || this.view.contains(document.activeElement))
            field.button.focus()
        },
        save: () => this.events.save(),
      },
    )
    this.open = { editor, field }
    field.view.scrollIntoView({ block: 'nearest' })
  }

  private write(record: number, at: { field: FieldOfForm; place: number; value: string | null }): void {
    const { field, place, value } = at
    const before = this.row?.cells[place] ?? null
    const show = (shown: string | null): void => {
      if (!this.row || this.record !== record) return
      this.row = { ...this.row, cells: this.row.cells.with(place, shown) }
      field.show(shown, '', problemsOfField(this.row, field.column.name))
    }
    show(value)
    this.events.write(record, field.column.name, value, why => {
      show(before)
      if (this.record !== record || this.open)
        return this.events.say(localize('{why} The text was: {text}', { why, text: value ?? '' }))
      this.events.say('')
      this.openField(field, value ?? '')
      this.showNotes(why)
    })
  }

  /** Goes to the field above or below another one, as the keys in a cell go to the next cell. */
  private goOn(field: FieldOfForm, move: MoveAfterEdit): void {
    const isBack = move === 'previous' || move === 'up' || move === 'left'
    if (move === 'none' || move === 'all') return
    const next = isBack ? field.view.previousElementSibling : field.view.nextElementSibling
    const target = [...this.fields.values()].find(({ view }) => view === next)
    if (target && !this.isGone) this.openField(target)
    else field.button.focus()
  }

  private handleKey(event: KeyboardEvent): boolean {
    const { key, altKey, target } = event
    if (this.events.onKey(event)) return true
    if (event.ctrlKey || event.metaKey) return false
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) this.events.go(key === 'ArrowUp' ? -1 : 1)
    else if (key === 'Escape') this.close()
    else if (altKey) return false
    else return this.handleFieldKey(key, target)
    return true
  }

  /** Handles a key on the button of a field: letters type over its value, as in a cell. */
  private handleFieldKey(key: string, target: EventTarget | null): boolean {
    const field = [...this.fields.values()].find(each => each.button === target)
    if (!field) return false
    const to = { ArrowDown: field.view.nextElementSibling, ArrowUp: field.view.previousElementSibling }[key]
    if (to) to.querySelector('button')?.focus()
    else if (key === 'F2') this.tryOpen(field)
    else if (key === 'Delete' || key === 'Backspace') this.clearField(field)
    else if (key.length === 1 && key !== ' ') this.tryOpen(field, key)
    else return false
    return true
  }

  private clearField(field: FieldOfForm): void {
    const place = this.table?.columns.findIndex(({ name }) => name === field.column.name) ?? -1
    if (this.record === undefined || this.isGone || (this.row?.cells[place] ?? null) === null) return
    this.write(this.record, { field, place, value: null })
  }
}
