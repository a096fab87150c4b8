// Jumps over blocks of cells, rows that are dragged, columns that stay, and a table at a large zoom.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../page.mjs'
import { active, cell, column, cursorIn, heading, openTable, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

const gaps = new Set([3, 4, 150])
// A gap in a column, and a field that no descriptor has.
const lines = Array.from({ length: 300 }, (_, row) => {
  const owner = gaps.has(row) ? '' : ` | owner="O${row}"`
  return `# about ${row}\n@CONTROL rid=BLK-${row + 1} | title="T${row}" | odd=${row}${owner}\n`
})

/**
 * @param {Page} page
 * @param {string} file which is empty so far: its records would change the next ids of other tables
 * @param {string} pictures the folder they go to
 */
export async function moveInBlocks(page, file, pictures) {
  writeFileSync(file, lines.join(''))
  const table = await openTable(page, 'blocks.compliance.rec')
  await jumpOverBlocks(page, table)
  await freezeColumns(page, table, pictures)
  await dragRows(page, table, file)
  await saveView(page, table, pictures)
  await zoom(page, table, pictures)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Ctrl and an arrow lead to the ends of blocks, also past rows that are not loaded, and the keys behind them wait.
 *
 * @param {Page} page
 * @param {Table} table
 */
async function jumpOverBlocks(page, table) {
  await cell(table, 0, 'owner').click()
  for (const [key, row] of /** @type {const} */ ([
    ['Control+ArrowDown', 2],
    ['Control+ArrowDown', 5],
    ['Control+ArrowDown', 149],
    ['Control+ArrowUp', 5],
  ])) {
    await page.keyboard.press(key)
    await cursorIn(table, row + 2)
  }
  await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await cursorIn(table, 151 + 2)
  assert.equal(await active(table), 'O151')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await table.locator('footer', { hasText: '149 cells' }).waitFor()
  await page.keyboard.press('Control+ArrowUp')
  await cursorIn(table, 151 + 2)
  await page.keyboard.press('Control+ArrowLeft')
  await page.keyboard.press('Control+Home')
  await cursorIn(table, 2)
  assert.equal(await active(table), 'BLK-1')
}

/**
 * The columns up to the cursor stay while others are scrolled.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function freezeColumns(page, table, pictures) {
  await page.setViewportSize({ width: 900, height: 700 })
  await cell(table, 0, 'framework').click()
  await runCommand(page, 'Recline: Freeze Columns up to Here')
  await table.locator('.cell.frozen').nth(1).waitFor()
  await cell(table, 0, 'framework').click()
  await page.keyboard.press('End')
  await table.locator('.grid.sideways').waitFor()
  const left = async (/** @type {string} */ name) => (await heading(table, name).boundingBox())?.x ?? 0
  assert.ok((await left('framework')) > (await left('rid')), 'The frozen columns are not beside each other.')
  assert.ok((await left('title')) < (await left('framework')), 'Another column is not behind the frozen ones.')
  await page.screenshot({ path: join(pictures, 'frozen.png') })
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await runCommand(page, 'Recline: Freeze Columns up to Here')
  await until(
    async () => (await table.locator('.head .frozen').count()) === 1,
    () => 'the columns are still frozen',
  )
  await page.setViewportSize({ width: 1280, height: 720 })
}

/**
 * Rows that are dragged move with their comments and with the fields that no descriptor has.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 */
async function dragRows(page, table, file) {
  const rowHeading = (/** @type {number} */ row) =>
    table.locator(`.body .row:not([hidden])[aria-rowindex="${row + 2}"] .heading`)
  await rowHeading(1).click()
  await rowHeading(2).click({ modifiers: ['Shift'] })
  const [from, to] = [await rowHeading(1).boundingBox(), await rowHeading(6).boundingBox()]
  assert.ok(from && to)
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 40)
  await page.mouse.move(to.x + 10, to.y + 2)
  await table.locator('.drop-line').waitFor()
  await page.mouse.up()
  await until(
    async () => (await table.locator('.body .row[aria-rowindex="6"] .cell').first().innerText()) === 'BLK-2',
    () => 'the rows have not moved',
  )
  await page.keyboard.press('Control+S')
  const moved = [...lines]
  moved.splice(4, 0, ...moved.splice(1, 2))
  await until(
    () => readFileSync(file, 'utf8') === moved.join(''),
    () => `the file starts with ${readFileSync(file, 'utf8').slice(0, 300)}`,
  )
}

/**
 * What the table shows gets a name, and is shown again by it.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function saveView(page, table, pictures) {
  const expression = table.getByLabel('Expression that filters the records')
  const box = page.locator('.quick-input-widget')
  await expression.fill('rid == "BLK-5" || rid == "BLK-9"')
  await table.locator('footer', { hasText: '2 of 300 records' }).waitFor()
  await expression.press('Escape')
  await heading(table, 'title').click()
  await heading(table, 'title').click()
  await table.locator('[aria-sort="descending"]').waitFor()
  await table.getByRole('button', { name: 'Views…' }).click()
  await box.locator('.monaco-list-row', { hasText: 'Save as View…' }).click()
  await box.filter({ hasText: 'A name for the columns', has: page.locator('input:focus') }).waitFor()
  await page.keyboard.type('Two of them')
  await page.keyboard.press('Enter')
  await box.waitFor({ state: 'hidden' })
  await expression.fill('')
  await table.locator('footer', { hasText: /^300 records/ }).waitFor()
  await expression.press('Escape')
  await heading(table, 'title').click()
  await table.locator('[aria-sort="descending"]').waitFor({ state: 'detached' })
  await table.getByRole('button', { name: 'Views…' }).click()
  await box.locator('.monaco-list-row', { hasText: 'Two of them' }).waitFor()
  await page.screenshot({ path: join(pictures, 'views.png') })
  await page.keyboard.type('Two')
  await box.locator('.monaco-list-row.focused', { hasText: 'Two of them' }).waitFor()
  await page.keyboard.press('Enter')
  await table.locator('footer', { hasText: '2 of 300 records' }).waitFor()
  await table.locator('[aria-sort="descending"]').waitFor()
  assert.deepEqual(await column(table, 'rid'), ['BLK-9', 'BLK-5'])
  await shareView(page, table)
  await expression.fill('')
  await table.locator('footer', { hasText: /^300 records/ }).waitFor()
  await expression.press('Escape')
}

/**
 * The same view for everybody, in the configuration of the folder, and not any more for oneself.
 *
 * @param {Page} page
 * @param {Table} table
 */
async function shareView(page, table) {
  const box = page.locator('.quick-input-widget')
  const views = table.getByRole('button', { name: 'Views…' })
  await views.click()
  await box.locator('.monaco-list-row', { hasText: 'Save as View in recline.json…' }).click()
  await box.filter({ hasText: 'A name for the columns', has: page.locator('input:focus') }).waitFor()
  await page.keyboard.type('For everybody')
  await page.keyboard.press('Enter')
  await box.waitFor({ state: 'hidden' })
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'recline.json' }).waitFor()
  await views.click()
  await box.locator('.monaco-list-row', { hasText: 'For everybody' }).first().waitFor()
  await page.keyboard.press('Escape')
}

/**
 * At 200 %, rows are in sight, and the buttons are in a menu.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function zoom(page, table, pictures) {
  await runCommand(page, 'View: Close Primary Side Bar')
  await page.setViewportSize({ width: 640, height: 360 })
  const more = table.getByRole('button', { name: 'More' })
  await more.waitFor()
  const view = await table.locator('.scroller').boundingBox()
  assert.ok(view && view.height >= 4 * 24, `The rows have only ${view?.height} pixels.`)
  await page.screenshot({ path: join(pictures, 'zoom.png') })
  await more.click()
  await table.getByRole('button', { name: 'Filters' }).waitFor()
  await page.screenshot({ path: join(pictures, 'zoom-menu.png') })
  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByRole('button', { name: 'Filters' }).waitFor({ state: 'hidden' })
  await more.click()
  await table.getByRole('button', { name: 'Filters' }).click()
  await page.setViewportSize({ width: 1280, height: 720 })
}
