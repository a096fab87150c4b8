/** What an element is made with. All text stays text. */
export interface Parts {
  readonly class?: string
  readonly text?: string
  readonly title?: string
  readonly attributes?: Readonly<Record<string, Attribute>>
  readonly onClick?: () => void
}

type Attribute = string | number | boolean | undefined

/** Makes an element with its children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { class: className, text, title, attributes = {}, onClick }: Parts = {},
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

/** Makes a button with a text. */
export const button = (text: string, title: string, onClick: () => void): HTMLElement =>
  element('button', { text, title, attributes: { type: 'button' }, onClick })

/** Sets an attribute; undefined takes it away, and so does false but for those of ARIA, which are words. */
export function setAttribute(target: Element, name: string, value: Attribute): void {
  const isWord = name.startsWith('aria-')
  if (value === undefined || (value === false && !isWord)) target.removeAttribute(name)
  else target.setAttribute(name, value === true && !isWord ? '' : String(value))
}
