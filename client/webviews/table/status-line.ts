import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
import type { LineProblem } from '../../../shared/protocol/table.ts'
import { concerning } from '../../../shared/views/table/cell-problems.ts'
import { element, setAttribute } from '../dom.ts'
import type { Grid } from './grid/grid.ts'
import { sendRequest } from './request.ts'

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

/** The problems of lines that are not records, as a list above the table that the user can expand. */
export class OtherProblems {
  readonly view = element('section', {
    class: 'notice',
    attributes: { 'aria-label': 'Problems outside records', hidden: true },
  })
  private readonly title = element('summary')
  private readonly list = element('ul')

  constructor() {
    this.view.append(element('details', {}, this.title, this.list))
  }

  /** Shows the first problems, and how many there are in total. */
  show(problems: readonly LineProblem[], total: number): void {
    this.view.hidden = total === 0
    this.title.textContent =
      total === 1 ? 'One problem outside records' : `${withCommas(total)} problems outside records`
    const items = problems.map(({ line, message, severity }) => {
      const onClick = (): void => void sendRequest('open', { line })
      const link = element('button', {
        class: 'link',
        text: `Line ${line + 1}: ${message}`,
        attributes: { type: 'button' },
        onClick,
      })
      return element('li', { attributes: { 'data-severity': severity } }, link)
    })
    const rest =
      total > problems.length ? [element('li', { text: `and ${withCommas(total - problems.length)} more` })] : []
    this.list.replaceChildren(...items, ...rest)
  }
}
