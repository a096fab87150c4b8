import type { TableCommand } from '../../../../shared/protocol/table/table-page.ts'
import type { Editing } from './editing.ts'

/**
 * A function that does what a command of VS Code does in the table.
 *
 * @param add adds a record to the visible table
 * @param freeze freezes the columns up to the cursor
 * @param form opens the form of the record with the cursor
 */
export function commandRunner(
  editing: Editing,
  add: () => void,
  freeze: () => void,
  form: () => void,
): (command: string) => void {
  const actions: Readonly<Record<TableCommand, () => unknown>> = {
    add,
    duplicate: () => editing.duplicate(),
    delete: () => editing.delete(),
    copyWithHeadings: () => editing.copy(true),
    fillDown: () => editing.fillDown(),
    fillSeries: () => editing.fillSeries(),
    fix: () => editing.fix(),
    replaceValues: () => editing.replaceValues(),
    replaceText: () => editing.replaceText(),
    follow: () => editing.follow(),
    freeze,
    form,
    showText: () => editing.showText(),
  }
  const byName = new Map(Object.entries(actions))
  return command => void byName.get(command)?.()
}
