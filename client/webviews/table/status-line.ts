import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
import { concerning } from '../../../shared/views/table/cell-problems.ts'
import { element, setAttribute } from '../dom.ts'
import type { Grid } from './grid.ts'

/** The line below the grid: how many records it shows, what the last change led to, and the cell with the cursor. */
export class StatusLine {
  private readonly count = element('span', { attributes: { role: 'status' } })
  private readonly said = element('span', { class: 'said', attributes: { role: 'alert' } })
  private readonly current = element('span', { class: 'current' })
  readonly view = element('footer', {}, this.count, this.said, this.current)

  /**
   * Shows how many rows there are, of all records of the table.
   *
   * @param left how many records were not searched
   */
  showCount(rows: number, all: number, left: number): void {
    const of = rows === all ? '' : `${withCommas(rows)} of `
    const more = left === 0 ? '' : `; ${withCommas(left)} more were not searched, as the files are too large`
    this.count.textContent = `${of}${countedWithCommas(all, 'record')}${more}`
  }

  /**
   * Shows the problems of the cell with the cursor, its own before those of its record; or else its full value and the
   * titles of referenced records.
   */
  showCurrent({ row, column, place }: Partial<NonNullable<Grid['current']>> = {}): void {
    const problems = concerning(row?.problems ?? [], column?.name ?? '')
    const [value = null, title = ''] = place === undefined ? [] : [row?.cells[place], row?.titles?.[place]]
    const text = [value ?? '', title].filter(Boolean).join(' · ')
    this.current.textContent = problems.length > 0 ? problems.map(({ message }) => message).join(' ') : text
    setAttribute(this.current, 'data-severity', problems[0]?.severity)
  }

  /** Shows a sentence to the user. */
  say(text: string): void {
    if (this.said.textContent !== text) this.said.textContent = text
  }
}
