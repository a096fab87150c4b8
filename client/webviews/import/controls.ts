import { element, setAttribute } from '../dom.ts'

/** A value to choose, and how it is shown. */
export type Option<Value extends string = string> = readonly [value: Value, label: string]

/** A list of values. Each control has a key, by which the same one of a later page is found. */
export function selectOf<Value extends string>(
  key: string,
  value: Value,
  all: readonly Option<Value>[],
  onChoose: (value: Value) => void,
): HTMLSelectElement {
  const select = element(
    'select',
    {},
    ...all.map(([one, text]) => element('option', { text, attributes: { value: one, selected: one === value } })),
  )
  select.dataset.key = key
  select.addEventListener('change', () => {
    const [chosen] = all[select.selectedIndex]!
    onChoose(chosen)
  })
  return select
}

/** A line of text, which counts when the user leaves it or presses Enter. */
export function textInput(
  key: string,
  value: string,
  placeholder: string,
  onChoose: (text: string) => void,
): HTMLInputElement {
  const input = element('input', { attributes: { type: 'text', value, placeholder } })
  input.dataset.key = key
  input.addEventListener('change', () => onChoose(input.value.trim()))
  return input
}

/** A box to check. */
export function boxOf(key: string, isChecked: boolean, onChoose: (isChecked: boolean) => void): HTMLInputElement {
  const box = element('input', { attributes: { type: 'checkbox' } })
  box.dataset.key = key
  setAttribute(box, 'checked', isChecked)
  box.addEventListener('change', () => onChoose(box.checked))
  return box
}

/** A control with its name. */
export const labeled = (text: string, control: HTMLElement): HTMLElement =>
  element('label', {}, element('span', { text }), control)
