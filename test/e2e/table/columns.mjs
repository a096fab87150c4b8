// The columns of the table view: their widths and order, which VS Code remembers for the tag, and their filters.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { expectNoViolations } from '../../accessibility.mjs'
import { runCommand } from '../page.mjs'
import { frameOf } from '../webview.mjs'
import { cell, heading, openTableAgain, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

const inOrder = ['rid', 'framework', 'title', 'status', 'owner', 'maturity']

/**
 * Fits and moves columns with the mouse and with keys, opens the file again, and filters by values and dates.
 *
 * @param {Page} page
 * @param {string} pictures the folder they go to
 */
export async function arrangeColumns(page, pictures) {
  const table = await openTableAgain(page, 'controls-2026.compliance.rec')
  const narrow = await widthOf(table, 'title')
  await heading(table, 'title').locator('.edge').dblclick()
  await until(
    async () => (await widthOf(table, 'title')) > narrow,
    () => 'the column does not fit its values',
  )
  const [from, to] = [await heading(table, 'status').boundingBox(), await heading(table, 'framework').boundingBox()]
  assert.ok(from && to)
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 8, { steps: 5 })
  await page.mouse.up()
  await inThisOrder(table, ['rid', 'status', 'framework', 'title', 'owner', 'maturity'])
  assert.equal(await heading(table, 'status').getAttribute('aria-sort'), 'none')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await inThisOrder(table, ['rid', 'framework', 'status', 'title', 'owner', 'maturity'])
  const fitted = await widthOf(table, 'title')
  await runCommand(page, 'View: Close All Editors')

  const again = await openTableAgain(page, 'controls-2026.compliance.rec')
  await inThisOrder(again, ['rid', 'framework', 'status', 'title', 'owner', 'maturity'])
  assert.equal(await widthOf(again, 'title'), fitted)
  await again.getByRole('button', { name: 'Columns' }).click()
  await again.getByRole('button', { name: 'Reset' }).click()
  await inThisOrder(again, inOrder)
  await filterByValues(page, again, pictures)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function filterByValues(page, table, pictures) {
  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByLabel('Filter status').click()
  await table.getByRole('option', { name: /^tested/ }).click()
  await settled(table, 'rid', ['CTL-0003'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await settled(table, 'rid', ['CTL-0003', 'CTL-0004', 'CTL-0005', 'CTL-0007'])
  await expectNoViolations(await frameOf(page), 'The values of a filter')
  await page.screenshot({ path: join(pictures, 'filter.png') })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await table.getByRole('tab', { name: 'FINDING' }).click()
  await table.getByLabel('Filter remediation_due').fill('2027-07..2027-09')
  await settled(table, 'remediation_due', ['2027-07-31T00:00:00Z', '2027-09-30T00:00:00Z'])
}

/**
 * @param {Table} table
 * @param {string[]} names
 */
async function inThisOrder(table, names) {
  /** @type {string[]} */
  let found = []
  await until(
    async () => {
      found = await table.locator('.head .name').allInnerTexts()
      return found.join() === names.join()
    },
    () => `the columns are ${found}`,
  )
}

/**
 * @param {Table} table
 * @param {string} name
 */
const widthOf = async (table, name) => (await cell(table, 0, name).boundingBox())?.width ?? 0
