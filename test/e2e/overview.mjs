// The overview and the graph in a real VS Code, with real keystrokes and clicks, in four themes.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../accessibility.mjs'
import { openFile, runCommand } from './page.mjs'
import { until } from './table/view.mjs'
import { chooseTheme, complaintsOf, frameOf, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */

const hostile = '<img src=x onerror="document.title=`taken`"><script>document.title="taken"</script>'
const hostileFile = [
  `@CONTROL rid="C-1" | title=${JSON.stringify(hostile)} | maturity:int=9 | status="tested"`,
  `@FINDING rid=F-1 | control_ref="C-1" | status="open" | remediation_due:ts=2020-01-01`,
  `@EVIDENCE rid=E-1 | control_ref=${JSON.stringify(hostile)}`,
  '@<b>TAG</b> x=1',
  '',
].join('\n')

/** One control with 400 findings, one with two, and a policy that nothing refers to. */
const largeFile = [
  '@CONTROL rid=BIG-1 | title="Large"',
  ...Array.from({ length: 400 }, (_, id) => `@FINDING rid=BIG-F-${id} | control_ref="BIG-1"`),
  '@CONTROL rid=BIG-2 | title="Small"',
  '@FINDING rid=BIG-G-1 | control_ref="BIG-2" | remediation_due:ts=2020-03-04',
  '@FINDING rid=BIG-G-2 | control_ref="BIG-2"',
  '@POLICY rid=BIG-P',
  '',
].join('\n')

/** @type {import('./flow.mjs').Flow} */
export const overview = {
  name: 'the overview and the graph',
  files: {
    'hostile.compliance.rec': hostileFile,
    'changing.compliance.rec': '',
    'large.compliance.rec': largeFile,
  },
  run: async ({ page, folder, pictures }) => {
    const complaints = complaintsOf(page)
    await countRecords(page, pictures)
    await followChanges(page, folder)
    await drawGraph(page, pictures)
    await drawLargeGraph(page, pictures)
    await shareColumn(page, pictures)
    await countWorkspace(page, pictures)
    await runCommand(page, 'View: Close All Editors')
    await showGroup(page)
    assert.deepEqual(complaints, [], 'A view did something that its policy forbids.')
  },
}

/**
 * Numbers, and the records behind them, of a file with text that would be a script if it were taken for HTML.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function countRecords(page, pictures) {
  const view = await show(page, 'hostile.compliance.rec', 'Recline: Show Overview')
  await view.getByText('4 records, ').waitFor()
  await view.getByRole('button', { name: 'CONTROL.maturity: above 5: 1' }).waitFor()
  await view.getByRole('button', { name: 'Due: overdue 1' }).waitFor()
  await view.getByRole('button', { name: 'Due: overdue 1' }).click()
  await view.getByRole('complementary').getByText('2020-01-01').waitFor()
  await view.getByRole('button', { name: 'CONTROL.status: tested 1' }).click()
  const frame = await frameOf(page)
  await view.getByRole('complementary').getByText(hostile.slice(0, 20)).waitFor()
  assert.equal(await view.locator('main, aside').locator('img, script, b').count(), 0)
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await expectNoViolations(frame, `The overview in ${theme}`)
    await page.screenshot({ path: join(pictures, `overview-${name}.png`) })
  }
  assert.notEqual(await frame.title(), 'taken')
  await view.getByRole('button', { name: 'CONTROL C-1' }).click()
  await page.locator('.statusbar-item', { hasText: 'Ln 1, Col 1' }).waitFor()
  await runCommand(page, 'View: Close All Editors')
}

/**
 * A group of problems leads to a table that shows its records.
 *
 * @param {Page} page
 */
async function showGroup(page) {
  const view = await show(page, 'hostile.compliance.rec', 'Recline: Show Overview')
  await view.getByRole('button', { name: /^Problems: CONTROL\.maturity is 9; .* out-of-range 1$/ }).click()
  await view.getByRole('complementary').getByRole('button', { name: 'Open as Table' }).click()
  const expression = page
    .frameLocator('iframe.webview >> nth=-1')
    .frameLocator('#active-frame')
    .getByLabel('Expression that filters the records')
  await until(
    async () => (await expression.inputValue()) === 'has(maturity) && !valid(maturity)',
    () => 'the table does not show the records of the group',
  )
  await runCommand(page, 'View: Close All Editors')
}

/**
 * A file without records, one that is nothing but problems, and one that another program changes.
 *
 * @param {Page} page
 * @param {string} folder
 */
async function followChanges(page, folder) {
  const file = join(folder, 'changing.compliance.rec')
  const view = await show(page, 'changing.compliance.rec', 'Recline: Show Overview')
  await view.getByText('There are no records yet.').waitFor()
  await view.getByRole('button', { name: 'Import Records…' }).waitFor()
  writeFileSync(file, 'junk\n\n'.repeat(30))
  await view.getByRole('button', { name: /^Problems: .* syntax 30$/ }).click()
  await view.getByRole('button', { name: 'Line', exact: true }).first().waitFor()
  writeFileSync(file, '@CONTROL rid=CTL-1\n')
  await view.getByText('There are no such records anymore.').waitFor()
  await page.keyboard.press('Escape')
  await view.getByRole('complementary').waitFor({ state: 'hidden' })
  await view.getByRole('button', { name: 'core.compliance: CONTROL 1' }).waitFor()
  await runCommand(page, 'View: Close All Editors')
}

/**
 * The graph of a file, and of what is around one of its records; with the mouse and with the keyboard.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function drawGraph(page, pictures) {
  const view = await show(page, 'hostile.compliance.rec', 'Recline: Show Graph')
  await view.getByText('3 records and 2 references. 1 id has no record.').waitFor()
  await view.getByRole('link', { name: /^CONTROL <img.*no record has this id$/ }).waitFor()
  const frame = await frameOf(page)
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await expectNoViolations(frame, `The graph in ${theme}`)
    await page.screenshot({ path: join(pictures, `graph-${name}.png`) })
  }
  assert.equal(await view.locator('main').locator('img, script, b').count(), 0)
  await view.getByRole('link', { name: 'FINDING F-1' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.statusbar-item', { hasText: 'Ln 2, Col 1' }).waitFor()
  await runCommand(page, 'View: Close All Editors')

  await openFile(page, 'controls-2026.compliance.rec')
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  await page.keyboard.press('Control+G')
  await page.keyboard.type('24')
  await page.keyboard.press('Enter')
  await page.locator('.statusbar-item', { hasText: 'Ln 24, Col 1' }).waitFor()
  await runCommand(page, 'Recline: Show References as Graph')
  const around = viewOf(page)
  await around.getByText('2 records and 1 reference.').waitFor()
  await around.getByRole('button', { name: '2', exact: true }).click()
  await around.getByRole('button', { name: '2', exact: true, pressed: true }).waitFor()
  await page.screenshot({ path: join(pictures, 'around.png') })
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Views open with the whole width. Beside a text, nothing in them is cut off.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function shareColumn(page, pictures) {
  const columns = page.locator('.editor-group-container')
  const view = await show(page, 'hostile.compliance.rec', 'Recline: Show Overview')
  await view.getByText('4 records, ').waitFor()
  assert.equal(await columns.count(), 1)
  await runCommand(page, 'View: Move Editor into Next Group')
  await view.getByText('4 records, ').waitFor()
  assert.equal(await columns.count(), 2)
  const { scrollWidth, clientWidth } = await view
    .locator('main')
    .evaluate(main => ({ scrollWidth: main.scrollWidth, clientWidth: main.clientWidth }))
  assert.ok(scrollWidth <= clientWidth, `The overview is ${scrollWidth} wide and has ${clientWidth}.`)
  await page.screenshot({ path: join(pictures, 'overview-beside.png') })
  await runCommand(page, 'View: Close All Editors')
}

/**
 * All files of the workspace.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function countWorkspace(page, pictures) {
  await runCommand(page, 'Recline: Show Overview of Workspace')
  await viewOf(page)
    .getByText(/records in 15 files/)
    .waitFor()
  await page.screenshot({ path: join(pictures, 'workspace-overview.png') })
  await runCommand(page, 'View: Close All Editors')
  await runCommand(page, 'Recline: Show Graph of Workspace')
  const view = viewOf(page)
  await view.getByText(/references between the records of \d+ tags/).waitFor()
  await page.screenshot({ path: join(pictures, 'workspace-graph.png') })
  await view.getByRole('link', { name: /^FINDING, \d+ records$/ }).click()
  await view.getByText(/^80 records and \d+ references/).waitFor()
  await page.screenshot({ path: join(pictures, 'workspace-tag.png') })
  await view.getByRole('button', { name: 'Back' }).click()
  await view.getByRole('button', { name: 'Show Records' }).waitFor()
}

/**
 * A graph that is too large to be shown as a whole, and the ways to what it leaves out.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function drawLargeGraph(page, pictures) {
  const view = await show(page, 'large.compliance.rec', 'Recline: Show Graph')
  await view.getByText('80 records and 79 references.').waitFor()
  const frame = await frameOf(page)
  await expectNoViolations(frame, 'A large graph')
  await page.screenshot({ path: join(pictures, 'large-graph.png') })
  await view.getByRole('button', { name: 'Show More' }).click()
  await view.getByText('300 records and 299 references.').waitFor()
  await view.getByRole('combobox', { name: 'Group' }).selectOption('1')
  await view.getByText('3 records and 2 references.').waitFor()
  await view.getByRole('button', { name: 'Back' }).click()
  await view.getByText('80 records and 79 references.').waitFor()
  await view.getByRole('button', { name: /^Show the records around CONTROL BIG-1/ }).click()
  await page.locator('.tab', { hasText: 'Graph of CONTROL BIG-1' }).waitFor()
  await view.getByRole('button', { name: 'Back' }).click()
  await view.getByText('Records without references: 1').click()
  await view.getByRole('button', { name: 'POLICY BIG-P' }).click()
  await page.locator('.statusbar-item', { hasText: 'Ln 405, Col 1' }).waitFor()
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Opens a file, and a view of it alone.
 *
 * @param {Page} page
 * @param {string} name the file's name
 * @param {string} command what shows the view
 */
async function show(page, name, command) {
  await openFile(page, name)
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  await runCommand(page, command)
  return viewOf(page)
}

/** @param {Page} page */
function viewOf(page) {
  return page.frameLocator('iframe.webview').frameLocator('#active-frame')
}
