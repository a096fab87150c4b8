import type { TableColumn } from '../../../shared/protocol/table.ts'
import type { Grid } from './grid.ts'
import { placeForKey } from './selection.ts'

interface KeyEvents {
  /** Enter or a blank on a heading. */
  sort(column: TableColumn): void
  /** A key that neither moves the cursor nor selects; true where something was done with it. */
  other(event: KeyboardEvent): boolean
}

/** Lets keys move the cursor of a grid and select, while the grid has the focus. */
export function onGridKeys(grid: Grid, events: KeyEvents): void {
  const use = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey } = event
    const { selection, size, room } = grid
    const isFar = event.ctrlKey || event.metaKey
    const place = altKey ? undefined : placeForKey(selection, key, isFar, Math.max(1, room - 1), size)
    const { row, column } = selection.active
    const heading = row < 0 && (key === 'Enter' || key === ' ') ? grid.columns[column] : undefined
    if (place) grid.select(place, shiftKey)
    else if (heading) events.sort(heading.column)
    else if (isFar && key.toLowerCase() === 'a') grid.selectAll()
    else if (shiftKey && key === ' ' && row >= 0) grid.selectRows()
    else return events.other(event)
    return true
  }
  grid.grid.addEventListener('keydown', event => {
    // Keys in the fields of the headings are theirs.
    if (event.target !== grid.grid || !use(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
}
