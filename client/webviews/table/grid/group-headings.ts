import { localize } from '../../../../shared/domains/localize.ts'
import type { TableGroup } from '../../../../shared/protocol/table/table-groups.ts'
import { element } from '../../dom.ts'
import { recordsOnPage } from '../../page-counts.ts'
import type { ShownColumn } from './columns.ts'

/**
 * The headings of the groups of a table, between its rows. A heading takes the room of a row, but it has no number
 * among the rows: these are records, and nothing else.
 */
export class GroupHeadings {
  /** The heading with the cursor, by its index; undefined while the cursor is in the rows. */
  active: number | undefined
  private groups: readonly TableGroup[] = []
  /** The row that each group begins at. */
  private starts: readonly number[] = []
  private readonly drawn = new Map<number, HTMLElement>()

  constructor(
    private readonly body: HTMLElement,
    /** The height of a heading, in pixels. */
    public height: number,
  ) {}

  get count(): number {
    return this.groups.length
  }

  get all(): readonly TableGroup[] {
    return this.groups
  }

  /** The row that a group begins at. */
  startOf(group: number): number {
    return this.starts[group] ?? 0
  }

  /** The group of a row; -1 if there are no groups. */
  groupOf(row: number): number {
    // A folded group begins where the next one does, so the last one that begins at a row has it.
    return countBelow(this.groups.length, group => this.starts[group]! <= row) - 1
  }

  /** Shows other groups. The cursor stays in the heading of its value. */
  show(groups: readonly TableGroup[]): void {
    const value = this.active === undefined ? undefined : this.groups[this.active]?.value
    this.groups = groups
    let start = 0
    this.starts = groups.map(({ count, isFolded }) => {
      const own = start
      start += isFolded ? 0 : count
      return own
    })
    const found = groups.findIndex(group => group.value === value)
    this.active = value === undefined || found < 0 ? undefined : found
    this.clear()
  }

  /** Removes the drawn headings. */
  clear(): void {
    for (const drawn of this.drawn.values()) drawn.remove()
    this.drawn.clear()
  }

  /** How many rows and headings are above a row. */
  placeOf(row: number): number {
    return row + countBelow(this.groups.length, group => this.starts[group]! <= row)
  }

  /** How many rows and headings are above a heading. */
  placeOfHeading(group: number): number {
    return this.startOf(group) + group
  }

  /** How many rows are above a place among rows and headings. */
  rowsAbove(place: number): number {
    return place - countBelow(this.groups.length, group => this.placeOfHeading(group) < place)
  }

  /** Draws the headings of some places among rows and headings, both ends included. */
  draw(first: number, last: number, columns: readonly ShownColumn[]): void {
    const from = countBelow(this.groups.length, group => this.placeOfHeading(group) < first)
    const to = countBelow(this.groups.length, group => this.placeOfHeading(group) <= last)
    for (const [group, drawn] of this.drawn) {
      if (group >= from && group < to) continue
      drawn.remove()
      this.drawn.delete(group)
    }
    for (let group = from; group < to; group++) {
      if (this.drawn.has(group)) continue
      const heading = createGroupHeading(this.groups[group]!, group, columns)
      heading.style.top = `${this.placeOfHeading(group) * this.height}px`
      this.drawn.set(group, heading)
      this.body.append(heading)
    }
  }

  /** The cell with the name of a group; undefined if it is not drawn. */
  at(group: number): HTMLElement | undefined {
    return (this.drawn.get(group)?.firstElementChild as HTMLElement | null) ?? undefined
  }
}

/** How many of the first things, of so many, something holds for. */
function countBelow(count: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) from = middle + 1
    else to = middle
  }
  return from
}

function createGroupHeading(
  { value, title, count, isFolded, totals }: TableGroup,
  index: number,
  columns: readonly ShownColumn[],
): HTMLElement {
  const totalOf = new Map(totals.map(({ column, numbers }) => [column, numbers]))
  const found = columns.findIndex(({ column }, place) => place > 0 && totalOf.has(column.name))
  const end = found < 0 ? columns.length : found
  const text = element(
    'span',
    { class: 'group-text' },
    element('span', { class: 'fold', text: isFolded ? '▸' : '▾', attributes: { 'aria-hidden': true } }),
    element('span', {
      class: value === '' ? 'none' : 'group-value',
      text: value === '' ? localize('no value') : value,
    }),
    element('span', { class: 'title', text: title }),
    element('span', { class: 'count', text: recordsOnPage(count) }),
  )
  const name = element(
    'div',
    { class: 'group-name', attributes: { role: 'gridcell', 'aria-expanded': !isFolded, 'aria-colspan': end + 1 } },
    text,
  )
  name.style.gridColumn = `1 / ${end + 2}`
  const cells = columns.slice(end).map(({ column }) => {
    const numbers = totalOf.get(column.name)
    const unit = numbers?.unit ? ` ${numbers.unit}` : ''
    const all = numbers ? numbersInWords(numbers, unit) : ''
    return element(
      'div',
      { class: 'group-total', title: numbers ? `${column.name}: ${all}` : '', attributes: { role: 'gridcell' } },
      ...(numbers
        ? [
            element('span', { text: `Σ ${numbers.sum}`, attributes: { 'aria-hidden': true } }),
            element('span', { class: 'unseen', text: `${column.name}: ${all}` }),
          ]
        : []),
    )
  })
  return element('div', { class: 'row group', attributes: { role: 'row', 'data-group': index } }, name, ...cells)
}

function numbersInWords(
  { sum, average, least, greatest, count, others }: TableGroup['totals'][number]['numbers'],
  unit: string,
): string {
  return [
    localize('sum {value}', { value: `${sum}${unit}` }),
    localize('average {value}', { value: `${average}${unit}` }),
    localize('from {least} to {greatest}', { least: `${least}${unit}`, greatest: `${greatest}${unit}` }),
    count === 1 ? localize('1 number') : localize('{count} numbers', { count }),
    ...(others ? [localize('{count} not a number', { count: others })] : []),
  ].join(' · ')
}
