/** What gets the keyboard when VS Code gives it to the page the next time. */
let nextFocus: HTMLElement | undefined

/**
 * Gives the keyboard to an element; while VS Code has it, for example in the command palette, when it gives it back: an
 * answer that comes late must not take the keys from where the user types.
 */
export function giveFocus(target: HTMLElement): void {
  if (document.hasFocus()) target.focus({ preventScroll: true })
  else nextFocus = target
}

/**
 * Gives the keyboard back to the element that had it last when VS Code gives it back to the page, for example after the
 * command palette. While VS Code has the keyboard, no element of the page has it.
 *
 * @param first gives the keyboard to an element if none had it before, or if that one is gone
 */
export function keepFocus(first: () => void): void {
  let last: EventTarget | null = null
  addEventListener('focusin', ({ target }) => {
    last = target
    nextFocus = undefined
  })
  addEventListener('focus', () => {
    // VS Code can have taken the keyboard again before this is told.
    if (!document.hasFocus()) return
    const wanted = nextFocus
    nextFocus = undefined
    wanted?.focus({ preventScroll: true })
    if (!isFocusFree()) return
    if (last instanceof HTMLElement) last.focus({ preventScroll: true })
    if (isFocusFree()) first()
  })
}

/**
 * Closes a menu when the focus leaves it, and for Escape, which leads back to its button.
 *
 * @param view the menu with its button
 */
export function closeOnLeave(view: HTMLElement, opener: HTMLElement, close: () => void): void {
  view.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || opener.getAttribute('aria-expanded') !== 'true') return
    event.stopPropagation()
    close()
    opener.focus()
  })
  view.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !view.contains(relatedTarget)) close()
  })
}

const isFocusFree = (): boolean => document.activeElement === document.body

/** Lets Enter and the down arrow lead from a field above the rows to the rows. */
export function onLeave(field: HTMLInputElement, leave: () => void): void {
  field.addEventListener('keydown', event => {
    if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  })
}
