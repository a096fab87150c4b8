import { localize } from '../../../shared/domains/localize.ts'
import type { TableColumn } from '../../../shared/protocol/table/table.ts'
import { button, element, setAttribute } from '../dom.ts'
import { closeOnLeave } from './focus.ts'

/** A button that opens a list of all columns, with a check box to show or hide each. */
export class ColumnsMenu {
  private boxes: readonly HTMLInputElement[] = []
  private readonly list = element('div', {
    class: 'menu',
    attributes: { role: 'group', 'aria-label': localize('Columns'), hidden: true },
  })
  private readonly button = element('button', {
    text: localize('Columns'),
    attributes: { type: 'button', 'aria-expanded': false },
    onClick: () => this.toggle(this.list.hidden !== false),
  })
  readonly view = element('div', { class: 'has-menu' }, this.button, this.list)

  private readonly resetButton = button(
    localize('Reset'),
    localize('Show all columns in their order, with widths that fit'),
    () => this.reset(),
  )

  constructor(
    private readonly change: (hidden: readonly string[]) => void,
    /** Forgets what the user changed. */
    private readonly reset: () => void,
  ) {
    closeOnLeave(this.view, this.button, () => this.toggle(false))
    // A click between the check boxes must not move the focus out of the list.
    this.list.addEventListener('pointerdown', event => event.target === this.list && event.preventDefault())
  }

  /** Shows the columns of a table. `hidden` has the names of those that are hidden. */
  show(columns: readonly TableColumn[], hidden: readonly string[]): void {
    const hiddenCount = columns.filter(({ name }) => hidden.includes(name)).length
    this.button.textContent =
      hiddenCount > 0 ? localize('Columns ({count} hidden)', { count: hiddenCount }) : localize('Columns')
    // Keeps the check boxes for the same columns, as one of them may have the focus.
    const isSame =
      columns.length === this.boxes.length && columns.every(({ name }, index) => this.boxes[index]!.name === name)
    if (!isSame) {
      this.boxes = columns.map(({ name }) => element('input', { attributes: { type: 'checkbox', name } }))
      const hiddenNames = (): string[] => this.boxes.filter(({ checked }) => !checked).map(({ name }) => name)
      for (const box of this.boxes) box.addEventListener('change', () => this.change(hiddenNames()))
      this.list.replaceChildren(
        ...this.boxes.map(box => element('label', {}, box, element('span', { text: box.name }))),
        this.resetButton,
      )
    }
    for (const box of this.boxes) box.checked = !hidden.includes(box.name)
  }

  private toggle(isOpen: boolean): void {
    this.list.hidden = !isOpen
    setAttribute(this.button, 'aria-expanded', isOpen)
    if (isOpen) this.list.querySelector('input')?.focus()
  }
}
