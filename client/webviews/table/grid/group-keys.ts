import type { Grid } from './grid.ts'

type GroupKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * Handles a key that leads to the heading of a group, or that is pressed there: the arrows go to the rows and headings
 * above and below; the left and right ones fold and unfold, and so do Enter and Space, with Shift all groups. Other
 * keys do nothing there, as no record is selected. Returns false for keys that have nothing to do with groups.
 */
export function onGroupKey(grid: Grid, event: GroupKey): boolean {
  const { headings } = grid
  if (headings.count === 0) return false
  const { active } = headings
  return active === undefined ? leadsToHeading(grid, event) : handleInHeading(grid, active, event)
}

function leadsToHeading(grid: Grid, { key, shiftKey, altKey, ctrlKey, metaKey }: GroupKey): boolean {
  if (shiftKey || ctrlKey || metaKey) return false
  const { headings } = grid
  const { row } = grid.selection.active
  if (row < 0) {
    if (key !== 'ArrowDown' || altKey) return false
    grid.selection.selectGroup(0)
    return true
  }
  const group = headings.groupOf(row)
  if (key === 'ArrowUp' && (altKey || headings.startOf(group) === row)) grid.selection.selectGroup(group)
  else if (key === 'ArrowDown' && !altKey && headings.all[group + 1] && headings.startOf(group + 1) === row + 1)
    grid.selection.selectGroup(group + 1)
  else return false
  return true
}

function handleInHeading(grid: Grid, active: number, event: GroupKey): boolean {
  const { headings } = grid
  const { key, shiftKey, ctrlKey, metaKey } = event
  const group = headings.all[active]
  if (!group) return false
  const { column } = grid.selection.active
  const isBack = key === 'ArrowUp' || (key === 'Tab' && shiftKey)
  if (isBack && active === 0) grid.selection.select({ row: -1, column })
  else if (isBack && headings.all[active - 1]!.isFolded) grid.selection.selectGroup(active - 1)
  else if (isBack) grid.selection.select({ row: headings.startOf(active) - 1, column })
  else if ((key === 'ArrowDown' || key === 'Tab') && !group.isFolded)
    grid.selection.select({ row: headings.startOf(active), column })
  else if (key === 'ArrowDown' || key === 'Tab') grid.selection.selectGroup(Math.min(active + 1, headings.count - 1))
  else if (key === 'Home' || key === 'End') grid.selection.selectGroup(key === 'Home' ? 0 : headings.count - 1)
  else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (group.isFolded !== (key === 'ArrowLeft')) grid.fold(active, key === 'ArrowLeft', shiftKey)
  } else if (key === 'Enter' || key === ' ') grid.fold(active, !group.isFolded, shiftKey)
  else return key !== 'Escape' && !ctrlKey && !metaKey
  return true
}
