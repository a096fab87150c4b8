import { followPointer } from '../grid/pointer-drag.ts'

/** How far the pointer has to move before a click on a card becomes a drag, in pixels. */
const cardDragDistance = 6

/** How near to the side of the view it begins to scroll, in pixels. */
const scrollSide = 40

interface CardDrag {
  /** The scrolling element. */
  readonly view: HTMLElement
  /** The card begins to follow the pointer. */
  begin(): void
  /** The pointer is over a place, in pixels of the window. */
  over(clientX: number): void
  /** The card was let go over the last place; without it, nothing may change. */
  end(isDropped: boolean): void
  /** The button was released without a movement. */
  click(): void
}

/**
 * Lets a picture of a card follow the pointer until its button is released, or Escape is pressed. Without a movement,
 * it was a click. The browser's own event is none to rely on: the card can be drawn again meanwhile.
 *
 * @param down the event that may begin the drag
 */
export function dragCard(card: HTMLElement, down: PointerEvent, { view, begin, over, end, click }: CardDrag): void {
  const { left, top, width } = card.getBoundingClientRect()
  const picture = card.cloneNode(true) as HTMLElement
  picture.removeAttribute('id')
  picture.removeAttribute('role')
  picture.setAttribute('aria-hidden', 'true')
  picture.classList.add('flying')
  picture.style.width = `${width}px`
  let isDragged = false
  followPointer({
    move: ({ clientX, clientY }) => {
      const [right, lower] = [clientX - down.clientX, clientY - down.clientY]
      if (!isDragged && Math.hypot(right, lower) < cardDragDistance) return
      if (!isDragged) {
        isDragged = true
        document.body.append(picture)
        begin()
      }
      picture.style.left = `${left + right}px`
      picture.style.top = `${top + lower}px`
      const sides = view.getBoundingClientRect()
      if (clientX > sides.right - scrollSide) view.scrollLeft += scrollSide
      else if (clientX < sides.left + scrollSide) view.scrollLeft -= scrollSide
      over(clientX)
    },
    end: event => {
      picture.remove()
      if (isDragged) end(event !== undefined)
      else if (event) click()
    },
  })
}
