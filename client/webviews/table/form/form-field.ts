import { localize } from '../../../../shared/domains/localize.ts'
import type { RowProblem, TableColumn, TableRow } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'

/** The most allowed values that are listed below a field; its list has all of them. */
const listedValues = 12

/**
 * One field of a record in the form: its name, its value as a button that opens it, what it means, and what is wrong
 * with it.
 */
export class FieldOfForm {
  private readonly value: HTMLElement
  private readonly title = element('span', { class: 'title' })
  /** Opens the field. */
  readonly button: HTMLButtonElement
  /** Where the field for a new value is. */
  readonly place = element('div', { class: 'place' })
  private readonly problems: HTMLElement
  readonly view: HTMLElement
  /** The ids of the elements that describe the field to screen readers. */
  readonly describedBy: string

  /**
   * @param id is part of the ids of its elements
   * @param open opens the field
   */
  constructor(
    readonly column: TableColumn,
    id: number,
    open: () => void,
  ) {
    const { name, unit, isRequired } = column
    this.describedBy = `meaning-${id} problems-${id}`
    this.value = element('span', { attributes: { id: `value-${id}`, dir: 'auto' } })
    this.problems = element('ul', { class: 'problems', attributes: { id: `problems-${id}` } })
    this.button = element(
      'button',
      {
        class: `value ${column.kind}`,
        attributes: {
          type: 'button',
          'aria-labelledby': `label-${id} value-${id}`,
          'aria-describedby': this.describedBy,
        },
        onClick: open,
      },
      this.value,
      this.title,
    )
    this.place.append(this.button)
    const label = element(
      'div',
      { class: 'label', attributes: { id: `label-${id}` } },
      element('span', { class: 'name', text: name }),
      ...(isRequired
        ? [
            element('span', { class: 'required', text: '*', attributes: { 'aria-hidden': true } }),
            element('span', { class: 'unseen', text: ` ${localize('required')}` }),
          ]
        : []),
      ...(unit === '' ? [] : [element('span', { class: 'unit', text: ` ${unit}` })]),
    )
    const meaning = element('div', {
      class: 'meaning',
      text: fieldMeaning(column),
      attributes: { id: `meaning-${id}` },
    })
    this.view = element(
      'div',
      { class: 'field', attributes: { role: 'group' } },
      label,
      this.place,
      this.problems,
      meaning,
    )
    setAttribute(this.view, 'aria-labelledby', `label-${id}`)
  }

  /** Shows the value of a record, and its problems. */
  show(value: string | null, titles: string, problems: readonly RowProblem[]): void {
    this.value.textContent = value ?? ''
    this.button.classList.toggle('empty', value === null)
    if (value === null) this.value.append(element('span', { class: 'unseen', text: localize('empty') }))
    this.title.textContent = titles === '' ? '' : ` ${titles}`
    const [worst] = problems
    setAttribute(this.view, 'data-severity', worst?.severity)
    this.problems.replaceChildren(...problems.map(({ message }) => element('li', { text: message })))
    this.problems.hidden = problems.length === 0
  }
}

/** What a field means, and which values it can have. */
function fieldMeaning({ description, choices }: TableColumn): string {
  const listed = choices
    .slice(0, listedValues)
    .map(({ value, meaning }) => (meaning === '' ? value : `${value}: ${meaning}`))
  const left = choices.length - listedValues
  const hasMeanings = choices.some(({ meaning }) => meaning !== '')
  const list = hasMeanings ? `\n• ${listed.join('\n• ')}` : listed.join(', ')
  const values = left > 0 ? localize('{values}, and {count} more', { values: list, count: left }) : list
  const allowed = choices.length > 0 ? localize('Allowed: {values}', { values }) : ''
  return [description, allowed].filter(Boolean).join('\n')
}

/** The problems of a record that are about one of its fields, or about none. */
export const problemsOfField = ({ problems }: TableRow, column: string | undefined): RowProblem[] =>
  problems.filter(({ columns }) => (column === undefined ? columns.length === 0 : columns.includes(column)))
