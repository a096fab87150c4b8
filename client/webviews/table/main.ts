import '../page-language.ts'
import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { TableColumn, TableFilter, TableRecord, TableRow } from '../../../shared/protocol/table/table.ts'
import { element } from '../dom.ts'
import { messageOfError, onEvent } from '../host.ts'
import { Board } from './board/board.ts'
import { copyBlock } from './copy-block.ts'
import { onDroppedData } from './drop-data.ts'
import { commandRunner } from './editing/commands.ts'
import { Editing } from './editing/editing.ts'
import { selectedRange } from './editing/selected-range.ts'
import { FileTables, isHeaders } from './file-tables.ts'
import { FirstRecords } from './first-records.ts'
import { keepFocus } from './focus.ts'
import { FormOfSelection } from './form/form-of-selection.ts'
import { RecordForm } from './form/record-form.ts'
import { firstMissing } from './grid/columns.ts'
import { Grid } from './grid/grid.ts'
import { jump, onGridKeys, onGridPointer } from './grid/grid-input.ts'
import { Rows } from './grid/rows.ts'
import { sendRequest } from './request.ts'
import { RowLoader, requestRows } from './row-loader.ts'
import { ShownColumns } from './shown-columns.ts'
import {
  changeGroup,
  changeSort,
  clearQuery,
  foldGroups,
  hasQuery,
  loadState,
  queryOf,
  saveState,
  showView,
  tableStateOf,
  toggleBoard,
} from './state.ts'
import { OtherProblems, StatusLine } from './status-line.ts'
import './table.css'
import { fittingWidth } from './grid/widths.ts'
import { Tabs, TagButton } from './tabs.ts'
import { Toolbar } from './toolbar.ts'
import { WhereField } from './where-field.ts'

/**
 * The table view of a file, or of the workspace: a grid with the records of the selected tag, and the tabs, expression,
 * toolbar and status around it.
 */

const state = loadState()
const tables = new FileTables(state)
let reloading: Promise<void> | undefined
let hasChanged = false
/** The version of the file that the query was applied to. */
let appliedVersion = 0

const rows = new Rows(async (start, count) => {
  const query = queryOf(state)
  const answer = await requestRows(state, { start, count })
  return answer && { ...answer, query }
}, showRows)
const grid = new Grid(rows, {
  sort: sortBy,
  resize: ({ name }, width) => columns.change(table => columns.layouts.resize(table, name, width)),
  fit: ({ column, place }) =>
    columns.change(table => columns.layouts.resize(table, column.name, fittingWidth(column, place, rows.loaded))),
  move: ({ name }, target) => columns.change(table => columns.layouts.move(table, name, target.name)),
  filter: ({ name }, text) => {
    tableStateOf(state).filters.set(name, text)
    search()
  },
  values: async ({ name }) => {
    // A tag that no domain defines has no path, by which its records are counted.
    const { key, domain } = tables.current ?? {}
    const found = key !== undefined && domain ? await sendRequest('writtenValues', { tag: key, field: name }) : null
    return (found?.values ?? []).map(({ text, count }) => ({ value: text, meaning: withCommas(count) }))
  },
  fill: (source, more, columns) => editing.commands.fillFrom(source, more, columns),
  fold: (values, isFolded) => {
    foldGroups(state, values, isFolded)
    saveState(state)
    void loader.renew(true).then(() => rows.want(...grid.visibleRows))
  },
  select: () => {
    status.say('')
    status.showCurrent(grid.current)
    showTotals()
    state.cursor = grid.selection.active
    saveState(state)
    formOfSelection.follow()
  },
})
const editing = new Editing(grid, {
  current: () => ({
    table: state.table,
    columnCount: tables.current?.columns.length ?? 0,
  }),
  isWorkspace: () => tables.isWorkspace,
  reload,
  settled,
  goTo,
  isFinding: () => document.hasFocus() && document.activeElement?.matches('.where, .search, .filter') === true,
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
  addRow: (position, isWhole) => {
    if (!grid.selection.addRow(position, isWhole))
      status.say(localize('Only rows of the selected columns can be added.'))
  },
  moveRows: row => editing.clipboard.moveRows(row),
})

const form = new RecordForm({
  load: async record => (await requestRows(state, { start: 0, count: 0, find: record }))?.foundRow,
  write: (record, column, value, refused) => editing.cell.write(record, column, value, refused),
  draft: (record, column, value) => editing.cell.draft(record, column, value),
  suggest: (record, { name }, typed) => editing.cell.suggest(record, name, typed),
  dropFile: (record, column, uri) => sendRequest('droppedFile', { record, column, file: { uri } }),
  similar: place => rows.loaded.flatMap(({ cells }) => cells[place] ?? []),
  go: by => {
    const { row, column } = grid.selection.active
    if (row + by >= 0 && row + by < rows.total) grid.selection.select({ row: row + by, column })
  },
  onKey: event => editing.onCommandKey(event),
  say: text => status.say(text),
  save: () => editing.save(),
  close: () => grid.focus(),
})

const formOfSelection = new FormOfSelection(
  form,
  grid,
  tables,
  () => editing.cell.finish(),
  text => status.say(text),
)

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
    columns.show()
    search()
  },
  hide: hidden => columns.change(table => columns.layouts.change(table, { hidden: [...hidden] })),
  group: column => {
    changeGroup(state, column)
    columns.show()
    search()
  },
  board: () => {
    toggleBoard(state, tables.current?.columns ?? [])
    columns.show()
    search()
  },
  moveCard: () => board.choose(),
  views: () => void chooseView(),
  reset: () => columns.change(table => columns.layouts.reset(table)),
  apply: search,
  sortFile: () => editing.commands.sortFile(),
  leave: () => grid.enter(),
  add,
  addOther: () => void addOther(),
  insert: isBelow => editing.commands.insert(isBelow),
  arrange: layout => columns.change(table => columns.layouts.change(table, layout)),
  exportShown: form => void editing.commands.exportShown(form),
  copyBlock: () => void copyBlock(state, grid).then(said => status.say(said)),
  duplicate: () => editing.commands.duplicate(),
  delete: () => editing.commands.delete(),
  editAll: () => void sendRequest('editAll', { table: state.table, where: tableStateOf(state).where }),
})
const board = new Board(grid, {
  write: (record, column, value, refused) => editing.cell.write(record, column, value, refused),
  draft: (record, column, value) => editing.cell.draft(record, column, value),
  settled,
  openForm: () => formOfSelection.open(),
  showText: () => void editing.commands.showText(),
  leave: () => toolbar.focusSearch(),
  save: () => editing.save(),
  onKey: event => editing.onCommandKey(event),
  say: text => status.say(text),
})
const columns = new ShownColumns(state, tables, grid, toolbar, board)
const loader = new RowLoader(state, tables, columns, grid, editing.cell)
const message = element('p', { class: 'message', attributes: { role: 'status', hidden: true } })
const status = new StatusLine(() => rows.latest?.version)
const firstRecords = new FirstRecords(
  table => editing.commands.add(table),
  () => void addOther(),
)

const panel = element(
  'div',
  { class: 'panel', attributes: { role: 'tabpanel', id: 'panel', 'aria-label': localize('Records') } },
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
  () => columns.change(table => columns.layouts.freeze(table, grid.selection.active.column + 1)),
  () => formOfSelection.open(),
)
onEvent((event, data) => {
  if (event === 'changed') void reload()
  if (event === 'command' && 'command' in data) runCommand(String(data.command))
  if (event === 'filter' && 'filter' in data) filterBy(data.filter as TableFilter)
  if (event === 'form' && 'record' in data) void goTo(data.record as TableRecord).then(() => formOfSelection.open())
})
keepFocus(focusMain)
onDroppedData(text => status.say(text))
showMessage(localize('Reading the records…'))
void start()

async function start(): Promise<void> {
  const { cursor } = state
  // The user may choose a cell or another table while the records are read.
  const isUntouched = (): boolean => state.cursor === cursor
  const [start] = await Promise.all([sendRequest('start', {}).catch(() => null), columns.layouts.load()])
  if (start?.isWorkspace) becomeWorkspace(start.table ?? '')
  if (start?.hasViews) toolbar.offerViews()
  if (start?.filter) setFilter(start.filter)
  else if (start?.isWorkspace) whereField.takeKeys()
  if (start?.typesOn) void takeTypedBefore()
  await reload()
  const { table, record } = start ?? {}
  if (table !== undefined && record !== undefined) await goTo({ table, record }, false, isUntouched)
  if (start?.hasForm && table === state.table && record !== undefined) formOfSelection.show(record)
  else if (rows.total > 0 && isUntouched()) grid.selection.select(cursor)
  // The user may have clicked something while the records were read, for example the list of columns.
  const { activeElement } = document
  if (document.hasFocus() && (activeElement === document.body || activeElement === grid.grid)) focusMain()
}

/**
 * Takes what was typed in another place before this page took the keyboard. It took it by itself, in one step: where VS
 * Code gives it, keys are lost on their way.
 */
async function takeTypedBefore(): Promise<void> {
  whereField.putBefore((await sendRequest('typedBefore', { hasKeyboard: document.hasFocus() })) ?? '')
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

/** Gives the keyboard to the rows; in a table of the workspace, to the expression that finds them. */
function focusMain(): void {
  if (tables.isWorkspace) whereField.focus()
  else grid.focus()
}

/** Shows the records of all files instead of those of one. */
function becomeWorkspace(table: string): void {
  tables.isWorkspace = true
  if (state.table === '') state.table = table
  panel.setAttribute('role', 'region')
  toolbar.becomeWorkspace()
}

/** Waits until the grid shows the current version of the file, and the cursor is where its record is. */
async function settled(): Promise<void> {
  await reloading
  await rows.want(...grid.visibleRows)
  // The file has changed while it was loaded, and the page is told of that only now.
  if (tables.latest && rows.latest && rows.latest.version > tables.latest.version) await reload()
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
      const { version } = tables.latest ?? {}
      tables.latest = (await sendRequest('tables', { table: state.table })) ?? tables.latest
      if (tables.latest && tables.latest.version !== version) status.expire(tables.latest.version)
      if (tables.latest) await showFile()
      else if (tables.isWorkspace) showMessage(localize('No domain defines this tag.'))
      await form.refresh(tables.current)
    }
  } catch (error) {
    showMessage(localize('Could not read the records: {message}', { message: messageOfError(error) }))
  }
}

async function showFile(): Promise<void> {
  const all = tables.latest?.tables ?? []
  // The user may have chosen another tag of the workspace meanwhile. Its table comes next.
  if (tables.isWorkspace && all[0]?.key !== state.table) return
  const table = tables.toShow
  const isOther = table?.key !== state.table
  state.table = table?.key ?? ''
  tagButton.show(tables.isWorkspace ? table : undefined)
  tabs.show(tables.isWorkspace ? [] : all, state.table)
  // The fields of a tag that no domain defines have no types.
  whereField.view.hidden = !table?.domain
  whereField.show(state.table, tableStateOf(state).where)
  otherProblems.show(tables.latest?.elsewhere ?? [], tables.latest?.elsewhereCount ?? 0)
  panel.classList.toggle('empty', !table)
  columns.expire()
  if (isOther || !table) {
    await loader.begin(!isOther)
  } else await loader.renew(true)
  saveState(state)
  showIsApplied()
  message.hidden = true
  await Promise.all([
    firstRecords.show(!tables.isWorkspace && all.every(isHeaders)),
    table && (isOther ? rows.want(0, 0) : rows.want(...grid.visibleRows)),
  ])
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
  whereField.takeKeys()
  await reload()
}

function leaveTable(next: string): void {
  editing.cell.finish()
  form.close()
  state.table = next
  state.cursor = { row: 0, column: 0 }
  rows.renew(false)
  rows.total = 0
}

/** Shows rows that have arrived, and makes the columns as wide as they need. */
function showRows(arrived: readonly TableRow[] = []): void {
  columns.fit(arrived, editing.cell.isOpen)
  grid.refresh()
  showCount()
  status.showCurrent(grid.current)
  formOfSelection.follow()
}

/** Lets the user choose another view of the table, or save what it shows. */
async function chooseView(): Promise<void> {
  const view = await columns.chooseView(text => status.say(text))
  if (view) {
    showView(state, view)
    whereField.show(state.table, view.where)
    toolbar.refresh()
    columns.show()
    search()
  }
  grid.focusLate()
}

function sortBy(column: TableColumn, isAdded: boolean): void {
  changeSort(state, column, isAdded)
  search()
}

/** In a table of the workspace, shows the record with the cursor in its file; false in any other table. */
function goToRecord(): boolean {
  if (tables.isWorkspace) void editing.commands.showText()
  return tables.isWorkspace
}

/** Loads the rows of the same table for another search, filter or order, or for the same one again. */
function search(): void {
  editing.cell.finish()
  state.applied++
  appliedVersion = tables.latest?.version ?? 0
  showIsApplied()
  saveState(state)
  columns.expire()
  grid.view.scrollTop = 0
  void loader.renew(false).then(() => rows.want(...grid.visibleRows))
}

/** Offers to apply the query again if the file has changed since: until then, all rows stay where they are. */
function showIsApplied(): void {
  const query = queryOf(state)
  toolbar.showIsApplied(!hasQuery(query) || query.group !== undefined || appliedVersion === tables.latest?.version)
  toolbar.showIsSorted(!tables.isWorkspace && query.sort !== undefined && !hasQuery({ ...query, sort: undefined }))
}

/**
 * Moves the cursor to a record. Removes the search, the filters and the expression if they hide the record.
 *
 * @param isNew whether the cursor goes to the first missing value of the record
 * @param isWanted whether the user still waits for that
 */
async function goTo({ table, record }: TableRecord, isNew = false, isWanted = () => true): Promise<void> {
  if (!isWanted()) return
  if (table !== state.table) {
    state.table = table
    rows.renew(false)
    await showFile()
  }
  let found = await rowOf(record)
  if (!isWanted()) return
  if (found < 0) {
    clearQuery(state)
    columns.forget()
    whereField.show(state.table, '')
    toolbar.refresh()
    search()
    found = await rowOf(record)
  }
  if (found < 0) return
  if (isNew) await rows.want(found, found)
  const row = isNew ? rows.at(found) : undefined
  grid.selection.select({ row: found, column: row ? firstMissing(grid.columns, row) : grid.selection.active.column })
  grid.focusLate()
}

/** Finds the row of a record, and updates the number of rows; -1 if the search or the filters hide the record. */
async function rowOf(record: number): Promise<number> {
  const answer = await requestRows(state, { start: 0, count: 0, find: record })
  if (!answer) return -1
  rows.total = answer.total
  showRows()
  return answer.found
}

/** Adds a record to the table. A header can only be added in the text, so there the user chooses another tag. */
function add(): void {
  const table = tables.current
  if (table && !isHeaders(table)) editing.commands.add()
  else void addOther()
}

async function addOther(): Promise<void> {
  const tag = await sendRequest('chooseTag', {})
  if (tag !== null) editing.commands.add(tag)
}

function showCount(): void {
  const all = tables.current?.count ?? 0
  const hasMessage = rows.total === 0 && all > 0 && grid.headings.count === 0
  // What the message says need not stand below the table, too.
  status.showCount(rows.total, all, rows.left, hasMessage ? [] : rows.doubts)
  showTotals()
  if (hasMessage)
    showMessage(
      [localize('No record of this tag matches the expression, the search and the filters.'), ...rows.doubts].join(' '),
    )
  else message.hidden = true
}

const showTotals = (): void => status.showTotals(selectedRange(grid), state.table)

function showMessage(text: string): void {
  message.textContent = text
  message.hidden = false
}
