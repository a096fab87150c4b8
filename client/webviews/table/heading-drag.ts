import { element } from '../dom.ts'

/** The minimum width of a column, in pixels. */
const minimumWidth = 40

/** How far the pointer has to move before a click on a heading becomes a drag, in pixels. */
const dragDistance = 6

/** The edge of a heading. Dragging it changes the width of the column, and a double click fits it. */
export function createEdge(heading: HTMLElement, resize: (width: number) => void, fitWidth: () => void): HTMLElement {
  const edge = element('span', { class: 'edge', attributes: { 'aria-hidden': true } })
  edge.addEventListener('click', event => event.stopPropagation())
  edge.addEventListener('dblclick', event => {
    event.stopPropagation()
    fitWidth()
  })
  edge.addEventListener('pointerdown', down => {
    down.preventDefault()
    down.stopPropagation()
    edge.setPointerCapture(down.pointerId)
    const width = heading.offsetWidth
    const widthAt = (event: PointerEvent): number =>
      Math.max(minimumWidth, Math.round(width + event.clientX - down.clientX))
    const move = (event: PointerEvent): void => heading.style.setProperty('--dragged', `${widthAt(event) - width}px`)
    const end = (event: PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      // The clicks of a double click do not change the width.
      if (event.clientX !== down.clientX) resize(widthAt(event))
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  })
  return edge
}

/** Lets the user drag a heading to another place. `drop` gets the heading over which it is released. */
export function onHeadingDrag(heading: HTMLElement, drop: (target: Element) => void): void {
  heading.addEventListener('pointerdown', down => {
    if (down.button !== 0 || (down.target instanceof Element && down.target.closest('.filter-field'))) return
    let target: Element | null = null
    const isDrag = (event: PointerEvent): boolean => Math.abs(event.clientX - down.clientX) > dragDistance
    const mark = (next: Element | null): void => {
      target?.classList.remove('drop')
      target = next
      target?.classList.add('drop')
    }
    const move = (event: PointerEvent): void => {
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('.head .heading:not(.corner)')
      mark(isDrag(event) && over && over !== heading ? over : null)
    }
    const end = (event: PointerEvent): void => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      const dropped = target
      mark(null)
      if (!isDrag(event)) return
      // The click that ends a drag must not sort.
      heading.addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => heading.removeEventListener('click', stop, { capture: true }))
      if (dropped) drop(dropped)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
  })
}

const stop = (event: Event): void => event.stopImmediatePropagation()
