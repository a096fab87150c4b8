// Writing in the table view, and the text that comes of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../../accessibility.mjs'
import { runCommand } from '../page.mjs'
import { frameOf, hasKeyboard, lostKeyboard } from '../webview.mjs'
import { active, cell, cursorIn, openTable, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

/** What the file says that is edited. */
export const editedFile = `@CONTROL rid=CTL-1 | title="Access" | status="tested" | maturity:int=3
@CONTROL rid=CTL-2 | title="Backup" | maturity="2"
# a comment
@EVIDENCE control_ref="CTL-1" | type="log" | collected:ts=2026-05-11T09:40:00Z
@finding rid=FND-1 | control_ref="CTL-1" | severity=High
`

/**
 * What the steps share: the page and the table in it, where pictures go, and what saves the file and waits until it is
 * what it was before but for a change.
 *
 * @typedef
 *   {{ page: Page, table: Table, pictures: string, saved: (change: (before: string) => string) => Promise<void> }}
 *   Edited
 */

/**
 * Writes into cells in every way there is, and looks at the text that comes of it.
 *
 * @param {Page} page
 * @param {string} file with the text of `editedFile`
 * @param {string} pictures the folder they go to
 */
export async function editTable(page, file, pictures) {
  const table = await openTable(page, 'edited.compliance.rec')
  let expected = editedFile
  const edited = {
    page,
    table,
    pictures,
    /** @param {(before: string) => string} change */
    saved: async change => {
      expected = change(expected)
      await page.keyboard.press('Control+S')
      await until(
        () => readFileSync(file, 'utf8') === expected,
        () => `the text is\n${readFileSync(file, 'utf8')}and should be\n${expected}`,
      )
    },
  }
  await keepKeyboard(edited)
  await openWithSpace(edited)
  await typeValues(edited)
  await chooseValues(edited)
  await pickValues(edited)
  await changeId(edited)
  await undoDelete(edited)
  await addAndDelete(edited)
  await typeBelow(edited)
  await copyAndPaste(edited)
  await moveRow(edited)
  await useKeysOfSpreadsheets(edited)
  await writeManyCells(edited)
  await fixCell(edited)
  await keepRows(edited)
  await replaceValues(edited)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * What has the keyboard has it again after a list or a view of VS Code: the grid, and the search.
 *
 * @param {Edited} edited
 */
async function keepKeyboard({ page, table, saved }) {
  const openAndLeaveList = async () => {
    await page.keyboard.press('Control+P')
    await page.locator('.quick-input-widget input:focus').waitFor()
    await lostKeyboard(table)
    await page.keyboard.press('Escape')
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' })
    await hasKeyboard(table)
  }
  await cell(table, 0, 'owner').click()
  await openAndLeaveList()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await settled(table, 'owner', ['nobody', ''])
  await page.keyboard.press('Control+Shift+E')
  await page.locator('.explorer-folders-view .monaco-list:focus').waitFor()
  await lostKeyboard(table)
  await page.keyboard.press('Control+1')
  await hasKeyboard(table)
  await page.keyboard.press('Control+Z')
  await settled(table, 'owner', ['', ''])
  await page.keyboard.press('Control+F')
  await openAndLeaveList()
  await page.keyboard.type('backup')
  await settled(table, 'rid', ['CTL-2'])
  await table.getByRole('searchbox').fill('')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before)
}

/**
 * The space bar opens a cell with its value, which an arrow accepts: a blank in its place would remove the field.
 *
 * @param {Edited} edited
 */
async function openWithSpace({ page, table, saved }) {
  await cell(table, 0, 'rid').click()
  await page.keyboard.press('Space')
  await table.locator('.cell-editor textarea').waitFor()
  await page.keyboard.press('ArrowDown')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before)
}

/**
 * Text is typed, undone and done again; a number that was written as text; a text of two lines; a value that is left
 * again.
 *
 * @param {Edited} edited
 */
async function typeValues({ page, table, saved }) {
  await cell(table, 0, 'title').click()
  await page.keyboard.type('Who "may" | what=1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Z')
  await settled(table, 'title', ['Access', 'Backup'])
  await page.keyboard.press('Control+Y')
  await settled(table, 'title', ['Who "may" | what=1', 'Backup'])
  await saved(before => before.replace('"Access"', '"Who \\"may\\" | what=1"'))

  await cell(table, 1, 'maturity').dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await settled(table, 'maturity', ['3', '4'])
  await cell(table, 1, 'title').click()
  await page.keyboard.press('F2')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('restore')
  await page.keyboard.press('Enter')
  await settled(table, 'title', ['Who "may" | what=1', 'Backup\nrestore'])
  await cell(table, 0, 'owner').click()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Escape')
  assert.equal(await active(table), '')
  await saved(before => before.replace('maturity="2"', 'maturity:int=4').replace('"Backup"', '"Backup\\nrestore"'))
}

/**
 * The allowed values, in their order, with the one that stands there marked.
 *
 * @param {Edited} edited
 */
async function chooseValues({ page, table, pictures, saved }) {
  await cell(table, 0, 'status').click()
  await page.keyboard.press('Enter')
  await table.getByRole('option', { selected: true, name: 'tested' }).waitFor()
  const allowed = ['not-started', 'in-progress', 'implemented', 'tested', 'effective', 'ineffective']
  assert.deepEqual(await table.locator('.choice .value').allInnerTexts(), allowed)
  await expectNoViolations(await frameOf(page), 'The list of values')
  await page.screenshot({ path: join(pictures, 'choices.png') })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await settled(table, 'status', ['effective', ''])
  await page.keyboard.type('prog')
  await table.getByRole('option', { selected: true, name: 'in-progress' }).waitFor()
  await page.keyboard.press('Enter')
  await settled(table, 'status', ['effective', 'in-progress'])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await settled(table, 'status', ['effective', ''])
  await cell(table, 1, 'status').dblclick()
  await table.getByRole('option', { name: /^implemented/ }).click()
  await settled(table, 'status', ['effective', 'implemented'])
  await saved(before =>
    before.replace('"tested"', '"effective"').replace('maturity:int=4\n', 'maturity:int=4 | status="implemented"\n'),
  )
}

/**
 * A timestamp keeps its time when another day is picked; a reference is found by its title, and followed.
 *
 * @param {Edited} edited
 */
async function pickValues({ page, table, pictures, saved }) {
  await table.getByRole('tab', { name: 'EVIDENCE' }).click()
  await table.locator('.cell.ts').first().dblclick()
  await table.getByLabel('Date').fill('2026-06-01')
  await page.screenshot({ path: join(pictures, 'timestamp.png') })
  await expectNoViolations(await frameOf(page), 'The picker of a timestamp')
  await page.keyboard.press('Enter')
  await settled(table, 'collected', ['2026-06-01T09:40:00Z'])
  await table.locator('.cell.reference').first().click()
  await page.keyboard.type('backup')
  await table.getByRole('option', { selected: true, name: 'CTL-2' }).waitFor()
  await page.keyboard.press('Enter')
  await settled(table, 'control_ref', ['CTL-2 Backup restore'])
  await saved(before =>
    before.replace('2026-05-11', '2026-06-01').replace('control_ref="CTL-1"', 'control_ref="CTL-2"'),
  )
  await table
    .locator('.cell.reference')
    .first()
    .click({ modifiers: ['Control'] })
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await cursorIn(table, 3)
}

/**
 * A new id of a record, with the reference to it, is one step to undo. The id of another record is refused.
 *
 * @param {Edited} edited
 */
async function changeId({ page, table, saved }) {
  await cell(table, 1, 'rid').click()
  await page.keyboard.type('CTL-20')
  await page.keyboard.press('Enter')
  await table.getByText('One record that refers to "CTL-2" changed too.').waitFor()
  await saved(before => before.replaceAll('CTL-2', 'CTL-20'))
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before.replaceAll('CTL-20', 'CTL-2'))
  await cell(table, 1, 'rid').click()
  await page.keyboard.type('CTL-1')
  await page.keyboard.press('Enter')
  await table.getByText('There is already a record CONTROL "CTL-1", in edited.compliance.rec, line 1').waitFor()
  // What was typed stays in the open cell.
  assert.equal(await table.locator('.cell-editor textarea').inputValue(), 'CTL-1')
  await page.keyboard.press('Escape')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before)
}

/**
 * A note about a change is gone when the change is undone.
 *
 * @param {Edited} edited
 */
async function undoDelete({ page, table, saved }) {
  await cell(table, 1, 'rid').click()
  await page.keyboard.press('Control+Shift+Backspace')
  const note = table.getByText('One record still refers to a deleted record.')
  await note.waitFor()
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await note.waitFor({ state: 'detached' })
  await saved(before => before)
}

/**
 * A new record with the next id of the workspace, a copy, and gone again; each is one step to undo.
 *
 * @param {Edited} edited
 */
async function addAndDelete({ page, table, saved }) {
  await table.getByRole('button', { name: 'Add', exact: true }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3'])
  await cursorIn(table, 4)
  // A control only requires its id, so the cursor is in the first cell without a value.
  await table.locator('#active[aria-colindex="3"]').waitFor()
  await page.keyboard.press('Control+Shift+D')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3', 'CTL-4'])
  await cursorIn(table, 5)
  await page.keyboard.press('Shift+ArrowUp')
  await table.getByRole('button', { name: 'Delete' }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await table.getByRole('grid').focus()
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3', 'CTL-4'])
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before)
}

/**
 * Records are typed and pasted into the empty row below the last one, faster than the file changes.
 *
 * @param {Edited} edited
 */
async function typeBelow({ page, table, pictures, saved }) {
  await cell(table, 1, 'title').click()
  await page.keyboard.press('Control+ArrowDown')
  await cursorIn(table, 3)
  await page.keyboard.press('ArrowDown')
  await cursorIn(table, 4)
  for (const title of ['First', 'Second']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('Third')
  await page.keyboard.press('Tab')
  // Once the record is there, the cursor must be in it, and not in the empty row that is below it now.
  await settled(table, 'title', ['Who "may" | what=1', 'Backup\nrestore', 'First', 'Second', 'Third'])
  await cursorIn(table, 6)
  await page.keyboard.type('tested')
  await page.keyboard.press('Enter')
  await settled(table, 'title', ['Who "may" | what=1', 'Backup\nrestore', 'First', 'Second', 'Third'])
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3', 'CTL-4', 'CTL-5'])
  await settled(table, 'status', ['effective', 'implemented', '', '', 'tested'])
  await page.screenshot({ path: join(pictures, 'new-row.png') })
  await cell(table, 2, 'title').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+C')
  await cell(table, 5, 'title').click()
  await page.keyboard.press('Control+V')
  await settled(table, 'title', [
    'Who "may" | what=1',
    'Backup\nrestore',
    'First',
    'Second',
    'Third',
    'First',
    'Second',
  ])
  for (let undone = 0; undone < 5; undone++) await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before)
}

/**
 * Cells as CSV, from here to there and as new records.
 *
 * @param {Edited} edited
 */
async function copyAndPaste({ page, table }) {
  await cell(table, 0, 'title').click()
  await cell(table, 1, 'maturity').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+C')
  await cell(table, 1, 'title').click()
  await page.keyboard.press('Control+V')
  await settled(table, 'title', ['Who "may" | what=1', 'Who "may" | what=1', 'Backup\nrestore'])
  await settled(table, 'maturity', ['3', '3', '4'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  // A spreadsheet reads the HTML, which says that this is a text.
  await cell(table, 0, 'title').click()
  await page.keyboard.press('Control+C')
  const html = await pasteInto(table, 'text/html', page)
  assert.match(html, /<td[^>]*sdnum="0;0;@"[^>]*>Who &quot;may&quot; \| what=1<\/td>/)
  await cell(table, 1, 'status').click()
  await page.keyboard.press('Control+X')
  await cell(table, 0, 'status').click()
  await page.keyboard.press('Control+V')
  await settled(table, 'status', ['implemented', ''])
  for (let undone = 0; undone < 2; undone++) await page.keyboard.press('Control+Z')
  await settled(table, 'status', ['effective', 'implemented'])
}

/**
 * What a page gets that pastes from the clipboard. The search of the table stands for another program.
 *
 * @param {Table} table
 * @param {string} type
 * @param {Page} page
 */
async function pasteInto(table, type, page) {
  const search = table.getByRole('searchbox')
  await search.focus()
  await search.evaluate((field, wanted) => {
    const keep = (/** @type {ClipboardEvent} */ event) => {
      event.preventDefault()
      field.setAttribute('data-pasted', event.clipboardData?.getData(wanted) ?? '')
    }
    field.addEventListener('paste', event => event instanceof ClipboardEvent && keep(event), { once: true })
  }, type)
  await page.keyboard.press('Control+V')
  let pasted = /** @type {string | null} */ (null)
  await until(
    async () => {
      pasted = await search.getAttribute('data-pasted')
      return pasted !== null
    },
    () => 'nothing was pasted',
  )
  return String(pasted)
}

/**
 * One value for many cells, values filled down, and a quick fix.
 *
 * @param {Edited} edited
 */
async function writeManyCells({ page, table }) {
  await cell(table, 0, 'owner').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.type('ops')
  await page.keyboard.press('Control+Enter')
  await settled(table, 'owner', ['ops', 'ops'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'owner', ['', ''])
  await cell(table, 0, 'maturity').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+D')
  await settled(table, 'maturity', ['3', '3'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'maturity', ['3', '4'])
  await cell(table, 1, 'status').click()
  await page.keyboard.type('tested!')
  await page.keyboard.press('Enter')
  await settled(table, 'status', ['effective', 'tested!'])
  await cell(table, 1, 'status').click()
  await page.keyboard.press('Control+.')
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Change to tested' }).first().click()
  await settled(table, 'status', ['effective', 'tested'])
}

/**
 * A row that is cut is marked, and moves with its own text where it is pasted.
 *
 * @param {Edited} edited
 */
async function moveRow({ page, table, pictures, saved }) {
  await cell(table, 0, 'title').click()
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('Control+X')
  await table.locator('.row.cut').waitFor()
  await table.getByText('1 record will move where you paste').waitFor()
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await page.screenshot({ path: join(pictures, 'cut.png') })
  await page.keyboard.press('Escape')
  await table.locator('.row.cut').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+X')
  await table.locator('.row.cut').waitFor()
  await cell(table, 2, 'rid').click()
  await page.keyboard.press('Control+V')
  await settled(table, 'rid', ['CTL-2', 'CTL-1'])
  await table.locator('.row.cut').waitFor({ state: 'detached' })
  await saved(moveFirstLine)
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(moveFirstLine)
}

/**
 * Tab goes on over the ends of rows, Enter goes back to the column of the first Tab, arrow keys accept what is typed
 * over a value until F2, and Escape leaves the grid.
 *
 * @param {Edited} edited
 */
async function useKeysOfSpreadsheets({ page, table, saved }) {
  await cell(table, 0, 'title').click()
  await page.keyboard.type('A')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await settled(table, 'owner', ['Ana', ''])
  await page.keyboard.type('B')
  await page.keyboard.press('ArrowRight')
  await settled(table, 'title', ['A', 'B'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('Bo')
  await page.keyboard.press('F2')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('r')
  await page.keyboard.press('Enter')
  await settled(table, 'owner', ['Ana', 'Bro'])
  await cell(table, 0, 'maturity').click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  assert.equal(await active(table), await cell(table, 1, 'rid').innerText())
  await cell(table, 0, 'title').click()
  await page.keyboard.press('Control+R')
  await page.keyboard.press('Escape')
  await table.locator('input[type="search"]:focus').waitFor()
  await settled(table, 'title', ['', 'B'])
  await cell(table, 0, 'title').click()
  for (let undone = 0; undone < 5; undone++) await page.keyboard.press('Control+Z')
  await saved(before => before)
}

/** @param {string} text whose first line goes below the second */
function moveFirstLine(text) {
  const [first, second, ...others] = text.split('\n')
  return [second, first, ...others].join('\n')
}

/**
 * The problems of a cell come before those of its record, and those of other cells are not there.
 *
 * @param {Edited} edited
 */
async function fixCell({ page, table }) {
  await table.getByRole('tab', { name: 'FINDING' }).click()
  const severity = table.locator('.cell.enum', { hasText: 'High' })
  await severity.click()
  assert.equal(await severity.getAttribute('data-severity'), 'error')
  await table.getByText(/^FINDING.severity is "High"; it must be /).waitFor()
  await page.keyboard.press('Control+.')
  const list = page.locator('.quick-input-list .monaco-list-row')
  await list.first().waitFor()
  assert.deepEqual(await list.allInnerTexts(), [
    'Change to high',
    'Choose a value for severity…',
    'Change all "High" to "high" in the workspace…',
    'Allow "High" in your own domain own.compliance',
    'Suppress not-in-enum here',
    'Change to severity="High"',
    'Suppress notation here',
    'Change to @FINDING',
    'Suppress tag-case here',
  ])
  await page.keyboard.press('Escape')
  await table.getByRole('tab', { name: 'CONTROL' }).click()
}

/**
 * Replaces a text in a column with the keyboard, after a look at the changes, and takes that back.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {Edited['saved']} saved
 */
async function replaceText(page, table, saved) {
  await table.locator('.cell.enum', { hasText: 'high' }).click()
  await page.keyboard.press('Control+H')
  const box = page.locator('.quick-input-widget')
  for (const [step, text] of [
    ['(1/3)', 'HIGH'],
    ['(2/3)', 'critical'],
  ]) {
    await box.filter({ hasText: String(step), has: page.locator('input:focus') }).waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(String(text))
    await page.keyboard.press('Enter')
  }
  // Before the list has the keyboard, Enter opens a cell of the table.
  await box
    .filter({ hasText: '(3/3)', has: page.locator('input:focus') })
    .getByText('Match whole cells')
    .waitFor()
  await page.keyboard.press('Enter')
  const changes = page.locator('iframe.webview').last().contentFrame().frameLocator('#active-frame')
  await changes.locator('.body .line', { hasText: 'critical' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.locator('iframe.webview').nth(1).waitFor({ state: 'detached' })
  await table.locator('.cell.enum', { hasText: 'critical' }).click()
  await page.keyboard.press('Control+S')
  await saved(before => before.replace('severity="high"', 'severity="critical"'))
  await runCommand(page, 'Recline: Undo Last Workspace Edit')
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Take Back' }).click()
  await table.locator('.cell.enum', { hasText: 'high' }).click()
  await page.keyboard.press('Control+S')
  await saved(before => before.replace('severity="critical"', 'severity="high"'))
}

/**
 * The values of a column with their problems, and the new ones that the user chooses.
 *
 * @param {Edited} edited
 */
async function replaceValues({ page, table, saved }) {
  await table.getByRole('tab', { name: 'FINDING' }).click()
  await table.locator('.cell.enum', { hasText: 'High' }).click()
  await runCommand(page, 'Recline: Replace Values of Column…')
  const list = page.locator('.quick-input-list .monaco-list-row')
  await list.filter({ hasText: 'FINDING.severity is "High"; it must be' }).click()
  await page.locator('.quick-input-widget').getByPlaceholder('What does "High" become?').waitFor()
  assert.equal(await list.first().innerText(), 'high')
  await page.keyboard.press('Enter')
  await list.filter({ hasText: '1 record → high' }).waitFor()
  await list.filter({ hasText: 'Replace 1 value…' }).click()
  // The list of changes is in front of the table, which stays loaded.
  const changes = page.locator('iframe.webview').last().contentFrame().frameLocator('#active-frame')
  await changes.locator('.body .line', { hasText: 'severity' }).waitFor()
  await changes.getByRole('button', { name: 'Apply' }).click()
  await page.locator('iframe.webview').nth(1).waitFor({ state: 'detached' })
  await table.locator('.cell.enum', { hasText: 'high' }).click()
  await page.keyboard.press('Control+S')
  await saved(before => before.replace('severity=High', 'severity="high"'))
  await replaceText(page, table, saved)
  await table.getByRole('tab', { name: 'CONTROL' }).click()
}

/**
 * A row stays where it is after an edit until the filter is applied again.
 *
 * @param {Edited} edited
 */
async function keepRows({ page, table, saved }) {
  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByLabel('Filter status').fill('=effective')
  await settled(table, 'rid', ['CTL-1'])
  // The list of values is over the rows.
  await page.keyboard.press('Escape')
  await cell(table, 0, 'status').click()
  await page.keyboard.press('Delete')
  await settled(table, 'status', [''])
  await table.getByRole('button', { name: 'Apply Again' }).click()
  await table.getByText('No record of this tag matches').waitFor()
  await table.getByRole('button', { name: 'Filters' }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before.replace(' | status="effective"', '').replace('"implemented"', '"tested"'))
}
