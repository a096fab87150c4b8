import { localize } from '../../../../shared/domains/localize.ts'
import type { Choice } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'

/** A list of values below a field. As in the ARIA pattern of a combobox, the focus stays in the field. */
export class ChoiceList {
  readonly view = element('div', {
    class: 'choices',
    attributes: { role: 'listbox', id: 'choices', 'aria-label': localize('Values') },
  })
  private choices: readonly Choice[] = []
  private at = -1

  constructor(
    private readonly field: HTMLElement,
    private readonly take: (value: string) => void,
  ) {
    // A text area cannot be a combobox.
    if (field instanceof HTMLInputElement) setAttribute(field, 'role', 'combobox')
    setAttribute(field, 'aria-autocomplete', 'list')
    setAttribute(field, 'aria-controls', 'choices')
    this.view.addEventListener('pointerdown', event => {
      // The field has to keep the focus: editing ends when it loses it.
      event.preventDefault()
      const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null
      const choice = option ? this.choices[[...this.view.children].indexOf(option)] : undefined
      if (choice) this.take(choice.value)
    })
    this.show([], -1)
  }

  /**
   * Shows values.
   *
   * @param at the index of the marked one, -1 for none
   * @param checked those that were chosen before
   * @param left how many more there are
   */
  show(choices: readonly Choice[], at: number, checked?: ReadonlySet<string>, left = 0): void {
    this.choices = choices
    this.view.replaceChildren(
      ...choices.map(({ value, meaning }, index) =>
        element(
          'div',
          {
            class: 'choice',
            attributes: { role: 'option', id: `choice-${index}`, 'aria-checked': checked?.has(value) },
          },
          element('span', { class: 'value', text: value }),
          element('span', { class: 'meaning', text: meaning }),
        ),
      ),
      ...(left === 0
        ? []
        : [
            element('div', {
              class: 'more-values',
              text: localize('{count} more; type a part of one', { count: left }),
            }),
          ]),
    )
    this.view.hidden = choices.length === 0
    if (this.field instanceof HTMLInputElement) setAttribute(this.field, 'aria-expanded', choices.length > 0)
    this.mark(at)
  }

  /** Whether there are values to choose from now. */
  get areShown(): boolean {
    return this.choices.length > 0
  }

  /** The marked value. */
  get marked(): string | undefined {
    return this.choices[this.at]?.value
  }

  /** Moves the mark by one, from the last value to the first and back. */
  move(by: number): void {
    const { length } = this.choices
    if (length === 0) return
    if (this.at >= 0) this.mark((this.at + by + length) % length)
    else this.mark(by > 0 ? 0 : length - 1)
  }

  private mark(at: number): void {
    this.at = at
    const options = [...this.view.children].slice(0, this.choices.length)
    for (const [index, option] of options.entries()) setAttribute(option, 'aria-selected', index === at)
    options[at]?.scrollIntoView({ block: 'nearest' })
    setAttribute(this.field, 'aria-activedescendant', options[at]?.id)
  }
}
