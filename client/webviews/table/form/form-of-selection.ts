import { localize } from '../../../../shared/domains/localize.ts'
import type { FileTables } from '../file-tables.ts'
import type { Grid } from '../grid/grid.ts'
import type { RecordForm } from './record-form.ts'

/** The form as it goes with the cursor in the rows. */
export class FormOfSelection {
  /**
   * @param finish ends the editing of a cell
   * @param say shows a sentence to the user
   */
  constructor(
    private readonly form: RecordForm,
    private readonly grid: Grid,
    private readonly tables: FileTables,
    private readonly finish: () => void,
    private readonly say: (text: string) => void,
  ) {}

  /** Opens the form of the record with the cursor. */
  open(): void {
    const { row } = this.grid.current ?? {}
    if (row && this.grid.selection.isSettled) this.show(row.record)
    else this.say(localize('Select a record that is there to open its form.'))
  }

  /** Opens the form of a record of the table that is shown. */
  show(record: number): void {
    this.finish()
    const table = this.tables.current
    if (table) void this.form.show(table, record, true)
  }

  /** Lets an open form show the record with the cursor. */
  follow(): void {
    const { row } = this.grid.current ?? {}
    const table = this.tables.current
    if (this.form.isOpen && table && row && this.grid.selection.isSettled && row.record !== this.form.shownRecord)
      void this.form.show(table, row.record, false)
  }
}
