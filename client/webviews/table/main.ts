import type {
  RowRange,
  TableColumn,
  TableQuery,
  TableRecord,
  TableRows,
  TableSummary,
  Tables,
} from '../../../shared/protocol/table.ts'
import type { TableCommand } from '../../../shared/protocol/table-page.ts'
import { button, element, setAttribute } from '../dom.ts'
import { onEvent } from '../host.ts'
import type { ShownColumn } from './columns.ts'
import { Editing } from './editing.ts'
import { Grid } from './grid.ts'
import { onGridKeys } from './grid-keys.ts'
import { onGridPointer } from './grid-pointer.ts'
import { OtherProblems } from './other-problems.ts'
import { sendRequest } from './request.ts'
import { Rows } from './rows.ts'
import { loadState, newTableState, saveState, type TableState } from './state.ts'
import './table.css'
import { Tabs } from './tabs.ts'
import { Toolbar } from './toolbar.ts'
import { defaultWidth } from './widths.ts'

/**
 * The table view of a file: a grid with the records of the selected tag, and the tabs, toolbar and status around it.
 */

const state = loadState()
let tables: Tables | undefined
/** What the grid shows, to draw it only after changes; and whether there may be changes. */
let shown = ''
let isStale = true
let reloading: Promise<void> | undefined
let hasChanged = false

const rows = new Rows((start, count) => requestRows({ start, count }), showRows)
const grid = new Grid(rows, {
  sort: sortBy,
  resize: ({ name }, width) => changeTable({ widths: new Map(tableState().widths).set(name, width) }),
  filter: ({ name }, text) => {
    tableState().filters.set(name, text)
    search()
  },
  select: () => {
    say('')
    showCurrent()
    state.cursor = grid.selection.active
    saveState(state)
  },
})
const editing = new Editing(grid, {
  current: () => ({ version: tables?.version ?? 0, table: state.table, query: query() }),
  reload,
  goTo,
  keepOn: async record => {
    const { sort, filters, search, hasProblem } = query()
    if (!sort && filters.length === 0 && search === '' && !hasProblem) return
    const found = await rowOf(record)
    if (found >= 0) grid.select({ row: found, column: grid.selection.active.column })
  },
  say,
})
onGridKeys(grid, { sort: sortBy, other: event => editing.onKey(event) })
onGridPointer(grid, { open: () => editing.open(), follow: () => void editing.follow() })

const tabs = new Tabs('panel', chooseTable)
const otherProblems = new OtherProblems()
const toolbar = new Toolbar(state, {
  search,
  filter: () => {
    showTable()
    search()
  },
  hide: hidden => changeTable({ hidden: [...hidden] }),
  leave: () => grid.enter(),
  add: () => editing.add(),
  addOther: () => void addOther(),
  duplicate: () => editing.duplicate(),
  delete: () => editing.delete(),
})
const message = element('p', { class: 'message', attributes: { role: 'status', hidden: true } })
const count = element('span', { attributes: { role: 'status' } })
const said = element('span', { class: 'said', attributes: { role: 'alert' } })
const current = element('span', { class: 'current' })

const panel = element(
  'div',
  { class: 'panel', attributes: { role: 'tabpanel', id: 'panel', 'aria-label': 'Records' } },
  toolbar.view,
  grid.view,
)
grid.view.append(message)
const heading = element('h1', { class: 'unseen', text: document.title })
document.body.append(
  element('main', {}, heading, tabs.view, otherProblems.view, panel, element('footer', {}, count, said, current)),
)

onEvent((event, data) => {
  if (event === 'changed') void reload()
  if (event === 'command' && 'command' in data) runCommand(String(data.command))
})
showMessage('Reading the records…')
void start()

async function start(): Promise<void> {
  const { cursor } = state
  const [, record] = await Promise.all([reload(), sendRequest('start', {}).catch(() => null)])
  if (record) await goTo(record)
  else if (rows.total > 0) grid.select(cursor)
  if (document.hasFocus()) grid.focus()
}

/** Loads the current version of the file. Changes during a load lead to one more load. */
function reload(): Promise<void> {
  hasChanged = true
  reloading ??= reloadAll().finally(() => {
    reloading = undefined
  })
  return reloading
}

async function reloadAll(): Promise<void> {
  try {
    while (hasChanged) {
      hasChanged = false
      tables = (await sendRequest('tables', {})) ?? tables
      if (tables) await showFile()
    }
  } catch (error) {
    showMessage(`Could not read the records: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function showFile(): Promise<void> {
  const all = tables?.tables ?? []
  const table = all.find(({ key }) => key === state.table) ?? all[0]
  const isOther = table?.key !== state.table
  state.table = table?.key ?? ''
  tabs.show(all, state.table)
  otherProblems.show(tables?.elsewhere ?? [], tables?.elsewhereCount ?? 0)
  panel.classList.toggle('empty', !table)
  isStale = true
  rows.renew(!isOther)
  saveState(state)
  if (table) await rows.want(0, 0)
  else
    showMessage(
      'This file has no records yet.',
      button('Add a Record…', '', () => void addOther()),
    )
}

function chooseTable(key: string): void {
  editing.finish()
  state.table = key
  rows.renew(false)
  rows.total = 0
  void showFile()
}

const requestRows = (wanted: Omit<RowRange, 'query'> & { find?: number }): Promise<TableRows | null> =>
  sendRequest('rows', { table: state.table, query: query(), ...wanted })

/** Shows rows that have arrived. The first rows decide how wide the columns are. */
function showRows(): void {
  if (isStale) showTable()
  grid.refresh()
  showCount()
  showCurrent()
}

function showTable(): void {
  const table = currentTable()
  if (!table) return
  isStale = false
  const { sort, filters, hidden, widths } = tableState()
  const sample = Array.from({ length: Math.min(rows.total, 100) }, (_, index) => rows.at(index)).flatMap(
    row => row ?? [],
  )
  const columns = table.columns.flatMap((column, place): ShownColumn[] => {
    if (hidden.includes(column.name)) return []
    const width = widths.get(column.name) ?? defaultWidth(column, place, sample)
    widths.set(column.name, width)
    return [{ column, place, width }]
  })
  toolbar.columns.show(table.columns, hidden)
  const content = {
    key: table.key,
    label: `Records of ${table.name}`,
    columns,
    sort,
    filters: state.hasFilters ? filters : undefined,
  }
  const key = JSON.stringify({ ...content, filters: state.hasFilters })
  if (key === shown) return
  shown = key
  grid.show(content)
}

function changeTable(change: Partial<TableState>): void {
  state.tables.set(state.table, { ...tableState(), ...change })
  saveState(state)
  showTable()
}

/**
 * The first click sorts in ascending order, the second in descending order, the third restores the order of the file.
 */
function sortBy({ name }: TableColumn): void {
  const { sort, ...rest } = tableState()
  const isSame = sort?.column === name
  state.tables.set(
    state.table,
    isSame && sort.isDescending ? rest : { ...rest, sort: { column: name, isDescending: isSame } },
  )
  search()
}

/** Loads the rows of the same table for another search, filter or order. */
function search(): void {
  editing.finish()
  saveState(state)
  isStale = true
  rows.renew(true)
  grid.view.scrollTop = 0
  void rows.want(0, 0)
}

function query(): TableQuery {
  const { sort, filters } = tableState()
  return {
    ...(sort && { sort }),
    filters: state.hasFilters
      ? [...filters].filter(([, text]) => text !== '').map(([column, text]) => ({ column, text }))
      : [],
    search: state.search,
    hasProblem: state.hasProblem,
  }
}

/** Moves the cursor to a record. Removes the search and the filters if they hide the record. */
async function goTo({ table, record }: TableRecord): Promise<void> {
  if (table !== state.table) {
    state.table = table
    rows.renew(false)
    await showFile()
  }
  let found = await rowOf(record)
  if (found < 0) {
    state.search = ''
    state.hasProblem = false
    tableState().filters.clear()
    shown = ''
    toolbar.refresh()
    search()
    found = await rowOf(record)
  }
  if (found < 0) return
  grid.select({ row: found, column: grid.selection.active.column })
  grid.focus()
}

/** Finds the row of a record, and updates the number of rows; -1 if the search or the filters hide the record. */
async function rowOf(record: number): Promise<number> {
  const answer = await requestRows({ start: 0, count: 0, find: record })
  if (!answer) return -1
  rows.total = answer.total
  showRows()
  return answer.found
}

async function addOther(): Promise<void> {
  const tag = await sendRequest('chooseTag', {})
  if (tag !== null) editing.add(tag)
}

function runCommand(command: string): void {
  const actions: Readonly<Record<TableCommand, () => unknown>> = {
    add: () => editing.add(),
    duplicate: () => editing.duplicate(),
    delete: () => editing.delete(),
    copyWithHeadings: () => editing.copy(true),
    follow: () => editing.follow(),
    showText: () => editing.showText(),
  }
  new Map(Object.entries(actions)).get(command)?.()
}

const currentTable = (): TableSummary | undefined => tables?.tables.find(({ key }) => key === state.table)

function tableState(): TableState {
  const known = state.tables.get(state.table) ?? newTableState(currentTable()?.columns ?? [])
  state.tables.set(state.table, known)
  return known
}

function showCount(): void {
  const all = currentTable()?.count ?? 0
  const of = rows.total === all ? '' : `${rows.total.toLocaleString('en')} of `
  count.textContent = `${of}${all === 1 ? '1 record' : `${all.toLocaleString('en')} records`}`
  if (rows.total === 0 && all > 0) showMessage('No record of this tag matches the search and the filters.')
  else message.hidden = true
}

/** Shows the problems of the cell with the cursor below the grid, or else its full value. */
function showCurrent(): void {
  const { row, column, place } = grid.current ?? {}
  const problems =
    row?.problems.filter(({ columns }) => columns.length === 0 || columns.includes(column?.name ?? '')) ?? []
  const value = (place === undefined ? null : row?.cells[place]) ?? ''
  current.textContent = problems.length > 0 ? problems.map(({ message }) => message).join(' ') : value
  setAttribute(current, 'data-severity', problems[0]?.severity)
}

function say(text: string): void {
  if (said.textContent !== text) said.textContent = text
}

function showMessage(text: string, ...more: readonly HTMLElement[]): void {
  message.replaceChildren(text, ' ', ...more)
  message.hidden = false
}
