// The first minutes with the extension: one flow for each thing that everybody uses.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askForActions, hoverOver, openFile, runCommand, textOf } from './page.mjs'
import { startedProcesses } from './processes.mjs'
import { cell, openTable, settled, until } from './table/view.mjs'

/** @typedef {import('./flow.mjs').Flow} Flow */

const file = 'audit.compliance.rec'
const control = '@CONTROL rid=CTL-70 | title="Backups" | status="tested" | maturity:int=3\n'
const finding = '@FINDING rid=FND-70 | control_ref="CTL-70" | severity="urgent" | status="open"\n'

/** @type {Flow} */
export const activation = {
  name: 'activation',
  run: async ({ page }) => {
    await openFile(page, 'controls-2026.compliance.rec')
    await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
    await page.locator('.view-line .mtk1, .view-line span[class*=mtk]', { hasText: '@CONTROL' }).first().waitFor()
  },
}

/** @type {Flow} */
export const completion = {
  name: 'completion',
  files: { [file]: control },
  run: async ({ page, remote }) => {
    await openFile(page, file)
    await remote.idle()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('@EVI')
    await marked(page, '@EVIDENCE').waitFor()
    await page.keyboard.press('Tab')
    await marked(page, 'CTL-70').waitFor()
    await page.keyboard.press('Tab')
    await remote.idle()
    assert.match(await remote.read(), /^@EVIDENCE control_ref="CTL-70¦" \| type=""/m)
  },
}

/** @type {Flow} */
export const hover = {
  name: 'hover',
  files: { [file]: control },
  run: async ({ page }) => {
    await openFile(page, file)
    await hoverOver(page, 'maturity', page.locator('.monaco-hover', { hasText: '1 to 5' }).first())
  },
}

/** @type {Flow} */
export const fix = {
  name: 'fix',
  files: { [file]: '@CONTROL rid=CTL-70 | title="Backups" | owner=risk office\n' },
  run: async ({ page, remote }) => {
    await openFile(page, file)
    await page.locator('.squiggly-warning').first().waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    const row = page.locator('.action-widget .monaco-list-row', { hasText: 'Put the value in quotes' }).first()
    await askForActions(page, row)
    await row.click()
    await page.locator('.squiggly-warning').first().waitFor({ state: 'detached' })
    await remote.idle()
    assert.match(await remote.read(), /owner="risk office"/)
  },
}

/** @type {Flow} */
export const rename = {
  name: 'rename',
  files: { [file]: control, 'refers.compliance.rec': finding },
  run: async ({ page, folder, remote }) => {
    await openFile(page, file)
    await remote.idle()
    await page.keyboard.press('Control+Home')
    for (let key = 0; key < '@CONTROL rid=CT'.length; key++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    await page.locator('.rename-box input:focus').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('CTL-79')
    await page.keyboard.press('Enter')
    await page.locator('.view-line', { hasText: 'rid=CTL-79' }).waitFor()
    const other = join(folder, 'refers.compliance.rec')
    await until(
      () => readFileSync(other, 'utf8') === finding.replace('CTL-70', 'CTL-79'),
      () => `the file is ${readFileSync(other, 'utf8')}`,
    )
  },
}

/** @type {Flow} */
export const cellOfTable = {
  name: 'a cell of the table',
  files: { [file]: control },
  run: async ({ page, folder }) => {
    const table = await openTable(page, file)
    await cell(table, 0, 'maturity').click()
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await settled(table, 'maturity', ['4'])
    await page.keyboard.press('Control+S')
    await until(
      () => readFileSync(join(folder, file), 'utf8') === control.replace('=3', '=4'),
      () => `the file is ${readFileSync(join(folder, file), 'utf8')}`,
    )
  },
}

/** A page in a view: what the extension knows reaches it. @type {Flow} */
export const overviewPage = {
  name: 'the overview',
  files: { [file]: control },
  run: async ({ page }) => {
    await openFile(page, file)
    await runCommand(page, 'Recline: Show Overview')
    const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
    await view.getByText('1 record, ').waitFor()
    await view
      .getByRole('button', { name: /^CONTROL/ })
      .first()
      .waitFor()
  },
}

/** @type {Flow} */
export const findRecords = {
  name: 'find records',
  files: {
    'one.health.rec': '@VITALS rid=V-1 | hr:int=61\n@VITALS rid=V-2 | hr:int=95\n',
    'two.health.rec': '@VITALS rid=V-3 | hr:int=102\n',
  },
  run: async ({ page }) => {
    await runCommand(page, 'Recline: Find Records')
    await page.getByText('Find Records: Choose Their Tag').waitFor()
    await page.keyboard.type('vitals')
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'VITALS' }).waitFor()
    await page.keyboard.press('Enter')
    // The view is still to be opened: no key is lost.
    await page.keyboard.type('hr > 90')
    const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
    await settled(table, 'hr', ['98', '95', '102'])
    assert.equal(await table.getByLabel('Expression that filters the records').inputValue(), 'hr > 90')
  },
}

const endedUnexpectedly = 'The language server of Recline ended unexpectedly, so it was started again'

/** A server that is killed: it is started again, and unsaved text stays. @type {Flow} */
export const killedServer = {
  name: 'a killed server',
  files: { [file]: finding.replace('CTL-70', '') },
  run: async ({ page, folder, remote, editor }) => {
    await openFile(page, file)
    const problems = page.locator('.editor-instance .squiggly-error')
    await problems.first().waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('@CONTROL rid=CTL-99 | title="Unsaved"')
    await killServer(page, editor.installed)
    // Only the new server can have seen this.
    await page.keyboard.insertText(' | maturity:int=99')
    await problems.nth(1).waitFor()
    assert.match(await textOf(page), /rid=CTL-99 \| title="Unsaved" \| maturity:int=99/)
    assert.equal(readFileSync(join(folder, file), 'utf8'), finding.replace('CTL-70', ''))
    await remote.idle()
    await runCommand(page, 'Notifications: Show Notifications')
    const sentences = page.locator('.notifications-center .notification-list-item-message')
    await sentences.filter({ hasText: endedUnexpectedly }).first().waitFor()
    // VS Code shows there, too, what is still being done, and that its Explorer misses a folder of the flow before.
    const told = (await sentences.allInnerTexts()).filter(
      sentence => !/^(?:Reading records|Activating Extensions|Unable to resolve nonexistent file)/.test(sentence),
    )
    assert.equal(told.length, 1, told.join('\n'))
  },
}

/**
 * Kills the server of the window, and waits until it is started again.
 *
 * @param {import('./page.mjs').Page} page
 * @param {string} installed the folder that the extension is in, or a folder above
 */
async function killServer(page, installed) {
  const serverIds = () =>
    startedProcesses(
      words => words.includes('--stdio') && words.some(word => word.startsWith(installed) && /program\.js$/.test(word)),
    )
  const [server, ...others] = serverIds()
  assert.ok(server !== undefined && others.length === 0, 'One server runs for one window.')
  process.kill(server, 'SIGKILL')
  await page.getByText(endedUnexpectedly).first().waitFor()
  await until(
    () => serverIds().some(id => id !== server),
    () => 'there is no other server',
  )
}

/**
 * The marked entry of the list of completions.
 *
 * @param {import('./page.mjs').Page} page
 * @param {string} label
 */
function marked(page, label) {
  return page.locator('.suggest-widget.visible .monaco-list-row.focused .label-name', { hasText: label })
}
