import type {
  TableColumn,
  TableQuery,
  TableRecord,
  TableRows,
  TableSummary,
  Tables,
} from '../../../shared/protocol/table.ts'
import { button, element, setAttribute } from '../dom.ts'
import { onEvent, request } from '../host.ts'
import type { ShownColumn } from './columns.ts'
import { Editing } from './editing.ts'
import { Elsewhere } from './elsewhere.ts'
import { Grid } from './grid.ts'
import { onGridKeys } from './keys.ts'
import { onGridPointer } from './pointer.ts'
import { Rows } from './rows.ts'
import { loadState, newTableState, saveState, type TableState } from './state.ts'
import './table.css'
import { Tabs } from './tabs.ts'
import { Toolbar } from './toolbar.ts'
import { usualWidth } from './widths.ts'

/** The table view of one file: a grid of the records of the chosen tag, and what is above and below it. */

const state = loadState()
let tables: Tables | undefined
/** What the grid shows, to draw it anew only when that is another, and whether it may be another by now. */
let shown = ''
let isStale = true
let reloading: Promise<void> | undefined
let hasChanged = false

const rows = new Rows((start, count) => askForRows({ start, count }), showRows)
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
    const found = await placeOf(record)
    if (found >= 0) grid.select({ row: found, column: grid.selection.active.column })
  },
  say,
})
onGridKeys(grid, { sort: sortBy, other: event => editing.onKey(event) })
onGridPointer(grid, { open: () => editing.open(), follow: () => void editing.follow() })

const tabs = new Tabs('panel', chooseTable)
const elsewhere = new Elsewhere()
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
  element('main', {}, heading, tabs.view, elsewhere.view, panel, element('footer', {}, count, said, current)),
)

onEvent((event, data) => {
  if (event === 'changed') void reload()
  if (event === 'command' && 'action' in data) runCommand(String(data.action))
})
showMessage('Reading the records…')
void start()

async function start(): Promise<void> {
  const { cursor } = state
  const [, record] = await Promise.all([reload(), request<TableRecord>('start').catch(() => null)])
  if (record) await goTo(record)
  else if (rows.total > 0) grid.select(cursor)
  if (document.hasFocus()) grid.focus()
}

/** Takes the file as it is now; changes that come meanwhile are taken in one go behind it. */
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
      tables = (await request<Tables>('tables')) ?? tables
      if (tables) await showFile()
    }
  } catch (error) {
    showMessage(`The records could not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function showFile(): Promise<void> {
  const all = tables?.tables ?? []
  const table = all.find(({ key }) => key === state.table) ?? all[0]
  const isOther = table?.key !== state.table
  state.table = table?.key ?? ''
  tabs.show(all, state.table)
  elsewhere.show(tables?.elsewhere ?? [], tables?.elsewhereCount ?? 0)
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

const askForRows = (wanted: { start: number; count: number; find?: number }): Promise<TableRows | null> =>
  request<TableRows>('rows', { table: state.table, query: query(), ...wanted })

/** Rows have come: the grid shows them, with columns as wide as the first of them need. */
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
    const width = widths.get(column.name) ?? usualWidth(column, place, sample)
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

/** The first click sorts upwards, the second downwards, the third puts the records back into the file's order. */
function sortBy({ name }: TableColumn): void {
  const { sort, ...rest } = tableState()
  const isSame = sort?.column === name
  state.tables.set(
    state.table,
    isSame && sort.isDescending ? rest : { ...rest, sort: { column: name, isDescending: isSame } },
  )
  search()
}

/** Other rows are wanted of the same table. */
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

/** Puts the cursor on a record; where the search and the filters leave it out they are taken away. */
async function goTo({ table, record }: TableRecord): Promise<void> {
  if (table !== state.table) {
    state.table = table
    rows.renew(false)
    await showFile()
  }
  let found = await placeOf(record)
  if (found < 0) {
    state.search = ''
    state.hasProblem = false
    tableState().filters.clear()
    shown = ''
    toolbar.refresh()
    search()
    found = await placeOf(record)
  }
  if (found < 0) return
  grid.select({ row: found, column: grid.selection.active.column })
  grid.focus()
}

/** The place of a record among those that are shown, and how many those are now; -1 where it is not among them. */
async function placeOf(record: number): Promise<number> {
  const answer = await askForRows({ start: 0, count: 0, find: record })
  if (!answer) return -1
  rows.total = answer.total
  showRows()
  return answer.found
}

async function addOther(): Promise<void> {
  const tag = await request<string>('chooseTag')
  if (tag !== null) editing.add(tag)
}

function runCommand(action: string): void {
  if (action === 'add') editing.add()
  else if (action === 'duplicate') editing.duplicate()
  else if (action === 'delete') editing.delete()
  else if (action === 'copyWithHeadings') void editing.copy(true)
  else if (action === 'follow') void editing.follow()
  else if (action === 'showText') void editing.showText()
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
  if (rows.total === 0 && all > 0) showMessage('No record of this tag passes the search and the filters.')
  else message.hidden = true
}

/** Below the grid stands all that the cell with the cursor says, and what is wrong with it. */
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
