import { localize } from '../../../../shared/domains/localize.ts'
import type { CellRange, CopiedCells } from '../../../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../../../shared/protocol/table/table-edit.ts'
import { ownCellsIn } from '../../../../shared/views/table/clipboard-html.ts'
import { textOfCells } from '../../../../shared/views/table/clipboard-text.ts'
import type { Grid } from '../grid/grid.ts'
import { selectedCells } from '../grid/selection.ts'
import { sendRequest } from '../request.ts'
import type { ChangedView, Changes, PageEdit } from './changes.ts'
import { rangeToChange } from './selected-range.ts'

type TablePaste = Extract<TableEdit, { kind: 'paste' }>

/** Cells as text, and as they are if a table of Recline has copied them. */
interface PastedCells {
  readonly text: string
  readonly rows?: string[][] | undefined
}

function cellsOnClipboard({ clipboardData }: ClipboardEvent): PastedCells {
  const read = (type: string): string => clipboardData?.getData(type) ?? ''
  const [text, html] = [read('text/plain'), read('text/html')]
  const rows = ownCellsIn(html)
  return { text: rows || text.includes('\t') ? text : (tableTextIn(html) ?? text), rows }
}

/**
 * The cells of a table in HTML as text with tabs; undefined if there is none, several, or one whose columns are
 * uncertain.
 */
function tableTextIn(html: string): string | undefined {
  const [table, ...others] = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('table')
  if (!table || others.length > 0 || table.querySelector('[colspan]:not([colspan="1"]), [rowspan]:not([rowspan="1"])'))
    return undefined
  const textOf = ({ textContent }: Element): string => (textContent ?? '').replace(/\s+/g, ' ').trim()
  const rows = [...table.rows].map(({ cells }) => [...cells].map(textOf)).filter(cells => cells.length > 0)
  return rows.some(cells => cells.length > 1) ? textOfCells(rows) : undefined
}

/**
 * Writes cells to the clipboard as HTML and as text; as text only if the browser does not let the page.
 *
 * `navigator.clipboard.write` would parse the HTML as part of the page, and remove the formats of the cells.
 */
async function writeClipboard({ text, html }: CopiedCells): Promise<void> {
  let isWritten = false
  const write = (event: ClipboardEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    isWritten = event.clipboardData !== null
  }
  addEventListener('copy', write, { capture: true })
  const isDone = document.execCommand('copy')
  removeEventListener('copy', write, { capture: true })
  if (!isDone || !isWritten) await sendRequest('writeClipboard', { text })
}

/** Copies, cuts and pastes cells of a grid. */
export class Clipboard {
  /** What is on its way to the clipboard, which still has the text from before. */
  private copying: Promise<PastedCells | null> | undefined
  /** Whether records are marked to be moved. */
  private hasCut = false

  constructor(
    private readonly grid: Grid,
    private readonly changes: Changes,
    private readonly view: ChangedView,
  ) {
    // Without these, VS Code does not send the keys for copy, cut and paste to a page without selected text.
    for (const name of ['beforecopy', 'beforecut', 'beforepaste']) {
      document.addEventListener(name, event => this.isOnGrid() && event.preventDefault())
    }
    document.addEventListener('copy', event => this.onClipboard(event, () => void this.copy(false)))
    document.addEventListener('cut', event => this.onClipboard(event, () => this.cut()))
    document.addEventListener('paste', event =>
      this.onClipboard(event, () => this.paste(this.copying ?? cellsOnClipboard(event))),
    )
  }

  /**
   * Copies the selected cells to the clipboard, after all changes before it: the grid shows these already.
   *
   * @returns what it copied; null if it could not
   */
  async copy(hasHeadings: boolean): Promise<PastedCells | null> {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return null
    this.forgetCut()
    const copied = { ...seen.range, version: seen.version, table: this.view.current().table, hasHeadings }
    return this.take(() => sendRequest('copy', copied))
  }

  /** Puts cells on the clipboard, after all changes before it. A paste waits until they are there. */
  private async take<Cells extends CopiedCells>(
    ask: () => Promise<Cells | null>,
  ): Promise<(PastedCells & { readonly cells: Cells }) | null> {
    const copying = this.changes.after(async () => {
      const cells = await ask()
      if (cells) await writeClipboard(cells)
      return cells && { text: cells.text, rows: ownCellsIn(cells.html), cells }
    })
    this.copying = copying
    const copied = await copying
    if (this.copying === copying) this.copying = undefined
    return copied
  }

  /**
   * Copies the selected cells and clears them, whatever is selected by then; not if they could not be copied. If
   * whole rows are cut, their records stay and are marked: a paste moves them.
   */
  private cut(): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    // Records that move lose nothing, so hidden columns do not matter.
    if (range.columns.length === this.grid.columns.length) return void this.cutRecords(version, range)
    const edit: TableEdit = { kind: 'clear', ...range }
    const copied = this.copy(false).then(cells => (cells === null ? undefined : edit))
    this.changes.make({ edit: copied, version })
  }

  private async cutRecords(version: number, range: CellRange): Promise<void> {
    const cut = { ...range, version, table: this.view.current().table, hasHeadings: false }
    const taken = await this.take(() => sendRequest('cut', cut))
    if (!taken) return
    const { records } = taken.cells
    this.mark(records)
    this.view.say(
      records.length === 1
        ? localize('1 record will move where you paste; Escape cancels.')
        : localize('{count} records will move where you paste; Escape cancels.', { count: records.length }),
    )
  }

  /** Marks the records that are cut, and no others. */
  private mark(records: readonly number[]): void {
    this.hasCut = records.length > 0
    this.grid.markCut(records)
  }

  /** @returns whether records were marked to be moved */
  forgetCut(): boolean {
    if (!this.hasCut) return false
    this.mark([])
    this.view.say('')
    void this.changes.try(() => sendRequest('forgetCut', {}))
    return true
  }

  /**
   * Pastes cells into the selected ones. If they are those of cut records, these move above the first selected row.
   */
  private paste(pasted: PastedCells | Promise<PastedCells | null>): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    const above = range.start >= this.grid.rows.total ? null : this.grid.rows.at(range.start)?.record
    if (above === undefined) this.view.say(localize('The row is still loading; paste again.'))
    if (above === undefined) return
    const isSorted = range.query.sort !== undefined || range.query.group !== undefined
    const pasteOf = this.pasteInto(range)
    const editWith = (cells: PastedCells | null): PageEdit | undefined =>
      cells?.text ? { kind: 'moveCut', text: cells.text, above, isSorted, otherwise: pasteOf(cells) } : undefined
    const edit = pasted instanceof Promise ? pasted.then(editWith) : editWith(pasted)
    if (edit) void this.changes.make({ edit, version }).then(() => this.mark([]))
  }

  /** Moves the selected records above those of a row, as if they were cut and pasted there. */
  moveRows(row: number): void {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const { version, range } = seen
    if (row >= range.start && row <= range.start + range.count) return
    const above = row >= this.grid.rows.total ? null : this.grid.rows.at(row)?.record
    if (above === undefined) this.view.say(localize('The row is still loading; drag the rows again.'))
    if (above === undefined) return
    this.mark([])
    const cut = { ...range, version, table: this.view.current().table, hasHeadings: false }
    const isSorted = range.query.sort !== undefined || range.query.group !== undefined
    const edit = this.changes
      .after(() => sendRequest('cut', cut))
      .then((cells): PageEdit | undefined =>
        cells
          ? { kind: 'moveCut', text: cells.text, above, isSorted, otherwise: { kind: 'write', cells: [] } }
          : undefined,
      )
    void this.changes.make({ edit, version })
  }

  /** Writes a text into the selected cells, as a paste does. */
  write(text: string): void {
    const seen = rangeToChange(this.grid, this.view)
    if (seen) void this.changes.make({ edit: this.pasteInto(seen.range)({ text }), version: seen.version })
  }

  /** Pastes CSV into the selected cells, which an ordinary paste takes as one column. */
  async pasteCsv(): Promise<void> {
    const seen = rangeToChange(this.grid, this.view)
    if (!seen) return
    const pasteOf = this.pasteInto(seen.range)
    const edit = sendRequest('readClipboard', {}).then(text =>
      text ? { ...pasteOf({ text }), isCsv: true } : undefined,
    )
    await this.changes.make({ edit, version: seen.version })
    this.grid.focusLate()
  }

  /** Makes the paste of cells into those that are selected now. */
  private pasteInto({ columns: { length: width }, ...rows }: CellRange): (cells: PastedCells) => TablePaste {
    const { firstColumn } = selectedCells(this.grid.selection)
    const columns = this.grid.columns.slice(firstColumn).map(({ column }) => column.name)
    return ({ text, rows: cells }) => ({ kind: 'paste', text, ...(cells && { rows: cells }), width, ...rows, columns })
  }

  /** Handles clipboard events while the grid has the focus. In the fields of the page, they work as usual. */
  private onClipboard(event: Event, work: () => void): void {
    if (!this.isOnGrid()) return
    event.preventDefault()
    work()
  }

  private isOnGrid(): boolean {
    return document.activeElement === this.grid.grid
  }
}
