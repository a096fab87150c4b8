// The table view, as the tests of it drive it.
import assert from 'node:assert/strict'
import { chooseFile, openFile, runCommand } from '../page.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').FrameLocator} Table */

/** The columns of a control, as they stand. */
const columns = ['rid', 'framework', 'title', 'status', 'owner', 'maturity']

/**
 * Opens a file as a table.
 *
 * @param {Page} page
 * @param {string} name the file's name
 * @param {string} [sign] what is there once the table is
 */
export async function openTable(page, name, sign = '.cell') {
  await openFile(page, name)
  return showAsTable(page, sign)
}

/**
 * Opens a file that was a table when it was closed: it is one again.
 *
 * @param {Page} page
 * @param {string} name the file's name
 */
export async function openTableAgain(page, name) {
  await chooseFile(page, name)
  return tableIn(page, '.cell')
}

/**
 * Shows the file in front as a table.
 *
 * @param {Page} page
 * @param {string} [sign] what is there once the table is
 */
export async function showAsTable(page, sign = '.cell') {
  await runCommand(page, 'Recline: Open as Table')
  return tableIn(page, sign)
}

/**
 * @param {Page} page
 * @param {string} sign
 */
async function tableIn(page, sign) {
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await table.locator(sign).first().waitFor()
  return table
}

/**
 * @param {Table} table
 * @param {string} name
 */
export function heading(table, name) {
  return table.locator('.head .heading', { has: table.locator('.name', { hasText: new RegExp(`^${name}$`) }) })
}

/**
 * What stands in a column, of the rows in sight, from the first on.
 *
 * @param {Table} table
 * @param {string} name
 */
export async function column(table, name) {
  const index = await heading(table, name).getAttribute('aria-colindex')
  const cells = table.locator(`.body .row:not([hidden], .new) [aria-colindex="${index}"]`)
  const texts = await cells.evaluateAll(all =>
    all.map(cell => ({ row: Number(cell.parentElement?.getAttribute('aria-rowindex')), text: cell.textContent })),
  )
  return texts.sort((one, other) => one.row - other.row).map(({ text }) => text)
}

/**
 * Waits until a column has these texts.
 *
 * @param {Table} table
 * @param {string} name
 * @param {string[]} wanted
 */
export async function settled(table, name, wanted) {
  /** @type {unknown} */
  let found
  await until(
    async () => {
      found = await column(table, name).catch(() => undefined)
      return JSON.stringify(found) === JSON.stringify(wanted)
    },
    () => `${name} is ${JSON.stringify(found)} and should be ${JSON.stringify(wanted)}`,
  )
}

/**
 * Waits until something is so.
 *
 * @param {() => boolean | Promise<boolean>} isSo
 * @param {() => string} otherwise what to say where it does not come to be so
 */
export async function until(isSo, otherwise) {
  for (const end = Date.now() + 15_000; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`It did not come to be so: ${otherwise()}.`)
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}

/**
 * Waits until the cursor is in a row.
 *
 * @param {Table} table
 * @param {number} row as screen readers are told: that of the headings is 1
 */
export function cursorIn(table, row) {
  return table.locator(`.row[aria-rowindex="${row}"] #active`).waitFor()
}

/**
 * @param {Table} table
 * @param {number} row from 0, in the order that is shown
 * @param {string} name
 */
export function cell(table, row, name) {
  const inColumn = table.locator(`[aria-colindex="${columns.indexOf(name) + 2}"]`)
  return table.locator(`.body .row:not([hidden])[aria-rowindex="${row + 2}"] .cell`).and(inColumn)
}

/**
 * What the cell with the cursor says, as a screen reader finds it.
 *
 * @param {Table} table
 */
export async function active(table) {
  const id = await table.getByRole('grid').getAttribute('aria-activedescendant')
  assert.equal(await table.getByRole('grid').evaluate(grid => grid === document.activeElement), true)
  return table.locator(`#${id}`).innerText()
}
