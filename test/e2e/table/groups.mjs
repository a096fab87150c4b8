// Rows in groups: by keys and mouse, with edits, filters and views.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../../accessibility.mjs'
import { runCommand } from '../page.mjs'
import { frameOf } from '../webview.mjs'
import { cell, column, openTable, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

const states = ['tested', 'implemented', '']
const lines = Array.from({ length: 9 }, (_, row) => {
  const status = states[row % 3]
  return `@CONTROL rid=GRP-${row + 1} | title="T${row}"${status ? ` | status="${status}"` : ''} | maturity:int=${row % 6}\n`
})

/**
 * @param {Page} page
 * @param {string} file
 * @param {string} pictures the folder they go to
 */
export async function groupRows(page, file, pictures) {
  writeFileSync(file, lines.join(''))
  const table = await openTable(page, 'groups.compliance.rec')
  await table.getByLabel('Group by').selectOption('status')
  const inGroups = ['GRP-2', 'GRP-5', 'GRP-8', 'GRP-1', 'GRP-4', 'GRP-7', 'GRP-3', 'GRP-6', 'GRP-9']
  await settled(table, 'rid', inGroups)
  assert.deepEqual(await headingsOf(table), ['implemented 3', 'tested 3', 'no value 3'])
  assert.deepEqual(await table.locator('.group-total > span:first-child').allInnerTexts(), ['Σ 6', 'Σ 3', 'Σ 9'])
  await expectNoViolations(await frameOf(page), 'Rows in groups')
  await page.screenshot({ path: join(pictures, 'groups.png') })
  await foldWithKeys(page, table)
  await editInGroups(page, table, file)
  await table.locator('.group-name', { hasText: 'tested' }).click()
  await settled(table, 'rid', ['GRP-2', 'GRP-5', 'GRP-8', 'GRP-3', 'GRP-6', 'GRP-9'])
  await page.screenshot({ path: join(pictures, 'groups-folded.png') })
  await table.getByLabel('Search the records').fill('T1')
  await settled(table, 'rid', ['GRP-2'])
  assert.deepEqual(await headingsOf(table), ['implemented 1'])
  await runCommand(page, 'View: Close All Editors')
}

/**
 * @param {Page} page
 * @param {Table} table
 */
async function foldWithKeys(page, table) {
  await cell(table, 3, 'title').click()
  await page.keyboard.press('ArrowUp')
  await table.locator('.group-name.active', { hasText: 'tested' }).waitFor()
  // No record is selected, so a key that writes does nothing.
  await page.keyboard.press('Delete')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowLeft')
  await settled(table, 'rid', ['GRP-2', 'GRP-5', 'GRP-8', 'GRP-3', 'GRP-6', 'GRP-9'])
  await table.locator('.group-name.active[aria-expanded="false"]', { hasText: 'tested' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await table.locator('.row[aria-rowindex="4"] #active').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await table.locator('.group-name.active', { hasText: 'no value' }).waitFor()
  await page.keyboard.press('Shift+Enter')
  await until(
    async () => (await table.locator('.group-name[aria-expanded="false"]').count()) === 3,
    () => 'not all groups are folded',
  )
  assert.deepEqual(await headingsOf(table), ['implemented 3', 'tested 3', 'no value 3'])
  await page.keyboard.press('Shift+ArrowRight')
  await until(
    async () => (await column(table, 'rid')).length === 9,
    () => 'not all groups are unfolded',
  )
}

/**
 * Edits of a selection change its rows, and none of a folded group between them; a new value moves its record.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 */
async function editInGroups(page, table, file) {
  await table.locator('.group-name', { hasText: 'tested' }).click()
  await settled(table, 'rid', ['GRP-2', 'GRP-5', 'GRP-8', 'GRP-3', 'GRP-6', 'GRP-9'])
  await cell(table, 2, 'owner').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.type('me')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+S')
  await fileHas(
    file,
    lines.map((line, row) => (row === 7 || row === 2 ? `${line.trimEnd()} | owner="me"\n` : line)),
  )
  await table.locator('.group-name', { hasText: 'tested' }).click()
  await cell(table, 0, 'status').click()
  await page.keyboard.type('tested')
  await page.keyboard.press('Enter')
  await settled(table, 'rid', ['GRP-5', 'GRP-8', 'GRP-1', 'GRP-2', 'GRP-4', 'GRP-7', 'GRP-3', 'GRP-6', 'GRP-9'])
  assert.deepEqual(await headingsOf(table), ['implemented 2', 'tested 4', 'no value 3'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['GRP-2', 'GRP-5', 'GRP-8', 'GRP-1', 'GRP-4', 'GRP-7', 'GRP-3', 'GRP-6', 'GRP-9'])
}

/**
 * The headings with their counts, from the first on.
 *
 * @param {Table} table
 */
async function headingsOf(table) {
  const headings = await table.locator('.row.group').evaluateAll(rows =>
    rows
      .map(row => ({
        place: Number(row.getAttribute('data-group')),
        text: `${row.querySelector('.group-value, .none')?.textContent} ${parseInt(row.querySelector('.count')?.textContent ?? '', 10)}`,
      }))
      .sort((one, other) => one.place - other.place),
  )
  return headings.map(({ text }) => text)
}

/**
 * @param {string} file
 * @param {string[]} wanted
 */
async function fileHas(file, wanted) {
  await until(
    () => readFileSync(file, 'utf8') === wanted.join(''),
    () => `the text is\n${readFileSync(file, 'utf8')}and should be\n${wanted.join('')}`,
  )
}
