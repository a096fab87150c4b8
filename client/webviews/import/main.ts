import { counted, countedWithCommas } from '../../../shared/basics/text.ts'
import type {
  ImportChoices,
  ImportedColumn,
  ImportedRecords,
  importPageRequests,
} from '../../../shared/protocol/import.ts'
import { button, element, setAttribute } from '../dom.ts'
import { onEvent, requester } from '../host.ts'
import { reloader } from '../reloader.ts'
import './import.css'

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof importPageRequests>()

/** The page that imports data: which column becomes which field, and the first records. */

/** What the user has chosen; the server decides about the rest. */
let choices: ImportChoices = { tag: null, fields: [] }

const summary = element('p', { class: 'summary', attributes: { role: 'status' } })
const options = element('div', { class: 'options' })
const columns = element('table')
const messages = element('ul', { class: 'messages' })
const preview = element('pre', { attributes: { tabindex: 0, 'aria-label': 'First records' } })
const insertButton = element('button', {
  class: 'primary',
  text: 'Insert',
  attributes: { type: 'button', disabled: true },
  onClick: () => void insert(),
})
document.body.append(
  element(
    'main',
    {},
    element('h1', { text: document.title }),
    summary,
    options,
    columns,
    messages,
    element('h2', { text: 'First records' }),
    preview,
    element(
      'div',
      { class: 'buttons' },
      insertButton,
      button('Reset', 'Forget all choices', () => choose({ tag: null, fields: [] })),
    ),
  ),
)

const reload = reloader(async () => {
  try {
    const records = await sendRequest('preview', choices)
    if (records) show(records)
  } catch (error) {
    fail(error)
  }
})
onEvent(event => {
  if (event === 'changed') void reload()
})
void reload()

function choose(chosen: ImportChoices): void {
  choices = chosen
  void reload()
}

async function insert(): Promise<void> {
  setAttribute(insertButton, 'disabled', true)
  try {
    await sendRequest('insert', choices)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  summary.textContent = error instanceof Error ? error.message : String(error)
}

function show(records: ImportedRecords): void {
  const { doubts, problems, text } = records
  // What had the focus keeps it.
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined
  const isReady = text !== ''
  summary.textContent = summaryOf(records)
  options.replaceChildren(...optionsOf(records))
  columns.replaceChildren(...(records.columns.length === 0 ? [] : rowsOf(records)))
  messages.replaceChildren(
    ...problems.map(({ message }) => messageOf('problem', message)),
    ...doubts.map(({ about, message }) => messageOf('problem', `${message} Choose it under ${titles[about]}.`)),
    ...records.notes.map(message => messageOf('note', message)),
    ...records.warnings.map(message => messageOf('warning', message)),
  )
  preview.textContent = isReady ? text : 'There are no records yet.'
  setAttribute(insertButton, 'disabled', !isReady)
  if (focused === undefined) return
  for (const select of document.querySelectorAll('select')) if (select.dataset.key === focused) select.focus()
}

function summaryOf({ records, columns: all, text }: ImportedRecords): string {
  const count = countedWithCommas(records, 'record')
  const left = all.filter(({ field }) => field === '').length
  const next = text === '' ? ' Make the choices named below before you insert them.' : ''
  return `${count}${left === 0 ? '' : `, ${counted(left, 'column')} left out`}.${next}`
}

/** The choices about all records: their tag, and how dates and numbers are written. */
function optionsOf({ tags, tag }: ImportedRecords): HTMLElement[] {
  if (tag === null) return []
  return [
    labeled(
      'Tag',
      selectOf('tag', tag, tags.map(asIs), chosen => choose({ ...choices, tag: chosen, fields: [] })),
    ),
    labeled(
      titles.dateOrder,
      selectOf('dates', choices.dateOrder ?? '', dateOrders, dateOrder =>
        choose({ ...choices, dateOrder: orNone(dateOrder) }),
      ),
    ),
    labeled(
      titles.decimalMark,
      selectOf('numbers', choices.decimalMark ?? '', decimalMarks, mark =>
        choose({ ...choices, decimalMark: orNone(mark) }),
      ),
    ),
  ]
}

type Option<Value extends string = string> = readonly [value: Value, label: string]

const titles = { dateOrder: 'Dates', decimalMark: 'Numbers' } as const

const byColumn: Option<''> = ['', 'As each column shows']
const dateOrders: readonly Option<'' | NonNullable<ImportChoices['dateOrder']>>[] = [
  byColumn,
  ['day-month', 'Day before month'],
  ['month-day', 'Month before day'],
  ['unchanged', 'As they are written'],
]
const decimalMarks: readonly Option<'' | NonNullable<ImportChoices['decimalMark']>>[] = [
  byColumn,
  ['comma', 'Decimal comma: 1.234,5'],
  ['point', 'Decimal point: 1,234.5'],
  ['unchanged', 'As they are written'],
]

const orNone = <Value extends string>(value: Value | ''): Value | undefined => (value === '' ? undefined : value)

const asIs = (value: string): Option => [value, value]

/** The columns, each with its first values and its field. */
function rowsOf({ columns: all, fields }: ImportedRecords): HTMLElement[] {
  const heading = element(
    'tr',
    {},
    ...['Column', 'First values', 'Field'].map(text => element('th', { text, attributes: { scope: 'col' } })),
  )
  return [element('thead', {}, heading), element('tbody', {}, ...all.map(column => rowOf(column, fields)))]
}

function rowOf(column: ImportedColumn, fields: readonly string[]): HTMLElement {
  const { column: name, field, match, examples } = column
  const own = [field, name].filter(
    key => key !== '' && !fields.includes(key) && /^[A-Za-z_][\w.-]*(?::[\w.-]+)?$/.test(key),
  )
  const select = selectOf(
    `column ${name}`,
    field,
    [
      ['', '(leave out)'],
      ...(name.startsWith('$') ? [[name, '(no field, see below)'] as const] : []),
      ...fields.map(asIs),
      ...[...new Set(own)].map((key): Option => [key, `${key} (not a field of the tag)`]),
    ],
    key => choose({ ...choices, fields: [...choices.fields.filter(([one]) => one !== name), [name, key]] }),
  )
  setAttribute(select, 'aria-label', `Field of ${name}`)
  return element(
    'tr',
    { class: match },
    element('th', { text: name, attributes: { scope: 'row' } }),
    element('td', { class: 'examples', text: examples.join(', '), title: examples.join('\n') }),
    element('td', {}, select),
  )
}

function selectOf<Value extends string>(
  key: string,
  value: Value,
  all: readonly Option<Value>[],
  onChoose: (value: Value) => void,
): HTMLSelectElement {
  const select = element(
    'select',
    {},
    ...all.map(([one, text]) => element('option', { text, attributes: { value: one, selected: one === value } })),
  )
  select.dataset.key = key
  select.addEventListener('change', () => {
    const [chosen] = all[select.selectedIndex]!
    onChoose(chosen)
  })
  return select
}

const labeled = (text: string, control: HTMLElement): HTMLElement =>
  element('label', {}, element('span', { text }), control)

const messageOf = (kind: string, text: string): HTMLElement => element('li', { class: kind, text })
