// Records of all files in the table view, found by an expression, in a real VS Code with real keystrokes and clicks.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../accessibility.mjs'
import { openFile, runCommand } from './page.mjs'
import { active, heading, openTable, settled, until } from './table/view.mjs'
import { chooseTheme, complaintsOf, frameOf, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table/view.mjs').Table} Table */

const files = {
  'one.health.rec': '@VITALS rid=V-1 | bp="120/80" | hr:int=61\n@VITALS rid=V-2 | bp="130/85" | hr:int=95\n',
  'two.health.rec': '# the second file\n@VITALS rid=V-3 | bp="140/90" | hr:int=102\n',
}

/** @type {import('./flow.mjs').Flow} */
export const find = {
  name: 'finding records',
  files,
  run: async ({ page, folder, pictures }) => {
    const complaints = complaintsOf(page)
    const table = await findVitals(page)
    await typeExpression(page, table, pictures)
    await takeSuggestions(page, table)
    await editFound(page, table, folder)
    await editAll(page, table)
    await goToRecord(page, table)
    await filterFile(page)
    assert.deepEqual(complaints, [], 'The view did something that its policy forbids.')
  },
}

/**
 * Chooses a tag by typing a part of its name, and waits for the records of both files.
 *
 * @param {Page} page
 * @returns {Promise<Table>}
 */
async function findVitals(page) {
  // The commands of an extension are there once it has been found, which an open file shows.
  await openFile(page, 'bakery-account.insurance.rec')
  await runCommand(page, 'View: Close All Editors')
  await runCommand(page, 'Recline: Find Records')
  await page.getByText('Find Records: Choose Their Tag').waitFor()
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'core.health' }).first().waitFor()
  await page.keyboard.type('vitals')
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'VITALS' }).waitFor()
  await page.keyboard.press('Enter')
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await settled(table, 'hr', ['98', '84', '61', '95', '102'])
  const sample = 'chest-pain.health.rec'
  assert.deepEqual(await places(table), [
    `${sample}:13`,
    `${sample}:14`,
    'one.health.rec:1',
    'one.health.rec:2',
    'two.health.rec:2',
  ])
  return table
}

/**
 * An expression filters while it is typed: with a wrong name, with a completion, and with a problem at the end.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function typeExpression(page, table, pictures) {
  const field = table.getByLabel('Expression that filters the records')
  await until(
    () => field.evaluate(element => element === document.activeElement),
    () => 'the field does not have the keyboard',
  )
  await page.keyboard.type('hrr > 90')
  await table.getByText('VITALS has no field hrr').waitFor()
  assert.equal(await table.locator('.where-marks mark').innerText(), 'hrr')
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await expectNoViolations(await frameOf(page), `A wrong expression in ${theme}`)
    await page.screenshot({ path: join(pictures, `problem-${name}.png`) })
  }
  // VS Code itself selects all for Ctrl+A, and only later than the next keys.
  await field.fill('')
  await page.keyboard.type('h')
  await table.getByRole('option', { name: /^hr / }).waitFor()
  await expectNoViolations(await frameOf(page), 'The completions')
  await page.screenshot({ path: join(pictures, 'completions.png') })
  await page.keyboard.type('r')
  await page.keyboard.press('Escape')
  await page.keyboard.type(' > 90')
  await settled(table, 'hr', ['98', '95', '102'])
  await table.getByText('3 of 5 records').waitFor()
  await page.screenshot({ path: join(pictures, 'found.png') })
  await page.keyboard.type(' &&')
  await table.locator('.where-problem').waitFor()
  await settled(table, 'hr', ['98', '95', '102'])
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await table.locator('.where-problem').waitFor({ state: 'hidden' })
}

/**
 * Enter takes what the list offers first, also before it is there; a wrong expression keeps the keyboard, and a right
 * one lets it go to the rows.
 *
 * @param {Page} page
 * @param {Table} table
 */
async function takeSuggestions(page, table) {
  const field = table.getByLabel('Expression that filters the records')
  /** @param {string} expression */
  const becomes = expression =>
    until(
      async () => (await field.inputValue()) === expression,
      () => `the expression is not ${expression}`,
    )
  await field.fill('')
  await page.keyboard.type('temp')
  await table.getByRole('option', { name: /^temp_c/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await becomes('temp_c')
  await table.getByRole('option').first().waitFor({ state: 'detached' })
  await table.locator('.where-problem').waitFor()
  await page.keyboard.press('Enter')
  await field.and(table.locator(':focus')).waitFor()
  await field.fill('')
  await page.keyboard.type('h')
  await page.keyboard.press('Enter')
  await becomes('hr')
  await page.keyboard.type(' > 90')
  await page.keyboard.press('Enter')
  await table.getByRole('grid').and(table.locator(':focus')).waitFor()
  await settled(table, 'hr', ['98', '95', '102'])
}

/**
 * A cell of a file that is not open is edited, undone, done again and saved.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} folder
 */
async function editFound(page, table, folder) {
  const file = join(folder, 'two.health.rec')
  const before = readFileSync(file, 'utf8')
  await cellOf(table, 2, 'hr').click()
  await page.keyboard.type('110')
  await page.keyboard.press('Enter')
  await settled(table, 'hr', ['98', '95', '110'])
  await page.locator('.tab', { hasText: 'two.health.rec' }).waitFor()
  await page.keyboard.press('Control+Z')
  await settled(table, 'hr', ['98', '95', '102'])
  await page.keyboard.press('Control+Y')
  await settled(table, 'hr', ['98', '95', '110'])
  await page.keyboard.press('Control+S')
  await until(
    () => readFileSync(file, 'utf8') === before.replace('102', '110'),
    () => `the file is\n${readFileSync(file, 'utf8')}`,
  )
}

/**
 * The button asks what to do with all records that the expression finds.
 *
 * @param {Page} page
 * @param {Table} table
 */
async function editAll(page, table) {
  await table.getByRole('button', { name: 'Edit Records…' }).click()
  const box = page.locator('.quick-input-widget')
  await box.getByText('Edit Records of VITALS').waitFor()
  await box.locator('.monaco-list-row', { hasText: 'Set Fields' }).waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
}

/**
 * Enter leads from a row to its record.
 *
 * @param {Page} page
 * @param {Table} table
 */
async function goToRecord(page, table) {
  await cellOf(table, 1, 'hr').click()
  assert.equal(await active(table), '95')
  await page.keyboard.press('Enter')
  await page.locator('.tab.active', { hasText: 'one.health.rec' }).waitFor()
  await page.locator('.statusbar-item', { hasText: 'Ln 2, Col 1' }).waitFor()
  await runCommand(page, 'View: Close All Editors')
}

/**
 * The same expression filters the table of one file, also by what a reference leads to.
 *
 * @param {Page} page
 */
async function filterFile(page) {
  const table = await openTable(page, 'controls-2026.compliance.rec')
  await table.getByRole('tab', { name: 'FINDING' }).click()
  await heading(table, 'severity').waitFor()
  await table.getByLabel('Expression that filters the records').fill('control_ref.status == "ineffective"')
  await table.getByText(/^\d of \d+ records$/).waitFor()
  await table.getByText('No record of this tag matches').waitFor({ state: 'hidden' })
  await runCommand(page, 'View: Close All Editors')
}

/**
 * The file and line of each row.
 *
 * @param {Table} table
 */
function places(table) {
  return table.locator('.body .row:not([hidden]) [role="rowheader"]').allTextContents()
}

/**
 * @param {Table} table
 * @param {number} row from 0
 * @param {string} name
 */
function cellOf(table, row, name) {
  const inColumn = table.locator(`.body .row:not([hidden])[aria-rowindex="${row + 2}"] .cell`)
  return {
    click: async () =>
      inColumn
        .and(table.locator(`[aria-colindex="${await heading(table, name).getAttribute('aria-colindex')}"]`))
        .click(),
  }
}
