import { button, element, setAttribute } from '../dom.ts'
import { ColumnsMenu } from './columns-menu.ts'
import { onLeave } from './leaving.ts'
import type { State } from './state.ts'

/** What is done in the toolbar. Which records are wanted is in the state by then. */
export interface ToolbarEvents {
  search(): void
  /** The fields of filters come or go, and with them what stands in them. */
  filter(): void
  hide(columns: readonly string[]): void
  /** From the search on to the rows. */
  leave(): void
  add(): void
  addOther(): void
  duplicate(): void
  delete(): void
}

/** What stands above the rows: which of them are wanted, which columns are shown, and what is done with records. */
export class Toolbar {
  readonly columns: ColumnsMenu
  readonly view: HTMLElement
  private readonly searchField = element('input', {
    class: 'search',
    attributes: { type: 'search', placeholder: 'Search', 'aria-label': 'Search the records', spellcheck: 'false' },
  })
  private readonly filters: HTMLElement
  private readonly problems: HTMLElement

  constructor(
    private readonly state: State,
    events: ToolbarEvents,
  ) {
    this.filters = button('Filters', 'Filter by column', () => {
      state.hasFilters = !state.hasFilters
      this.refresh()
      events.filter()
    })
    this.problems = button('Problems', 'Only records with problems', () => {
      state.hasProblem = !state.hasProblem
      this.refresh()
      events.search()
    })
    this.columns = new ColumnsMenu(hidden => events.hide(hidden))
    this.view = element(
      'div',
      { class: 'toolbar' },
      this.searchField,
      this.filters,
      this.problems,
      this.columns.view,
      element('span', { class: 'space' }),
      button('Add', 'Add a record below the last one', () => events.add()),
      button('Add Other…', 'Add a record of another tag', () => events.addOther()),
      button('Duplicate', 'Copy the selected records, with ids of their own', () => events.duplicate()),
      button('Delete', 'Delete the selected records', () => events.delete()),
    )
    this.searchField.addEventListener('input', () => {
      state.search = this.searchField.value
      events.search()
    })
    onLeave(this.searchField, () => events.leave())
    document.addEventListener('keydown', event => this.onKey(event))
    this.refresh()
  }

  /** Shows which records the state says are wanted. */
  refresh(): void {
    const { search, hasFilters, hasProblem } = this.state
    if (this.searchField.value !== search) this.searchField.value = search
    setAttribute(this.filters, 'aria-pressed', hasFilters)
    setAttribute(this.problems, 'aria-pressed', hasProblem)
  }

  /** Ctrl+F goes to the search, wherever the keyboard is. */
  private onKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    this.searchField.select()
    this.searchField.focus()
  }
}
