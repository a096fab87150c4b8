import { counted } from '../../../../shared/basics/text.ts'
import type { CellRange, TableEdit } from '../../../../shared/protocol/table.ts'
import type { Grid } from '../grid/grid.ts'
import { selectedCells } from '../grid/selection.ts'
import { sendRequest } from '../request.ts'
import type { ChangedView, Changes, PageEdit } from './changes.ts'

/** The selected cells, and the version that their rows are of. */
export interface SelectedRange {
  readonly version: number
  readonly range: CellRange
}

/** Copies, cuts and pastes cells of a grid. */
export class Clipboard {
  /** What is on its way to the clipboard, which still has the text from before. */
  private copying: Promise<string | null> | undefined
  /** Whether records are marked to be moved. */
  private hasCut = false

  /** @param selected the selected cells; undefined if no record is selected any more, which the user is told */
  constructor(
    private readonly grid: Grid,
    private readonly changes: Changes,
    private readonly view: ChangedView,
    private readonly selected: () => SelectedRange | undefined,
  ) {
    // Without these, VS Code does not send the keys for copy, cut and paste to a page without selected text.
    for (const name of ['beforecopy', 'beforecut', 'beforepaste']) {
      document.addEventListener(name, event => this.isOnGrid() && event.preventDefault())
    }
    document.addEventListener('copy', event => this.onClipboard(event, () => void this.copy(false)))
    document.addEventListener('cut', event => this.onClipboard(event, () => this.cut()))
    document.addEventListener('paste', event =>
      this.onClipboard(event, () => this.paste(this.copying ?? event.clipboardData?.getData('text/plain') ?? '')),
    )
  }

  /**
   * Copies the selected cells to the clipboard, after all changes before it: the grid shows these already.
   *
   * @returns what it copied; null if it could not
   */
  async copy(hasHeadings: boolean): Promise<string | null> {
    const seen = this.selected()
    if (!seen) return null
    this.forgetCut()
    const copied = { ...seen.range, version: seen.version, table: this.view.current().table, hasHeadings }
    const copying = this.changes.after(() => sendRequest('copy', copied))
    this.copying = copying
    const text = await copying
    if (this.copying === copying) this.copying = undefined
    return text
  }

  /**
   * Copies the selected cells and clears them, whatever is selected by then; not if they could not be copied. If
   * whole rows are cut, their records stay and are marked: a paste moves them.
   */
  private cut(): void {
    const seen = this.selected()
    if (!seen) return
    const { version, range } = seen
    // Records that move lose nothing, so hidden columns do not matter.
    if (range.columns.length === this.grid.columns.length) return void this.cutRecords(version, range)
    const edit: TableEdit = { kind: 'clear', ...range }
    const copied = this.copy(false).then(text => (text === null ? undefined : edit))
    this.changes.make({ edit: copied, version })
  }

  private async cutRecords(version: number, range: CellRange): Promise<void> {
    const cut = { ...range, version, table: this.view.current().table, hasHeadings: false }
    const records = await this.changes.after(() => sendRequest('cut', cut))
    if (!records) return
    this.mark(records)
    this.view.say(`${counted(records.length, 'record')} will move where you paste; Escape cancels.`)
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
   * Pastes a text into the selected cells. If it is that of cut records, these move above the first selected row.
   */
  private paste(text: string | Promise<string | null>): void {
    const seen = this.selected()
    if (!seen) return
    const { version, range } = seen
    const above = range.start >= this.grid.total ? null : this.grid.recordAt(range.start)
    if (above === undefined) this.view.say('The row is still loading; paste again.')
    if (above === undefined) return
    const isSorted = range.query.sort !== undefined
    const pasteOf = this.pasteInto(range)
    const editWith = (text: string | null): PageEdit | undefined =>
      text ? { kind: 'moveCut', text, above, isSorted, otherwise: pasteOf(text) } : undefined
    const edit = typeof text === 'string' ? editWith(text) : text.then(editWith)
    if (edit) void this.changes.make({ edit, version }).then(() => this.mark([]))
  }

  /** Writes a text into the selected cells, as a paste does. */
  write(text: string): void {
    const seen = this.selected()
    if (seen) void this.changes.make({ edit: this.pasteInto(seen.range)(text), version: seen.version })
  }

  /** Makes the paste of a text into the cells that are selected now. */
  private pasteInto({ query, start, count, columns: { length: width } }: CellRange): (text: string) => TableEdit {
    const { firstColumn } = selectedCells(this.grid.selection)
    const columns = this.grid.columns.slice(firstColumn).map(({ column }) => column.name)
    return text => ({ kind: 'paste', text, width, query, start, count, columns })
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
