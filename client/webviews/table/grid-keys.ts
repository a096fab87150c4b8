import type { TableColumn } from '../../../shared/protocol/table.ts'
import type { Grid } from './grid.ts'
import { positionForKey } from './selection.ts'

interface KeyEvents {
  /** The user pressed Enter or Space on a heading. */
  sort(column: TableColumn): void
  /** Handles a key that neither moves the cursor nor selects; returns false for keys that do nothing. */
  other(event: KeyboardEvent): boolean
}

/** Lets keys move the cursor of a grid and select cells while the grid has the focus. */
export function onGridKeys(grid: Grid, events: KeyEvents): void {
  const handle = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey } = event
    const { selection, size, room } = grid
    const isFar = event.ctrlKey || event.metaKey
    const position = altKey ? undefined : positionForKey(selection, key, isFar, Math.max(1, room - 1), size)
    const { row, column } = selection.active
    const heading = row < 0 && (key === 'Enter' || key === ' ') ? grid.columns[column] : undefined
    if (row < 0 && isFar && shiftKey && /^Arrow(Left|Right)$/.test(key))
      grid.moveColumn(column, column + (key === 'ArrowLeft' ? -1 : 1))
    else if (position) grid.select(position, shiftKey)
    else if (heading) events.sort(heading.column)
    else if (isFar && key.toLowerCase() === 'a') grid.selectAll()
    else if (shiftKey && key === ' ' && row >= 0) grid.selectRows()
    else return events.other(event)
    return true
  }
  grid.grid.addEventListener('keydown', event => {
    // The filters in the headings handle their own keys.
    if (event.target !== grid.grid || !handle(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
}
