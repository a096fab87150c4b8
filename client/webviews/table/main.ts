import type { LineProblem, TableColumn, TableQuery, TableRows, Tables, TableSummary } from '../../../shared/table/protocol.ts'
import { element, setAttribute } from '../dom.ts'
import { onEvent, request } from '../host.ts'
import { ColumnsMenu } from './columns-menu.ts'
import { Grid, type ShownColumn } from './grid.ts'
import { Rows } from './rows.ts'
import { loadState, newTableState, saveState, type TableState } from './state.ts'
import './table.css'
import { Tabs } from './tabs.ts'
import { usualWidth } from './widths.ts'

/** The table view of one file: a grid of the records of the chosen tag, and what is above and below it. */

const state = loadState()
let tables: Tables | undefined
/** What the grid shows, to draw it anew only when that is another. */
let shown = ''

const rows = new Rows(askForRows, showRows)
const grid = new Grid(rows, {
  sort: sortBy,
  resize: (column, width) => changeTable({ widths: { ...tableState().widths, [column.name]: width } }),
  filter: (column, text) => {
    tableState().filters[column.name] = text
    search()
  },
  select: showCurrent,
  key: () => false,
  open: () => {},
})
const tabs = new Tabs('panel', chooseTable)
const columnsMenu = new ColumnsMenu(hidden => changeTable({ hidden: [...hidden] }))
const searchField = element('input', { class: 'search', attributes: { type: 'search', placeholder: 'Search', 'aria-label': 'Search the records', value: state.search, spellcheck: 'false' } })
const filtersButton = toggle('Filters', 'Filter by column', state.hasFilters, isOn => {
  state.hasFilters = isOn
  showTable()
})
const problemsButton = toggle('Problems', 'Only records with problems', state.hasProblem, isOn => {
  state.hasProblem = isOn
  search()
})
const elsewhere = element('section', { class: 'notice', attributes: { 'aria-label': 'Problems outside records', hidden: true } })
const message = element('p', { class: 'message', attributes: { role: 'status', hidden: true } })
const count = element('span', { class: 'total', attributes: { role: 'status' } })
const current = element('span', { class: 'current' })
const toolbar = element('div', { class: 'toolbar' }, searchField, filtersButton, problemsButton, columnsMenu.view)
const panel = element('div', { class: 'panel', attributes: { role: 'tabpanel', id: 'panel', 'aria-label': 'Records' } }, toolbar, grid.view, message)

document.body.append(element('main', {}, element('h1', { class: 'unseen', text: document.title }), tabs.view, elsewhere, panel, element('footer', {}, count, current)))
searchField.addEventListener('input', () => {
  state.search = searchField.value
  search()
})
onEvent(event => {
  if (event === 'changed') void reload()
})
void reload()

let isReloading = false
let isChangedAgain = false

/** Takes the file as it is now; changes that come meanwhile are taken in one go behind it. */
async function reload(): Promise<void> {
  isChangedAgain = isReloading
  if (isReloading) return
  isReloading = true
  try {
    do {
      isChangedAgain = false
      tables = await request<Tables>('tables') ?? tables
      showFile()
    } while (isChangedAgain)
  } catch (error) {
    showMessage(`The records could not be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    isReloading = false
  }
}

function showFile(): void {
  const all = tables?.tables ?? []
  const table = all.find(({ key }) => key === state.table) ?? all[0]
  const isOther = table?.key !== state.table
  state.table = table?.key ?? ''
  tabs.show(all, state.table)
  showElsewhere(tables?.elsewhere ?? [], tables?.elsewhereCount ?? 0)
  panel.classList.toggle('empty', !table)
  rows.renew(!isOther)
  if (table) void rows.want(0, 0)
  else showMessage('This file has no records yet.')
  saveState(state)
}

function chooseTable(key: string): void {
  state.table = key
  shown = ''
  rows.renew(false)
  rows.total = 0
  showFile()
}

async function askForRows(start: number, wanted: number): Promise<TableRows | null> {
  return request<TableRows>('rows', { table: state.table, query: query(), start, count: wanted })
}

/** Rows have come: the grid shows them, with columns as wide as the first of them need. */
function showRows(): void {
  showTable()
  grid.refresh()
  showCount()
  showCurrent()
}

function showTable(): void {
  const table = currentTable()
  if (!table) return
  const { sort, filters, hidden, widths } = tableState()
  const sample = Array.from({ length: Math.min(rows.total, 100) }, (_, index) => rows.at(index)).flatMap(row => row ?? [])
  const columns = table.columns.flatMap((column, place): ShownColumn[] =>
    (hidden.includes(column.name) ? [] : [{ column, place, width: widths[column.name] ??= usualWidth(column, place, sample) }]))
  columnsMenu.show(table.columns, hidden)
  const content = { key: table.key, label: `Records of ${table.name}`, columns, sort, filters: state.hasFilters ? filters : undefined }
  const key = JSON.stringify({ ...content, filters: state.hasFilters })
  if (key === shown) return
  shown = key
  grid.show(content)
}

function changeTable(change: Partial<TableState>): void {
  state.tables[state.table] = { ...tableState(), ...change }
  saveState(state)
  showTable()
}

/** The first click sorts upwards, the second downwards, the third puts the records back into the file's order. */
function sortBy({ name }: TableColumn): void {
  const { sort, ...rest } = tableState()
  const isSame = sort?.column === name
  state.tables[state.table] = isSame && sort.isDescending ? rest : { ...rest, sort: { column: name, isDescending: isSame } }
  search()
}

/** Other rows are wanted of the same table. */
function search(): void {
  saveState(state)
  rows.renew(true)
  grid.view.scrollTop = 0
  void rows.want(0, 0)
}

function query(): TableQuery {
  const { sort, filters } = tableState()
  return {
    ...(sort && { sort }),
    filters: state.hasFilters ? Object.entries(filters).filter(([, text]) => text !== '').map(([column, text]) => ({ column, text })) : [],
    search: state.search,
    hasProblem: state.hasProblem,
  }
}

const currentTable = (): TableSummary | undefined => tables?.tables.find(({ key }) => key === state.table)

function tableState(): TableState {
  return state.tables[state.table] ??= newTableState()
}

function showCount(): void {
  const all = currentTable()?.count ?? 0
  const of = rows.total === all ? '' : `${rows.total.toLocaleString('en')} of `
  count.textContent = `${of}${all === 1 ? '1 record' : `${all.toLocaleString('en')} records`}`
  if (rows.total === 0 && all > 0) showMessage('No record of this tag passes the search and the filters.')
  else message.hidden = true
}

/** Below the grid stands all that the cell with the cursor says, and what is wrong with it. */
function showCurrent(): void {
  const { row, column, place } = grid.current ?? {}
  const problems = row?.problems.filter(({ columns }) => columns.length === 0 || columns.includes(column?.name ?? '')) ?? []
  current.textContent = problems.length > 0 ? problems.map(({ message }) => message).join(' ') : row && place !== undefined ? row.cells[place] ?? '' : ''
  setAttribute(current, 'data-severity', problems[0]?.severity)
}

function showElsewhere(problems: readonly LineProblem[], total: number): void {
  elsewhere.hidden = total === 0
  const title = total === 1 ? 'One problem outside records' : `${total.toLocaleString('en')} problems outside records`
  const items = problems.map(({ line, message, severity }) => element('li', { attributes: { 'data-severity': severity } }, element('button', {
    class: 'link', text: `Line ${line + 1}: ${message}`, attributes: { type: 'button' }, onClick: () => void request('openLine', { line }),
  })))
  const rest = total > problems.length ? [element('li', { text: `and ${(total - problems.length).toLocaleString('en')} more` })] : []
  elsewhere.replaceChildren(element('details', {}, element('summary', { text: title }), element('ul', {}, ...items, ...rest)))
}

function showMessage(text: string): void {
  message.textContent = text
  message.hidden = false
}

function toggle(text: string, title: string, isOn: boolean, change: (isOn: boolean) => void): HTMLElement {
  const button = element('button', {
    text, title, attributes: { type: 'button', 'aria-pressed': isOn },
    onClick: () => {
      const next = button.getAttribute('aria-pressed') !== 'true'
      setAttribute(button, 'aria-pressed', next)
      change(next)
    },
  })
  return button
}
