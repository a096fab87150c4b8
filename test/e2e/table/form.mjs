// The form for one record beside the rows of a table, and above them where there is little room.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../../accessibility.mjs'
import { openFile, runCommand } from '../page.mjs'
import { chooseTheme, frameOf, themes } from '../webview.mjs'
import { cell, cursorIn, openTable, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./view.mjs').Table} Table */

/** Three records: the second one has problems, and a field that no descriptor has. */
const start = [
  '@CONTROL rid=FRM-1 | title="First" | status="tested"\n',
  '# about the second\n@CONTROL rid=FRM-2 | title="Second" | odd="1" | maturity:int=9\n',
  '@CONTROL rid=FRM-3 | title="Third" | status="tested"\n',
]

/**
 * @param {Page} page
 * @param {string} file
 * @param {string} pictures the folder they go to
 */
export async function editInForm(page, file, pictures) {
  writeFileSync(file, start.join(''))
  await openFile(page, 'form.compliance.rec')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowUp')
  await runCommand(page, 'Recline: Edit Record in a Form')
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await shows(table, 'FRM-3')
  await page.keyboard.press('Escape')
  await table.locator('.grid:focus').waitFor()
  await runCommand(page, 'View: Close All Editors')

  const own = await openTable(page, 'form.compliance.rec')
  await cell(own, 1, 'title').click()
  await page.keyboard.press('Alt+Enter')
  await shows(own, 'FRM-2')
  await showItself(page, own, pictures)
  await typeValues(page, own, file)
  await staysWithItsRecord(page, own, file)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * The order of the fields, what is said of them, all themes, and a narrow window.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} pictures
 */
async function showItself(page, table, pictures) {
  const names = await table.locator('.form .label .name').allInnerTexts()
  assert.equal(names[0], 'rid')
  assert.equal(names.at(-1), 'odd')
  await field(table, 'maturity')
    .getByText(/\d to \d/)
    .first()
    .waitFor()
  await field(table, 'status')
    .getByText(/Allowed:\s*• not-started/)
    .waitFor()
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await table.locator('.form').waitFor()
    await page.keyboard.press('Escape').catch(() => {})
    if (!(await table.locator('.form').isVisible())) {
      await cell(table, 1, 'title').click()
      await page.keyboard.press('Alt+Enter')
      await shows(table, 'FRM-2')
    }
    await button(table, 'status').click()
    await table.getByRole('option', { name: /^tested/ }).waitFor()
    await expectNoViolations(await frameOf(page), `The form in ${theme}`)
    await page.screenshot({ path: join(pictures, `form-${name}.png`) })
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 900, height: 700 })
  await page.screenshot({ path: join(pictures, 'form-900.png') })
  await page.setViewportSize({ width: 640, height: 600 })
  await page.screenshot({ path: join(pictures, 'form-640.png') })
  await page.setViewportSize({ width: 1280, height: 720 })
}

/**
 * Keys fill one field after another, and each lands in the text of the record.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 */
async function typeValues(page, table, file) {
  await button(table, 'title').focus()
  await page.keyboard.type('New title')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await table.locator('.form textarea.string').waitFor()
  await page.keyboard.press('Escape')
  await button(table, 'status').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('eff')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await button(table, 'maturity').focus()
  await page.keyboard.type('3')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Escape')
  await button(table, 'odd').focus()
  await page.keyboard.press('Delete')
  await until(
    async () => (await table.locator('.form .label .name', { hasText: 'odd' }).count()) === 0,
    () => 'the form still has a field that the record no longer has',
  )
  await page.keyboard.press('Control+S')
  await fileIs(file, [
    start[0],
    '# about the second\n@CONTROL rid=FRM-2 | title="New title" | maturity:int=3 | status="effective"\n',
    start[2],
  ])
  await page.keyboard.press('Alt+ArrowDown')
  await shows(table, 'FRM-3')
  await page.keyboard.press('Alt+ArrowUp')
  await shows(table, 'FRM-2')
  await cell(table, 0, 'title').click()
  await shows(table, 'FRM-1')
}

/**
 * What is typed goes into the record that the form was opened for, or nowhere.
 *
 * @param {Page} page
 * @param {Table} table
 * @param {string} file
 */
async function staysWithItsRecord(page, table, file) {
  const [first = '', second = '', third = ''] = readFileSync(file, 'utf8').split(/(?<=\n)(?=#|@CONTROL rid=FRM-[13])/)
  await cell(table, 2, 'title').click()
  await shows(table, 'FRM-3')
  await button(table, 'title').click()
  await page.keyboard.type('Typed')
  // Another program removes a record above.
  writeFileSync(file, second + third)
  await cursorIn(table, 3)
  await until(
    async () => (await table.locator('.body .row:not([hidden], .new)').count()) === 2,
    () => 'the table does not show the change',
  )
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await button(table, 'title').getByText('Typed').waitFor()
  await page.keyboard.press('Control+S')
  await fileIs(file, [second, third.replace('Third', 'Typed')])

  await button(table, 'title').click()
  await page.keyboard.type('Lost')
  writeFileSync(file, first + second)
  await table.getByText('This record is no longer in the table').waitFor()
  await page.keyboard.press('Enter')
  await table.locator('.form').getByText('no longer there').waitFor()
  assert.equal(await table.locator('.form textarea').inputValue(), 'Lost')
  assert.equal(readFileSync(file, 'utf8'), first + second)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await table.locator('.form').waitFor({ state: 'hidden' })
}

/**
 * Waits until the form shows a record.
 *
 * @param {Table} table
 * @param {string} id
 */
const shows = (table, id) => table.getByRole('heading', { name: `CONTROL ${id}` }).waitFor()

/**
 * @param {Table} table
 * @param {string} name
 */
const field = (table, name) =>
  table.locator('.form .field', { has: table.locator('.name', { hasText: new RegExp(`^${name}$`) }) })

/**
 * @param {Table} table
 * @param {string} name
 */
const button = (table, name) => field(table, name).locator('button.value')

/**
 * @param {string} file
 * @param {(string | undefined)[]} wanted
 */
async function fileIs(file, wanted) {
  await until(
    () => readFileSync(file, 'utf8') === wanted.join(''),
    () => `the text is\n${readFileSync(file, 'utf8')}and should be\n${wanted.join('')}`,
  )
}
