import { localize } from '../../shared/domains/localize.ts'

/** The parts of a new element. Text is never read as HTML. */
export interface ElementParts {
  readonly class?: string
  readonly text?: string
  readonly title?: string
  readonly attributes?: Readonly<Record<string, Attribute>>
  readonly onClick?: () => void
}

type Attribute = string | number | boolean | undefined

/** Creates an element with its children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { class: className, text, title, attributes = {}, onClick }: ElementParts = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  if (text !== undefined) made.textContent = text
  if (title !== undefined && title !== '') made.title = title
  for (const [attribute, value] of Object.entries(attributes)) setAttribute(made, attribute, value)
  if (onClick) made.addEventListener('click', onClick)
  made.append(...children)
  return made
}

/** Creates the line that says what a page shows. Until then, the page says that it loads. */
export const summaryLine = (): HTMLElement =>
  element('p', { class: 'summary', text: localize('Loading…'), attributes: { role: 'status' } })

/** Creates a button. */
export const button = (text: string, title: string, onClick: () => void): HTMLElement =>
  element('button', { text, title, attributes: { type: 'button' }, onClick })

/**
 * Sets an attribute, or removes it for undefined. `false` removes it too, except for ARIA attributes, whose value is
 * the word.
 */
export function setAttribute(target: Element, name: string, value: Attribute): void {
  const isWord = name.startsWith('aria-')
  if (value === undefined || (value === false && !isWord)) target.removeAttribute(name)
  else target.setAttribute(name, value === true && !isWord ? '' : String(value))
}

/** Draws again. What has the same `data-key` as the element with the focus gets it. */
export function keepingFocus(draw: () => void): void {
  const { activeElement } = document
  const key = activeElement instanceof HTMLElement ? activeElement.dataset.key : undefined
  draw()
  if (key === undefined) return
  for (const control of document.querySelectorAll<HTMLElement>('[data-key]'))
    if (control.dataset.key === key) control.focus()
}
