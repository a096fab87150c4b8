import type { Choice, TableColumn } from '../../../shared/protocol/table.ts'
import { element, setAttribute } from '../dom.ts'
import { Choices } from './choices.ts'
import { createTimePanel } from './time-panel.ts'

/** Where the cursor goes when a value is taken. */
export type Move = 'down' | 'up' | 'right' | 'left' | 'none'

/** A cell about to be edited. */
export interface EditedCell {
  readonly column: TableColumn
  /** What it says now; null where the record has no such field. */
  readonly value: string | null
  /** What was typed to start with; undefined to go on from what it says. */
  readonly typed: string | undefined
  /** In pixels, from the start of what scrolls. */
  readonly place: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Values to choose from that the server knows, for what is typed. */
  readonly suggest: (typed: string) => Promise<readonly Choice[]>
}

export interface CellEditorEvents {
  /** The value is to be written; null where the field is to go. */
  take(value: string | null, move: Move): void
  /** The editing is over, whatever became of it. */
  close(): void
}

/** How much room a list below a field takes, in pixels. */
const roomBelow = 270

/** A field over a cell, with what its kind of values is picked with. It closes with what is done in it. */
export class CellEditor {
  private readonly field: HTMLInputElement | HTMLTextAreaElement
  private readonly view: HTMLElement
  private readonly choices: Choices | undefined
  private readonly panel: ReturnType<typeof createTimePanel> | undefined
  private isOpen = true

  constructor(
    parent: HTMLElement,
    private readonly cell: EditedCell,
    private readonly events: CellEditorEvents,
  ) {
    const { column, value, typed } = cell
    this.field = createField(column)
    this.field.value = typed ?? value ?? ''
    this.view = element('div', { class: 'cell-editor' }, this.field)
    this.putOver(parent)
    if (column.kind === 'ts') {
      this.panel = createTimePanel(
        () => this.field.value,
        text => {
          this.field.value = text
        },
      )
      this.view.append(this.panel.view)
    } else if (column.kind !== 'int' && column.kind !== 'float') {
      this.choices = new Choices(this.field, picked => this.finish('none', this.withItem(picked)))
      this.view.append(this.choices.view)
      void this.suggest(typed !== undefined)
    }
    this.field.addEventListener('input', () => this.onInput())
    this.view.addEventListener('keydown', event => this.onKey(event))
    this.view.addEventListener('focusout', ({ relatedTarget }) => {
      // Another window leaves it open: what is typed is not lost by a look elsewhere.
      if (document.hasFocus() && !(relatedTarget instanceof Node && this.view.contains(relatedTarget))) this.finish()
    })
    parent.append(this.view)
    this.grow()
    this.field.focus({ preventScroll: true })
    if (typed === undefined) this.field.select()
  }

  /** Takes what is in the field, and closes. */
  finish(move: Move = 'none', taken = this.field.value): void {
    const { value } = this.cell
    if (!this.isOpen) return
    this.close()
    if (taken !== (value ?? '')) this.events.take(taken === '' ? null : taken, move)
    else if (move !== 'none') this.events.take(value, move)
  }

  private close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.view.remove()
    this.events.close()
  }

  /** Lays it over the cell; what opens below it opens where there is room. */
  private putOver({ scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement): void {
    const { place } = this.cell
    for (const [name, pixels] of Object.entries(place)) this.view.style.setProperty(`--${name}`, `${pixels}px`)
    const above = place.top - scrollTop
    this.view.classList.toggle('above', above > clientHeight - roomBelow && above > roomBelow)
    this.view.classList.toggle('leftward', place.left - scrollLeft > clientWidth / 2)
  }

  private onInput(): void {
    this.panel?.refresh()
    this.grow()
    void this.suggest(true)
  }

  /** A field for text grows with its lines. */
  private grow(): void {
    if (!(this.field instanceof HTMLTextAreaElement)) return
    this.field.style.height = 'auto'
    this.field.style.height = `${this.field.scrollHeight + 2}px`
  }

  private onKey(event: KeyboardEvent): void {
    // What is typed here is nothing of the grid's, nor a key of the editor around it; keys with Ctrl are.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (event.isComposing || !this.use(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Does something with a key; false where it is left to the field. */
  private use({ key, shiftKey, altKey, target }: KeyboardEvent): boolean {
    const isInField = target === this.field
    if (key === 'Escape') this.close()
    else if (key === 'Enter' && target instanceof HTMLButtonElement) return false
    else if (key === 'Enter' && this.field instanceof HTMLTextAreaElement && (shiftKey || altKey)) this.insertLine()
    else if (key === 'Enter') this.finish(shiftKey ? 'up' : 'down', this.chosen())
    else if (!isInField) return false
    else if (key === 'Tab') this.finish(shiftKey ? 'left' : 'right', this.chosen())
    else if (key === 'ArrowDown' && this.panel) this.panel.focus()
    else if (!this.choices || this.field.value.includes('\n')) return false
    else if (key === 'ArrowDown') this.choices.move(1)
    else if (key === 'ArrowUp') this.choices.move(-1)
    else return false
    return true
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

  /** Looks for values to choose from, unless something else is typed before they come. */
  private async suggest(isTyped: boolean): Promise<void> {
    if (!this.choices) return
    const item = this.item()
    const found = await suggestions(this.cell, item, isTyped)
    if (this.isOpen && item === this.item()) this.choices.show(found, markedAt(found, item, this.cell.column, isTyped))
  }

  /** What the field says with the choice that is marked. */
  private chosen(): string {
    return this.withItem(this.choices?.marked ?? this.item())
  }

  /** What is being written: of a list of references the last item, else all of it. */
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

/** A field of several lines for text, of one line for all else. */
function createField({ kind, name, unit, choices }: TableColumn): HTMLInputElement | HTMLTextAreaElement {
  const isText = kind === 'string' && choices.length === 0
  const field = isText ? element('textarea', { attributes: { rows: 1 } }) : element('input')
  field.className = kind
  setAttribute(field, 'aria-label', unit === '' ? name : `${name}, ${unit}`)
  setAttribute(field, 'spellcheck', String(isText))
  setAttribute(field, 'autocomplete', 'off')
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

/** Of values that there are to choose from the one that is meant is marked at once; of mere suggestions none. */
function markedAt(found: readonly Choice[], item: string, { kind, choices }: TableColumn, isTyped: boolean): number {
  const same = found.findIndex(({ value }) => value === item)
  if (same >= 0) return same
  if (!isTyped || item === '' || (choices.length === 0 && kind !== 'reference')) return -1
  return found.findIndex(({ value, meaning }) => `${value} ${meaning}`.toLowerCase().includes(item.toLowerCase()))
}
