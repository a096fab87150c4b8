import { localize } from '../../../../shared/domains/localize.ts'
import type { RowProblem, TableRow } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'
import { colorClass } from '../../palette.ts'
import type { ShownColumn } from './columns.ts'
import { isNewRow, type Rows } from './rows.ts'
import { areSameRectangles, isIn, type Rectangle } from './selection.ts'

/** The elements of a row, and what they show, so that an unchanged row is not drawn again. */
interface DrawnRow {
  readonly element: HTMLElement
  readonly heading: RowHeading
  readonly cells: readonly CellView[]
  offset?: number
  shown?: {
    readonly index: number
    readonly data: TableRow | undefined
    readonly selected: readonly Rectangle[]
    readonly isCut: boolean
  }
}

/** The elements of the visible rows. Elements of rows that are no longer visible are reused. */
export class DrawnRows {
  private readonly drawn = new Map<number, DrawnRow>()
  private readonly spare: DrawnRow[] = []
  private columns: readonly ShownColumn[] = []
  private frozen = 1
  /** The column whose allowed values give the rows their colors. */
  private colored: ShownColumn | undefined
  /** The handles of the records that are cut, and wait to be pasted. */
  cut: ReadonlySet<number> = new Set()

  constructor(
    private readonly body: HTMLElement,
    private readonly rows: Rows,
    /** Where a row begins, in pixels. */
    private readonly offsetOf: (row: number) => number,
  ) {}

  /**
   * Removes all rows and sets other columns.
   *
   * @param frozen how many of the first ones stay when the grid is scrolled sideways
   * @param colorOf the column whose allowed values give the rows their colors
   */
  reset(columns: readonly ShownColumn[], frozen: number, colorOf: string | undefined): void {
    this.colored = columns.find(({ column }) => column.name === colorOf)
    this.columns = columns
    this.frozen = frozen
    this.body.replaceChildren()
    this.drawn.clear()
    this.spare.length = 0
  }

  /** The element of a row; undefined for a row that is not visible. */
  at(index: number): HTMLElement | undefined {
    return this.drawn.get(index)?.element
  }

  /** Draws the rows from `first` to `last`, both included, and the selected cells in them. */
  draw(first: number, last: number, selected: readonly Rectangle[]): void {
    for (const [index, row] of this.drawn) {
      if (index >= first && index <= last) continue
      this.drawn.delete(index)
      this.spare.push(row)
    }
    for (let index = first; index <= last; index++) this.fill(this.take(index), index, selected)
    for (const { element } of this.spare) element.hidden = true
  }

  private take(index: number): DrawnRow {
    const row = this.drawn.get(index) ?? this.spare.pop() ?? this.create()
    const offset = this.offsetOf(index)
    if (row.offset !== offset) row.element.style.top = `${offset}px`
    row.offset = offset
    this.drawn.set(index, row)
    return row
  }

  private create(): DrawnRow {
    const heading = createRowHeading()
    const cells = this.columns.map((column, index) => createCell(column, index, index < this.frozen))
    const row = element(
      'div',
      { class: 'row', attributes: { role: 'row' } },
      heading.element,
      ...cells.map(({ element }) => element),
    )
    this.body.append(row)
    return { element: row, heading, cells }
  }

  /** Gives a row the color of its value, by the place of the value among those that its column allows. */
  private color(row: HTMLElement, data: TableRow | undefined): void {
    if (!this.colored) return
    const { column, place } = this.colored
    const value = data?.cells[place]
    const index = column.choices.findIndex(choice => choice.value === value)
    const look = index >= 0 ? colorClass(index) : ''
    if (row.dataset.look) row.classList.remove(row.dataset.look)
    if (look !== '') row.classList.add(look)
    row.dataset.look = look
  }

  private fill(row: DrawnRow, index: number, selected: readonly Rectangle[]): void {
    const { element: drawn, heading, cells, shown } = row
    const data = index < this.rows.total ? this.rows.at(index) : this.rows.newRow(index)
    drawn.hidden = false
    drawn.classList.toggle('new', data !== undefined && isNewRow(data))
    const isCut = data !== undefined && this.cut.has(data.record)
    const isSame = shown?.index === index && shown.data === data && shown.isCut === isCut
    if (isSame && areSameRectangles(shown.selected, selected)) return
    row.shown = { index, data, selected, isCut }
    drawn.classList.toggle('cut', isCut)
    setAttribute(drawn, 'aria-rowindex', index + 2)
    fillRowHeading(heading, data)
    this.color(drawn, data)
    this.columns.forEach((column, place) => {
      const cell = cells[place]!
      const isSelected = selected.some(cells => isIn(cells, index, place))
      fillCell(cell, column, data)
      cell.element.classList.toggle('colored', column === this.colored)
      cell.element.classList.toggle('selected', isSelected)
      setAttribute(cell.element, 'aria-selected', isSelected || undefined)
    })
  }
}

/** A cell. Its text changes when the element is reused for another row. */
interface CellView {
  readonly element: HTMLElement
  readonly text: Text
  /** The title of the record that a reference leads to. */
  readonly title?: Text
}

/** The heading of a row: the line of the record, behind its file in a table of the workspace. */
interface RowHeading {
  readonly element: HTMLElement
  readonly file: Text
  readonly line: Text
}

/** An empty cell of a column. */
function createCell({ column: { kind } }: ShownColumn, index: number, isFrozen: boolean): CellView {
  const text = document.createTextNode('')
  // Each text has its own direction: a name in Arabic stands on the right, beside a number on its left.
  const attributes = { role: 'gridcell', 'aria-colindex': index + 2, dir: 'auto' }
  const cell = element('div', { class: `cell ${kind}${isFrozen ? ' frozen' : ''}`, attributes })
  if (isFrozen) cell.style.setProperty('--left', `var(--left-${index})`)
  // Only a link needs extra elements. Hundreds of cells are laid out in each frame, so each element counts.
  if (kind !== 'reference') {
    cell.append(text)
    return { text, element: cell }
  }
  const title = document.createTextNode('')
  cell.append(element('span', { class: 'id' }, text), element('span', { class: 'title' }, title))
  return { text, title, element: cell }
}

/** An empty heading of a row. The name of a file may be cut, and the line is always there. */
function createRowHeading(): RowHeading {
  const file = document.createTextNode('')
  const line = document.createTextNode('')
  return {
    file,
    line,
    element: element(
      'div',
      { class: 'heading', attributes: { role: 'rowheader', 'aria-colindex': 1 } },
      element('span', { class: 'file' }, file),
      line,
    ),
  }
}

/** Shows the value of a record in a cell, and its problems; an ellipsis while the row is still loading. */
function fillCell(
  { element: cell, text, title }: CellView,
  { column, place }: ShownColumn,
  row: TableRow | undefined,
): void {
  const value = row?.cells[place] ?? null
  const problems = row?.problems.filter(({ columns }) => columns.includes(column.name)) ?? []
  const isMissing = value === null && problems.length > 0
  const shown = isMissing ? localize('missing') : (value ?? '')
  const titles = row?.titles?.[place] ?? ''
  writeData(text, row ? shown : '…')
  if (title) writeData(title, titles === '' ? '' : ` ${titles}`)
  if (column.kind === 'reference') setAttribute(cell.firstElementChild!, 'role', value === null ? undefined : 'link')
  setAttribute(cell, 'title', cellTitle(value, titles, problems))
  setAttribute(cell, 'data-severity', problems[0]?.severity)
  setAttribute(cell, 'aria-invalid', problems.some(({ severity }) => severity !== 'information') || undefined)
  cell.classList.toggle('missing', isMissing)
  cell.classList.toggle('pending', !row)
}

/**
 * Shows where a record is in the heading of its row: its line, with the file in a table of the workspace. Marks the
 * heading if the record has a problem.
 */
function fillRowHeading({ element: heading, file, line }: RowHeading, row: TableRow | undefined): void {
  const path = row?.uri === undefined ? '' : decodeURIComponent(row.uri)
  writeData(file, path.slice(path.lastIndexOf('/') + 1))
  const isNew = row !== undefined && isNewRow(row)
  const number = isNew ? '+' : String((row?.line ?? 0) + 1)
  writeData(line, row ? `${path === '' ? '' : ':'}${number}` : '')
  heading.classList.toggle('in-file', path !== '')
  const lines = isNew
    ? [localize('Type or paste here to add records')]
    : [...(row?.problems.map(({ message }) => message) ?? []), path.replace(/^file:\/\//, '')]
  setAttribute(heading, 'title', lines.filter(Boolean).join('\n') || undefined)
  setAttribute(heading, 'data-severity', row?.problems[0]?.severity)
}

function writeData(text: Text, shown: string): void {
  if (text.data !== shown) text.data = shown
}

const cellTitle = (value: string | null, titles: string, problems: readonly RowProblem[]): string | undefined =>
  [
    ...problems.map(({ message }) => message),
    ...(value !== null && value.length > 20 ? [value] : []),
    ...(titles === '' ? [] : [titles]),
  ].join('\n\n') || undefined
