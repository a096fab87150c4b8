/**
 * Text that comes without a key of its own: by an input method, a dead key or a list of emoji. A field would get it,
 * but the focus is in the grid, so that screen readers tell cells.
 */

interface ComposedEvents {
  /** The text that an input method has composed so far has changed. */
  compose(text: string): void
  /** An input method has composed a text. */
  finish(text: string): void
  /** A text has come as a whole. */
  insert(text: string): void
  /** Where the text is shown, in pixels of the window: an input method opens its list beside it. */
  place(): DOMRect | undefined
}

/** The part of the browser's interface that is used here. Firefox and Safari do not have it. */
interface BrowserEditContext extends EventTarget {
  readonly text: string
  updateText(start: number, end: number, text: string): void
  updateControlBounds(bounds: DOMRect): void
  updateSelectionBounds(bounds: DOMRect): void
  updateCharacterBounds(start: number, bounds: readonly DOMRect[]): void
}

/** Reports text for an element that is no field. On a touch screen, it would open the keyboard at each touch. */
export function onComposedText(target: HTMLElement, events: ComposedEvents): void {
  const { EditContext } = globalThis as { readonly EditContext?: new () => BrowserEditContext }
  if (!EditContext || matchMedia('(pointer: coarse)').matches) return
  const context = new EditContext()
  let isComposing = false
  const taken = (): string => {
    const { text } = context
    context.updateText(0, text.length, '')
    return text
  }
  context.addEventListener('compositionstart', () => {
    isComposing = true
  })
  context.addEventListener('textupdate', () => {
    if (isComposing) events.compose(context.text)
    else events.insert(taken())
    const bounds = events.place()
    if (bounds) context.updateControlBounds(bounds)
    if (bounds) context.updateSelectionBounds(bounds)
  })
  context.addEventListener('characterboundsupdate', () => {
    const bounds = events.place()
    if (bounds) context.updateCharacterBounds(0, Array<DOMRect>(context.text.length).fill(bounds))
  })
  context.addEventListener('compositionend', event => {
    // The cell that opens gets the focus, which ends the composition a second time, without its text.
    if (!isComposing) return
    isComposing = false
    taken()
    // Unlike the event, the context still has the text of a composition that was canceled.
    events.finish((event as CompositionEvent).data)
  })
  Object.assign(target, { editContext: context })
}
