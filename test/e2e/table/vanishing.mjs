// Columns of fields that the tag does not have: they come from the records, and go with their last value.
import { readFileSync, writeFileSync } from 'node:fs'
import { runCommand } from '../page.mjs'
import { cursorIn, heading, openTable, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

const before = `@CONTROL rid=VAN-1 | title="One" | odd=1 | even=2
@CONTROL rid=VAN-2 | title="Two" | even=3
`

/**
 * What is typed after the last value of a column is deleted goes into this column, and a value that is cut goes back
 * into it.
 *
 * @param {Page} page
 * @param {string} file which is empty so far
 */
export async function emptyColumns(page, file) {
  writeFileSync(file, before)
  const table = await openTable(page, 'vanishing.compliance.rec')
  const odd = await cellOf(table, 0, 'odd')
  await odd.click()
  await page.keyboard.press('Delete')
  await settled(table, 'odd', ['', ''])
  await save(page, file, before.replace(' | odd=1', ''))
  await page.keyboard.type('new')
  await page.keyboard.press('Enter')
  await settled(table, 'odd', ['new', ''])
  await save(page, file, before.replace(' | odd=1 | even=2', ' | even=2 | odd="new"'))
  await settled(table, 'even', ['2', '3'])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+X')
  await settled(table, 'odd', ['', ''])
  await page.keyboard.press('ArrowDown')
  await cursorIn(table, 3)
  await page.keyboard.press('Control+V')
  await settled(table, 'odd', ['', 'new'])
  await save(page, file, before.replace(' | odd=1', '').replace('even=3', 'even=3 | odd="new"'))
  await runCommand(page, 'View: Close All Editors')
}

/**
 * @param {Table} table
 * @param {number} row from 0
 * @param {string} name of the column
 */
async function cellOf(table, row, name) {
  const index = await heading(table, name).getAttribute('aria-colindex')
  return table.locator(`.body .row:not([hidden])[aria-rowindex="${row + 2}"] [aria-colindex="${index}"]`)
}

/**
 * @param {Page} page
 * @param {string} file
 * @param {string} expected
 */
async function save(page, file, expected) {
  await page.keyboard.press('Control+S')
  await until(
    () => readFileSync(file, 'utf8') === expected,
    () => `the file is\n${readFileSync(file, 'utf8')}and should be\n${expected}`,
  )
}
