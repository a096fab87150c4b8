import { localize } from '../../../../shared/domains/localize.ts'
import type { Choice, TableColumn } from '../../../../shared/protocol/table/table.ts'
import { toggleValue, valuesIn } from '../../../../shared/views/table/filter-values.ts'
import { element } from '../../dom.ts'
import { ChoiceList } from '../editing/choice-list.ts'
import { onLeave } from '../focus.ts'

interface FilterEvents {
  filter(text: string): void
  /** The values that the column has. */
  values(): Promise<readonly Choice[]>
  /** The user goes from the filter to the rows. */
  leave(): void
}

/** The field that filters a column. While it has the focus, a list offers the values that the column allows and has. */
export function createFilter(column: TableColumn, text: string, events: FilterEvents): HTMLElement {
  const { name } = column
  const input = element('input', {
    class: 'filter',
    title: helpFor(column),
    attributes: {
      type: 'text',
      'aria-label': localize('Filter {column}', { column: name }),
      placeholder: localize('filter'),
      value: text,
      spellcheck: 'false',
      autocomplete: 'off',
    },
  })
  const view = element('div', { class: 'filter-field' }, input)
  view.addEventListener('click', event => event.stopPropagation())
  input.addEventListener('input', () => events.filter(input.value))
  offerValues(view, input, column, events)
  onLeave(input, () => events.leave())
  return view
}

/** The most values that are offered at once. */
const mostOffered = 200

/** Offers values below a filter. Each can be added and removed; the list closes when the focus leaves the filter. */
function offerValues(
  view: HTMLElement,
  input: HTMLInputElement,
  { kind, choices: allowed }: TableColumn,
  events: FilterEvents,
): void {
  const isQuoted = kind !== 'enum' && kind !== 'bool'
  const empty = { value: '', meaning: localize('empty') }
  let choices: readonly Choice[] = [...allowed, empty]
  const typed = (): string => (input.value.startsWith('=') ? '' : input.value.trim().toLowerCase())
  const offered = (): Choice[] => choices.filter(({ value }) => typed() === '' || value.toLowerCase().includes(typed()))
  const load = async (): Promise<void> => {
    const found = await events.values()
    const counts = new Map(found.map(({ value, meaning }) => [value, meaning]))
    const known = new Set(allowed.map(({ value }) => value))
    choices = [
      ...allowed.map(({ value, meaning }) => ({
        value,
        meaning: [counts.get(value) ?? '0', meaning].join(' ').trim(),
      })),
      ...found.filter(({ value }) => !known.has(value)),
      empty,
    ]
    if (list.view.isConnected) show(list.marked)
  }
  const toggle = (value: string): void => {
    input.value = toggleValue(input.value, value, isQuoted)
    events.filter(input.value)
    show(value)
  }
  const list = new ChoiceList(input, toggle)
  const show = (marked?: string): void => {
    const matching = offered()
    const shown = matching.slice(0, mostOffered)
    const at = marked === undefined ? -1 : shown.findIndex(({ value }) => value === marked)
    list.show(shown, at, new Set(valuesIn(input.value)), matching.length - shown.length)
  }
  const open = (): void => {
    view.append(list.view)
    show()
    void load()
  }
  const close = (): void => {
    list.show([], -1)
    list.view.remove()
  }
  input.addEventListener('focus', open)
  input.addEventListener('blur', close)
  input.addEventListener('input', () => show())
  // These come before the keys that lead to the rows.
  input.addEventListener('keydown', event => {
    const isOpen = list.view.isConnected
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'ArrowDown' && isOpen) list.move(1)
    else if (event.key === 'ArrowUp' && isOpen) list.move(-1)
    else if (event.key === 'Enter' && isOpen && list.marked !== undefined) toggle(list.marked)
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
}

function helpFor({ kind, choices }: TableColumn): string {
  if (kind === 'ts')
    return [
      ...textHelp,
      localize('{form}: contains the text', { form: '2026-06' }),
      localize('{forms}: dates', { forms: '>=2026-06, <=2026-06-30, 2026-06..2026-07' }),
    ].join('\n')
  if (kind === 'int' || kind === 'float')
    return [...textHelp, localize('{forms}: numbers', { forms: '>5, >=5, <5, <=5, 1..5' })].join('\n')
  const forms = choices.length > 0 ? '=a, b' : '="a", "b"'
  return [...textHelp, localize('{forms}: one of several values', { forms })].join('\n')
}

const textHelp = [
  localize('text: contains the text'),
  localize('!text: does not contain the text'),
  localize('=text: equals the text; = alone: is empty'),
]
