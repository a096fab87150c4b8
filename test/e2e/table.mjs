// The table view in a real VS Code, with real keystrokes and clicks, in four themes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { moveInBlocks } from './table/blocks.mjs'
import { moveAmongMany, moveCards } from './table/board.mjs'
import { arrangeColumns } from './table/columns.mjs'
import { editedFile, editTable } from './table/editing.mjs'
import { editInForm } from './table/form.mjs'
import { groupRows } from './table/groups.mjs'
import { landEdits } from './table/landing.mjs'
import { orderTable, sortedFile } from './table/ordering.mjs'
import { goBackToText, leaveWithOpenCell, leaveWithPendingChange, readTable, startAtCursor } from './table/reading.mjs'
import { hostileFile, showHostileText, showWhatIsNoTable } from './table/untrusted.mjs'
import { emptyColumns } from './table/vanishing.mjs'
import { complaintsOf } from './webview.mjs'

const files = {
  'edited.compliance.rec': editedFile,
  'hostile.compliance.rec': hostileFile,
  'changing.compliance.rec': '',
  'sorted.compliance.rec': sortedFile,
  'blocks.compliance.rec': '',
  'form.compliance.rec': '',
  'groups.compliance.rec': '',
  'board.infrastructure.rec': '',
  'many.infrastructure.rec': '',
  'vanishing.compliance.rec': '',
  'header.rec': '@DOC domain=core.compliance\n',
  // VS Code reads a file that it has saved. If another program writes it in this moment, VS Code takes the new text for
  // the old file, and asks at the next save whether it may replace a newer one.
  '.vscode/settings.json': '{ "files.saveConflictResolution": "overwriteFileOnDisk" }',
}

/** @type {import('./flow.mjs').Flow} */
export const table = {
  name: 'the table view',
  files,
  run: async ({ page, folder, pictures, editor: { isWeb } }) => {
    const complaints = complaintsOf(page)
    await readTable(page)
    await startAtCursor(page)
    await leaveWithOpenCell(page)
    if (!isWeb) await leaveWithPendingChange(page, join(folder, 'chest-pain.health.rec'))
    await goBackToText(page)
    await arrangeColumns(page, pictures)
    await editTable(page, join(folder, 'edited.compliance.rec'), pictures)
    await orderTable(page, join(folder, 'sorted.compliance.rec'), pictures)
    await showHostileText(page, join(folder, 'hostile.compliance.rec'), pictures)
    await showWhatIsNoTable(page, folder)
    if (!isWeb) await landEdits(page, join(folder, 'landing.compliance.rec'))
    await moveInBlocks(page, join(folder, 'blocks.compliance.rec'), pictures)
    await emptyColumns(page, join(folder, 'vanishing.compliance.rec'))
    await groupRows(page, join(folder, 'groups.compliance.rec'), pictures)
    await moveCards(page, join(folder, 'board.infrastructure.rec'), pictures)
    await moveAmongMany(page, join(folder, 'many.infrastructure.rec'))
    if (!isWeb) await editInForm(page, join(folder, 'form.compliance.rec'), pictures)
    assert.deepEqual(complaints, [], 'The view did something that its policy forbids.')
  },
}
