import type { CellPosition } from './selection.ts'

/** The position of the cell that contains an element; the heading of a row counts as its first cell. */
export function positionOf(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest('.cell, .body .heading') : null
  const row = cell?.parentElement
  if (!cell || !row) return undefined
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 2,
    column: Math.max(0, [...row.children].indexOf(cell) - 1),
  }
}
