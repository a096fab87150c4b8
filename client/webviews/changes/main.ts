import '../page-language.ts'
import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { changePageRequests, ListedChanges } from '../../../shared/protocol/changes-page.ts'
import { button, element, setAttribute, summaryLine } from '../dom.ts'
import { failureReporter, requester } from '../host.ts'
import { keepLoaded } from '../keep-loaded.ts'
import { filesOnPage, recordsOnPage } from '../page-counts.ts'
import { VisibleRows } from '../visible-rows.ts'
import { type Line, ListChoices } from './lines.ts'
import './changes.css'

/** The changes of records in many files, with old and new values. Each record and each file can be left out. */

const sendRequest = requester<typeof changePageRequests>()

/** The height of a line, in pixels. The style sheet has the same. */
const lineHeight = 24

const choices = new ListChoices()
let listed: ListedChanges | undefined
let lines: readonly Line[] = []
let active = 0
let isBusy = false

const apply = button(localize('Apply'), localize('Write the selected changes (Ctrl+Enter)'), () => void applyAll())
apply.classList.add('primary')
const summary = summaryLine()
const findInList = localize('Find in the list')
const search = element('input', {
  attributes: { type: 'search', placeholder: findInList, 'aria-label': findInList },
})
const toolbar = element(
  'div',
  { class: 'toolbar' },
  apply,
  button(localize('Cancel'), localize('Close the list without a change'), () => void sendRequest('cancel', {})),
  search,
  summary,
)
const refusal = element('p', { class: 'refusal', attributes: { role: 'alert', hidden: true } })
const notes = element('div', { class: 'notes', attributes: { hidden: true } })
const head = element(
  'div',
  { class: 'line head', attributes: { role: 'row', 'aria-rowindex': 1 } },
  ...[localize('Changed'), localize('Record'), localize('Field'), localize('Before'), localize('After')].map(
    (text, column) =>
      element(
        'div',
        { attributes: { role: 'columnheader', 'aria-colindex': column + 1 } },
        element('span', { text, class: column === 0 ? 'unseen' : 'name' }),
      ),
  ),
)
const body = element('div', { class: 'body', attributes: { role: 'rowgroup' } })
const list = element(
  'div',
  {
    class: 'list',
    attributes: {
      role: 'treegrid',
      tabindex: 0,
      'aria-label': localize('Changes'),
      'aria-colcount': 5,
      'aria-multiselectable': true,
    },
  },
  element('div', { attributes: { role: 'rowgroup' }, class: 'headings' }, head),
  body,
)
const detail = element('div', { class: 'detail' })
document.body.append(
  element('main', {}, element('h1', { class: 'unseen', text: document.title }), toolbar, refusal, notes, list, detail),
)
const visible = new VisibleRows(list, head, lineHeight, () => draw())

const refuse = (message: string): void => {
  refusal.hidden = message === ''
  refusal.textContent = message
}
const reported = failureReporter(refuse)
keepLoaded(async () => {
  const next = await sendRequest('list', {})
  const isFirst = listed === undefined
  if (next) take(next)
  if (isFirst) list.focus()
}, refuse)

function take(next: ListedChanges): void {
  listed = next
  choices.take(next)
  notes.hidden = next.notes.length === 0
  notes.replaceChildren(...next.notes.map(text => element('p', { text })))
  arrange()
}

/** Shows the lines again, after a change of the list, of what is folded, or of the search. */
function arrange(): void {
  const before = lines[active]
  lines = choices.lines(search.value)
  const same = before && lines.findIndex(line => isSame(line, before))
  active = same !== undefined && same >= 0 ? same : Math.max(0, Math.min(active, lines.length - 1))
  body.style.height = `${lines.length * lineHeight}px`
  setAttribute(list, 'aria-rowcount', lines.length + 1)
  visible.setTotal(lines.length)
  draw()
}

const isSame = (one: Line, other: Line): boolean =>
  one.kind === other.kind &&
  one.file === other.file &&
  (one.kind === 'file' ||
    (other.kind === 'value' && one.record === other.record && one.value.name === other.value.name))

function draw(): void {
  const { records, files, allRecords, allFiles } = choices.counts
  summary.textContent = summaryOf(records, files, allRecords, allFiles)
  setAttribute(apply, 'disabled', isBusy || records === 0)
  const { first, last } = visible.toDraw
  const drawn = lines.slice(first, last + 1).map((line, at) => lineElement(line, first + at))
  body.replaceChildren(...drawn)
  setAttribute(list, 'aria-activedescendant', lines.length > 0 ? 'active' : undefined)
  showDetail()
}

function summaryOf(records: number, files: number, allRecords: number, allFiles: number): string {
  if (!listed) return localize('Looking for changes…')
  if (allRecords === 0) return localize('There is nothing to change.')
  if (records === allRecords)
    return localize('Changes {records} in {files}.', { records: recordsOnPage(records), files: filesOnPage(files) })
  if (allRecords === 1) return localize('Changes 0 of 1 record in 0 of 1 file.')
  const counts = { records: withCommas(records), allRecords: withCommas(allRecords), files: withCommas(files) }
  return allFiles === 1
    ? localize('Changes {records} of {allRecords} records in {files} of 1 file.', { ...counts })
    : localize('Changes {records} of {allRecords} records in {files} of {allFiles} files.', {
        ...counts,
        allFiles: withCommas(allFiles),
      })
}

function lineElement(line: Line, index: number): HTMLElement {
  const isActive = index === active
  const record = line.kind === 'value' ? line.record : undefined
  const state = choices.state(line.file, record)
  const attributes = {
    role: 'row',
    'aria-rowindex': index + 2,
    'aria-level': line.kind === 'file' ? 1 : 2,
    'aria-selected': state !== false,
    ...(isActive && { id: 'active' }),
    ...(line.kind === 'file' && { 'aria-expanded': !choices.isFolded(line.file) }),
  }
  const cells = line.kind === 'file' ? fileCells(line, state) : valueCells(line, state)
  const row = element(
    'div',
    { class: `line ${line.kind}${isActive ? ' active' : ''}${state === false ? ' out' : ''}`, attributes },
    ...cells,
  )
  row.style.top = `${index * lineHeight}px`
  row.addEventListener('mousedown', event => {
    active = index
    if (event.target instanceof HTMLElement && event.target.closest('.check')) toggle(line)
    else if (event.target instanceof HTMLElement && event.target.closest('.twisty')) foldFile(line, undefined)
    else draw()
    list.focus()
    event.preventDefault()
  })
  row.addEventListener('dblclick', () => open(line))
  return row
}

const boxStates = new Map<boolean | 'some', string>([
  [true, 'on'],
  [false, 'off'],
  ['some', 'some'],
])

/** A box that shows a choice. The list has the keyboard, so it is no element of its own for it. */
const box = (state: boolean | 'some'): HTMLElement =>
  element(
    'div',
    { class: 'check', attributes: { role: 'gridcell', 'aria-colindex': 1 } },
    element('span', { class: `box ${boxStates.get(state)}` }),
  )

const cell = (column: number, className: string, ...children: Node[]): HTMLElement =>
  element('div', { class: className, attributes: { role: 'gridcell', 'aria-colindex': column } }, ...children)

function fileCells(
  { file, shown: { path, isOpen, records } }: Line & { kind: 'file' },
  state: boolean | 'some',
): HTMLElement[] {
  const isFolded = choices.isFolded(file)
  return [
    box(state),
    cell(
      2,
      'path',
      element('span', { class: 'twisty', text: isFolded ? '▸' : '▾' }),
      element('span', { class: 'name', text: path }),
      element('span', {
        class: 'count',
        text: isOpen
          ? localize('{records}, open in the editor', { records: recordsOnPage(records.length) })
          : recordsOnPage(records.length),
      }),
      button(localize('Compare'), localize('Show the text of the file beside its text after the changes'), () =>
        compare(file),
      ),
    ),
  ]
}

function valueCells({ isFirst, shown, value }: Line & { kind: 'value' }, state: boolean | 'some'): HTMLElement[] {
  const { name, title } = shown
  const record = isFirst
    ? [element('span', { class: 'name', text: name }), element('span', { class: 'title', text: title })]
    : []
  return [
    isFirst ? box(state) : cell(1, 'check-below'),
    cell(2, 'record', ...record),
    cell(3, 'field', element('span', { text: value.name })),
    cell(4, 'before', ...valueElements(value.before, 'del')),
    cell(5, 'after', ...valueElements(value.after, 'ins')),
  ]
}

/** A value on one line, or a word for none. */
function valueElements(text: string | null, kind: 'del' | 'ins'): HTMLElement[] {
  if (text === null)
    return [element('span', { class: 'none', text: kind === 'del' ? localize('none') : localize('removed') })]
  return [
    text === ''
      ? element('span', { class: 'none', text: localize('empty') })
      : element(kind, { text: text.replace(/\s+/g, ' ') }),
  ]
}

/** Shows all of the values of the active line, below the list. */
function showDetail(): void {
  const line = lines[active]
  detail.hidden = line?.kind !== 'value'
  if (line?.kind !== 'value') return
  const { shown, value } = line
  detail.replaceChildren(
    element('p', { class: 'name', text: [shown.name, value.name].filter(Boolean).join(' · ') }),
    element('div', { class: 'values' }, ...valuesInFull(value.before, 'del'), ...valuesInFull(value.after, 'ins')),
  )
}

const valuesInFull = (text: string | null, kind: 'del' | 'ins'): HTMLElement[] =>
  text === null ? [] : [element(kind, { text: text === '' ? localize('(empty)') : text })]

search.addEventListener('input', arrange)
search.addEventListener('keydown', event => {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
  if (event.key === 'Escape' && search.value !== '') {
    search.value = ''
    arrange()
  } else list.focus()
  event.preventDefault()
})

addEventListener('keydown', event => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  void applyAll()
  event.preventDefault()
})

list.addEventListener('keydown', event => {
  const { key, ctrlKey, metaKey, altKey } = event
  const line = lines[active]
  if (altKey || !line) return
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() !== 'f') return
    search.focus()
  } else if (key === ' ') toggle(line)
  else if (key === 'Enter') open(line)
  else if (key === 'ArrowLeft') foldFile(line, true)
  else if (key === 'ArrowRight') foldFile(line, false)
  else if (key in moves) go(moves[key as keyof typeof moves](visible.room))
  else return
  event.preventDefault()
})

/** How far each key goes, for this many lines in the view. */
const moves = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (room: number) => room,
  PageUp: (room: number) => -room,
  Home: () => -Infinity,
  End: () => Infinity,
}

function go(by: number): void {
  active = Math.max(0, Math.min(lines.length - 1, active + by))
  visible.scrollTo(active)
  draw()
}

function toggle(line: Line): void {
  const record = line.kind === 'value' ? line.record : undefined
  choices.choose(choices.state(line.file, record) === false, line.file, record)
  draw()
}

/** @param isFolded without it, the other way round */
function foldFile(line: Line, isFolded: boolean | undefined): void {
  choices.fold(line.file, isFolded ?? !choices.isFolded(line.file))
  if (line.kind === 'value') active = lines.findIndex(one => one.kind === 'file' && one.file === line.file)
  arrange()
  visible.scrollTo(active)
}

function open(line: Line): void {
  if (!listed) return
  const record = line.kind === 'value' ? line.record : 0
  void reported(sendRequest('open', { list: listed.list, file: line.file, record }))
}

const compare = (file: number): void => void (listed && reported(sendRequest('compare', { list: listed.list, file })))

async function applyAll(): Promise<void> {
  if (isBusy || !listed || choices.counts.records === 0) return
  isBusy = true
  refuse('')
  draw()
  const result = await reported(sendRequest('apply', { list: listed.list, leftOut: choices.without }))
  isBusy = false
  if (result) refuse(result.refusal)
  draw()
}
