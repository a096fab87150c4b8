import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { TableSummary } from '../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../dom.ts'

/** The tables of a file as tabs. One of them is selected. */
export class Tabs {
  readonly view = element('div', { class: 'tabs', attributes: { role: 'tablist', 'aria-label': localize('Tags') } })
  private shown = ''

  constructor(
    /** The id of the element that shows the table. */
    private readonly panel: string,
    private readonly choose: (key: string) => void,
    /** The user goes from the tabs to the rows. */
    private readonly leave: () => void,
  ) {
    this.view.addEventListener('keydown', event => this.onKey(event))
  }

  /** Shows a tab for each table, without moving the focus. */
  show(tables: readonly TableSummary[], chosen: string): void {
    const shown = JSON.stringify([tables.map(({ key, count, problems }) => [key, count, problems]), chosen])
    if (shown === this.shown) return
    this.shown = shown
    const hadFocus = this.view.contains(document.activeElement)
    this.view.hidden = tables.length === 0
    this.view.replaceChildren(...tables.map(table => this.createTab(table, table.key === chosen)))
    const tab = this.view.querySelector<HTMLElement>('[aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (hadFocus) tab?.focus()
  }

  private createTab({ key, name, domain, description, count, problems }: TableSummary, isChosen: boolean): HTMLElement {
    const tab = element(
      'button',
      {
        class: 'tab',
        title: [`${name} · ${domain || localize('not defined by the domains in force')}`, description]
          .filter(Boolean)
          .join('\n\n'),
        attributes: {
          role: 'tab',
          type: 'button',
          tabindex: isChosen ? 0 : -1,
          'aria-selected': isChosen,
          'aria-controls': this.panel,
          'data-key': key,
        },
        onClick: () => this.choose(key),
      },
      element('span', { class: 'name', text: `${name} ` }),
      ...numberBadge('count', count, count === 1 ? localize('record') : localize('records')),
    )
    if (problems > 0) tab.append(...numberBadge('problems', problems, localize('with problems')))
    return tab
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      this.leave()
      return
    }
    const tabs = [...this.view.children].filter(child => child instanceof HTMLElement)
    const index = tabs.findIndex(tab => tab === document.activeElement)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    tab.focus()
    setAttribute(tab, 'tabindex', 0)
    this.choose(tab.dataset.key ?? '')
  }
}

/** A number in a badge. For screen readers, it is followed by what it counts. */
const numberBadge = (className: string, count: number, what: string): Node[] => [
  element('span', { class: className, text: withCommas(count) }),
  element('span', { class: 'unseen', text: ` ${what} ` }),
]

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
      element('button', { title: localize('Choose another tag'), attributes, onClick: choose }, this.name, this.domain),
    )
  }

  /** Shows the tag of a table; undefined hides the button. */
  show(table: TableSummary | undefined): void {
    this.view.hidden = !table
    this.name.textContent = `${table?.name ?? ''} `
    this.domain.textContent = table?.domain ?? ''
  }
}
