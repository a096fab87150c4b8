import { element } from '../../dom.ts'
import type { Grid } from './grid.ts'

/** How far the pointer has to move before a click on a row becomes a drag, in pixels. */
const rowDragDistance = 6

/** How near to the edge of the view the rows begin to scroll, in pixels. */
const scrollEdge = 24

/**
 * Lets the user drag the selected rows. A line shows where they would go.
 *
 * @param down the event that may begin a drag
 * @param drop gets the row that they go above; the number of rows for below the last one
 * @param click is called if it was none
 */
export function dragRows(grid: Grid, down: PointerEvent, drop: (row: number) => void, click: () => void): void {
  const line = element('div', { class: 'drop-line' })
  let target: number | undefined
  const end = (): void => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', release)
    removeEventListener('keydown', cancel, { capture: true })
    line.remove()
  }
  const move = (event: PointerEvent): void => {
    if (target === undefined && Math.abs(event.clientY - down.clientY) < rowDragDistance) return
    const { top, bottom } = grid.view.getBoundingClientRect()
    if (event.clientY > bottom - scrollEdge) grid.view.scrollTop += scrollEdge
    else if (event.clientY < top + 2 * scrollEdge) grid.view.scrollTop -= scrollEdge
    target = grid.borderAt(event.clientY)
    line.style.top = `${grid.offsetOf(target)}px`
    grid.body.append(line)
  }
  const release = (): void => {
    end()
    if (target === undefined) click()
    else drop(target)
  }
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', release)
  addEventListener('keydown', cancel, { capture: true })
}
