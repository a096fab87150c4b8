import { localize } from '../../../../shared/domains/localize.ts'
import type { TableRow, TableSummary } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'
import { colorClass } from '../../palette.ts'
import type { ShownColumn } from '../grid/columns.ts'

/** The most fields of a card below its title. */
const mostCardFields = 3

/** The height of a card with the room below it, in pixels; the style sheet has the heights of its lines. */
export const cardHeight = 138

/** What the cards of a board show. */
export interface CardParts {
  /** The places of the fields that can be the title, the most telling first. */
  readonly titles: readonly number[]
  /** The fields below the title: of these, the first that have a value. */
  readonly fields: readonly ShownColumn[]
  /** The field whose allowed values give the cards their colors; undefined for none. */
  readonly colored: { readonly place: number; readonly values: readonly string[] } | undefined
}

/** What names a record on a card and in sentences about it: the first value of its row. */
export const nameOfRow = ({ cells }: TableRow): string => cells[0] ?? ''

/**
 * The parts of the cards of a table.
 *
 * @param shown the visible columns of the table
 * @param field the field of the board, which the cards need not repeat
 * @param colorOf the column that gives the rows their colors
 */
export function partsOfCards(
  { columns, titles }: TableSummary,
  shown: readonly ShownColumn[],
  field: string,
  colorOf: string | undefined,
): CardParts {
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  const color = columns.find(({ name }) => name === colorOf)
  return {
    titles: titles.flatMap(name => {
      const place = places.get(name) ?? 0
      // The first value is the name of the card.
      return place > 0 ? place : []
    }),
    fields: shown.filter(({ column, place }) => place > 0 && column.name !== field),
    colored: color && { place: places.get(color.name)!, values: color.choices.map(({ value }) => value) },
  }
}

/** The card of a record. It is a cell of the board, and is filled again for another record. */
export class Card {
  readonly view = element('div', { class: 'card', attributes: { role: 'gridcell' } })
  /** Undefined while it is loading. */
  private shown: TableRow | undefined
  private isFilled = false
  /** Where it is, to change it only if it is elsewhere. */
  private at = ''

  /** The row of its record. */
  get row(): TableRow | undefined {
    return this.shown
  }

  /** Puts it into a column of the board. */
  place(column: number, row: number): void {
    const at = `${column} ${row}`
    if (at === this.at) return
    this.at = at
    setAttribute(this.view, 'aria-colindex', column + 1)
    setAttribute(this.view, 'data-row', row)
    this.view.style.gridColumn = String(column + 1)
  }

  /**
   * Shows a record.
   *
   * @param row undefined while it is loading
   */
  show(row: TableRow | undefined, parts: CardParts): void {
    if (this.isFilled && row === this.shown) return
    this.isFilled = true
    this.shown = row
    const { view } = this
    view.classList.toggle('pending', !row)
    setAttribute(view, 'title', row?.problems.map(({ message }) => message).join('\n') || undefined)
    setAttribute(view, 'data-severity', row?.problems[0]?.severity)
    view.replaceChildren(...(row ? contentOfCard(row, parts) : [element('div', { class: 'name', text: '…' })]))
    const look = row ? colorOfCard(row, parts) : ''
    if (view.dataset.look) view.classList.remove(view.dataset.look)
    if (look !== '') view.classList.add(look)
    view.dataset.look = look
  }
}

/** The row of the card that contains an element. */
export function rowOfCard(target: EventTarget | null): number | undefined {
  const card = target instanceof Element ? target.closest('.card') : null
  return card ? Number(card.getAttribute('data-row')) : undefined
}

/** The class with the color of a record; empty for none. */
function colorOfCard({ cells }: TableRow, { colored }: CardParts): string {
  const index = colored ? colored.values.indexOf(cells[colored.place] ?? '') : -1
  return index < 0 ? '' : colorClass(index)
}

/** The texts of a card. Each has its own direction, as the cells of a table have. */
function contentOfCard(row: TableRow, { titles, fields }: CardParts): HTMLElement[] {
  const { cells, problems } = row
  const text = (name: string, value: string): HTMLElement =>
    element('div', { class: name, text: value, attributes: { dir: 'auto' } })
  const title = titles.find(place => (cells[place] ?? '') !== '')
  const filled = fields.filter(({ place }) => place !== title && (cells[place] ?? '') !== '').slice(0, mostCardFields)
  return [
    element(
      'div',
      { class: 'name' },
      element('span', { class: 'id', text: nameOfRow(row), attributes: { dir: 'auto' } }),
      ...(problems.length === 0 ? [] : [element('span', { class: 'unseen', text: localize('with problems') })]),
    ),
    ...(title === undefined ? [] : [text('card-title', cells[title]!)]),
    ...filled.map(({ column: { name, unit }, place }) => {
      const value = [cells[place]!, row.titles?.[place] ?? '', unit].filter(Boolean).join(' ')
      return element(
        'div',
        { class: 'card-field' },
        element('span', { class: 'field-name', text: `${name} ` }),
        element('span', { text: value, attributes: { dir: 'auto' } }),
      )
    }),
  ]
}
