// Looking at records in the table view.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { openFile, remoteIn, runCommand } from '../page.mjs'
import { active, cell, cursorIn, heading, openTable, settled, showAsTable, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('./view.mjs').Table} Table */

/**
 * Sorts, filters, searches, hides and walks, as someone does who looks for a record.
 *
 * @param {Page} page
 */
export async function readTable(page) {
  // A table starts at the record of the cursor, and VS Code knows where that was when the file was open last.
  await openFile(page, 'controls-2026.compliance.rec')
  await page.keyboard.press('Control+Home')
  const table = await showAsTable(page)
  await settled(table, 'rid', [
    'CTL-0001',
    'CTL-0002',
    'CTL-0003',
    'CTL-0004',
    'CTL-0005',
    'CTL-0006',
    'CTL-0007',
    'CTL-0008',
  ])

  await heading(table, 'status').click()
  await settled(table, 'status', [
    'not-started',
    'in-progress',
    'implemented',
    'tested',
    'effective',
    'effective',
    'effective',
    'ineffective',
  ])
  assert.equal(await heading(table, 'status').getAttribute('aria-sort'), 'ascending')
  await page.keyboard.press('Enter')
  await settled(table, 'rid', [
    'CTL-0001',
    'CTL-0004',
    'CTL-0005',
    'CTL-0007',
    'CTL-0003',
    'CTL-0002',
    'CTL-0006',
    'CTL-0008',
  ])
  await page.keyboard.press('Enter')
  await settled(table, 'rid', [
    'CTL-0001',
    'CTL-0002',
    'CTL-0003',
    'CTL-0004',
    'CTL-0005',
    'CTL-0006',
    'CTL-0007',
    'CTL-0008',
  ])

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+ArrowLeft')
  assert.equal(await active(table), 'CTL-0001')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Home')
  assert.equal(await active(table), 'CTL-0008')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+End')
  assert.equal(await table.locator('.cell.selected').count(), 2 * (await table.getByRole('columnheader').count()) - 2)

  await table.getByRole('rowheader').nth(2).click()
  assert.equal(await table.locator('.cell.selected').count(), (await table.getByRole('columnheader').count()) - 1)

  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByLabel('Filter status').fill('!effective')
  await settled(table, 'rid', ['CTL-0002', 'CTL-0003', 'CTL-0006', 'CTL-0008'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Space')
  assert.equal(await active(table), 'CTL-0002')
  assert.equal(await table.locator('.cell.selected').count(), (await table.getByRole('columnheader').count()) - 1)
  await page.keyboard.press('Control+F')
  await page.keyboard.type('SECURITY')
  await settled(table, 'rid', ['CTL-0006', 'CTL-0008'])
  await table.getByText('2 of 8 records').waitFor()
  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByRole('searchbox').fill('nothing like it')
  await table.getByText('No record of this tag matches').waitFor()
  await table.getByRole('searchbox').fill('')

  await table.getByRole('button', { name: 'Columns' }).click()
  await table.getByRole('checkbox', { name: 'framework' }).uncheck()
  await heading(table, 'framework').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await table.getByRole('button', { name: 'Columns (1 hidden)' }).click()
  await table.getByRole('checkbox', { name: 'framework' }).check()
  await page.keyboard.press('Escape')

  const edge = await heading(table, 'title').locator('.edge').boundingBox()
  const width = (await cell(table, 0, 'title').boundingBox())?.width
  assert.ok(edge && width)
  await page.mouse.move(edge.x + 3, edge.y + 5)
  await page.mouse.down()
  await page.mouse.move(edge.x - 47, edge.y + 5, { steps: 4 })
  await page.mouse.up()
  await until(
    async () => (await cell(table, 0, 'title').boundingBox())?.width === width - 50,
    () => 'the column has another width',
  )

  await table.getByRole('button', { name: 'Columns' }).click()
  await table.getByRole('button', { name: 'Reset' }).click()
  await page.keyboard.press('Escape')

  await table.getByRole('tab', { name: 'CONTROL' }).focus()
  await page.keyboard.press('ArrowRight')
  await heading(table, 'control_ref').waitFor()
  assert.equal(await table.getByRole('tab', { selected: true }).getAttribute('data-key'), 'core.compliance.EVIDENCE')
  await page.keyboard.press('ArrowDown')
  await table.getByRole('grid').and(table.locator(':focus')).waitFor()
  await cursorIn(table, 2)
}

/**
 * Opens a file as a table from its text, at the record that the cursor is in; true and false are changed by one key;
 * what the view shows is the same when it comes back in sight.
 *
 * @param {Page} page
 */
export async function startAtCursor(page) {
  await openFile(page, 'chest-pain.health.rec')
  await page.keyboard.press('Control+F')
  await page.keyboard.type('"Potassium"')
  await page.keyboard.press('Escape')
  const table = await showAsTable(page)
  await table.getByRole('tab', { name: 'LAB', selected: true }).waitFor()
  await cursorIn(table, 5)
  await table.getByRole('tab', { name: 'PATIENT' }).click()
  await table.locator('.cell.bool').first().click()
  await page.keyboard.press('Space')
  await settled(table, 'active', ['false'])
  await page.keyboard.press('Space')
  await settled(table, 'active', ['true'])
  await table.getByRole('tab', { name: 'LAB' }).click()
  await heading(table, 'loinc_code').waitFor()
  await table.locator('.cell').filter({ hasText: /./ }).nth(3).click()
  const before = await active(table)
  await page.keyboard.press('Control+S')
  await openFile(page, 'spring-round.hr.rec')
  await page.locator('.tab', { hasText: 'chest-pain' }).last().click()
  await table.getByRole('tab', { name: 'LAB', selected: true }).waitFor()
  await until(
    async () => (await table.locator('#active').innerText()) === before,
    () => `the cursor is not on ${before}`,
  )
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Goes to another file with an open cell, and closes the table with an open field of the form: what was typed is
 * written. A cell that was closed with Escape leaves nothing.
 *
 * @param {Page} page
 */
export async function leaveWithOpenCell(page) {
  const table = await openTable(page, 'chest-pain.health.rec')
  const tab = page.locator('.tab', { hasText: 'chest-pain.health.rec (Table)' })
  const typeInto = async (/** @type {string} */ text) => {
    await table.getByRole('tab', { name: 'PATIENT' }).click()
    await (await firstCell(table, 'gender')).click()
    await page.keyboard.type(text)
    await table.locator('.cell-editor').waitFor()
  }
  await openFile(page, 'spring-round.hr.rec')
  const other = page.locator('.tab', { hasText: 'spring-round.hr.rec' })
  await tab.click()
  await typeInto('unknown')
  await other.click()
  await tab.click()
  await shown(table, 'gender', 'unknown')

  await typeInto('nothing')
  await page.keyboard.press('Escape')
  await other.click()
  await tab.click()
  await shown(table, 'gender', 'unknown')

  await page.keyboard.press('Control+S')
  await page.keyboard.press('Alt+Enter')
  await table.locator('.form .field', { hasText: 'birth_date' }).locator('button.value').click()
  await page.keyboard.type('1961-02-03')
  await tab.locator('.tab-actions .action-label').click()
  await tab.waitFor({ state: 'detached' })
  await openTable(page, 'chest-pain.health.rec')
  await shown(table, 'birth_date', '1961-02-03')
  await remoteIn(page).clear()
}

/**
 * Waits until the first row has a value.
 *
 * @param {Table} table
 * @param {string} column
 * @param {string} value
 */
async function shown(table, column, value) {
  await table.getByRole('tab', { name: 'PATIENT' }).click()
  await until(
    async () => (await (await firstCell(table, column)).innerText()) === value,
    () => `${column} is not ${value}`,
  )
}

/**
 * @param {Table} table
 * @param {string} column
 */
async function firstCell(table, column) {
  const index = await heading(table, column).getAttribute('aria-colindex')
  return table.locator(`.body .row:not([hidden])[aria-rowindex="2"] .cell[aria-colindex="${index}"]`)
}

/**
 * Goes to another file, or closes the table, before the extension has made what was asked in the table: the changes are
 * made, the file of the table is saved, and the other one keeps what was typed.
 *
 * @param {Page} page
 * @param {string} file of the table
 */
export async function leaveWithPendingChange(page, file) {
  const remote = remoteIn(page)
  const table = await openTable(page, 'chest-pain.health.rec')
  const tab = page.locator('.tab', { hasText: 'chest-pain.health.rec (Table)' })
  const other = page.locator('.tab', { hasText: 'spring-round.hr.rec' })
  await openFile(page, 'spring-round.hr.rec')
  await page.keyboard.type('#')
  const leaveAfter = async (/** @type {readonly string[]} */ keys, /** @type {Locator} */ place) => {
    await tab.click()
    // If it was left before it went to the record of the cursor, it shows the tag with the most records.
    await table.getByRole('tab', { name: 'PATIENT' }).click()
    await table.locator('.cell.bool').first().click()
    const goOn = await remote.hold()
    for (const key of keys) await page.keyboard.press(key)
    await place.click()
    await goOn()
  }
  const saved = (/** @type {RegExp} */ wanted) =>
    until(
      () => wanted.test(readFileSync(file, 'utf8')),
      () => 'the file of the table is not saved',
    )

  await leaveAfter(['Space', 'ArrowRight', 'Delete', 'Control+S'], other)
  await saved(/active:bool=false \| diagnosis/)

  await leaveAfter(['Space', 'Control+Z'], other)
  await runCommand(page, 'Notifications: Show Notifications')
  await page
    .locator('.notification-list-item-message', { hasText: 'Nothing was undone or redone in chest-pain' })
    .waitFor()
  await runCommand(page, 'Notifications: Clear All Notifications')
  await remote.idle()
  assert.match((await remote.read()) ?? '', /^#¦#/)
  await tab.click()
  await table.locator('.cell.bool').first().click()
  await page.keyboard.press('Control+S')
  await saved(/active:bool=true/)

  await leaveAfter(['Space', 'Control+S'], tab.locator('.tab-actions .action-label'))
  await tab.waitFor({ state: 'detached' })
  await saved(/active:bool=false/)
  await other.click()
  await remote.clear()
}

/**
 * *Open as Text* shows the tab that has the text, or puts the text in place of the table; no file is there twice.
 *
 * @param {Page} page
 */
export async function goBackToText(page) {
  const table = await openTable(page, 'spring-round.hr.rec')
  const tabs = page.locator('.tabs-container .tab')
  const goBack = async (/** @type {number} */ count) => {
    await runCommand(page, 'Recline: Open as Text')
    await page.locator('.editor-instance .view-line').first().waitFor()
    assert.equal(await tabs.count(), count)
  }
  await goBack(2)
  await runCommand(page, 'View: Close Editor')
  await page.locator('.editor-instance .view-line').first().waitFor({ state: 'detached' })
  // The page of the table is loaded again, and takes the keyboard from a palette that is opened meanwhile.
  await table.getByRole('grid').and(table.locator(':focus')).waitFor()
  await goBack(1)
  await runCommand(page, 'View: Close All Editors')
}
