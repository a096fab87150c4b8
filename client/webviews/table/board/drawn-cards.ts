import { element } from '../../dom.ts'
import type { Rows } from '../grid/rows.ts'
import type { BoardColumn } from './board-columns.ts'
import { Card, type CardParts, cardHeight } from './card.ts'
import type { CardMoves } from './card-moves.ts'

/** The cards at one height, by the values of their columns. */
interface LineOfCards {
  readonly view: HTMLElement
  cards: ReadonlyMap<string, Card>
}

/** The cards of a board that are in sight. */
export class DrawnCards {
  private readonly lines = new Map<number, LineOfCards>()

  constructor(
    private readonly body: HTMLElement,
    private readonly rows: Rows,
    private readonly moves: CardMoves,
  ) {}

  /** Removes all cards. */
  clear(): void {
    this.lines.clear()
    this.body.replaceChildren()
  }

  /** The card of a column at a height; undefined if it is not drawn. */
  at({ value }: BoardColumn, index: number): Card | undefined {
    return this.lines.get(index)?.cards.get(value)
  }

  /**
   * Draws the cards between two heights, both included.
   *
   * @param columns those in sight
   * @param from the index of the first of these among all columns
   */
  draw(first: number, last: number, columns: readonly BoardColumn[], from: number, parts: CardParts): void {
    for (const [index, { view }] of this.lines) {
      if (index >= first && index <= last) continue
      view.remove()
      this.lines.delete(index)
    }
    for (let index = first; index <= last; index++) this.drawLine(index, columns, from, parts)
  }

  private drawLine(index: number, columns: readonly BoardColumn[], from: number, parts: CardParts): void {
    const line = this.lines.get(index) ?? this.createLine(index)
    const cards = new Map<string, Card>()
    for (const [at, { value, start, count }] of columns.entries()) {
      if (index >= count) continue
      const card = line.cards.get(value) ?? new Card()
      this.fill(card, start + index, parts)
      card.place(from + at, start + index)
      cards.set(value, card)
    }
    line.cards = cards
    const views = [...cards.values()].map(({ view }) => view)
    const { children } = line.view
    line.view.hidden = views.length === 0
    if (views.length !== children.length || views.some((view, at) => view !== children[at]))
      line.view.replaceChildren(...views)
  }

  private createLine(index: number): LineOfCards {
    const view = element('div', { class: 'board-row', attributes: { role: 'row', 'aria-rowindex': index + 2 } })
    view.style.top = `${index * cardHeight}px`
    this.body.append(view)
    const line = { view, cards: new Map<string, Card>() }
    this.lines.set(index, line)
    return line
  }

  private fill(card: Card, row: number, parts: CardParts): void {
    const now = this.rows.at(row)
    // Rows from before the latest change may be of other places, so until others arrive, the card stays as it is.
    const isOther = this.rows.isOld(row) && now?.record !== card.row?.record
    const shown = isOther ? card.row : now
    card.show(shown, parts)
    card.view.classList.toggle('moving', shown !== undefined && this.moves.isMoving(shown))
  }
}
