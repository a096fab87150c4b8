import { counted, countedWithCommas } from '../../../shared/basics/text.ts'
import { chosenFieldForm } from '../../../shared/convert/foreign-tables/chosen-fields.ts'
import type {
  ImportChoices,
  ImportedColumn,
  ImportedRecords,
  importPageRequests,
  ShownImport,
} from '../../../shared/protocol/import.ts'
import { button, element, keepingFocus, setAttribute, summaryLine } from '../dom.ts'
import { failureReporter, requester } from '../host.ts'
import { keepLoaded } from '../keep-loaded.ts'
import { boxOf, labeled, type Option, selectOf, textInput } from './controls.ts'
import './import.css'

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof importPageRequests>()

/** The page that imports data: which column becomes which field, and the first records. */

/** What the user has chosen; the server decides about the rest. */
let choices: ImportChoices = { tag: null, fields: [] }

/** Whether these are the choices of the last data with the same columns. */
let isRemembered = false

const summary = summaryLine()
const options = element('div', { class: 'options' })
const columns = element('table')
const messages = element('ul', { class: 'messages' })
const preview = element('pre', { attributes: { tabindex: 0, 'aria-label': 'First records' } })
const insertButton = element('button', {
  class: 'primary',
  text: 'Insert',
  attributes: { type: 'button', disabled: true },
  onClick: insert,
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

const fail = (message: string): void => {
  summary.textContent = message
}
const reported = failureReporter(fail)
const remembered = sendRequest('remembered', {}).catch(() => null)
// First, the page shows what the data becomes with the choices of last time, if there are some.
void remembered.then(known => {
  if (known) choices = known
  isRemembered = known !== null
})
const reload = keepLoaded(async () => {
  await remembered
  const records = await sendRequest('preview', choices)
  if (records) show(records)
}, fail)

function choose(chosen: ImportChoices): void {
  choices = chosen
  isRemembered = false
  void reload()
}

/** Lets the user choose the data of the last import, or forgets them. */
async function changeBase(request: 'chooseBase' | 'forgetBase'): Promise<void> {
  await reported(sendRequest(request, {}))
  void reload()
}

/** Puts an extension in force that has fields for some of the columns. */
async function takePractice(extension: string): Promise<void> {
  await reported(sendRequest('usePractice', { extension }))
  void reload()
}

function insert(): void {
  setAttribute(insertButton, 'disabled', true)
  void reported(sendRequest('insert', choices))
}

function show(records: ShownImport): void {
  const { doubts, problems, text, into, changes } = records
  const isReady = text !== '' && (into === 'new' || (changes !== null && !('refusal' in changes)))
  summary.textContent = summaryOf(records)
  keepingFocus(() => {
    options.replaceChildren(...optionsOf(records))
    columns.replaceChildren(...(records.columns.length === 0 ? [] : rowsOf(records)))
  })
  messages.replaceChildren(
    ...problems.map(({ message }) => messageOf('problem', message)),
    ...[...new Set(problems.flatMap(({ about }) => about ?? []))].map(about =>
      messageOf('problem', `Choose it under ${titles[about]}.`),
    ),
    ...doubts.map(({ about, message }) => messageOf('problem', `${message} Choose it under ${titles[about]}.`)),
    ...(records.missing === null ? [] : [messageOf('problem', records.missing)]),
    ...(records.practice === null ? [] : [practiceNote(records.practice)]),
    ...records.notes.map(message => messageOf('note', message)),
    ...records.warnings.map(message => messageOf('warning', message)),
    ...messagesOfChanges(changes),
  )
  preview.textContent = text === '' ? 'There are no records yet.' : text
  insertButton.textContent = into === 'new' ? 'Insert' : 'Show Changes'
  setAttribute(insertButton, 'disabled', !isReady)
}

/** Offers the extension that has fields for some of the columns. */
function practiceNote({ extension, columns: named }: NonNullable<ImportedRecords['practice']>): HTMLElement {
  const note = messageOf(
    'note',
    `${extension} comes with Recline and has fields for ${named.map(column => `"${column}"`).join(', ')}. `,
  )
  const use = button(`Use ${extension}`, `Write ${extension} into the recline.json of the records`, () => {
    void takePractice(extension)
  })
  note.append(use)
  return note
}

/** What an import into records that exist does. */
function messagesOfChanges(changes: ShownImport['changes']): HTMLElement[] {
  if (changes === null) return []
  if ('refusal' in changes) return changes.refusal.split('\n').map(message => messageOf('problem', message))
  const { problems, notes } = changes
  const [first] = problems
  const added = first && `The import would add ${counted(problems.length, 'problem')}, such as: ${first.message}`
  return [
    ...notes.map(message => messageOf('note', message)),
    ...(added === undefined ? [] : [messageOf('warning', added)]),
  ]
}

function summaryOf({ records, columns: all, text, changes }: ShownImport): string {
  const count =
    changes === null || 'refusal' in changes ? countedWithCommas(records, 'record') : changes.counts.replace(/\.$/, '')
  const left = all.filter(({ field }) => field === '').length
  const next = text === '' ? ' Make the choices named below before you insert them.' : ''
  const last = isRemembered ? ' The choices are those of last time; Reset forgets them.' : ''
  return `${count}${left === 0 ? '' : `, ${counted(left, 'column')} left out`}.${last}${next}`
}

/** The choices about all records: their tag, and how the data are written. */
function optionsOf(records: ShownImport): HTMLElement[] {
  const { tags, tag, form, problems } = records
  if (tag === null) return optionsOfTarget(records)
  const isAbout = (about: string): boolean => problems.some(problem => problem.about === about)
  return [
    labeled(
      'Tag',
      selectOf('tag', tag, tags.map(asIs), chosen => choose({ ...choices, tag: chosen, fields: [] })),
    ),
    ...optionsOfTarget(records),
    ...(form === 'csv' || form === 'sheet' ? [labeled(titles.header, headerInput())] : []),
    ...(form === 'json' && (isAbout('records') || choices.records !== undefined)
      ? [
          labeled(
            titles.records,
            textInput('records', choices.records ?? '', 'data.items', path =>
              choose({ ...choices, records: orNone(path), fields: [] }),
            ),
          ),
        ]
      : []),
    ...(form === 'json'
      ? [
          labeled(
            titles.nested,
            boxOf('flatten', choices.isFlattened ?? false, isFlattened => choose({ ...choices, isFlattened })),
          ),
        ]
      : []),
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
    labeled(
      'Time zone',
      textInput('zone', choices.timeZone ?? '', 'Europe/Berlin', zone =>
        choose({ ...choices, timeZone: orNone(zone) }),
      ),
    ),
    labeled(
      'Texts for no value',
      textInput('nulls', (choices.nulls ?? []).join(', '), 'NA, NULL, -', texts =>
        choose({ ...choices, nulls: texts.split(',').flatMap(one => one.trim() || []) }),
      ),
    ),
  ]
}

/** The choices about the place of the records. */
function optionsOfTarget({ into, base }: ShownImport): HTMLElement[] {
  const { gone = 'keep' } = choices
  const isWord = gone === 'keep' || gone === 'delete'
  const target = labeled(
    'Into',
    selectOf('into', into, targets, chosen => choose({ ...choices, into: chosen })),
  )
  if (into === 'new') return [target]
  return [
    target,
    labeled(
      'Find records by',
      textInput('key', (choices.key ?? []).join(', '), 'the id', text =>
        choose({ ...choices, key: text.split(',').flatMap(one => one.trim() || []) }),
      ),
    ),
    labeled(
      'Records without a row',
      selectOf('gone', isWord ? gone : 'set', goneChoices, chosen =>
        choose({ ...choices, gone: chosen === 'set' ? 'status=""' : chosen }),
      ),
    ),
    ...(isWord
      ? []
      : [
          labeled(
            'Their new values',
            textInput('values', gone, 'status="withdrawn"', text => choose({ ...choices, gone: text })),
          ),
        ]),
    labeled('Last table', baseButton(base)),
  ]
}

/** Chooses the table of the last import, or forgets it. */
function baseButton(base: string | null): HTMLElement {
  const title =
    base === null
      ? 'Choose the table of the last import: values that you have changed by hand since then are kept'
      : 'Import without the table of the last import'
  const text = base === null ? 'Choose…' : `Forget ${base}`
  const made = button(text, title, () => void changeBase(base === null ? 'chooseBase' : 'forgetBase'))
  setAttribute(made, 'aria-label', `Last table: ${text}`)
  made.dataset.key = 'base'
  return made
}

const targets: readonly Option<ImportedRecords['into']>[] = [
  ['new', 'New records'],
  ['file', 'The records of the file'],
  ['workspace', 'The records of all files'],
]

const goneChoices: readonly Option<'keep' | 'delete' | 'set'>[] = [
  ['keep', 'Keep'],
  ['delete', 'Delete'],
  ['set', 'Set values'],
]

/** The line with the names of the columns: a number, or `none`. */
function headerInput(): HTMLElement {
  const input = textInput('header', String(choices.header ?? ''), 'first row', text => {
    const line = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
    choose({ ...choices, header: text.toLowerCase() === 'none' ? 'none' : line, fields: [] })
  })
  input.title = 'The number of the line with the names of the columns, or none'
  return input
}

const titles = {
  dateOrder: 'Dates',
  decimalMark: 'Numbers',
  header: 'Line of names',
  nested: 'Parts of objects as fields',
  records: 'List of records',
} as const

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
  const keys = field.split(',')
  const selects = keys.map((key, place) => fieldSelect(column, fields, keys, place, key))
  const another = button('+', `Fill another field with ${name}`, () => {
    another.replaceWith(fieldSelect(column, fields, keys, keys.length, ''))
  })
  setAttribute(another, 'aria-label', `Fill another field with ${name}`)
  return element(
    'tr',
    { class: match },
    element('th', { text: name, attributes: { scope: 'row' } }),
    element('td', { class: 'examples', text: examples.join(', '), title: examples.join('\n') }),
    element('td', {}, element('div', { class: 'fields' }, ...selects, ...(field === '' ? [] : [another]))),
  )
}

/** The list of fields that a column can fill, with the one that it fills now. */
function fieldSelect(
  { column: name }: ImportedColumn,
  fields: readonly string[],
  keys: readonly string[],
  place: number,
  field: string,
): HTMLSelectElement {
  const own = [field, name].filter(key => key !== '' && !fields.includes(key) && chosenFieldForm.test(key))
  const select = selectOf(
    place === 0 ? `column ${name}` : `column ${name} ${place}`,
    field,
    [
      ['', place === 0 ? '(leave out)' : '(no other field)'],
      ...(name.startsWith('$') ? [[name, '(no field, see below)'] as const] : []),
      ...fields.map(asIs),
      ...[...new Set(own)].map((key): Option => [key, labelOfOwn(key, fields)]),
    ],
    key => {
      const chosen = [...keys]
      chosen[place] = key
      const all = chosen.filter((one, index) => one !== '' && chosen.indexOf(one) === index).join(',')
      choose({ ...choices, fields: [...choices.fields.filter(([one]) => one !== name), [name, all]] })
    },
  )
  setAttribute(select, 'aria-label', place === 0 ? `Field of ${name}` : `Field ${place + 1} of ${name}`)
  return select
}

/** What is shown for a field that is none of the tag, or that gets a part of the values. */
const labelOfOwn = (key: string, fields: readonly string[]): string =>
  fields.includes(key.replace(/\(.*$/, '')) ? key : `${key} (not a field of the tag)`

const messageOf = (kind: string, text: string): HTMLElement => element('li', { class: kind, text })
