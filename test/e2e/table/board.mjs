// A board: records as cards in columns, moved with keys, with the mouse and from a list.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../../accessibility.mjs'
import { runCommand } from '../page.mjs'
import { chooseTheme, frameOf, themes } from '../webview.mjs'
import { active, openTable, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

/** One record has a problem, one a value that is not allowed, and one none. A node that is terminated stays so. */
const start = [
  '@NODE rid=N-1 | type="compute" | provider="example-cloud" | region="eu-1" | status="running" | cpu_pct:float=20.0\n',
  '# about the second\n@NODE  rid=N-2 | type="database" | status = "running" | cpu_pct:float=130.0\n',
  '@NODE rid=N-3 | type="cache" | status="terminated"\n',
  '@NODE rid=N-4 | type="cache" | status="broken"\n',
  '@NODE rid=N-5 | type="gateway"\n',
].join('')

/**
 * @param {Page} page
 * @param {string} file
 * @param {string} pictures the folder they go to
 */
export async function moveCards(page, file, pictures) {
  writeFileSync(file, start)
  const table = await openTable(page, 'board.infrastructure.rec')
  await table.getByRole('button', { name: 'Board', exact: true }).click()
  await cardsAre(table, ['running N-1', 'running N-2', 'terminated N-3'])
  await table.locator('.board-heading', { hasText: 'running' }).getByText('2 records').waitFor()
  assert.equal(await table.getByLabel('Group by').inputValue(), 'status')
  assert.equal(await table.getByRole('grid').getAttribute('aria-colcount'), '7')
  await table.getByRole('grid').focus()
  assert.match(await active(table), /^N-1\b/)
  await showBoard(page, table, pictures)
  await moveWithKeys(page, table, file)
  await moveWithMouse(page, table, file, pictures)
  await moveToChosen(page, table, file, pictures)
  await openItsForm(page, table)
  await goBackToRows(page, table)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * A board of many records draws only those in sight, and all can be reached.
 *
 * @param {Page} page
 * @param {string} file
 */
export async function moveAmongMany(page, file) {
  const states = ['running', 'stopped', 'running']
  const lines = Array.from({ length: 3000 }, (_, row) => `@NODE rid=M-${row} | status="${states[row % 3]}"\n`)
  writeFileSync(file, lines.join(''))
  const table = await openTable(page, 'many.infrastructure.rec')
  await table.getByRole('button', { name: 'Board', exact: true }).click()
  await table.locator('.board-heading', { hasText: 'running' }).getByText('2,000 records').waitFor()
  await table.getByRole('grid').focus()
  await page.keyboard.press('Control+End')
  await table.locator('#active', { hasText: 'M-2999' }).waitFor()
  assert.ok((await table.locator('.card').count()) < 200, 'Cards out of sight are drawn.')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await table.locator('.board-heading', { hasText: 'stopped' }).getByText('1,001 records').waitFor()
  await table.locator('#active[aria-colindex="2"]', { hasText: 'M-2999' }).waitFor()
  await page.keyboard.press('Control+Z')
  await table.locator('.board-heading', { hasText: 'stopped' }).getByText('1,000 records').waitFor()
  await table.locator('#active[aria-colindex="1"]', { hasText: 'M-2999' }).waitFor()
  await runCommand(page, 'File: Revert File')
  await runCommand(page, 'View: Close All Editors')
}

/**
 * All themes, and a window that is as small as at a large zoom.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function showBoard(page, table, pictures) {
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await table.locator('.card', { hasText: 'N-1' }).waitFor()
    await table.getByRole('grid').focus()
    await expectNoViolations(await frameOf(page), `A board in ${theme}`)
    await page.screenshot({ path: join(pictures, `board-${name}.png`) })
  }
  await chooseTheme(page, themes[0][0])
  await page.setViewportSize({ width: 640, height: 480 })
  await table.locator('#active').waitFor()
  await expectNoViolations(await frameOf(page), 'A board in a small window')
  await page.screenshot({ path: join(pictures, 'board-640.png') })
  await page.setViewportSize({ width: 1280, height: 720 })
  await table.getByRole('grid').focus()
}

/**
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 */
async function moveWithKeys(page, table, file) {
  await page.keyboard.press('ArrowDown')
  await table.locator('#active', { hasText: 'N-2' }).waitFor()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await cardsAre(table, ['running N-1', 'stopped N-2', 'terminated N-3'])
  assert.match(await active(table), /^N-2\b/)
  await table.getByText('N-2: status is now stopped.').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+S')
  await fileIs(file, start.replace('status = "running"', 'status = "stopped"'))
  await page.keyboard.press('Control+Z')
  await cardsAre(table, ['running N-1', 'running N-2', 'terminated N-3'])
  assert.match(await active(table), /^N-2\b/)
  await page.keyboard.press('Control+S')
  await fileIs(file, start)
  // Past the columns without cards, to the value that is not allowed, and to the record that has none.
  await page.keyboard.press('End')
  await table.locator('#active[aria-colindex="7"]', { hasText: 'N-4' }).waitFor()
  await table.locator('.board-heading', { hasText: 'broken' }).getByText('not an allowed value').waitFor()
  await page.keyboard.press('ArrowLeft')
  await table.locator('#active[aria-colindex="6"]', { hasText: 'N-5' }).waitFor()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await table.locator('#active[aria-colindex="4"]', { hasText: 'N-5' }).waitFor()
  await page.keyboard.press('Control+S')
  await fileIs(file, start.replace('type="gateway"', 'type="gateway" | status="maintenance"'))
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Control+S')
  await fileIs(file, start)
  await page.keyboard.press('Home')
  // It goes there, and scrolls there, once the rows are those of the file again.
  await table.locator('#active[aria-colindex="1"]', { hasText: 'N-1' }).waitFor()
}

/**
 * While a card is dragged, the headings say which states cannot follow; dropped there, the line below says it.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 * @param {string} pictures
 */
async function moveWithMouse(page, table, file, pictures) {
  const card = await table.locator('.card', { hasText: 'N-3' }).boundingBox()
  const target = await table.locator('.board-heading', { hasText: 'running' }).boundingBox()
  assert.ok(card && target)
  await page.mouse.move(card.x + 20, card.y + 20)
  await page.mouse.down()
  await page.mouse.move(card.x, card.y + 30)
  await page.mouse.move(target.x + 60, card.y + 40, { steps: 4 })
  await table.locator('.board-heading', { hasText: 'running' }).getByText('cannot follow terminated').waitFor()
  await page.screenshot({ path: join(pictures, 'board-drag.png') })
  await page.mouse.up()
  await table.getByText('after "terminated", no other state can follow').waitFor()
  await cardsAre(table, ['running N-1', 'running N-2', 'running N-3'])
  assert.equal(await table.locator('.flying').count(), 0)
  assert.equal(await table.locator('.form').isVisible(), false)
  await page.keyboard.press('Control+S')
  await fileIs(file, start.replace('status="terminated"', 'status="running"'))
}

/**
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 * @param {string} pictures
 */
async function moveToChosen(page, table, file, pictures) {
  await table.locator('#active', { hasText: 'N-3' }).waitFor()
  await table.getByRole('button', { name: 'Move to…' }).click()
  await table.getByRole('option', { name: /^terminated/ }).waitFor()
  await page.screenshot({ path: join(pictures, 'board-choice.png') })
  await page.keyboard.press('Escape')
  await table.locator('.board:focus').waitFor()
  await page.keyboard.press('F2')
  await page.keyboard.type('term')
  await page.keyboard.press('Enter')
  await cardsAre(table, ['running N-1', 'running N-2', 'terminated N-3'])
  await table.locator('.board:focus #active', { hasText: 'N-3' }).waitFor()
  await page.keyboard.press('Control+S')
  await fileIs(file, start)
}

/**
 * @param {Page} page
 * @param {Table} table
 */
async function openItsForm(page, table) {
  await page.keyboard.press('Enter')
  await table.getByRole('heading', { name: 'NODE N-3' }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await table.getByRole('heading', { name: 'NODE N-2' }).waitFor()
  await table.locator('#active', { hasText: 'N-2' }).waitFor()
  await page.keyboard.press('Escape')
  await table.locator('.board:focus').waitFor()
  await table.locator('.card', { hasText: 'N-1' }).click()
  await table.getByRole('heading', { name: 'NODE N-1' }).waitFor()
  await page.keyboard.press('Escape')
  await table.locator('.board:focus').waitFor()
}

/**
 * The search is that of the table; the rows have the order of the file again.
 *
 * @param {Page} page
 * @param {Table} table
 */
async function goBackToRows(page, table) {
  await page.keyboard.press('Escape')
  await page.keyboard.type('cache')
  await cardsAre(table, ['terminated N-3'])
  await table.getByLabel('Search the records').fill('')
  await cardsAre(table, ['running N-1', 'running N-2', 'terminated N-3'])
  await table.getByLabel('Group by').selectOption('type')
  await table.locator('.board-heading', { hasText: 'compute' }).waitFor()
  await table.getByRole('button', { name: 'Board', exact: true }).click()
  await settled(table, 'rid', ['N-1', 'N-2', 'N-3', 'N-4', 'N-5'])
}

/**
 * Waits until the columns at the left have these cards, each with the value of its column.
 *
 * @param {Table} table
 * @param {string[]} wanted
 */
async function cardsAre(table, wanted) {
  /** @type {string[]} */
  let found = []
  await until(
    async () => {
      found = await cardsAtLeft(table)
      return JSON.stringify(found) === JSON.stringify(wanted)
    },
    () => `the cards are ${JSON.stringify(found)} and should be ${JSON.stringify(wanted)}`,
  )
}

/**
 * The cards of the first three columns, column by column.
 *
 * @param {Table} table
 */
async function cardsAtLeft(table) {
  const headings = await table.locator('.board-heading .board-value').allInnerTexts()
  const cards = await table.locator('.board-body .card:not(.pending)').evaluateAll(all =>
    all.map(card => ({
      column: Number(card.getAttribute('aria-colindex')),
      row: Number(card.getAttribute('data-row')),
      id: card.querySelector('.id')?.textContent,
    })),
  )
  return cards
    .filter(({ column }) => column <= 3)
    .sort((one, other) => one.column - other.column || one.row - other.row)
    .map(({ column, id }) => `${headings[column - 1]} ${id}`)
}

/**
 * @param {string} file
 * @param {string} wanted
 */
async function fileIs(file, wanted) {
  await until(
    () => readFileSync(file, 'utf8') === wanted,
    () => `the text is\n${readFileSync(file, 'utf8')}and should be\n${wanted}`,
  )
}
