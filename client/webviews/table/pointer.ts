import type { Grid } from './grid.ts'
import { isIn, type Place, rangeOf } from './selection.ts'

interface PointerEvents {
  /** A double click on a cell. */
  open(): void
  /** A click with Ctrl or the command key on a cell. */
  follow(): void
}

/** Lets the pointer move the cursor of a grid and select: a click, one with Shift, or a drag over cells; on the heading of a row all of it. */
export function onGridPointer(grid: Grid, events: PointerEvents): void {
  grid.body.addEventListener('dblclick', () => events.open())
  grid.body.addEventListener('pointerdown', event => {
    const place = placeAt(event.target)
    if (!place) return
    // The menu of another button is for what is selected, where it is called on that.
    const isMenu = event.button !== 0
    const isWholeRow = event.target instanceof Element && event.target.closest('.heading') !== null
    if (isWholeRow) grid.selectRow(place.row, event.shiftKey)
    else if (!isMenu || !isIn(rangeOf(grid.selection), place.row, place.column)) grid.select(place, event.shiftKey)
    grid.focus()
    if (isMenu) return
    if (event.ctrlKey || event.metaKey) return events.follow()
    selectToPointer(grid)
  })
}

/** Selects to the cell that the pointer is over until its button is let go. */
function selectToPointer(grid: Grid): void {
  const drag = ({ clientX, clientY }: PointerEvent): void => {
    const over = placeAt(document.elementFromPoint(clientX, clientY))
    const { row, column } = grid.selection.active
    if (over && (over.row !== row || over.column !== column)) grid.select(over, true)
  }
  const end = (): void => {
    removeEventListener('pointermove', drag)
    removeEventListener('pointerup', end)
  }
  addEventListener('pointermove', drag)
  addEventListener('pointerup', end)
}

/** The place of the cell that an element is in; a row's heading counts as its first cell. */
function placeAt(target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest('.cell, .body .heading') : null
  const row = cell?.parentElement
  if (!cell || !row) return undefined
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 2,
    column: Math.max(0, [...row.children].indexOf(cell) - 1),
  }
}
