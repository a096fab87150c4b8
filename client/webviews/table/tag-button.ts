import type { TableSummary } from '../../../shared/protocol/table.ts'
import { element } from '../dom.ts'

/** The button that names the tag of a table of the workspace, and lets the user choose another one. */
export class TagButton {
  private readonly name = element('span', { class: 'name' })
  private readonly domain = element('span', { class: 'domain' })
  readonly view: HTMLElement

  constructor(choose: () => void) {
    const attributes = { type: 'button', 'aria-haspopup': 'dialog' }
    this.view = element(
      'div',
      { class: 'tag-choice', attributes: { hidden: true } },
      element('button', { title: 'Choose another tag', attributes, onClick: choose }, this.name, this.domain),
    )
  }

  /** Shows the tag of a table; undefined hides the button. */
  show(table: TableSummary | undefined): void {
    this.view.hidden = !table
    this.name.textContent = `${table?.name ?? ''} `
    this.domain.textContent = table?.domain ?? ''
  }
}
