// The commands that act on all files of the workspace, in a real VS Code: check, fix, edit and export.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../accessibility.mjs'
import { openFile, remoteIn, runCommand } from './page.mjs'
import { until } from './table/view.mjs'
import { chooseTheme, frameOf, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */

const closed = '@CONTROL rid=CTL-80 | title=Old\n'
const files = {
  'bare.compliance.rec': '@CONTROL rid=CTL-70 | title=Reviews | maturity=3\n@CONTROL rid=CTL-71 | title=Backups\n',
  'closed.compliance.rec': closed,
  'refers.compliance.rec': '@EVIDENCE control_ref="CTL-70"\n',
  'wrong.compliance.rec': '@FINDING rid=FND-70 | severity="urgent"\n',
}

/** @type {import('./flow.mjs').Flow} */
export const workspaceCommands = {
  name: 'the commands for all files',
  files,
  run: async ({ page, folder, pictures, editor: { isWeb } }) => {
    await openFile(page, 'bare.compliance.rec')
    await checkWorkspace(page, pictures)
    await fixWorkspace(page, folder, pictures)
    await editRecords(page, folder, pictures)
    await renameRecord(page, folder)
    if (!isWeb) await followChangedFile(page, join(folder, 'closed.compliance.rec'))
    if (!isWeb) await exportRecords(page, folder)
    await copyPlaygroundLink(page)
  },
}

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
  // A view that is opening puts its own filter back.
  await remoteIn(page).idle()
  // The list draws only the rows in sight.
  await page.getByPlaceholder(/^Filter/).fill('urgent')
  await rows.filter({ hasText: 'wrong.compliance.rec' }).waitFor()
  await page.screenshot({ path: join(pictures, 'check.png') })
  // The view keeps its filter for the flows that follow.
  await page.getByPlaceholder(/^Filter/).fill('')
  await rows.filter({ hasText: 'every-problem.rec' }).waitFor()
}

/**
 * The list of changes in front.
 *
 * @param {Page} page
 */
function listOf(page) {
  return page.frameLocator('iframe.webview').frameLocator('#active-frame')
}

/**
 * The line of the list with all of these texts.
 *
 * @param {import('playwright-core').FrameLocator} list
 * @param {string[]} texts
 */
function lineWith(list, ...texts) {
  return texts.reduce((lines, hasText) => lines.filter({ hasText }), list.locator('.body .line')).first()
}

/**
 * A file that is not open changes while the list of fixes is shown: the list follows.
 *
 * @param {Page} page
 * @param {string} file
 */
async function followChangedFile(page, file) {
  await runCommand(page, 'Recline: Fix All in Workspace')
  const list = listOf(page)
  await lineWith(list, 'closed.compliance.rec').waitFor()
  writeFileSync(file, `@CONTROL rid=CTL-81 | title="New"\n@CONTROL rid=CTL-80 | title=Older\n`)
  await list.getByRole('treegrid').focus()
  await page.keyboard.press('Control+Enter')
  // Either the list follows before the key, or the writing is refused: the old text is never written.
  await until(
    async () => readFileSync(file, 'utf8').includes('title="Older"') || (await list.getByRole('alert').isVisible()),
    () => `the file is ${readFileSync(file, 'utf8')}`,
  )
  assert.ok(readFileSync(file, 'utf8').startsWith('@CONTROL rid=CTL-81 | title="New"\n@CONTROL rid=CTL-80 | title='))
  if (await list.getByRole('alert').isVisible()) {
    await lineWith(list, 'title=Older').waitFor()
    await list.getByRole('button', { name: 'Cancel' }).click()
  } else await undoLast(page)
  writeFileSync(file, closed)
}

/**
 * Looks at the safe fixes of all files, leaves a record out with the keyboard, and applies the others.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {string} pictures
 */
async function fixWorkspace(page, folder, pictures) {
  const file = join(folder, 'bare.compliance.rec')
  const before = readFileSync(file, 'utf8')
  const others = readdirSync(folder).filter(name => name.endsWith('.rec'))
  const texts = others.map(name => readFileSync(join(folder, name), 'utf8'))
  await runCommand(page, 'Recline: Fix All in Workspace')
  const list = listOf(page)
  await lineWith(list, 'CTL-70', 'title="Reviews"').waitFor()
  await lineWith(list, 'bare.compliance.rec', 'open in the editor').waitFor()
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await expectNoViolations(await frameOf(page), `The list of changes in ${theme}`)
    await page.screenshot({ path: join(pictures, `fix-${name}.png`) })
  }
  await page.setViewportSize({ width: 900, height: 700 })
  await page.screenshot({ path: join(pictures, 'fix-narrow.png') })
  await page.setViewportSize({ width: 1280, height: 720 })
  await lineWith(list, 'CTL-71', 'title="Backups"').click()
  await page.keyboard.press(' ')
  await lineWith(list, 'CTL-71').and(list.locator('.out')).waitFor()
  await list.getByText(/^Changes \d+ of \d+ records in/).waitFor()
  await page.keyboard.press('Control+Enter')
  await list.getByRole('treegrid').waitFor({ state: 'detached' })
  await openFile(page, 'bare.compliance.rec')
  const line = (/** @type {string} */ text) => page.locator('.editor-instance .view-line', { hasText: text })
  await line('title="Reviews"').waitFor()
  await line('title=Backups').waitFor()
  // Open files are edited and not saved; others are written.
  assert.equal(readFileSync(file, 'utf8'), before)
  assert.equal(readFileSync(join(folder, 'closed.compliance.rec'), 'utf8'), closed.replace('Old', '"Old"'))
  await undoLast(page)
  await line('title=Reviews').waitFor()
  await until(
    () => others.every((name, at) => readFileSync(join(folder, name), 'utf8') === texts[at]),
    () => 'not all files are as before',
  )
}

/**
 * Takes the last change of many files back.
 *
 * @param {Page} page
 */
async function undoLast(page) {
  await runCommand(page, 'Recline: Undo Last Workspace Edit')
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Take Back' }).click()
  await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' })
}

/**
 * Edits records in all files after a look at the changes, and takes that back. Where a file has changed since, nothing
 * is taken back.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {string} pictures
 */
async function editRecords(page, folder, pictures) {
  await askForEdit(page, pictures)
  const list = listOf(page)
  await lineWith(list, 'CTL-80', 'Old').waitFor()
  await page.screenshot({ path: join(pictures, 'edit.png') })
  await page.keyboard.press('Control+Enter')
  await list.getByRole('treegrid').waitFor({ state: 'detached' })
  const line = (/** @type {string | RegExp} */ text) => page.locator('.editor-instance .view-line', { hasText: text })
  await openFile(page, 'bare.compliance.rec')
  await line('title="Reviews 2" | maturity:int=4').waitFor()
  const file = join(folder, 'closed.compliance.rec')
  const edited = '@CONTROL rid=CTL-80 | title="Old 2" | maturity:int=4\n'
  assert.equal(readFileSync(file, 'utf8'), edited)
  // One undo takes back what is open, and says what it leaves.
  await page.locator('.editor-instance .view-line').first().click()
  await page.keyboard.press('Control+Z')
  await line(/title=Reviews/).waitFor()
  await runCommand(page, 'Notifications: Show Notifications')
  const messages = page.locator('.notifications-center .notification-list-item-message')
  await messages.filter({ hasText: '1 other file still has it' }).waitFor()
  await page.screenshot({ path: join(pictures, 'undo.png') })
  writeFileSync(file, `${edited}# mine\n`)
  await undoLast(page)
  await messages.filter({ hasText: 'closed.compliance.rec has changed since, so nothing was taken back' }).waitFor()
  assert.equal(readFileSync(file, 'utf8'), `${edited}# mine\n`)
  writeFileSync(file, edited)
  await undoLast(page)
  await until(
    () => readFileSync(file, 'utf8') === closed,
    () => `the file is ${readFileSync(file, 'utf8')}`,
  )
  await runCommand(page, 'Notifications: Clear All Notifications')
}

/**
 * Renames a record that another file refers to, and takes that back in both.
 *
 * @param {Page} page
 * @param {string} folder
 */
async function renameRecord(page, folder) {
  const other = join(folder, 'refers.compliance.rec')
  const before = readFileSync(other, 'utf8')
  const line = (/** @type {string} */ text) => page.locator('.editor-instance .view-line', { hasText: text })
  await openFile(page, 'bare.compliance.rec')
  await page.keyboard.press('Control+Home')
  for (let key = 0; key < 15; key++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.locator('.rename-box input:focus').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('CTL-79')
  await page.keyboard.press('Enter')
  await line('rid=CTL-79').waitFor()
  await until(
    () => readFileSync(other, 'utf8') === before.replace('CTL-70', 'CTL-79'),
    () => `the file is ${readFileSync(other, 'utf8')}`,
  )
  await undoLast(page)
  await line('rid=CTL-70').waitFor()
  await until(
    () => readFileSync(other, 'utf8') === before,
    () => `the file is ${readFileSync(other, 'utf8')}`,
  )
}

/**
 * Answers what Edit Records asks.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function askForEdit(page, pictures) {
  const box = page.locator('.quick-input-widget')
  const answer = async (/** @type {string} */ question, /** @type {string} */ text) => {
    // Between two questions, the editor has the focus for a moment.
    await box.filter({ hasText: question, has: page.locator('input:focus') }).waitFor()
    await page.keyboard.type(text)
  }
  await runCommand(page, 'Recline: Edit Records')
  await box.locator('.monaco-list-row', { hasText: 'CONTROLcore.compliance' }).click()
  await box.getByPlaceholder(/^status == "not-started" && /).waitFor()
  await answer('Which records?', 'rid == "CTL-70" || rid == "CTL-80" || titel == ""')
  await box.getByText('CONTROL has no field titel; title may be meant').waitFor()
  for (let key = 0; key < ' || titel == ""'.length; key++) await page.keyboard.press('Backspace')
  await page.screenshot({ path: join(pictures, 'edit-question.png') })
  await page.keyboard.press('Enter')
  await box.locator('.monaco-list-row', { hasText: 'Set Fields' }).click()
  await box.getByPlaceholder(/^status = "/).waitFor()
  await answer('New values', 'title = title + " 2", maturity = 4')
  await page.keyboard.press('Enter')
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

/**
 * Copies a link to the record with the cursor. The address of the playground is asked for, once.
 *
 * @param {Page} page
 */
async function copyPlaygroundLink(page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openFile(page, 'refers.compliance.rec')
  await runCommand(page, 'Recline: Copy Playground Link')
  const focused = page.locator('input:focus')
  await page.locator('.quick-input-widget', { hasText: 'no public playground', has: focused }).waitFor()
  await focused.fill('https://example.com/playground/')
  await page.keyboard.press('Enter')
  await page
    .getByText(/It contains 1 record of refers\.compliance\.rec: whoever has the link can read them/)
    .first()
    .waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, /^https:\/\/example\.com\/playground\/#1\/[\w-]+$/)
}
