// A file that is dragged from the Explorer onto a record in the text, and onto the form of one: its path is written.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineWith, openFile, runCommand } from './page.mjs'
import { openTable, until } from './table/view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const records = [
  '@CONTROL rid=DRP-1 | title="Access"\n',
  '@EVIDENCE control_ref="DRP-1" | type="document"\n',
  '@EVIDENCE control_ref="DRP-1" | type="log"\n',
].join('')

/** @type {import('./flow.mjs').Flow} */
export const droppedFile = {
  name: 'a file that is dropped on a record',
  files: {
    'recline.json': '{ "extensions": { "core.compliance": "practice.compliance" } }',
    'dropped.compliance.rec': records,
    'a scan.pdf': '',
  },
  run: async ({ page, folder, remote }) => {
    await openFile(page, 'dropped.compliance.rec')
    await remote.idle()
    await drag(page, 'a scan.pdf', lineWith(page, 'type="document"'))
    await lineWith(page, '@EVIDENCE control_ref="DRP-1" | type="document" | file="a scan.pdf"').waitFor()
    await runCommand(page, 'File: Save')
    await runCommand(page, 'View: Close All Editors')

    const table = await openTable(page, 'dropped.compliance.rec')
    await table.getByRole('tab', { name: /EVIDENCE/ }).click()
    await table.locator('.body .row:not([hidden])', { hasText: 'log' }).locator('.cell').nth(1).click()
    await page.keyboard.press('Alt+Enter')
    await drag(page, 'a scan.pdf', table.locator('.form .field', { hasText: 'collected' }).first())
    await page.keyboard.press('Control+S')
    const written = () => readFileSync(join(folder, 'dropped.compliance.rec'), 'utf8').split('\n')[2] ?? ''
    await until(
      () => written().includes('file='),
      () => written(),
    )
    assert.equal(written(), '@EVIDENCE control_ref="DRP-1" | type="log" | file="a scan.pdf"')
  },
}

/**
 * Drags a file from the Explorer, and drops it while Shift is down, which lets VS Code leave it to the extension.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Locator} target
 */
async function drag(page, name, target) {
  await target.waitFor()
  const box = await target.boundingBox()
  assert.ok(box)
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).hover()
  await page.mouse.down()
  await page.keyboard.down('Shift')
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 8 })
  await page.mouse.move(box.x + 70, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
}
