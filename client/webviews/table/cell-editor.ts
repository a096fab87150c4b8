import type { Choice, TableColumn } from '../../../shared/table/protocol.ts'
import { element } from '../dom.ts'
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

/** Opens a field over a cell, with what its kind of values is picked with. It closes with what is done in it. */
export function openCellEditor(parent: HTMLElement, cell: EditedCell, events: CellEditorEvents): { finish: () => void } {
  const { column, value, typed, place } = cell
  const isText = column.kind === 'string' && column.choices.length === 0
  const field = element(isText ? 'textarea' : 'input', {
    class: column.kind, attributes: { 'aria-label': column.unit === '' ? column.name : `${column.name}, ${column.unit}`, spellcheck: isText ? 'true' : 'false', autocomplete: 'off', ...(isText && { rows: 1 }) },
  })
  field.value = typed ?? value ?? ''
  const view = element('div', { class: 'cell-editor' }, field)
  view.style.setProperty('--left', `${place.left}px`)
  view.style.setProperty('--top', `${place.top}px`)
  view.style.setProperty('--width', `${place.width}px`)
  view.style.setProperty('--height', `${place.height}px`)
  // What opens below it opens where there is room.
  view.classList.toggle('above', place.top - parent.scrollTop > parent.clientHeight - roomBelow && place.top - parent.scrollTop > roomBelow)
  view.classList.toggle('leftward', place.left - parent.scrollLeft > parent.clientWidth / 2)

  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    view.remove()
    events.close()
  }
  const finish = (move: Move = 'none', taken = field.value): void => {
    if (!isOpen) return
    close()
    if (taken !== (value ?? '')) events.take(taken === '' ? null : taken, move)
    else if (move !== 'none') events.take(value, move)
  }

  const panel = column.kind === 'ts' ? createTimePanel(() => field.value, text => { field.value = text }) : undefined
  if (panel) view.append(panel.view)
  const choices = panel || column.kind === 'int' || column.kind === 'float' ? undefined : new Choices(field, picked => finish('none', withItem(field, column, picked)))
  if (choices) {
    view.append(choices.view)
    const refresh = async (isTyped: boolean): Promise<void> => {
      const item = itemOf(field, column)
      const found = await suggestions(cell, item, isTyped)
      // Meanwhile something else may have been typed.
      if (isOpen && item === itemOf(field, column)) choices.show(found, markedAt(found, item, column, isTyped))
    }
    field.addEventListener('input', () => void refresh(true))
    void refresh(typed !== undefined)
  }
  const grow = (): void => {
    panel?.refresh()
    if (!isText) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + 2}px`
  }
  field.addEventListener('input', grow)

  view.addEventListener('keydown', event => {
    // What is typed here is nothing of the grid's, nor a key of the editor around it; keys with Ctrl are.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (event.isComposing) return
    const isInField = event.target === field
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && isInField && (event.shiftKey || event.altKey) && isText) return insertLine(field, event)
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) finish(event.shiftKey ? 'up' : 'down', withItem(field, column, choices?.marked ?? itemOf(field, column)))
    else if (event.key === 'Tab' && isInField) finish(event.shiftKey ? 'left' : 'right', withItem(field, column, choices?.marked ?? itemOf(field, column)))
    else if (event.key === 'ArrowDown' && isInField && panel) panel.view.querySelector('input')?.focus()
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isInField && choices && !field.value.includes('\n')) choices.move(event.key === 'ArrowDown' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  view.addEventListener('focusout', ({ relatedTarget }) => {
    // Another window, or another part of this one, leaves it open: what is typed is not lost by a look elsewhere.
    if (document.hasFocus() && !(relatedTarget instanceof Node && view.contains(relatedTarget))) finish()
  })
  parent.append(view)
  grow()
  field.focus({ preventScroll: true })
  if (typed === undefined) field.select()
  return { finish }
}

/** A reference can be a list, of which the item at the cursor is being written. */
function itemOf(field: HTMLInputElement | HTMLTextAreaElement, { kind }: TableColumn): string {
  return kind === 'reference' ? field.value.slice(field.value.lastIndexOf(',') + 1).trim() : field.value
}

/** What the field says with another value of that item. */
function withItem(field: HTMLInputElement | HTMLTextAreaElement, { kind }: TableColumn, item: string): string {
  if (kind !== 'reference') return item
  const list = /^(.*,\s*)?[^,]*$/s.exec(field.value)
  return `${list?.[1] ?? ''}${item}`
}

async function suggestions({ column, suggest }: EditedCell, item: string, isTyped: boolean): Promise<readonly Choice[]> {
  if (column.choices.length === 0) {
    const found = await suggest(item)
    return column.kind === 'reference' ? found : found.filter(({ value }) => value !== item && value.toLowerCase().startsWith(item.toLowerCase()))
  }
  const wanted = item.toLowerCase()
  const matching = column.choices.filter(({ value }) => value.toLowerCase().includes(wanted))
  return isTyped && matching.length > 0 ? matching : column.choices
}

/** Of values that there are to choose from the one that is meant is marked at once; of mere suggestions none. */
function markedAt(found: readonly Choice[], item: string, { kind, choices }: TableColumn, isTyped: boolean): number {
  const same = found.findIndex(({ value }) => value === item)
  if (same >= 0) return same
  if (!isTyped || item === '' || (choices.length === 0 && kind !== 'reference')) return -1
  return found.findIndex(({ value, meaning }) => `${value} ${meaning}`.toLowerCase().includes(item.toLowerCase()))
}

function insertLine(field: HTMLInputElement | HTMLTextAreaElement, event: Event): void {
  event.preventDefault()
  field.setRangeText('\n', field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new Event('input'))
}
