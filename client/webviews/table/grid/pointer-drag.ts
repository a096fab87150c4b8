/** What happens while the pointer is dragged. */
interface Drag {
  move(event: PointerEvent): void
  /** The button was released; without an event, Escape was pressed, and nothing may change. */
  end(event?: PointerEvent): void
}

/** Follows the pointer until its button is released, or Escape is pressed. */
export function followPointer({ move, end }: Drag): void {
  const stop = (event?: PointerEvent): void => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', stop)
    removeEventListener('keydown', cancel, { capture: true })
    end(event)
  }
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stop()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', stop)
  addEventListener('keydown', cancel, { capture: true })
}

/** How near to the edge of a view it begins to scroll, in pixels. */
const scrollEdge = 24

/**
 * Scrolls a view whose edge the pointer comes near to.
 *
 * @param header the height of what stays at its top, in pixels
 */
export function scrollAtEdge(view: HTMLElement, { clientY }: PointerEvent, header = 0): void {
  const { top, bottom } = view.getBoundingClientRect()
  if (clientY > bottom - scrollEdge) view.scrollTop += scrollEdge
  else if (clientY < top + header + scrollEdge) view.scrollTop -= scrollEdge
}
