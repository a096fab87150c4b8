import { localize } from '../../../../shared/domains/localize.ts'
import type { TableRow, TableSummary } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'
import { VisibleRows } from '../../visible-rows.ts'
import { selectionIsLost } from '../editing/selected-range.ts'
import type { ShownColumn } from '../grid/columns.ts'
import type { Grid } from '../grid/grid.ts'
import type { OtherView } from '../grid/grid-content.ts'
import { MarkedCell } from '../grid/marked-cell.ts'
import type { Rows, RowsToLoad } from '../grid/rows.ts'
import {
  type BoardColumn,
  boardColumns,
  canBecome,
  placeOfCard,
  rowForBoardKey,
  targetBeside,
} from './board-columns.ts'
import { dragCard } from './board-drag.ts'
import { boardColumnWidth, createBoardHead } from './board-head.ts'
import { type Card, type CardParts, cardHeight, partsOfCards, rowOfCard } from './card.ts'
import { type BoardField, CardMoves, type MoveEvents } from './card-moves.ts'
import { DrawnCards } from './drawn-cards.ts'

/** What a board shows. */
interface BoardContent {
  readonly table: TableSummary
  /** Its values are the columns. */
  readonly field: BoardField
  /** The visible columns of the table. */
  readonly columns: readonly ShownColumn[]
  /** The column whose allowed values give the rows their colors; undefined for none. */
  readonly colorOf: string | undefined
}

/** What a board needs from the table around it. */
interface BoardEvents extends MoveEvents {
  /** Waits until the rows are those of the current file, and the cursor is where its record is. */
  settled(): Promise<void>
  /** Opens the form of the record with the cursor. */
  openForm(): void
  /** Shows the record with the cursor as text. */
  showText(): void
  /** The user wants to leave the board. */
  leave(): void
  /** Handles a key such as that for undo; returns false for others. */
  onKey(event: KeyboardEvent): boolean
  /** Shows a sentence to the user. */
  say(text: string): void
}

const keysOfBoard = localize(
  'The arrow keys go from card to card. Ctrl+Shift and the left or right arrow key move a card, and F2 lets you choose its column. Enter opens the form of the record.',
)

/**
 * The groups of a table as columns of cards. It is another look of the grid: the rows, their order, the filters and the
 * cursor are those of the grid, and a card that moves to another column gets its value by an edit of its cell.
 *
 * The first cards of all columns are one row of the board, the second ones the next row, and so on. Only those in sight
 * are drawn and loaded, so a board has all records, however many they are.
 */
export class Board implements OtherView {
  private readonly head = element('div', { class: 'board-head', attributes: { role: 'rowgroup' } })
  private readonly body = element('div', { class: 'board-body', attributes: { role: 'rowgroup' } })
  /** The column that a dragged card goes to. */
  private readonly target = element('div', { class: 'board-target', attributes: { 'aria-hidden': true, hidden: true } })
  readonly view = element(
    'div',
    { class: 'board', attributes: { role: 'grid', tabindex: 0, 'aria-describedby': 'board-keys' } },
    this.head,
    this.body,
  )
  private readonly all: HTMLElement
  private readonly marked = new MarkedCell(this.view)
  private readonly visible: VisibleRows
  private readonly moves: CardMoves
  private readonly drawn: DrawnCards
  private content: BoardContent | undefined
  private parts: CardParts | undefined
  private columns: readonly BoardColumn[] = []
  /** What the headings show, to draw them only after changes. */
  private shownHead = ''
  /** The value of the card that is dragged. */
  private dragged: string | undefined
  /** Whether a card that was dropped is on the way: the user looks at the place that it came from. */
  private isDropping = false
  /** What waits for the row of the card with the cursor. */
  private readonly waiting = new Set<() => void>()

  constructor(
    private readonly grid: Grid,
    private readonly events: BoardEvents,
  ) {
    this.moves = new CardMoves(grid, events)
    this.drawn = new DrawnCards(this.body, grid.rows, this.moves)
    this.all = element(
      'div',
      { class: 'board-and-notes', attributes: { hidden: true } },
      this.view,
      this.target,
      element('div', { class: 'unseen', text: keysOfBoard, attributes: { id: 'board-keys' } }),
      this.moves.told,
    )
    grid.view.append(this.all)
    const drawAgain = (): void => {
      if (this.content) grid.refresh()
    }
    this.visible = new VisibleRows(grid.view, this.head, cardHeight, drawAgain)
    let drawn = ''
    grid.view.addEventListener(
      'scroll',
      () => {
        const inSight = String(this.columnsInSight)
        if (inSight !== drawn) drawAgain()
        drawn = inSight
      },
      { passive: true },
    )
    this.view.addEventListener('keydown', event => {
      if (event.isComposing || !this.handleKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    })
    this.view.addEventListener('pointerdown', event => this.onPointer(event))
    // The board keeps the keyboard, and a drag selects no text.
    this.view.addEventListener('mousedown', event => event.preventDefault())
    this.view.addEventListener('click', ({ target, pointerType }: PointerEvent) => {
      const row = rowOfCard(target)
      // That of a mouse is told by what follows its pointer.
      if (row === undefined || pointerType === 'mouse') return
      this.select(row)
      this.act(() => events.openForm())
    })
    this.view.addEventListener('dblclick', ({ target }) => {
      if (rowOfCard(target) !== undefined) this.act(() => events.showText())
    })
  }

  /** Shows a table as a board; undefined for rows below each other. */
  show(content: BoardContent | undefined): void {
    if (!content && !this.content) return
    const hadFocus = [this.view, this.grid.grid].some(each => each === document.activeElement)
    const isOther =
      content?.table.key !== this.content?.table.key || fieldOfBoard(content) !== fieldOfBoard(this.content)
    this.content = content
    this.all.hidden = !content
    this.drawn.clear()
    this.shownHead = ''
    this.marked.mark(undefined)
    if (content) {
      const { table, columns, colorOf } = content
      const field = content.field.column.name
      this.parts = partsOfCards(table, columns, field, colorOf)
      setAttribute(this.view, 'aria-label', localize('Records of {tag} by {field}', { tag: table.name, field }))
    }
    this.grid.showWith(content && this)
    // On a board, the cursor is on one card, and no other cells are selected.
    if (content && isOther && this.grid.rows.total > 0) this.select(Math.max(0, this.grid.selection.active.row))
    if (hadFocus) this.grid.focus()
  }

  get visibleRows(): Parameters<Rows['want']> {
    const { first, last } = this.visible.toDraw
    const inSight = this.drawnColumns.flatMap(({ start, count }): RowsToLoad[] => {
      const end = Math.min(last, count - 1)
      return first <= end ? [[start + first, start + end]] : []
    })
    const row = Math.max(0, this.grid.selection.active.row)
    return [row, row, inSight]
  }

  get keepsCursorInSight(): boolean {
    return !this.isDropping && document.hasFocus() && document.activeElement === this.view
  }

  draw(): void {
    const { headings, rows, selection } = this.grid
    // Until the first of its rows are there, the groups may be those of another field, or of none.
    if (!this.content || rows.latest?.query.group?.column !== fieldOfBoard(this.content)) return
    this.columns = boardColumns(this.content.field.column, headings.all)
    const most = this.columns.reduce((count, column) => Math.max(count, column.count), 0)
    this.visible.setTotal(most)
    setAttribute(this.view, 'aria-rowcount', most + 1)
    setAttribute(this.view, 'aria-colcount', this.columns.length)
    this.view.style.setProperty('--board-columns', String(this.columns.length))
    this.body.style.height = `${most * cardHeight}px`
    this.view.classList.toggle('lost', selection.isLost)
    this.drawHead()
    const { first, last } = this.visible.toDraw
    this.drawn.draw(first, last, this.drawnColumns, this.columnsInSight[0], this.parts!)
    this.marked.mark(this.cardAt(selection.active.row)?.view)
  }

  scrollToCursor(): void {
    const place = placeOfCard(this.columns, this.grid.selection.active.row)
    if (!place) return
    this.visible.scrollTo(place.index)
    const { view } = this.grid
    const left = place.column * boardColumnWidth
    view.scrollLeft = Math.max(Math.min(view.scrollLeft, left), left + boardColumnWidth - view.clientWidth)
  }

  /** Lets the user choose where the card with the cursor goes. */
  choose(): void {
    this.act(() => {
      const row = this.currentRow()
      const { content } = this
      if (!row || !content) return
      this.scrollToCursor()
      const { index, column } = placeOfCard(this.columns, this.grid.selection.active.row) ?? { index: 0, column: 0 }
      // The field is at the end of the card, so that the name of the record stays in sight.
      const top = this.head.offsetHeight + (index + 1) * cardHeight - 32
      const place = { left: column * boardColumnWidth + 6, top, width: boardColumnWidth - 12, height: 26 }
      this.moves.choose(row, content.field, place, () => this.scrollToCursor())
    })
  }

  /** The columns that are drawn: those in sight, and one on each side. Both ends are included. */
  private get columnsInSight(): readonly [first: number, last: number] {
    const { scrollLeft, clientWidth } = this.grid.view
    return [
      Math.max(0, Math.floor(scrollLeft / boardColumnWidth) - 1),
      Math.ceil((scrollLeft + clientWidth) / boardColumnWidth),
    ]
  }

  private get drawnColumns(): readonly BoardColumn[] {
    const [first, last] = this.columnsInSight
    return this.columns.slice(first, last + 1)
  }

  private drawHead(): void {
    const [first] = this.columnsInSight
    const { dragged } = this
    const headings = this.drawnColumns.map((column, at) => ({
      ...column,
      index: first + at,
      refused: dragged === undefined || this.canTake(column, dragged) ? undefined : dragged,
    }))
    const shown = JSON.stringify(headings)
    if (shown === this.shownHead) return
    this.shownHead = shown
    this.head.replaceChildren(createBoardHead(headings))
  }

  /** Whether a card with a value can get that of a column without a problem. */
  private canTake({ value, isTarget }: BoardColumn, before: string): boolean {
    return !isTarget || canBecome(this.content!.field.column, before, value)
  }

  /** The card of a row; undefined if it is not drawn. */
  private cardAt(row: number): Card | undefined {
    const place = placeOfCard(this.columns, row)
    return place && this.drawn.at(this.columns[place.column]!, place.index)
  }

  /** Moves the cursor to a card, and to the field of the board in it. */
  private select(row: number): void {
    const column = this.grid.columns.findIndex(shown => shown.column.name === fieldOfBoard(this.content))
    this.grid.selection.select({ row, column: Math.max(0, column) })
  }

  /** Does something with the card that has the cursor, once its row is there and unless Escape comes first. */
  private act(action: () => void): void {
    const { waiting } = this
    waiting.add(action)
    const begin = (): void => {
      if (waiting.delete(action)) action()
    }
    if (this.grid.selection.isSettled) begin()
    else void this.events.settled().then(begin)
  }

  private handleKey(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event
    const isFar = event.ctrlKey || event.metaKey
    const isPlain = !altKey && !shiftKey
    const page = Math.max(1, this.visible.room - 1)
    const from = this.grid.selection.active.row
    const row = isPlain ? rowForBoardKey(this.columns, from, key, isFar, page) : undefined
    if (row !== undefined) this.act(() => this.select(row))
    else if (isFar && shiftKey && !altKey && key === 'ArrowLeft') this.act(() => this.moveBeside(-1))
    else if (isFar && shiftKey && !altKey && key === 'ArrowRight') this.act(() => this.moveBeside(1))
    else if (isPlain && !isFar && key === 'Enter') this.act(() => this.events.openForm())
    else if (isPlain && !isFar && key === 'F2') this.choose()
    else if (key === 'Escape') this.giveUp()
    else return this.events.onKey(event)
    return true
  }

  /** Gives up what waits for its row; if nothing does, the board. */
  private giveUp(): void {
    if (this.waiting.size === 0) this.events.leave()
    this.waiting.clear()
  }

  private moveBeside(by: 1 | -1): void {
    const row = this.currentRow()
    const { field } = this.content ?? {}
    const next = row && field && targetBeside(this.columns, this.moves.valueOf(row, field), by)
    if (next) void this.moves.move(row, field, next.value).then(() => this.scrollToCursor())
  }

  /** The row with the cursor; tells the user if it is not there. */
  private currentRow(): TableRow | undefined {
    const { row } = this.grid.current ?? {}
    if (!row) this.events.say(selectionIsLost)
    return row
  }

  private onPointer(event: PointerEvent): void {
    const row = rowOfCard(event.target)
    this.grid.focus()
    if (row === undefined) return
    this.select(row)
    const card = this.cardAt(row)
    // A finger or a pen scrolls the board.
    if (card?.row && event.button === 0 && event.pointerType === 'mouse') this.drag(card.view, card.row, event)
  }

  private drag(card: HTMLElement, row: TableRow, down: PointerEvent): void {
    const { field } = this.content!
    const before = this.moves.valueOf(row, field)
    let over: BoardColumn | undefined
    dragCard(card, down, {
      view: this.grid.view,
      begin: () => {
        this.dragged = before
        this.drawHead()
      },
      over: clientX => {
        const index = Math.floor((clientX - this.view.getBoundingClientRect().left) / boardColumnWidth)
        const column = this.columns[index]
        over = column?.isTarget ? column : undefined
        this.target.hidden = !over
        this.target.classList.toggle('unusual', over !== undefined && !this.canTake(over, before))
        this.target.style.left = `${index * boardColumnWidth}px`
      },
      end: isDropped => {
        this.dragged = undefined
        this.target.hidden = true
        this.drawHead()
        if (isDropped && over && over.value !== before) void this.drop(row, over.value)
      },
      click: () => this.act(() => this.events.openForm()),
    })
  }

  private async drop(row: TableRow, value: string): Promise<void> {
    this.isDropping = true
    await this.moves.move(row, this.content!.field, value)
    this.isDropping = false
  }
}

/** The name of the field of a board; undefined without one. */
const fieldOfBoard = (content: BoardContent | undefined): string | undefined => content?.field.column.name
