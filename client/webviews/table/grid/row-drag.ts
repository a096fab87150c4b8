import { element } from '../../dom.ts'
import type { Grid } from './grid.ts'
import { followPointer, scrollAtEdge } from './pointer-drag.ts'

/** How far the pointer has to move before a click on a row becomes a drag, in pixels. */
const rowDragDistance = 6

/** About the height of the headings, which stay at the top, in pixels. */
const headingsHeight = 24

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
  followPointer({
    move: event => {
      if (target === undefined && Math.abs(event.clientY - down.clientY) < rowDragDistance) return
      // The headings cover the first row.
      scrollAtEdge(grid.view, event, headingsHeight)
      target = grid.borderAt(event.clientY)
      line.style.top = `${grid.offsetOf(target)}px`
      grid.body.append(line)
    },
    end: event => {
      line.remove()
      if (!event) return
      if (target === undefined) click()
      else drop(target)
    },
  })
}
