import type {
  RowRange,
  TableColumn,
  TableFilter,
  TableQuery,
  TableRecord,
  TableRow,
  TableRows,
  TableRowsParams,
  TableSummary,
  Tables,
} from '../../../shared/protocol/table.ts'
import type { TableGroup } from '../../../shared/protocol/table-groups.ts'
import { element } from '../dom.ts'
import { onEvent } from '../host.ts'
import { commandRunner } from './editing/commands.ts'
import { Editing } from './editing/editing.ts'
import { selectedRange } from './editing/selected-range.ts'
import { FirstRecords } from './first-records.ts'
import { keepFocus } from './focus.ts'
import { RecordForm } from './form/record-form.ts'
import { ColumnLayouts } from './grid/column-layouts.ts'
import { firstMissing } from './grid/columns.ts'
import { Grid } from './grid/grid.ts'
import { jump, onGridKeys, onGridPointer } from './grid/grid-input.ts'
import { Rows } from './grid/rows.ts'
import { sendRequest } from './request.ts'
import {
  changeSort,
  clearQuery,
  foldGroups,
  hasQuery,
  loadState,
  queryOf,
  saveState,
  showView,
  tableStateOf,
} from './state.ts'
import { OtherProblems, StatusLine } from './status-line.ts'
import './table.css'
import { fittingWidth, headingWidth } from './grid/widths.ts'
import { Tabs, TagButton } from './tabs.ts'
import { Toolbar } from './toolbar.ts'
import { WhereField } from './where-field.ts'

/**
 * The table view of a file, or of the workspace: a grid with the records of the selected tag, and the tabs, expression,
 * toolbar and status around it.
 */

const state = loadState()
let isWorkspace = false
let tables: Tables | undefined
/** What the grid shows, to draw it only after changes; and whether there may be changes. */
let shown = ''
let isStale = true
let reloading: Promise<void> | undefined
let hasChanged = false
/** The version of the file that the query was applied to. */
let appliedVersion = 0

const layouts = new ColumnLayouts()
const rows = new Rows(async (start, count) => {
  const query = queryOf(state)
  const answer = await requestRows({ start, count })
  return answer && { ...answer, query }
}, showRows)
const grid = new Grid(rows, {
  sort: sortBy,
  resize: ({ name }, width) => layOut(table => layouts.resize(table, name, width)),
  fit: ({ column, place }) =>
    layOut(table => layouts.resize(table, column.name, fittingWidth(column, place, rows.loaded))),
  move: ({ name }, target) => layOut(table => layouts.move(table, name, target.name)),
  filter: ({ name }, text) => {
    tableStateOf(state).filters.set(name, text)
    search()
  },
  fold: (values, isFolded) => {
    foldGroups(state, values, isFolded)
    saveState(state)
    void renewRows(true).then(() => rows.want(...grid.visibleRows))
  },
  select: () => {
    status.say('')
    status.showCurrent(grid.current)
    showTotals()
    state.cursor = grid.selection.active
    saveState(state)
    followInForm()
  },
})
const editing = new Editing(grid, {
  current: () => ({
    table: state.table,
    columnCount: currentTable()?.columns.length ?? 0,
  }),
  isWorkspace: () => isWorkspace,
  reload,
  settled: async () => {
    await reloading
    await rows.want(...grid.visibleRows)
  },
  goTo,
  say: text => status.say(text),
})
onGridKeys(grid, {
  sort: sortBy,
  wait: event => editing.earlyKeys.wait(event),
  leave: () => toolbar.focusSearch(),
  jump: (key, extends_) => editing.earlyKeys.hold(jump(grid, key, extends_, state.table)),
  other: event => (event.key === 'Enter' && goToRecord()) || editing.onKey(event),
})
onGridPointer(grid, {
  open: () => goToRecord() || editing.cell.open(),
  follow: () => void editing.commands.follow(),
  moveRows: row => editing.clipboard.moveRows(row),
})

const form = new RecordForm({
  load: async record => (await requestRows({ start: 0, count: 0, find: record }))?.foundRow,
  write: (record, column, value, refused) => editing.cell.write(record, column, value, refused),
  suggest: (record, { name }, typed) => editing.cell.suggest(record, name, typed),
  similar: place => rows.loaded.flatMap(({ cells }) => cells[place] ?? []),
  go: by => {
    const { row, column } = grid.selection.active
    if (row + by >= 0 && row + by < rows.total) grid.selection.select({ row: row + by, column })
  },
  onKey: event => editing.onCommandKey(event),
  say: text => status.say(text),
  close: () => grid.focus(),
})

const tabs = new Tabs('panel', chooseTable, () => grid.enter())
const tagButton = new TagButton(() => void chooseOtherTag())
const whereField = new WhereField({
  apply: where => {
    tableStateOf(state).where = where
    search()
  },
  leave: () => grid.enter(),
})
const otherProblems = new OtherProblems()
const toolbar = new Toolbar(state, {
  search,
  filter: () => {
    showTable()
    search()
  },
  hide: hidden => layOut(table => layouts.change(table, { hidden: [...hidden] })),
  group: column => {
    tableStateOf(state).group = column === undefined ? undefined : { column, folded: [] }
    showTable()
    search()
  },
  views: () => void chooseView(),
  reset: () => layOut(table => layouts.reset(table)),
  apply: search,
  sortFile: () => editing.commands.sortFile(),
  leave: () => grid.enter(),
  add,
  addOther: () => void addOther(),
  duplicate: () => editing.commands.duplicate(),
  delete: () => editing.commands.delete(),
  editAll: () => void sendRequest('editAll', { table: state.table, where: tableStateOf(state).where }),
})
const message = element('p', { class: 'message', attributes: { role: 'status', hidden: true } })
const status = new StatusLine()
const firstRecords = new FirstRecords(
  table => editing.commands.add(table),
  () => void addOther(),
)

const panel = element(
  'div',
  { class: 'panel', attributes: { role: 'tabpanel', id: 'panel', 'aria-label': 'Records' } },
  whereField.view,
  toolbar.view,
  firstRecords.view,
  element('div', { class: 'rows-and-form' }, grid.view, form.view),
)
grid.view.append(message)
const heading = element('h1', { class: 'unseen', text: document.title })
document.body.append(element('main', {}, heading, tagButton.view, tabs.view, otherProblems.view, panel, status.view))

const runCommand = commandRunner(
  editing.commands,
  add,
  () => layOut(table => layouts.freeze(table, grid.selection.active.column + 1)),
  openForm,
)
onEvent((event, data) => {
  if (event === 'changed') void reload()
  if (event === 'command' && 'command' in data) runCommand(String(data.command))
  if (event === 'filter' && 'filter' in data) filterBy(data.filter as TableFilter)
  if (event === 'form' && 'record' in data) void goTo(data.record as TableRecord).then(openForm)
})
keepFocus(focusMain)
showMessage('Reading the records…')
void start()

async function start(): Promise<void> {
  const { cursor } = state
  const [start] = await Promise.all([sendRequest('start', {}).catch(() => null), layouts.load()])
  if (start?.isWorkspace) becomeWorkspace(start.table ?? '')
  if (start?.filter) setFilter(start.filter)
  await reload()
  const { table, record } = start ?? {}
  if (table !== undefined && record !== undefined) await goTo({ table, record })
  if (start?.hasForm && table !== undefined && record !== undefined) showForm(record)
  else if (rows.total > 0) grid.selection.select(cursor)
  // The user may have clicked something while the records were read, for example the list of columns.
  const { activeElement } = document
  if (document.hasFocus() && (activeElement === document.body || activeElement === grid.grid)) focusMain()
}

/** Shows other records than before. */
function filterBy(filter: TableFilter): void {
  editing.cell.finish()
  if (filter.table !== state.table) leaveTable(filter.table)
  setFilter(filter)
  void reload().then(search)
}

function setFilter({ table, where, hasProblem }: TableFilter): void {
  state.table = table
  clearQuery(state)
  tableStateOf(state).where = where
  state.hasProblem = hasProblem
  toolbar.refresh()
  saveState(state)
}

/** Opens the form of the record with the cursor. */
function openForm(): void {
  const { row } = grid.current ?? {}
  if (row && grid.selection.isSettled) showForm(row.record)
  else status.say('Select a record that is there to open its form.')
}

function showForm(record: number): void {
  editing.cell.finish()
  const table = currentTable()
  if (table) void form.show(table, record, true)
}

/** Lets an open form show the record with the cursor. */
function followInForm(): void {
  const { row } = grid.current ?? {}
  const table = currentTable()
  if (form.isOpen && table && row && grid.selection.isSettled && row.record !== form.shownRecord)
    void form.show(table, row.record, false)
}

/** Gives the keyboard to the rows; in a table of the workspace, to the expression that finds them. */
function focusMain(): void {
  if (isWorkspace) whereField.focus()
  else grid.focus()
}

/** Shows the records of all files instead of those of one. */
function becomeWorkspace(table: string): void {
  isWorkspace = true
  if (state.table === '') state.table = table
  panel.setAttribute('role', 'region')
  toolbar.becomeWorkspace()
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
      const { version } = tables ?? {}
      tables = (await sendRequest('tables', { table: state.table })) ?? tables
      // What was said after a change is no longer true, for example when the change is undone.
      if (tables?.version !== version) status.say('')
      if (tables) await showFile()
      else if (isWorkspace) showMessage('No domain defines this tag.')
      await form.refresh(currentTable())
    }
  } catch (error) {
    showMessage(`Could not read the records: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function showFile(): Promise<void> {
  const all = tables?.tables ?? []
  // The user may have chosen another tag of the workspace meanwhile. Its table comes next.
  if (isWorkspace && all[0]?.key !== state.table) return
  const table = all.find(({ key }) => key === state.table) ?? largest(all)
  const isOther = table?.key !== state.table
  state.table = table?.key ?? ''
  tagButton.show(isWorkspace ? table : undefined)
  tabs.show(isWorkspace ? [] : all, state.table)
  // The fields of a tag that no domain defines have no types.
  whereField.view.hidden = !table?.domain
  whereField.show(state.table, tableStateOf(state).where)
  otherProblems.show(tables?.elsewhere ?? [], tables?.elsewhereCount ?? 0)
  panel.classList.toggle('empty', !table)
  isStale = true
  if (isOther || !table) {
    const groups = await groupsOf(queryOf(state))
    rows.renew(!isOther)
    showGroups(groups)
  } else await renewRows(true)
  saveState(state)
  showIsApplied()
  message.hidden = true
  await Promise.all([
    firstRecords.show(!isWorkspace && all.every(isHeaders)),
    table && rows.want(...(isOther ? ([0, 0] as const) : grid.visibleRows)),
  ])
}

/**
 * Loads the rows again, for another version of the file or another query. The selection, the open cell and, if wanted,
 * the first visible row go where their records are then.
 */
async function renewRows(staysInView: boolean): Promise<void> {
  const query = queryOf(state)
  const before = grid.selection.basis
  const wanted = grid.rowsToFollow
  const follow = before && {
    version: before.version,
    query: before.query,
    rows: wanted.map(row => Math.max(0, row)),
  }
  const find = editing.cell.openRecord
  const answer =
    follow || find !== undefined
      ? await requestRows({ start: 0, count: 0, ...(follow && { follow }), ...(find !== undefined && { find }) })
      : null
  const groups = await groupsOf(query)
  rows.renew(true)
  showGroups(groups)
  if (!answer) return
  if (before) grid.follow(before, wanted, answer.followed, { ...answer, query }, staysInView)
  if (find !== undefined) editing.cell.moveField(answer.found)
}

/** The groups of a query; none if it has no groups. */
async function groupsOf({ group, ...query }: TableQuery): Promise<readonly TableGroup[]> {
  const table = currentTable()
  if (!group || !table) return []
  const columns = layouts.shown(table).map(({ column }) => column.name)
  const answer = await sendRequest('groups', { table: state.table, query: { ...query, group }, columns })
  return answer?.groups ?? []
}

/** Shows the headings of groups among the rows, and how many rows there are without those of folded groups. */
function showGroups(groups: readonly TableGroup[]): void {
  if (groups.length === 0 && grid.headings.count === 0) return
  grid.headings.show(groups)
  if (groups.length > 0) rows.total = groups.reduce((sum, { count, isFolded }) => sum + (isFolded ? 0 : count), 0)
  grid.refresh()
}

function chooseTable(key: string): void {
  leaveTable(key)
  void showFile()
}

/** Lets the user choose another table of the workspace. */
async function chooseOtherTag(): Promise<void> {
  const key = await sendRequest('chooseTag', {})
  if (key === null) return
  leaveTable(key)
  await reload()
  whereField.focus()
}

function leaveTable(next: string): void {
  editing.cell.finish()
  form.close()
  state.table = next
  rows.renew(false)
  rows.total = 0
}

const requestRows = (
  wanted: Omit<RowRange, 'query'> & Pick<TableRowsParams, 'find' | 'follow'>,
): Promise<TableRows | null> => sendRequest('rows', { table: state.table, query: queryOf(state), ...wanted })

/** Whether a table has the headers of the file, which hold no data. */
const isHeaders = ({ key }: TableSummary): boolean => key === '@DOC'

/** Shows rows that have arrived, and makes the columns as wide as they need. */
function showRows(arrived: readonly TableRow[] = []): void {
  const table = currentTable()
  if (table) layouts.fit(table, arrived)
  if (isStale) showTable()
  // The field over a cell stays where it is.
  else if (table && !editing.cell.isOpen) grid.resize(layouts.shown(table))
  grid.refresh()
  showCount()
  status.showCurrent(grid.current)
  followInForm()
}

function showTable(): void {
  const table = currentTable()
  if (!table) return
  isStale = false
  const { sort, group, filters } = tableStateOf(state)
  layouts.keep(table, grid.selectedColumns)
  const columns = layouts.shown(table)
  toolbar.showGroups(table.columns, group?.column)
  toolbar.columns.show(table.columns, layouts.of(table).hidden)
  const content = {
    key: table.key,
    label: `Records of ${table.name}`,
    places: isWorkspace
      ? { heading: 'File and line', width: 190 }
      : { heading: 'Line', width: headingWidth(tables?.lines ?? 0) },
    columns,
    frozen: layouts.of(table).frozen ?? 1,
    sort,
    filters: state.hasFilters ? filters : undefined,
    hasNewRow: !isWorkspace && !isHeaders(table) && !group,
  }
  const key = JSON.stringify({ ...content, filters: state.hasFilters })
  if (key === shown) return
  shown = key
  grid.show(content)
}

/** Changes the columns of the table. */
function layOut(change: (table: TableSummary) => void): void {
  const table = currentTable()
  if (table) change(table)
  showTable()
}

/** Lets the user choose another view of the table, or save what it shows. */
async function chooseView(): Promise<void> {
  const table = currentTable()
  if (!table) return
  const { sort, group, filters, where } = tableStateOf(state)
  const names = layouts.shown(table).map(({ column }) => column.name)
  const view = await sendRequest('chooseView', {
    table: table.key,
    view: {
      columns: names,
      frozen: layouts.of(table).frozen ?? 1,
      sort,
      ...(group && { group: group.column }),
      filters: state.hasFilters ? [...filters].filter(([, text]) => text !== '') : [],
      where,
    },
  }).catch((error: unknown) => {
    status.say(error instanceof Error ? error.message : String(error))
    return null
  })
  if (!view) return grid.focus()
  const now = currentTable()
  if (!now || now.key !== table.key) return
  // A view without columns shows all of them.
  const isShown = (name: string): boolean => view.columns.length === 0 || view.columns.includes(name)
  const hidden = now.columns.flatMap(({ name }) => (isShown(name) ? [] : name))
  layouts.change(now, { order: [...view.columns], hidden, frozen: view.frozen })
  showView(state, view)
  shown = ''
  whereField.show(state.table, view.where)
  toolbar.refresh()
  showTable()
  search()
  grid.focus()
}

function sortBy(column: TableColumn, isAdded: boolean): void {
  changeSort(state, column, isAdded)
  search()
}

/** In a table of the workspace, shows the record with the cursor in its file; false in any other table. */
function goToRecord(): boolean {
  if (isWorkspace) void editing.commands.showText()
  return isWorkspace
}

/** Loads the rows of the same table for another search, filter or order, or for the same one again. */
function search(): void {
  editing.cell.finish()
  state.applied++
  appliedVersion = tables?.version ?? 0
  showIsApplied()
  saveState(state)
  isStale = true
  grid.view.scrollTop = 0
  void renewRows(false).then(() => rows.want(...grid.visibleRows))
}

/** Offers to apply the query again if the file has changed since: until then, all rows stay where they are. */
function showIsApplied(): void {
  const query = queryOf(state)
  toolbar.showIsApplied(!hasQuery(query) || query.group !== undefined || appliedVersion === tables?.version)
  toolbar.showIsSorted(!isWorkspace && query.sort !== undefined && !hasQuery({ ...query, sort: undefined }))
}

/**
 * Moves the cursor to a record. Removes the search, the filters and the expression if they hide the record.
 *
 * @param isNew whether the cursor goes to the first missing value of the record
 */
async function goTo({ table, record }: TableRecord, isNew = false): Promise<void> {
  if (table !== state.table) {
    state.table = table
    rows.renew(false)
    await showFile()
  }
  let found = await rowOf(record)
  if (found < 0) {
    clearQuery(state)
    shown = ''
    whereField.show(state.table, '')
    toolbar.refresh()
    search()
    found = await rowOf(record)
  }
  if (found < 0) return
  if (isNew) await rows.want(found, found)
  const row = isNew ? rows.at(found) : undefined
  grid.selection.select({ row: found, column: row ? firstMissing(grid.columns, row) : grid.selection.active.column })
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

/** Adds a record to the table. A header can only be added in the text, so there the user chooses another tag. */
function add(): void {
  const table = currentTable()
  if (table && !isHeaders(table)) editing.commands.add()
  else void addOther()
}

async function addOther(): Promise<void> {
  const tag = await sendRequest('chooseTag', {})
  if (tag !== null) editing.commands.add(tag)
}

/** The table with the most records; that of headers only if there is no other. */
function largest(all: readonly TableSummary[]): TableSummary | undefined {
  const counts = all.map(table => (isHeaders(table) ? 0 : table.count))
  return all[counts.indexOf(Math.max(...counts))]
}

const currentTable = (): TableSummary | undefined => tables?.tables.find(({ key }) => key === state.table)

function showCount(): void {
  const all = currentTable()?.count ?? 0
  const hasMessage = rows.total === 0 && all > 0 && grid.headings.count === 0
  // What the message says need not stand below the table, too.
  status.showCount(rows.total, all, rows.left, hasMessage ? [] : rows.doubts)
  showTotals()
  if (hasMessage)
    showMessage(['No record of this tag matches the expression, the search and the filters.', ...rows.doubts].join(' '))
  else message.hidden = true
}

const showTotals = (): void => status.showTotals(selectedRange(grid), state.table)

function showMessage(text: string): void {
  message.textContent = text
  message.hidden = false
}
