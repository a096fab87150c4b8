import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { LineProblem, TableTotals } from '../../../shared/protocol/table/table.ts'
import { concerning } from '../../../shared/views/table/cell-problems.ts'
import { element, setAttribute } from '../dom.ts'
import { recordsOnPage, restOfList } from '../page-counts.ts'
import type { SelectedRange } from './editing/selected-range.ts'
import type { Grid } from './grid/grid.ts'
import { sendRequest } from './request.ts'

/** The line below the grid: how many records it shows, what the last change led to, and the cell with the cursor. */
export class StatusLine {
  private readonly count = element('span', { attributes: { role: 'status' } })
  private readonly said = element('span', { class: 'said', attributes: { role: 'alert' } })
  private readonly current = element('span', { class: 'current', attributes: { dir: 'auto' } })
  private readonly totals = element('span', { class: 'totals', attributes: { role: 'status' } })
  readonly view = element('footer', {}, this.count, this.totals, this.said, this.current)
  /** The cells whose totals were asked for last. */
  private totalsOf = ''
  /** The version of the file that the sentence is about. */
  private saidOf: number | undefined
  /** Whether a request for totals is running, and what is asked after it. */
  private isAsking = false
  private next: { readonly selected: SelectedRange; readonly table: string } | undefined

  /** @param shownVersion gives the version of the file that the grid shows; undefined before there is one */
  constructor(private readonly shownVersion: () => number | undefined) {}

  /**
   * Shows how many rows there are, of all records of the table.
   *
   * @param left how many records were not searched
   * @param doubts sentences about filters that are not what they look like
   */
  showCount(rows: number, all: number, left: number, doubts: readonly string[]): void {
    const shown =
      rows === all
        ? recordsOnPage(all)
        : localize('{count} of {records}', { count: withCommas(rows), records: recordsOnPage(all) })
    const unsearched =
      left === 0
        ? shown
        : localize('{shown}; {count} more were not searched, as the files are too large', {
            shown,
            count: withCommas(left),
          })
    this.count.textContent = [unsearched, ...doubts].join('. ')
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

  /**
   * Shows how many cells are selected, and what they add up to; nothing for a single cell.
   *
   * @param selected undefined if no record is selected
   */
  showTotals(selected: SelectedRange | undefined, table: string): void {
    const isOne = !selected || (!selected.range.more && selected.range.count * selected.range.columns.length < 2)
    const cells = isOne ? '' : JSON.stringify([selected, table])
    if (cells === this.totalsOf) return
    this.totalsOf = cells
    this.next = undefined
    if (isOne) this.totals.textContent = ''
    else void this.askTotals(selected, table)
  }

  /** Asks once at a time, as a drag selects other cells again and again. Only the totals of the last ones are shown. */
  private async askTotals(selected: SelectedRange, table: string): Promise<void> {
    this.next = { selected, table }
    if (this.isAsking) return
    this.isAsking = true
    while (this.next) {
      const {
        selected: { version, range },
        table: key,
      } = this.next
      this.next = undefined
      const totals = await sendRequest('totals', { version, table: key, ...range }).catch(() => null)
      if (!this.next && this.totalsOf !== '') this.totals.textContent = totals ? totalsInWords(totals) : ''
    }
    this.isAsking = false
  }

  /** Shows a sentence to the user. */
  say(text: string): void {
    this.saidOf = this.shownVersion()
    if (this.said.textContent !== text) this.said.textContent = text
  }

  /** Removes a sentence about an older version: it is no longer true, for example when a change is undone. */
  expire(version: number): void {
    if (this.saidOf !== version) this.say('')
  }
}

function totalsInWords({ cells, filled, numbers, times }: TableTotals): string {
  const unit = numbers?.unit ? ` ${numbers.unit}` : ''
  const [least, greatest] = [numbers?.least ?? times?.first, numbers?.greatest ?? times?.last]
  return [
    cells === 1 ? localize('1 cell') : localize('{count} cells', { count: withCommas(cells) }),
    ...(filled < cells ? [localize('{count} empty', { count: withCommas(cells - filled) })] : []),
    ...(numbers?.sum === undefined ? [] : [localize('sum {value}', { value: numbers.sum + unit })]),
    ...(numbers?.average === undefined ? [] : [localize('average {value}', { value: numbers.average + unit })]),
    ...(least === undefined
      ? []
      : [localize('from {least} to {greatest}', { least: least + unit, greatest: `${greatest}${unit}` })]),
    ...(numbers?.others ? [localize('{count} not a number', { count: withCommas(numbers.others) })] : []),
  ].join(' · ')
}

/** The problems of lines that are not records, as a list above the table that the user can expand. */
export class OtherProblems {
  readonly view = element('section', {
    class: 'notice',
    attributes: { 'aria-label': localize('Problems outside records'), hidden: true },
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
      total === 1
        ? localize('One problem outside records')
        : localize('{count} problems outside records', { count: withCommas(total) })
    const items = problems.map(({ line, message, severity }) => {
      const onClick = (): void => void sendRequest('open', { line })
      const link = element('button', {
        class: 'link',
        text: localize('Line {line}: {message}', { line: line + 1, message }),
        attributes: { type: 'button' },
        onClick,
      })
      return element('li', { attributes: { 'data-severity': severity } }, link)
    })
    const rest = total > problems.length ? [element('li', { text: restOfList(total - problems.length) })] : []
    this.list.replaceChildren(...items, ...rest)
  }
}
