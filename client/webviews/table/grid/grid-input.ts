import type { TableColumn } from '../../../../shared/protocol/table/table.ts'
import { blockEnd } from '../../../../shared/views/table/block-end.ts'
import { sendRequest } from '../request.ts'
import type { Grid } from './grid.ts'
import { onGroupKey } from './group-keys.ts'
import { positionOf } from './pointed-cell.ts'
import { followPointer } from './pointer-drag.ts'
import { dragRows } from './row-drag.ts'
import { type CellPosition, isIn, positionForKey } from './selection.ts'

interface KeyEvents {
  /**
   * The user pressed Enter or Space on a heading.
   *
   * @param isAdded whether the columns that sort already go on sorting
   */
  sort(column: TableColumn, isAdded: boolean): void
  /** Keeps a key that comes behind others that wait; returns false if none wait. */
  wait(event: KeyboardEvent): boolean
  /** The user wants to leave the grid. */
  leave(): void
  /** The user wants to jump to the end of a block of cells; with `extends_`, to select up to there. */
  jump(key: string, extends_: boolean): void
  /** Handles a key that neither moves the cursor nor selects; returns false for keys that do nothing. */
  other(event: KeyboardEvent): boolean
}

/** Lets keys move the cursor of a grid and select cells while the grid has the focus. */
export function onGridKeys(grid: Grid, events: KeyEvents): void {
  const handle = (event: KeyboardEvent): boolean => {
    if (events.wait(event)) return true
    if (onGroupKey(grid, event)) return true
    const { key, shiftKey, altKey } = event
    const { selection, size, room } = grid
    const isFar = event.ctrlKey || event.metaKey
    const position = altKey ? undefined : positionForKey(selection, key, isFar, Math.max(1, room - 1), size)
    const { row, column } = selection.active
    const heading = row < 0 && (key === 'Enter' || key === ' ') ? grid.columns[column] : undefined
    if (row < 0 && isFar && shiftKey && /^Arrow(Left|Right)$/.test(key))
      grid.moveColumn(column, column + (key === 'ArrowLeft' ? -1 : 1))
    else if (row >= 0 && isFar && !altKey && key.startsWith('Arrow')) events.jump(key, shiftKey)
    else if (key === 'Tab' && !isFar && !altKey) grid.selection.goOn(shiftKey ? -1 : 1)
    else if (position) grid.selection.select(position, shiftKey)
    else if (heading) events.sort(heading.column, shiftKey)
    else if (isFar && key.toLowerCase() === 'a') grid.selection.selectAll()
    else if (shiftKey && key === ' ' && row >= 0) grid.selection.selectRows()
    else if (isFar && key === ' ' && row >= 0) grid.selection.selectColumns()
    else if (events.other(event)) return true
    // Tab stays in the grid, so another key must lead out of it.
    else if (key === 'Escape') events.leave()
    else return false
    return true
  }
  grid.grid.addEventListener('keydown', event => {
    // The filters in the headings handle their own keys.
    // An input method has its own keys, too.
    if (event.target !== grid.grid || event.isComposing || !handle(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
}

/**
 * Moves the cursor to the end of a block of cells, as in spreadsheets: from a filled cell to the last one of its block,
 * from others to the next filled one. The server knows the rows that are not loaded.
 *
 * @param key an arrow key
 * @param table the key of the table
 */
export async function jump(grid: Grid, key: string, extends_: boolean, table: string): Promise<void> {
  const { row, column } = grid.selection.active
  const { columns, current } = grid
  const { basis } = grid.selection
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isFilled = (at: number): boolean => (current?.row.cells[columns[at]!.place] ?? '') !== ''
    const by = key === 'ArrowLeft' ? -1 : 1
    grid.selection.select({ row, column: blockEnd(column, by, columns.length, isFilled) }, extends_)
    return
  }
  const isDown = key === 'ArrowDown'
  // Below the last record, only the way up leads somewhere.
  if (row >= grid.rows.total)
    return grid.selection.select({ row: isDown ? row : grid.rows.total - 1, column }, extends_)
  if (!basis) return
  const { version, query } = basis
  const end = await sendRequest('blockEnd', {
    version,
    query,
    table,
    column: columns[column]!.column.name,
    row,
    isDown,
  }).catch(() => null)
  const isSame = grid.selection.active.row === row && grid.selection.active.column === column
  if (end !== null && isSame) grid.selection.select({ row: end, column }, extends_)
}

interface PointerEvents {
  /** The user double-clicked a cell. */
  open(): void
  /** The user clicked a reference with Ctrl or the command key. */
  follow(): void
  /** The user clicked another cell with Ctrl or the command key, or the heading of its row. */
  addRow(position: CellPosition, isWhole: boolean): void
  /** The user has dragged the selected rows above a row. */
  moveRows(row: number): void
}

/**
 * Lets the pointer move the cursor of a grid and select cells: with a click, with Shift and a click, or with a drag.
 * The heading of a row selects the row.
 */
export function onGridPointer(grid: Grid, events: PointerEvents): void {
  grid.body.addEventListener('dblclick', event => {
    if (positionOf(event.target)) events.open()
  })
  // The grid takes text of input methods, so the browser would select its texts like those of a field.
  grid.body.addEventListener('mousedown', event => event.preventDefault())
  grid.body.addEventListener('pointerdown', event => {
    const group = event.target instanceof Element ? event.target.closest('.group') : null
    if (group) {
      const index = Number(group.getAttribute('data-group'))
      if (event.button === 0) grid.fold(index, !grid.headings.all[index]!.isFolded, event.shiftKey)
      else grid.selection.selectGroup(index)
      return grid.focus()
    }
    const position = positionOf(event.target)
    if (!position) return
    // The context menu of a selected cell keeps the selection.
    const isMenu = event.button !== 0
    const isWholeRow = event.target instanceof Element && event.target.closest('.heading') !== null
    const isAdding = (event.ctrlKey || event.metaKey) && !isMenu
    if (isWholeRow && !isMenu && !isAdding && !event.shiftKey && grid.selection.hasWholeRow(position.row)) {
      grid.focus()
      return dragRows(
        grid,
        event,
        row => events.moveRows(row),
        () => grid.selection.selectRow(position.row, false),
      )
    }
    if (isAdding) {
      grid.focus()
      const isLink = event.target instanceof Element && event.target.closest('.reference > span') !== null
      if (!isLink) return events.addRow(position, isWholeRow)
      grid.selection.select(position)
      return events.follow()
    }
    if (isWholeRow) grid.selection.selectRow(position.row, event.shiftKey)
    else if (!isMenu || !grid.selection.all.some(cells => isIn(cells, position.row, position.column)))
      grid.selection.select(position, event.shiftKey)
    grid.focus()
    if (!isMenu) selectToPointer(grid)
  })
}

/** Extends the selection to the cell under the pointer until the button is released. */
function selectToPointer(grid: Grid): void {
  followPointer({
    move: ({ clientX, clientY }) => {
      const over = positionOf(document.elementFromPoint(clientX, clientY))
      const { row, column } = grid.selection.active
      if (over && (over.row !== row || over.column !== column)) grid.selection.select(over, true)
    },
    end: () => undefined,
  })
}
