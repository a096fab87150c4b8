// The table view in a real VS Code, with real keystrokes and clicks: reading it, in three themes.
//
//   node test/e2e/table.mjs    pictures of it stay in .vscode-test/table
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'
import { openEditor, openFile, runCommand } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** The columns of a control, as they stand. */
const columns = ['rid', 'framework', 'title', 'status', 'owner', 'maturity']
const pictures = join(editorCache, 'table')
const hostile = '<img src=x onerror="document.title=`taken`"><script>document.title="taken"</script>'
const quoted = JSON.stringify(hostile)
const hostileFile = [
  `@CONTROL rid="${'x'.repeat(30)}" | title=${quoted} | owner=${quoted} | maturity:int=9 | status=${quoted}`,
  '@CONTROL title="no id" | <b>junk</b> | maturity:int=3',
  '@FINDING rid=F-1 | control_ref="CTL-9"',
  '@<b>TAG</b> x=1', '<script>alert(1)</script>', '',
].join('\n')

endWithParent()
mkdirSync(pictures, { recursive: true })
try {
  const { page, folder, close } = await openEditor({ 'hostile.compliance.rec': hostileFile, 'changing.compliance.rec': '' })
  const complaints = listen(page)
  try {
    await read(page)
    await showHostileText(page)
    await showWhatIsNoTable(page, folder)
    assert.deepEqual(complaints, [], 'The view did something that its policy forbids.')
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'failed.png') })
    console.log(`  What the editor showed when it failed: ${join(pictures, 'failed.png')}`)
    throw error
  }
  console.log(`  passed  the table view; pictures of it are in ${pictures}`)
  await close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
// Whatever is still open after a failure ends with this process.
process.exit()

/**
 * Sorts, filters, searches, hides and walks, as someone does who looks for a record.
 *
 * @param {Page} page
 */
async function read(page) {
  const table = await openTable(page, 'controls-2026.compliance.rec')
  assert.deepEqual(await column(table, 'rid'), ['CTL-0001', 'CTL-0002', 'CTL-0003', 'CTL-0004', 'CTL-0005', 'CTL-0006', 'CTL-0007', 'CTL-0008'])

  await heading(table, 'status').click()
  await settled(table, 'status', ['not-started', 'in-progress', 'implemented', 'tested', 'effective', 'effective', 'effective', 'ineffective'])
  assert.equal(await heading(table, 'status').getAttribute('aria-sort'), 'ascending')
  await page.keyboard.press('Enter')
  await settled(table, 'rid', ['CTL-0001', 'CTL-0004', 'CTL-0005', 'CTL-0007', 'CTL-0003', 'CTL-0002', 'CTL-0006', 'CTL-0008'])
  await page.keyboard.press('Enter')
  await settled(table, 'rid', ['CTL-0001', 'CTL-0002', 'CTL-0003', 'CTL-0004', 'CTL-0005', 'CTL-0006', 'CTL-0007', 'CTL-0008'])

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+ArrowLeft')
  assert.equal(await active(table), 'CTL-0001')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Home')
  assert.equal(await active(table), 'CTL-0008')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+End')
  assert.equal(await table.locator('.cell.selected').count(), 2 * await table.getByRole('columnheader').count() - 2)

  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByRole('textbox', { name: 'Filter status' }).fill('!effective')
  await settled(table, 'rid', ['CTL-0002', 'CTL-0003', 'CTL-0006', 'CTL-0008'])
  await table.getByRole('searchbox').fill('SECURITY')
  await settled(table, 'rid', ['CTL-0006', 'CTL-0008'])
  await table.getByText('2 of 8 records').waitFor()
  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByRole('searchbox').fill('nothing like it')
  await table.getByText('No record of this tag passes').waitFor()
  await table.getByRole('searchbox').fill('')

  await table.getByRole('button', { name: 'Columns' }).click()
  await table.getByRole('checkbox', { name: 'framework' }).uncheck()
  await heading(table, 'framework').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await table.getByRole('button', { name: 'Columns (1 hidden)' }).click()
  await table.getByRole('checkbox', { name: 'framework' }).check()
  await page.keyboard.press('Escape')

  await table.getByRole('tab', { name: 'CONTROL' }).focus()
  await page.keyboard.press('ArrowRight')
  await heading(table, 'control_ref').waitFor()
  assert.equal(await table.getByRole('tab', { selected: true }).getAttribute('data-key'), 'core.compliance.EVIDENCE')
}

/**
 * Shows problems, and text that would be a script if it were taken for HTML; looks at it in three themes.
 *
 * @param {Page} page
 */
async function showHostileText(page) {
  const table = await openTable(page, 'hostile.compliance.rec')
  await settled(table, 'title', [hostile, 'no id'])
  assert.equal(await table.locator('main').locator('img, script, b').count(), 0)
  assert.equal(await cell(table, 1, 'rid').innerText(), 'missing')
  assert.match(await cell(table, 0, 'maturity').getAttribute('title') ?? '', /1 to 5/)
  assert.equal(await cell(table, 0, 'maturity').getAttribute('aria-invalid'), 'true')
  await cell(table, 0, 'maturity').click()
  await table.locator('footer', { hasText: '1 to 5' }).waitFor()
  await table.getByText('One problem outside records').click()
  await table.getByRole('button', { name: /^Line 5: / }).waitFor()
  const frame = await frameOf(page)
  for (const [theme, name] of [['Dark Modern', 'dark'], ['Dark High Contrast', 'high-contrast'], ['Light High Contrast', 'high-contrast-light'], ['Light Modern', 'light']]) {
    await chooseTheme(page, theme)
    await cell(table, 0, 'maturity').click()
    await expectNoViolations(frame, `The table in ${theme}`)
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }
  await table.getByRole('button', { name: /^Line 5: / }).click()
  await page.locator('.editor-instance .view-line', { hasText: '<script>alert' }).waitFor()
  assert.notEqual(await frame.title(), 'taken')
  await runCommand(page, 'View: Close All Editors')
}

/**
 * A file without records, one that is nothing but problems, and one that another program changes.
 *
 * @param {Page} page
 * @param {string} folder
 */
async function showWhatIsNoTable(page, folder) {
  const file = join(folder, 'changing.compliance.rec')
  const table = await openTable(page, 'changing.compliance.rec', 'main')
  await table.getByText('This file has no records yet.').waitFor()
  await expectNoViolations(await frameOf(page), 'The view of an empty file')
  writeFileSync(file, 'junk\n'.repeat(30))
  await table.getByText('30 problems outside records').click()
  await table.getByText('and 10 more').waitFor()
  await expectNoViolations(await frameOf(page), 'The view of a file that is all problems')
  writeFileSync(file, '@CONTROL rid=CTL-1\n')
  await settled(table, 'rid', ['CTL-1'])
  writeFileSync(file, '@POLICY rid=P-2\n@POLICY rid=P-1\n')
  await settled(table, 'rid', ['P-2', 'P-1'])
}

/**
 * Opens a file as a table.
 *
 * @param {Page} page
 * @param {string} name the file's name
 * @param {string} [sign] what is there once the table is
 */
async function openTable(page, name, sign = '.cell') {
  await openFile(page, name)
  await runCommand(page, 'Recline: Open as Table')
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await table.locator(sign).first().waitFor()
  return table
}

/** @typedef {import('playwright-core').FrameLocator} Table */

/**
 * The frame that the page of the view is in.
 *
 * @param {Page} page
 * @returns {Promise<Frame>}
 */
async function frameOf(page) {
  const handle = await page.frameLocator('iframe.webview').locator('#active-frame').elementHandle()
  const frame = await handle?.contentFrame()
  assert.ok(frame)
  return frame
}

/**
 * @param {Table} table
 * @param {string} name
 */
function heading(table, name) {
  return table.locator('.head .heading', { has: table.locator('.name', { hasText: new RegExp(`^${name}$`) }) })
}

/**
 * What stands in a column, of the rows in sight, from the first on.
 *
 * @param {Table} table
 * @param {string} name
 */
async function column(table, name) {
  const index = await heading(table, name).getAttribute('aria-colindex')
  const cells = table.locator(`.body .row:not([hidden]) [aria-colindex="${index}"]`)
  const texts = await cells.evaluateAll(all => all.map(cell => ({ row: Number(cell.parentElement?.getAttribute('aria-rowindex')), text: cell.textContent })))
  return texts.sort((one, other) => one.row - other.row).map(({ text }) => text)
}

/**
 * Waits until a column has these texts.
 *
 * @param {Table} table
 * @param {string} name
 * @param {string[]} wanted
 */
async function settled(table, name, wanted) {
  let found
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    found = await column(table, name).catch(() => undefined)
    if (JSON.stringify(found) === JSON.stringify(wanted)) return
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  assert.deepEqual(found, wanted)
}

/**
 * @param {Table} table
 * @param {number} row from 0, in the order that is shown
 * @param {string} name
 */
function cell(table, row, name) {
  return table.locator(`.body .row:not([hidden])[aria-rowindex="${row + 2}"] .cell`).and(table.locator(`[aria-colindex="${columns.indexOf(name) + 2}"]`))
}

/**
 * What the cell with the cursor says, as a screen reader finds it.
 *
 * @param {Table} table
 */
async function active(table) {
  const id = await table.getByRole('grid').getAttribute('aria-activedescendant')
  assert.equal(await table.getByRole('grid').evaluate(grid => grid === document.activeElement), true)
  return table.locator(`#${id}`).innerText()
}

/**
 * @param {Page} page
 * @param {string} theme
 */
async function chooseTheme(page, theme) {
  await runCommand(page, 'Preferences: Color Theme')
  await page.locator('.quick-input-widget input').fill(theme)
  await page.locator('.quick-input-list .monaco-list-row', { hasText: theme }).first().click()
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' })
}

/**
 * Collects what the pages in the editor did that their policy forbids.
 *
 * @param {Page} page
 * @returns {string[]}
 */
function listen(page) {
  /** @type {string[]} */
  const complaints = []
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  return complaints
}
