import { localize } from '../../../shared/domains/localize.ts'
import type { ColumnKind, TableColumn } from '../../../shared/protocol/table/table.ts'
import { button, element, setAttribute } from '../dom.ts'
import { type ActionEvents, ActionsMenu, entryOfSelect } from './actions-menu.ts'
import { boardFields } from './board/board-columns.ts'
import { ColumnsMenu } from './columns-menu.ts'
import { closeOnLeave, onLeave } from './focus.ts'
import type { ViewState } from './state.ts'

/** What the user does in the toolbar. The state is already changed when these are called. */
export interface ToolbarEvents extends ActionEvents {
  search(): void
  /** Filters are shown or hidden. Hidden filters have no effect. */
  filter(): void
  hide(columns: readonly string[]): void
  /** The user wants the records to be grouped by a column; undefined for no groups. */
  group(column: string | undefined): void
  /** The user wants to see a board in place of the rows, or the rows again. */
  board(): void
  /** The user wants to move the card with the cursor. */
  moveCard(): void
  /** The user wants to see another view, or to save this one. */
  views(): void
  /** The columns get their own order and widths again. */
  reset(): void
  /** The user wants the search, the filters and the order to be applied again. */
  apply(): void
  /** The user wants the records in the file to have the order of the table. */
  sortFile(): void
  /** The user goes from the search to the rows. */
  leave(): void
  add(): void
  delete(): void
  /** The user wants to edit all records that the expression finds. */
  editAll(): void
}

/** The columns that can group records: those with few values. */
const groupedKinds: ReadonlySet<ColumnKind> = new Set(['enum', 'reference', 'bool'])

/** The toolbar above the rows: search, filters, columns, the buttons that add and delete records, and a menu. */
export class Toolbar {
  readonly columns: ColumnsMenu
  readonly actions: ActionsMenu
  private readonly group = element('select', { attributes: { 'aria-label': localize('Group by') } })
  readonly view: HTMLElement
  private readonly searchField = element('input', {
    class: 'search',
    attributes: {
      type: 'search',
      placeholder: localize('Search'),
      'aria-label': localize('Search the records'),
      spellcheck: 'false',
    },
  })
  private readonly filters: HTMLElement
  private readonly problems: HTMLElement
  private readonly apply: HTMLElement
  private readonly sortFile: HTMLElement
  private readonly add: HTMLElement
  private readonly editAll: HTMLElement
  private readonly views: HTMLElement
  private readonly board: HTMLElement
  private readonly moveCard: HTMLElement

  constructor(
    private readonly state: ViewState,
    events: ToolbarEvents,
  ) {
    this.filters = button(localize('Filters'), localize('Filter by column'), () => {
      state.hasFilters = !state.hasFilters
      this.refresh()
      events.filter()
    })
    this.problems = button(localize('Problems'), localize('Show only records with problems'), () => {
      state.hasProblem = !state.hasProblem
      this.refresh()
      events.search()
    })
    this.apply = button(
      localize('Apply Again'),
      localize('Filter and sort again; until then, changed rows stay where they are'),
      () => events.apply(),
    )
    this.sortFile = button(
      localize('Sort File'),
      localize('Write the records into the file in the order of this table'),
      () => events.sortFile(),
    )
    this.sortFile.hidden = true
    this.columns = new ColumnsMenu(
      hidden => events.hide(hidden),
      () => events.reset(),
    )
    this.editAll = button(
      localize('Edit Records…'),
      localize('Edit all records for which the expression is true'),
      () => events.editAll(),
    )
    this.editAll.hidden = true
    this.views = button(
      localize('Views…'),
      localize('Choose or save a view: columns, order, filters and expression'),
      () => events.views(),
    )
    this.views.hidden = true
    this.board = button(
      localize('Board'),
      localize('Show the records as cards, in a column for each value of a field'),
      () => events.board(),
    )
    this.moveCard = button(localize('Move to…'), localize('Choose the column for the card with the cursor (F2)'), () =>
      events.moveCard(),
    )
    this.add = button(localize('Add'), localize('Add a record below the last one'), () => events.add())
    this.actions = new ActionsMenu(events)
    // Where there is little room, the tools are in the menu, too.
    const tools = element('div', { class: 'tools', attributes: { role: 'group', 'aria-label': localize('Tools') } })
    const panel = element('div', { class: 'more-panel' }, tools, this.actions.view)
    const open = (isOpen: boolean): void => {
      panel.classList.toggle('open', isOpen)
      setAttribute(more, 'aria-expanded', isOpen)
    }
    const more = element('button', {
      class: 'more',
      text: '⋯',
      title: localize('More'),
      attributes: { type: 'button', 'aria-label': localize('More'), 'aria-expanded': false },
      onClick: () => open(!panel.classList.contains('open')),
    })
    panel.addEventListener('click', event => {
      if (event.target instanceof HTMLButtonElement && !event.target.closest('.has-menu')) open(false)
    })
    const menu = element('div', { class: 'more-menu' }, panel, more)
    closeOnLeave(menu, more, () => open(false))
    this.add.classList.add('primary')
    this.editAll.classList.add('primary')
    const remove = button(localize('Delete'), localize('Delete the selected records'), () => events.delete())
    remove.classList.add('danger')
    this.view = element(
      'div',
      { class: 'toolbar' },
      this.searchField,
      this.apply,
      this.sortFile,
      menu,
      this.add,
      this.editAll,
    )
    tools.append(
      this.filters,
      this.problems,
      this.columns.view,
      this.board,
      this.group,
      this.moveCard,
      this.views,
      remove,
    )
    this.group.addEventListener('change', () => events.group(this.group.value === '' ? undefined : this.group.value))
    this.searchField.addEventListener('input', () => {
      state.search = this.searchField.value
      events.search()
    })
    onLeave(this.searchField, () => events.leave())
    document.addEventListener('keydown', event => this.onKey(event))
    this.refresh()
  }

  /**
   * Offers the columns that can group the records, or be a board.
   *
   * @param chosen the one that groups them; undefined for none
   * @param board the field of the board; undefined for rows
   */
  showGroups(columns: readonly TableColumn[], chosen: string | undefined, board: string | undefined): void {
    const fields = boardFields(columns)
    const isBoard = board !== undefined
    const offered = isBoard ? fields : columns.filter(({ kind }) => groupedKinds.has(kind))
    this.group.replaceChildren(
      ...(isBoard ? [] : [entryOfSelect('', localize('Group by…'))]),
      ...offered.map(({ name }) => entryOfSelect(name, name)),
    )
    this.group.value = board ?? chosen ?? ''
    this.group.hidden = offered.length === 0
    this.board.hidden = fields.length === 0
    setAttribute(this.board, 'aria-pressed', isBoard)
    this.moveCard.hidden = !isBoard
    // The fields for filters are in the headings of the rows.
    this.filters.hidden = isBoard
  }

  /** Shows the search and the filters of the state. */
  refresh(): void {
    const { search, hasFilters, hasProblem } = this.state
    if (this.searchField.value !== search) this.searchField.value = search
    setAttribute(this.filters, 'aria-pressed', hasFilters)
    setAttribute(this.problems, 'aria-pressed', hasProblem)
  }

  /** Shows the button for views. */
  offerViews(): void {
    this.views.hidden = false
  }

  /** Hides the buttons that add records, which need a file, and shows the one that edits the records of all files. */
  becomeWorkspace(): void {
    this.add.hidden = true
    this.actions.becomeWorkspace()
    this.editAll.hidden = false
  }

  /** Hides the button that applies the query again while that would change nothing. */
  showIsApplied(isApplied: boolean): void {
    this.apply.hidden = isApplied
  }

  /** Shows the button that sorts the file, if the table has another order. */
  showIsSorted(isSorted: boolean): void {
    this.sortFile.hidden = !isSorted
  }

  /** Moves the focus to the search for Ctrl+F anywhere in the page. */
  private onKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    this.focusSearch()
  }

  focusSearch(): void {
    this.searchField.select()
    this.searchField.focus()
  }
}
