import type { Choice, ColumnKind, TableColumn } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'
import { ChoiceList } from './choice-list.ts'
import { editorCommand } from './editor-command.ts'
import { createTimePanel, type TimePanel } from './time-panel.ts'
import { formLike } from './timestamp-form.ts'

/** Where the cursor goes after a value is entered; `all` writes the value into all selected cells. */
export type MoveAfterEdit = 'down' | 'up' | 'next' | 'previous' | 'right' | 'left' | 'none' | 'all'

interface CellPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The cell to edit. */
export interface EditedCell {
  readonly column: TableColumn
  /** The current value; null if the record does not have the field. */
  readonly value: string | null
  /** What the user typed to start editing; undefined to start with the current value. */
  readonly typed: string | undefined
  /** Whether an input method still composes what is typed. Until then, the field does not get the focus. */
  readonly isComposed?: boolean
  /** In pixels, from the top left corner of the scrolled content; without it, the field is where its parent is. */
  readonly place?: CellPlace
  /** The ids of the elements that describe the field to screen readers. */
  readonly describedBy?: string
  /** Values whose form a new value should have, the most similar first. */
  readonly similar: () => readonly string[]
  /** Requests the values to choose from for what the user typed. */
  readonly suggest: (typed: string) => Promise<readonly Choice[]>
}

export interface CellEditorEvents {
  /** The user entered a value; null removes the field. */
  take(value: string | null, move: MoveAfterEdit): void
  /** The value that would be entered now; undefined if it has not changed. */
  draft(value: string | null | undefined): void
  /** Editing has ended, with or without a new value. */
  close(): void
  /** The user wants the file to be saved, with the value that was entered. */
  save(): void
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>

/** Where an arrow key goes when the user types over a value. */
const movesOfArrows: Readonly<Record<string, MoveAfterEdit>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const isVertical = (key: string): boolean => key === 'ArrowUp' || key === 'ArrowDown'

/** The height of a list below a field, in pixels. */
const listHeight = 270

/** What a value is picked with, beside typing. */
const pickers: Readonly<Record<ColumnKind, 'list' | 'time' | 'none'>> = {
  reference: 'list',
  enum: 'list',
  string: 'list',
  int: 'none',
  float: 'none',
  ts: 'time',
  bool: 'list',
}

/** A field over a cell, with a list of values or a date and time picker for some kinds of columns. */
export class CellEditor {
  private readonly field: HTMLInputElement | HTMLTextAreaElement
  private readonly view: HTMLElement
  private readonly choices: ChoiceList | undefined
  private readonly panel: TimePanel | undefined
  private isOpen = true
  /** Whether the arrow keys move in the text. Else they accept the value and go to another cell; F2 changes that. */
  private arrowsMoveCursor: boolean

  constructor(
    parent: HTMLElement,
    private readonly cell: EditedCell,
    private readonly events: CellEditorEvents,
  ) {
    const { column, value, typed } = cell
    this.field = createField(column)
    this.field.value = typed ?? value ?? ''
    this.arrowsMoveCursor = typed === undefined
    this.view = element('div', { class: 'cell-editor' }, this.field)
    if (cell.place) this.moveTo(cell.place, parent)
    setAttribute(this.field, 'aria-describedby', cell.describedBy)
    const picker = pickers[column.kind]
    if (picker === 'time') {
      this.panel = createTimePanel(
        () => this.field.value,
        text => {
          this.field.value = text
          this.tellDraft()
        },
        formLike(cell.similar()),
      )
      this.view.append(this.panel.view)
    } else if (picker === 'list') {
      this.choices = new ChoiceList(this.field, picked => this.finish('none', this.withItem(picked)))
      this.view.append(this.choices.view)
      void this.suggest(typed !== undefined)
    }
    this.field.addEventListener('input', () => this.onInput())
    this.view.addEventListener('keydown', event => this.onKey(event))
    this.view.addEventListener('focusout', ({ relatedTarget }) => {
      // If another window gets the focus, the field stays open, so that what the user typed is not lost.
      if (document.hasFocus() && !(relatedTarget instanceof Node && this.view.contains(relatedTarget))) this.finish()
    })
    parent.append(this.view)
    this.grow()
    if (!cell.isComposed) this.focus()
    if (typed === undefined) this.field.select()
    else this.tellDraft()
  }

  focus(): void {
    this.field.focus({ preventScroll: true })
  }

  /** Shows what an input method has composed so far. */
  compose(text: string): void {
    this.field.value = text
    this.onInput()
  }

  /** Closes the field and takes its value. */
  finish(move: MoveAfterEdit = 'none', taken = this.field.value): void {
    const { value } = this.cell
    if (!this.isOpen) return
    this.close()
    if (this.isNew(taken) || move === 'all') this.events.take(taken === '' ? null : taken, move)
    else if (move !== 'none') this.events.take(value, move)
  }

  /** Closes the field and leaves the value as it was. */
  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.events.draft(undefined)
    this.view.remove()
    this.events.close()
  }

  /**
   * Puts the field over a cell: its own, or where the record of that is now. The list opens above if there is no room
   * below, and to the left if there is none on the right.
   */
  moveTo(place: CellPlace, { scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement): void {
    for (const [name, pixels] of Object.entries(place)) this.view.style.setProperty(`--${name}`, `${pixels}px`)
    const above = place.top - scrollTop
    this.view.classList.toggle('above', above > clientHeight - listHeight && above > listHeight)
    this.view.classList.toggle('leftward', place.left - scrollLeft > clientWidth / 2)
  }

  private isNew(text: string): boolean {
    return text !== (this.cell.value ?? '')
  }

  private tellDraft(): void {
    const { value } = this.field
    this.events.draft(this.isNew(value) ? value || null : undefined)
  }

  private onInput(): void {
    this.tellDraft()
    this.panel?.refresh()
    this.grow()
    void this.suggest(true)
  }

  /** Makes a text area as high as its lines. */
  private grow(): void {
    if (!(this.field instanceof HTMLTextAreaElement)) return
    this.field.style.height = 'auto'
    this.field.style.height = `${this.field.scrollHeight + 2}px`
  }

  private onKey(event: KeyboardEvent): void {
    // Neither the grid nor VS Code handles the keys of the field, except those with Ctrl or the command key.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (event.isComposing || !this.handleKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Types text that came before the field was open, where its cursor is. */
  insert(text: string): void {
    const { field } = this
    const { length } = field.value
    field.setRangeText(text, field.selectionStart ?? length, field.selectionEnd ?? length, 'end')
    this.onInput()
  }

  /** Does what a key means that came before the field was open. */
  press({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
    const isHandled = this.handleKey({ key, shiftKey, altKey, ctrlKey, metaKey, target: this.field })
    if (!isHandled && !shiftKey && !altKey && !ctrlKey && !metaKey) this.pressInField(key)
  }

  /** Does what a key does in a field that has the keyboard: it moves the cursor, or removes what is beside it. */
  private pressInField(key: string): void {
    const { field } = this
    const { value } = field
    const [start, end] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length]
    const isCursor = start === end
    const before = isCursor ? start - (Array.from(value.slice(0, start)).at(-1)?.length ?? 0) : start
    const behind = isCursor ? end + (Array.from(value.slice(end))[0]?.length ?? 0) : end
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: before,
      ArrowRight: behind,
      Home: 0,
      End: value.length,
    }
    const place = places[key]
    if (place !== undefined) field.setSelectionRange(place, place)
    else if (key === 'Backspace' || key === 'Delete') {
      field.setRangeText('', key === 'Delete' ? start : before, key === 'Delete' ? behind : end, 'end')
      this.onInput()
    }
  }

  /** Handles a key; false leaves it to the field. */
  private handleKey({ key, shiftKey, altKey, ctrlKey, metaKey, target }: PressedKey): boolean {
    const isInField = target === this.field
    if (editorCommand({ key, shiftKey, altKey, ctrlKey, metaKey }) === 'save') this.save()
    else if (key === 'Escape') this.close()
    else if (key === 'Enter' && (ctrlKey || metaKey)) this.finish('all', this.chosen())
    else if (key === 'Enter' && target instanceof HTMLButtonElement) return false
    else if (key === 'Enter' && this.field instanceof HTMLTextAreaElement && (shiftKey || altKey)) this.insertLine()
    else if (key === 'Enter') this.finish(shiftKey ? 'up' : 'down', this.chosen())
    else if (!isInField) return false
    else if (key === 'Tab') this.finish(shiftKey ? 'previous' : 'next', this.chosen())
    else if (key === 'F2') this.arrowsMoveCursor = !this.arrowsMoveCursor
    else if (key === 'ArrowDown' && this.panel) this.panel.focus()
    else if (!this.arrowsMoveCursor && key in movesOfArrows && !(this.choices?.areShown && isVertical(key)))
      this.finish(movesOfArrows[key], this.field.value)
    else if (!this.choices?.areShown || this.field.value.includes('\n')) return false
    else if (key === 'ArrowDown') this.choices.move(1)
    else if (key === 'ArrowUp') this.choices.move(-1)
    else return false
    return true
  }

  private save(): void {
    this.finish('none', this.chosen())
    this.events.save()
  }

  private insertLine(): void {
    const { field } = this
    field.setRangeText(
      '\n',
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      'end',
    )
    this.onInput()
  }

  /** Shows values to choose from, unless the user has typed something else when they arrive. */
  private async suggest(isTyped: boolean): Promise<void> {
    if (!this.choices) return
    const item = this.item()
    const found = await suggestions(this.cell, item, isTyped)
    if (this.isOpen && item === this.item()) this.choices.show(found, markedAt(found, item, this.cell.column, isTyped))
  }

  /** The value of the field with the marked choice. */
  private chosen(): string {
    return this.withItem(this.choices?.marked ?? this.item())
  }

  /** What the user is typing: the last item of a list of references, or else the whole value. */
  private item(): string {
    const { value } = this.field
    return this.cell.column.kind === 'reference' ? value.slice(value.lastIndexOf(',') + 1).trim() : value
  }

  private withItem(item: string): string {
    if (this.cell.column.kind !== 'reference') return item
    const [, before = ''] = /^(.*,\s*)?[^,]*$/s.exec(this.field.value) ?? []
    return before + item
  }
}

/** A text area for text, and a one-line field for everything else. */
function createField({ kind, name, unit, choices }: TableColumn): HTMLInputElement | HTMLTextAreaElement {
  const isText = kind === 'string' && choices.length === 0
  const field = isText ? element('textarea', { attributes: { rows: 1 } }) : element('input')
  field.className = kind
  setAttribute(field, 'aria-label', unit === '' ? name : `${name}, ${unit}`)
  setAttribute(field, 'spellcheck', String(isText))
  setAttribute(field, 'autocomplete', 'off')
  setAttribute(field, 'dir', 'auto')
  return field
}

async function suggestions(
  { column, suggest }: EditedCell,
  item: string,
  isTyped: boolean,
): Promise<readonly Choice[]> {
  const wanted = item.toLowerCase()
  if (column.choices.length > 0) {
    const matching = column.choices.filter(({ value }) => value.toLowerCase().includes(wanted))
    return isTyped && matching.length > 0 ? matching : column.choices
  }
  const found = await suggest(item)
  return column.kind === 'reference'
    ? found
    : found.filter(({ value }) => value !== item && value.toLowerCase().startsWith(wanted))
}

/**
 * The index of the value to mark: the best match if the column only allows some values, none if they are suggestions.
 */
function markedAt(found: readonly Choice[], item: string, { kind, choices }: TableColumn, isTyped: boolean): number {
  const same = found.findIndex(({ value }) => value === item)
  if (same >= 0) return same
  if (!isTyped || item === '' || (choices.length === 0 && kind !== 'reference')) return -1
  return found.findIndex(({ value, meaning }) => `${value} ${meaning}`.toLowerCase().includes(item.toLowerCase()))
}
