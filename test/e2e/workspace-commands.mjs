// The commands that act on all files of the workspace, in a real VS Code: check, fix, edit and export.
//
//   node test/e2e/workspace-commands.mjs          pictures stay in .vscode-test/workspace-commands
//   node test/e2e/workspace-commands.mjs --web    in VS Code for the web, where the server runs in the browser
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile, runCommand, tryInEditor } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */

const isWeb = process.argv.includes('--web')
const closed = '@CONTROL rid=CTL-80 | title=Old\n'
const files = {
  'bare.compliance.rec': '@CONTROL rid=CTL-70 | title=Reviews | maturity=3\n@CONTROL rid=CTL-71 | title=Backups\n',
  'closed.compliance.rec': closed,
  'wrong.compliance.rec': '@FINDING rid=FND-70 | severity="urgent"\n',
}

await tryInEditor('workspace-commands', { files, inBrowser: isWeb }, async (page, { folder, pictures }) => {
  await openFile(page, 'bare.compliance.rec')
  await checkWorkspace(page, pictures)
  if (!isWeb) await refuseChangedFile(page, join(folder, 'closed.compliance.rec'))
  await fixWorkspace(page, pictures)
  await editRecords(page, pictures)
  if (!isWeb) await exportRecords(page, folder)
  return `check, fix, edit and export act on all files${isWeb ? ' in the browser' : ''}; pictures are in ${pictures}`
})

/**
 * Runs the task, whose lines become problems of files that are not open.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function checkWorkspace(page, pictures) {
  await runCommand(page, 'Recline: Check Workspace')
  await page.getByRole('tab', { name: 'Terminal', selected: true }).waitFor()
  await page.getByRole('tab', { name: /^Problems/ }).click()
  const rows = page.locator('.markers-panel .monaco-list-row')
  await rows.first().waitFor()
  // The list draws only the rows in sight.
  await filterProblems(page, 'urgent', rows.filter({ hasText: 'wrong.compliance.rec' }))
  await page.screenshot({ path: join(pictures, 'check.png') })
}

/**
 * Types a filter into the Problems view, and again where the view has put its own filter back while it was opening.
 *
 * @param {Page} page
 * @param {string} text
 * @param {import('playwright-core').Locator} row which the filter leaves
 */
async function filterProblems(page, text, row) {
  for (let triesLeft = 5; ; triesLeft--) {
    await page.getByPlaceholder(/^Filter/).fill('')
    await page.getByPlaceholder(/^Filter/).fill(text)
    try {
      return await row.waitFor({ timeout: 10_000 })
    } catch (error) {
      if (triesLeft === 0) throw error
    }
  }
}

/**
 * A file that is not open changes while the list of fixes is shown: nothing is written anywhere.
 *
 * @param {Page} page
 * @param {string} file
 */
async function refuseChangedFile(page, file) {
  await runCommand(page, 'Recline: Fix All in Workspace')
  const list = page.locator('.quick-input-widget')
  await list.locator('.monaco-list-row', { hasText: 'closed.compliance.rec' }).waitFor()
  const changed = `@CONTROL rid=CTL-81 | title="New"\n${closed}`
  writeFileSync(file, changed)
  await list.locator(':focus').waitFor()
  await page.keyboard.press('Enter')
  // No message opens by itself in this editor.
  await runCommand(page, 'Notifications: Show Notifications')
  const messages = page.locator('.notifications-center .notification-list-item-message')
  await messages.filter({ hasText: 'closed.compliance.rec has changed since' }).waitFor()
  assert.equal(readFileSync(file, 'utf8'), changed)
  await runCommand(page, 'Notifications: Clear All Notifications')
}

/**
 * Looks at the safe fixes of all files and applies them.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function fixWorkspace(page, pictures) {
  await runCommand(page, 'Recline: Fix All in Workspace')
  const list = page.locator('.quick-input-widget')
  await list.locator('.monaco-list-row', { hasText: 'every-problem.rec' }).waitFor()
  // The hover of the input box can cover the button, so the mouse may not reach it.
  await list.getByRole('button', { name: 'Show the changes of all files' }).dispatchEvent('click')
  await page.locator('.tab.active', { hasText: 'Fix All in Workspace' }).waitFor()
  await page.locator('.multiDiffEntry .view-line', { hasText: 'title="Backups"' }).first().waitFor()
  await list.locator(':focus').waitFor()
  await page.screenshot({ path: join(pictures, 'fix.png') })
  await page.keyboard.press('Enter')
  await openFile(page, 'bare.compliance.rec')
  await page.locator('.editor-instance .view-line', { hasText: 'title="Backups"' }).waitFor()
}

/**
 * Edits records in all files after a look at the changes.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function editRecords(page, pictures) {
  const box = page.locator('.quick-input-widget')
  const answer = async (/** @type {string} */ question, /** @type {string} */ text) => {
    // Between two questions, the editor has the focus for a moment.
    await box.filter({ hasText: question, has: page.locator('input:focus') }).waitFor()
    await page.keyboard.type(text)
  }
  await runCommand(page, 'Recline: Edit Records')
  await box.locator('.monaco-list-row', { hasText: 'CONTROLcore.compliance' }).click()
  await box.getByPlaceholder(/^status == "not-started" && /).waitFor()
  await answer('Which records?', 'rid == "CTL-70" || rid == "CTL-71" || titel == ""')
  await box.getByText('CONTROL has no field titel; title may be meant').waitFor()
  for (let key = 0; key < ' || titel == ""'.length; key++) await page.keyboard.press('Backspace')
  await page.screenshot({ path: join(pictures, 'edit-question.png') })
  await page.keyboard.press('Enter')
  await box.locator('.monaco-list-row', { hasText: 'Set Fields' }).click()
  await box.getByPlaceholder(/^status = "/).waitFor()
  await answer('New values', 'title = title + " 2", maturity = 4')
  await page.keyboard.press('Enter')
  await box.locator('.monaco-list-row', { hasText: 'bare.compliance.rec2 records' }).waitFor()
  await page.locator('.tab.active', { hasText: 'Edit Records of CONTROL' }).waitFor()
  await page.locator('.multiDiffEntry .view-line', { hasText: 'title="Backups 2"' }).first().waitFor()
  await box.locator(':focus').waitFor()
  await page.screenshot({ path: join(pictures, 'edit.png') })
  await page.keyboard.press('Enter')
  const line = (/** @type {string | RegExp} */ text) => page.locator('.editor-instance .view-line', { hasText: text })
  await openFile(page, 'bare.compliance.rec')
  await line('title="Reviews 2" | maturity:int=4').waitFor()
  await line('title="Backups 2" | maturity:int=4').waitFor()
  // All of the edit is one step.
  await page.locator('.editor-instance .view-line').first().click()
  await page.keyboard.press('Control+Z')
  await line('title="Reviews" | maturity:int=3').waitFor()
  await line(/title="Backups"$/).waitFor()
}

/**
 * Exports the records of the file in front as CSV.
 *
 * @param {Page} page
 * @param {string} folder
 */
async function exportRecords(page, folder) {
  await runCommand(page, 'Recline: Export Records')
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'For spreadsheets' }).click()
  const focused = page.locator('input:focus')
  await page.locator('.quick-input-widget', { hasText: 'Export Records', has: focused }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.tab.active', { hasText: 'bare.compliance.CONTROL.csv' }).waitFor()
  const file = join(folder, 'bare.compliance.CONTROL.csv')
  assert.ok(existsSync(file))
  assert.equal(readFileSync(file, 'utf8'), 'rid,title,maturity\nCTL-70,Reviews,3\nCTL-71,Backups,\n')
}
