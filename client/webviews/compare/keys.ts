/** The keyboard in the comparison: the focus goes from change to change, and Shift+Enter takes the right side. */

/** All changes, or all changed records, in their order. */
const changesIn = (content: HTMLElement, what: 'change' | 'record'): HTMLElement[] => [
  ...content.querySelectorAll<HTMLElement>(what === 'record' ? '[data-record]' : '[data-change]'),
]

const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-change]') ?? null

/** Moves the focus to the next (1) or the previous (-1) change. */
export function moveFocus(content: HTMLElement, by: 1 | -1, what: 'change' | 'record'): void {
  const changes = changesIn(content, what)
  const from = current()
  const isBefore = (change: HTMLElement): boolean =>
    from !== null && (from.compareDocumentPosition(change) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const isBehind = (change: HTMLElement): boolean =>
    from === null || (from.compareDocumentPosition(change) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  focusOn(by === 1 ? changes.find(isBehind) : changes.findLast(isBefore))
}

/** A change that had the focus: what it is about, and its place among the changes. */
interface Focused {
  readonly name: string | undefined
  readonly index: number
}

/** The change that has the focus. */
export function focusedChange(content: HTMLElement): Focused {
  const change = current()
  return { name: change?.dataset.change, index: change ? changesIn(content, 'change').indexOf(change) : -1 }
}

/** Gives the focus back to a change, or to the one that is in its place now. */
export function focusChange(content: HTMLElement, { name, index }: Focused): void {
  if (index < 0) return
  const changes = changesIn(content, 'change')
  focusOn(changes.find(change => change.dataset.change === name) ?? changes[Math.min(index, changes.length - 1)])
}

/** Takes what has the focus from right to left, if the left side can be changed. */
export const takeAtFocus = (): void => current()?.querySelector<HTMLElement>('.into-left')?.click()

function focusOn(change: HTMLElement | undefined): void {
  const target = change?.querySelector<HTMLElement>('.into-right') ?? change?.querySelector<HTMLElement>('button')
  target?.focus()
  change?.scrollIntoView({ block: 'nearest' })
}
