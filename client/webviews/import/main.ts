import '../page-language.ts'
import { chosenFieldForm } from '../../../shared/convert/foreign-tables/chosen-fields.ts'
import { localize } from '../../../shared/domains/localize.ts'
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
import { recordsOnPage } from '../page-counts.ts'
import { boxOf, labeled, type Option, selectOf, textInput } from './controls.ts'
import { choiceTitles, dateOrderOptions, decimalMarkOptions, goneOptions, targetOptions } from './offered-choices.ts'
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
const preview = element('pre', { attributes: { tabindex: 0, 'aria-label': localize('First records') } })
const insertButton = element('button', {
  class: 'primary',
  text: localize('Insert'),
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
    element('h2', { text: localize('First records') }),
    preview,
    element(
      'div',
      { class: 'buttons' },
      insertButton,
      button(localize('Reset'), localize('Forget all choices'), () => choose({ tag: null, fields: [] })),
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
      messageOf('problem', chooseUnder(about)),
    ),
    ...doubts.map(({ about, message }) => messageOf('problem', `${message} ${chooseUnder(about)}`)),
    ...(records.missing === null ? [] : [messageOf('problem', records.missing)]),
    ...(records.practice === null ? [] : [practiceNote(records.practice)]),
    ...records.notes.map(message => messageOf('note', message)),
    ...records.warnings.map(message => messageOf('warning', message)),
    ...messagesOfChanges(changes),
  )
  preview.textContent = text === '' ? localize('There are no records yet.') : text
  insertButton.textContent = into === 'new' ? localize('Insert') : localize('Show Changes')
  setAttribute(insertButton, 'disabled', !isReady)
}

const chooseUnder = (about: keyof typeof choiceTitles): string =>
  localize('Choose it under {title}.', { title: choiceTitles[about] })

/** Offers the extension that has fields for some of the columns. */
function practiceNote({ extension, columns: named }: NonNullable<ImportedRecords['practice']>): HTMLElement {
  const places = { extension, columns: { list: named.map(column => `"${column}"`) } }
  const note = messageOf('note', `${localize('{extension} comes with Recline and has fields for {columns}.', places)} `)
  const title = localize('Write {extension} into the recline.json of the records', { extension })
  note.append(button(localize('Use {extension}', { extension }), title, () => void takePractice(extension)))
  return note
}

/** What an import into records that exist does. */
function messagesOfChanges(changes: ShownImport['changes']): HTMLElement[] {
  if (changes === null) return []
  if ('refusal' in changes) return changes.refusal.split('\n').map(message => messageOf('problem', message))
  const { problems, notes } = changes
  const [first] = problems
  const added =
    first &&
    (problems.length === 1
      ? localize('The import would add 1 problem, such as: {message}', { message: first.message })
      : localize('The import would add {count} problems, such as: {message}', {
          count: problems.length,
          message: first.message,
        }))
  return [
    ...notes.map(message => messageOf('note', message)),
    ...(added === undefined ? [] : [messageOf('warning', added)]),
  ]
}

function summaryOf({ records, columns: all, text, changes }: ShownImport): string {
  const count = changes === null || 'refusal' in changes ? recordsOnPage(records) : changes.counts.replace(/[.。]$/, '')
  const left = all.filter(({ field }) => field === '').length
  return [
    withoutColumns(count, left),
    isRemembered ? localize('The choices are those of last time; Reset forgets them.') : '',
    text === '' ? localize('Make the choices named below before you insert them.') : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function withoutColumns(records: string, left: number): string {
  if (left === 0) return localize('{counts}.', { counts: records })
  return left === 1
    ? localize('{records}, 1 column left out.', { records })
    : localize('{records}, {count} columns left out.', { records, count: left })
}

/** The choices about all records: their tag, and how the data are written. */
function optionsOf(records: ShownImport): HTMLElement[] {
  const { tags, tag, form, problems } = records
  if (tag === null) return optionsOfTarget(records)
  const isAbout = (about: string): boolean => problems.some(problem => problem.about === about)
  return [
    labeled(
      localize('Tag'),
      selectOf('tag', tag, tags.map(asIs), chosen => choose({ ...choices, tag: chosen, fields: [] })),
    ),
    ...optionsOfTarget(records),
    ...(form === 'csv' || form === 'sheet' ? [labeled(choiceTitles.header, headerInput())] : []),
    ...(form === 'json' && (isAbout('records') || choices.records !== undefined)
      ? [
          labeled(
            choiceTitles.records,
            textInput('records', choices.records ?? '', 'data.items', path =>
              choose({ ...choices, records: orNone(path), fields: [] }),
            ),
          ),
        ]
      : []),
    ...(form === 'json'
      ? [
          labeled(
            choiceTitles.nested,
            boxOf('flatten', choices.isFlattened ?? false, isFlattened => choose({ ...choices, isFlattened })),
          ),
        ]
      : []),
    labeled(
      choiceTitles.dateOrder,
      selectOf('dates', choices.dateOrder ?? '', dateOrderOptions, dateOrder =>
        choose({ ...choices, dateOrder: orNone(dateOrder) }),
      ),
    ),
    labeled(
      choiceTitles.decimalMark,
      selectOf('numbers', choices.decimalMark ?? '', decimalMarkOptions, mark =>
        choose({ ...choices, decimalMark: orNone(mark) }),
      ),
    ),
    labeled(
      localize('Time zone'),
      textInput('zone', choices.timeZone ?? '', 'Europe/Berlin', zone =>
        choose({ ...choices, timeZone: orNone(zone) }),
      ),
    ),
    labeled(
      localize('Texts for no value'),
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
    localize('Into'),
    selectOf('into', into, targetOptions, chosen => choose({ ...choices, into: chosen })),
  )
  if (into === 'new') return [target]
  return [
    target,
    labeled(
      localize('Find records by'),
      textInput('key', (choices.key ?? []).join(', '), localize('the id'), text =>
        choose({ ...choices, key: text.split(',').flatMap(one => one.trim() || []) }),
      ),
    ),
    labeled(
      localize('Records without a row'),
      selectOf('gone', isWord ? gone : 'set', goneOptions, chosen =>
        choose({ ...choices, gone: chosen === 'set' ? 'status=""' : chosen }),
      ),
    ),
    ...(isWord
      ? []
      : [
          labeled(
            localize('Their new values'),
            textInput('values', gone, 'status="withdrawn"', text => choose({ ...choices, gone: text })),
          ),
        ]),
    labeled(localize('Last table'), baseButton(base)),
  ]
}

/** Chooses the table of the last import, or forgets it. */
function baseButton(base: string | null): HTMLElement {
  const title =
    base === null
      ? localize('Choose the table of the last import: values that you have changed by hand since then are kept')
      : localize('Import without the table of the last import')
  const text = base === null ? localize('Choose…') : localize('Forget {file}', { file: base })
  const made = button(text, title, () => void changeBase(base === null ? 'chooseBase' : 'forgetBase'))
  setAttribute(made, 'aria-label', localize('Last table: {text}', { text }))
  made.dataset.key = 'base'
  return made
}

/** The line with the names of the columns: a number, or `none`. */
function headerInput(): HTMLElement {
  const input = textInput('header', String(choices.header ?? ''), localize('first row'), text => {
    const line = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
    choose({ ...choices, header: text.toLowerCase() === 'none' ? 'none' : line, fields: [] })
  })
  input.title = localize('The number of the line with the names of the columns, or none')
  return input
}

const orNone = <Value extends string>(value: Value | ''): Value | undefined => (value === '' ? undefined : value)

const asIs = (value: string): Option => [value, value]

/** The columns, each with its first values and its field. */
function rowsOf({ columns: all, fields }: ImportedRecords): HTMLElement[] {
  const heading = element(
    'tr',
    {},
    ...[localize('Column'), localize('First values'), localize('Field')].map(text =>
      element('th', { text, attributes: { scope: 'col' } }),
    ),
  )
  return [element('thead', {}, heading), element('tbody', {}, ...all.map(column => rowOf(column, fields)))]
}

function rowOf(column: ImportedColumn, fields: readonly string[]): HTMLElement {
  const { column: name, field, match, examples } = column
  const keys = field.split(',')
  const selects = keys.map((key, place) => fieldSelect(column, fields, keys, place, key))
  const fillAnother = localize('Fill another field with {column}', { column: name })
  const another = button('+', fillAnother, () => {
    another.replaceWith(fieldSelect(column, fields, keys, keys.length, ''))
  })
  setAttribute(another, 'aria-label', fillAnother)
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
      ['', place === 0 ? localize('(leave out)') : localize('(no other field)')],
      ...(name.startsWith('$') ? [[name, localize('(no field, see below)')] as const] : []),
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
  const label =
    place === 0
      ? localize('Field of {column}', { column: name })
      : localize('Field {number} of {column}', { number: place + 1, column: name })
  setAttribute(select, 'aria-label', label)
  return select
}

/** What is shown for a field that is none of the tag, or that gets a part of the values. */
const labelOfOwn = (key: string, fields: readonly string[]): string =>
  fields.includes(key.replace(/\(.*$/, '')) ? key : localize('{field} (not a field of the tag)', { field: key })

const messageOf = (kind: string, text: string): HTMLElement => element('li', { class: kind, text })
