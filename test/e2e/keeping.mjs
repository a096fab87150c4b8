// Keeping a table as in a spreadsheet, in a real VS Code with real keystrokes, drags and an input method.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../accessibility.mjs'
import { runCommand } from './page.mjs'
import { active, cell, heading, openTable, settled, until } from './table/view.mjs'
import { chooseTheme, complaintsOf, frameOf, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table/view.mjs').Table} Table */

/**
 * @typedef {object} Kept
 * @property {Page} page
 * @property {Table} table
 * @property {string} pictures
 * @property {() => string} saved the text of the file
 */

const start = [
  '@CONTROL rid=CTL-1 | title="Access" | status="tested" | owner="Ana" | maturity:int=1\n',
  '# about the second\n',
  '@CONTROL rid=CTL-2 | title="Backup" | status="effective" | owner="Smith, John" | maturity:int=2\n',
  '@CONTROL rid=CTL-3 | status="in-progress" | owner="Ana"\n',
  '@CONTROL rid=CTL-4\n',
  '@CONTROL rid=CTL-5 | title="مراجعة الوصول"\n',
]

/** @type {import('./flow.mjs').Flow} */
export const keeping = {
  name: 'keeping a table',
  files: { 'kept.compliance.rec': start.join('') },
  run: async ({ page, folder, pictures }) => {
    const complaints = complaintsOf(page)
    const table = await openTable(page, 'kept.compliance.rec')
    /** @type {Kept} */
    const kept = { page, table, pictures, saved: () => readFileSync(join(folder, 'kept.compliance.rec'), 'utf8') }
    await acceptByArrows(kept)
    await saveOpenCell(kept)
    await composeText(kept)
    await dragHandle(kept)
    await insertRecords(kept)
    await selectApart(kept)
    await checkValues(kept)
    await changeRows(kept)
    assert.deepEqual(complaints, [], 'The view did something that its policy forbids.')
    await cell(table, 0, 'rid').click()
    await page.keyboard.press('Control+S')
    await page.locator('.tab.dirty').first().waitFor({ state: 'detached' })
    await runCommand(page, 'View: Close All Editors')
  },
}

/**
 * Down and up accept a text where no list is shown.
 *
 * @param {Kept} kept
 */
async function acceptByArrows({ page, table }) {
  await cell(table, 2, 'title').click()
  await page.keyboard.type('Third')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Fourth')
  await page.keyboard.press('ArrowUp')
  await settled(table, 'title', ['Access', 'Backup', 'Third', 'Fourth', 'مراجعة الوصول'])
  assert.equal(await active(table), 'Third')
}

/**
 * The file has what stands in the open cell.
 *
 * @param {Kept} kept
 */
async function saveOpenCell({ page, table, saved }) {
  await cell(table, 3, 'owner').click()
  await page.keyboard.type('Kim')
  await page.keyboard.press('Control+S')
  await until(
    () => saved().includes('@CONTROL rid=CTL-4 | title="Fourth" | owner="Kim"'),
    () => `the file is ${saved()}`,
  )
  assert.equal(await active(table), 'Kim')
}

/**
 * What an input method composes is in the cell from its first character on, and so is an emoji.
 *
 * @param {Kept} kept
 */
async function composeText({ page, table, pictures }) {
  const session = await page.context().newCDPSession(page)
  await cell(table, 4, 'owner').click()
  for (const text of ['に', 'にほ', '日本'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  assert.equal(await table.locator('.cell-editor textarea').inputValue(), '日本')
  await page.screenshot({ path: join(pictures, 'composing.png') })
  await session.send('Input.insertText', { text: '日本' })
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await settled(table, 'owner', ['Ana', 'Smith, John', 'Ana', 'Kim', '日本!'])
  await cell(table, 0, 'owner').click()
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await table.locator('.cell-editor textarea').waitFor()
  await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
  await table.locator('.cell-editor').waitFor({ state: 'detached' })
  await cell(table, 4, 'framework').click()
  await page.keyboard.insertText('👩‍⚕️')
  await page.keyboard.press('Enter')
  await settled(table, 'framework', ['', '', '', '', '👩‍⚕️'])
  await expectNoViolations(await frameOf(page), 'The table with text of an input method')
}

/**
 * The handle continues numbers down, and copies to the right; Escape leaves it.
 *
 * @param {Kept} kept
 */
async function dragHandle({ page, table, pictures }) {
  await cell(table, 0, 'maturity').click()
  await cell(table, 1, 'maturity').click({ modifiers: ['Shift'] })
  const handle = table.locator('.fill-handle')
  await handle.hover()
  await page.mouse.down()
  await cell(table, 4, 'maturity').hover()
  await table.locator('.fill-area').waitFor()
  await page.screenshot({ path: join(pictures, 'fill-handle.png') })
  await page.mouse.up()
  await settled(table, 'maturity', ['1', '2', '3', '4', '5'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'maturity', ['1', '2', '', '', ''])
}

/**
 * A record above and below another one, with its comment where it was.
 *
 * @param {Kept} kept
 */
async function insertRecords({ page, table, saved }) {
  await cell(table, 1, 'title').click()
  await page.keyboard.press('Control+Enter')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-6', 'CTL-3', 'CTL-4', 'CTL-5'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3', 'CTL-4', 'CTL-5'])
  await cell(table, 1, 'title').click()
  await table.getByRole('button', { name: 'More' }).click()
  await table.getByRole('button', { name: 'Insert Above' }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-6', 'CTL-2', 'CTL-3', 'CTL-4', 'CTL-5'])
  await page.keyboard.press('Control+S')
  await until(
    () => saved().includes('@CONTROL rid=CTL-6\n# about the second\n@CONTROL rid=CTL-2'),
    () => saved(),
  )
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3', 'CTL-4', 'CTL-5'])
}

/**
 * Rows that are apart get one value; with keys as well.
 *
 * @param {Kept} kept
 */
async function selectApart({ page, table, pictures }) {
  await cell(table, 0, 'framework').click()
  await cell(table, 2, 'framework').click({ modifiers: ['Control'] })
  await page.screenshot({ path: join(pictures, 'apart.png') })
  await page.keyboard.type('ISO')
  await page.keyboard.press('Control+Enter')
  await settled(table, 'framework', ['ISO', '', 'ISO', '', '👩‍⚕️'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'framework', ['', '', '', '', '👩‍⚕️'])
  await cell(table, 1, 'owner').click()
  await page.keyboard.press('Shift+F8')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await settled(table, 'owner', ['Ana', '', 'Ana', '', '日本!'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'owner', ['Ana', 'Smith, John', 'Ana', 'Kim', '日本!'])
  await cell(table, 0, 'rid').click()
  await cell(table, 2, 'owner').click({ modifiers: ['Control'] })
  await table.getByText('Only rows of the selected columns can be added.').waitFor()
}

/**
 * The filter of a column without allowed values offers those that it has, also one with a comma.
 *
 * @param {Kept} kept
 */
async function checkValues({ page, table, pictures }) {
  await table.getByRole('button', { name: 'Filters' }).click()
  const field = table.getByLabel('Filter owner')
  await field.click()
  await table.getByRole('option', { name: 'Smith, John' }).click()
  await settled(table, 'rid', ['CTL-2'])
  await table.getByRole('option', { name: 'Kim' }).click()
  await settled(table, 'rid', ['CTL-2', 'CTL-4'])
  assert.equal(await field.inputValue(), '="Smith, John", "Kim"')
  await page.screenshot({ path: join(pictures, 'filter-values.png') })
  await expectNoViolations(await frameOf(page), 'The values of a filter')
  await field.fill('')
  await table.getByRole('button', { name: 'Filters' }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-3', 'CTL-4', 'CTL-5'])
}

/**
 * Rows of several lines, with a color for each value, in all themes.
 *
 * @param {Kept} kept
 */
async function changeRows({ page, table, pictures }) {
  const more = table.getByRole('button', { name: 'More' })
  await more.click()
  await table.getByLabel('Height of rows').selectOption('3')
  await table.getByLabel('Color rows by').selectOption('status')
  await page.screenshot({ path: join(pictures, 'more.png') })
  await page.keyboard.press('Escape')
  await table.locator('.grid.wrapped .row.color3').first().waitFor()
  const { height } = (await cell(table, 0, 'title').boundingBox()) ?? { height: 0 }
  assert.ok(height > 55 && height < 65, `a row of three lines is ${height} pixels high`)
  assert.equal(await table.locator('.row.color3 .colored').first().innerText(), 'tested')
  await cell(table, 3, 'framework').click()
  await cell(table, 4, 'owner').click({ modifiers: ['Shift'] })
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await page.screenshot({ path: join(pictures, `rows-${name}.png`) })
    await expectNoViolations(await frameOf(page), `Colored rows, ${name}`)
  }
  await chooseTheme(page, themes[0][0])
  await more.click()
  await table.getByLabel('Height of rows').selectOption('1')
  await table.getByLabel('Color rows by').selectOption('')
  await page.keyboard.press('Escape')
  await heading(table, 'rid').waitFor()
}
