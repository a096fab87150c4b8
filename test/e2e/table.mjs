// The table view in a real VS Code, with real keystrokes and clicks: reading it, in three themes.
//
//   node test/e2e/table.mjs          pictures of it stay in .vscode-test/table
//   node test/e2e/table.mjs --web    in VS Code for the web, where extension and server run in the browser
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'
import { openEditor, openFile, runCommand } from './page.mjs'
import { chooseTheme, complaintsOf, frameOf, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */

/** The columns of a control, as they stand. */
const columns = ['rid', 'framework', 'title', 'status', 'owner', 'maturity']
const pictures = join(editorCache, 'table')
const hostile = '<img src=x onerror="document.title=`taken`"><script>document.title="taken"</script>'
const quoted = JSON.stringify(hostile)
const hostileFile = [
  `@CONTROL rid="${'x'.repeat(30)}" | title=${quoted} | owner=${quoted} | maturity:int=9 | status=${quoted}`,
  '@CONTROL title="no id" | <b>junk</b> | maturity:int=3',
  '@FINDING rid=F-1 | control_ref="CTL-9"',
  '@<b>TAG</b> __proto__=1 | constructor=2 | toString=3', '<script>alert(1)</script>', '',
].join('\n')

const editedFile = `@CONTROL rid=CTL-1 | title="Access" | status="tested" | maturity:int=3
@CONTROL rid=CTL-2 | title="Backup" | maturity="2"
# a comment
@EVIDENCE control_ref="CTL-1" | type="log" | collected:ts=2026-05-11T09:40:00Z
`

const { values } = parseArgs({ options: { web: { type: 'boolean' } } })

endWithParent()
mkdirSync(pictures, { recursive: true })
try {
  const files = { 'edited.compliance.rec': editedFile, 'hostile.compliance.rec': hostileFile, 'changing.compliance.rec': '' }
  const { page, folder, close } = await openEditor(files, values.web)
  const complaints = complaintsOf(page)
  try {
    await read(page)
    await startAtCursor(page)
    await edit(page, join(folder, 'edited.compliance.rec'))
    await showHostileText(page, join(folder, 'hostile.compliance.rec'))
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

  await table.getByRole('rowheader').nth(2).click()
  assert.equal(await table.locator('.cell.selected').count(), await table.getByRole('columnheader').count() - 1)

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

  const edge = await heading(table, 'title').locator('.edge').boundingBox()
  const width = (await cell(table, 0, 'title').boundingBox())?.width
  assert.ok(edge && width)
  await page.mouse.move(edge.x + 3, edge.y + 5)
  await page.mouse.down()
  await page.mouse.move(edge.x - 47, edge.y + 5, { steps: 4 })
  await page.mouse.up()
  await until(async () => (await cell(table, 0, 'title').boundingBox())?.width === width - 50, () => 'the column has another width')

  await table.getByRole('tab', { name: 'CONTROL' }).focus()
  await page.keyboard.press('ArrowRight')
  await heading(table, 'control_ref').waitFor()
  assert.equal(await table.getByRole('tab', { selected: true }).getAttribute('data-key'), 'core.compliance.EVIDENCE')
}

/**
 * Opens a file as a table from its text, at the record that the cursor is in; true and false are changed by one key; what
 * the view shows is the same when it comes back in sight.
 *
 * @param {Page} page
 */
async function startAtCursor(page) {
  await openFile(page, 'chest-pain.health.rec')
  await page.keyboard.press('Control+F')
  await page.keyboard.type('active:bool')
  await page.keyboard.press('Escape')
  const table = await showAsTable(page)
  await table.getByRole('tab', { name: 'PATIENT', selected: true }).waitFor()
  await cursorIn(table, 2)
  await table.locator('.cell.bool').click()
  await page.keyboard.press('Space')
  await settled(table, 'active', ['false'])
  await page.keyboard.press('Space')
  await settled(table, 'active', ['true'])
  await table.getByRole('tab', { name: 'LAB' }).click()
  await table.locator('.cell').filter({ hasText: /./ }).nth(3).click()
  const before = await active(table)
  await page.keyboard.press('Control+S')
  await openFile(page, 'spring-round.hr.rec')
  await page.locator('.tab', { hasText: 'chest-pain' }).last().click()
  await table.getByRole('tab', { name: 'LAB', selected: true }).waitFor()
  await until(async () => await table.locator('#active').innerText() === before, () => `the cursor is not on ${before}`)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Writes into cells in every way there is, and looks at the text that comes of it.
 *
 * @param {Page} page
 * @param {string} file
 */
async function edit(page, file) {
  const table = await openTable(page, 'edited.compliance.rec')
  const text = () => readFileSync(file, 'utf8')
  /** @param {(before: string) => string} change */
  const saved = async change => {
    const wanted = change(expected)
    await page.keyboard.press('Control+S')
    await until(() => text() === wanted, () => `the text is\n${text()}and should be\n${wanted}`)
    expected = wanted
  }
  let expected = editedFile

  await cell(table, 0, 'title').click()
  await page.keyboard.type('Who "may" | what=1')
  await page.keyboard.press('Enter')
  await settled(table, 'title', ['Who "may" | what=1', 'Backup'])
  assert.equal(await active(table), 'Backup')
  await page.keyboard.press('Control+Z')
  await settled(table, 'title', ['Access', 'Backup'])
  await page.keyboard.press('Control+Y')
  await settled(table, 'title', ['Who "may" | what=1', 'Backup'])
  await saved(before => before.replace('"Access"', '"Who \\"may\\" | what=1"'))

  // A number that was written as text; a text of two lines; a value that is typed and left again.
  await cell(table, 1, 'maturity').dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await settled(table, 'maturity', ['3', '4'])
  await cell(table, 1, 'title').click()
  await page.keyboard.press('F2')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('restore')
  await page.keyboard.press('Enter')
  await settled(table, 'title', ['Who "may" | what=1', 'Backup\nrestore'])
  await cell(table, 0, 'owner').click()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Escape')
  assert.equal(await active(table), '')
  await saved(before => before.replace('maturity="2"', 'maturity:int=4').replace('"Backup"', '"Backup\\nrestore"'))

  // The allowed values, in their order, with the one that stands there marked.
  await cell(table, 0, 'status').click()
  await page.keyboard.press('Enter')
  await table.getByRole('option', { selected: true, name: 'tested' }).waitFor()
  const allowed = ['not-started', 'in-progress', 'implemented', 'tested', 'effective', 'ineffective']
  assert.deepEqual(await table.locator('.choice .value').allInnerTexts(), allowed)
  await expectNoViolations(await frameOf(page), 'The list of values')
  await page.screenshot({ path: join(pictures, 'choices.png') })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await settled(table, 'status', ['effective', ''])
  await page.keyboard.type('prog')
  await table.getByRole('option', { selected: true, name: 'in-progress' }).waitFor()
  await page.keyboard.press('Enter')
  await settled(table, 'status', ['effective', 'in-progress'])
  await page.keyboard.press('Delete')
  await settled(table, 'status', ['effective', ''])
  await cell(table, 1, 'status').dblclick()
  await table.getByRole('option', { name: /^implemented/ }).click()
  await settled(table, 'status', ['effective', 'implemented'])
  await saved(before => before.replace('"tested"', '"effective"').replace('maturity:int=4\n', 'maturity:int=4 | status="implemented"\n'))

  // A timestamp keeps its time when another day is picked; a reference is found by its title, and followed.
  await table.getByRole('tab', { name: 'EVIDENCE' }).click()
  await table.locator('.cell.ts').dblclick()
  await table.getByLabel('Date').fill('2026-06-01')
  await page.screenshot({ path: join(pictures, 'timestamp.png') })
  await expectNoViolations(await frameOf(page), 'The picker of a timestamp')
  await page.keyboard.press('Enter')
  await settled(table, 'collected', ['2026-06-01T09:40:00Z'])
  await table.locator('.cell.reference').click()
  await page.keyboard.type('backup')
  await table.getByRole('option', { selected: true, name: 'CTL-2' }).waitFor()
  await page.keyboard.press('Enter')
  await settled(table, 'control_ref', ['CTL-2'])
  await saved(before => before.replace('2026-05-11', '2026-06-01').replace('control_ref="CTL-1"', 'control_ref="CTL-2"'))
  await table.locator('.cell.reference').click({ modifiers: ['Control'] })
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await cursorIn(table, 3)

  // Records: a new one with the next id of the workspace, a copy, and gone again; each is one step to undo.
  await table.getByRole('button', { name: 'Add', exact: true }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-0009'])
  await cursorIn(table, 4)
  await page.keyboard.press('Control+Shift+D')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-0009', 'CTL-0010'])
  await cursorIn(table, 5)
  await page.keyboard.press('Shift+ArrowUp')
  await table.getByRole('button', { name: 'Delete' }).click()
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await table.getByRole('grid').focus()
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2', 'CTL-0009', 'CTL-0010'])
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await saved(before => before)

  // Cells as CSV, from here to there and as new records.
  await cell(table, 0, 'title').click()
  await cell(table, 1, 'maturity').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+C')
  await cell(table, 1, 'title').click()
  await page.keyboard.press('Control+V')
  await settled(table, 'title', ['Who "may" | what=1', 'Who "may" | what=1', 'Backup\nrestore'])
  await settled(table, 'maturity', ['3', '3', '4'])
  await page.keyboard.press('Control+Z')
  await settled(table, 'rid', ['CTL-1', 'CTL-2'])
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Shows problems, and text that would be a script if it were taken for HTML; looks at it in three themes.
 *
 * @param {Page} page
 * @param {string} file
 */
async function showHostileText(page, file) {
  const table = await openTable(page, 'hostile.compliance.rec')
  await settled(table, 'title', [hostile, 'no id'])
  assert.equal(await table.locator('main').locator('img, script, b').count(), 0)
  assert.equal(await cell(table, 1, 'rid').innerText(), 'missing')
  assert.match(await cell(table, 0, 'maturity').getAttribute('title') ?? '', /1 to 5/)
  assert.equal(await cell(table, 0, 'maturity').getAttribute('aria-invalid'), 'true')
  await cell(table, 0, 'maturity').click()
  await table.locator('footer', { hasText: '1 to 5' }).waitFor()
  await table.getByRole('tab', { name: 'TAG' }).click()
  await table.getByRole('button', { name: 'Filters' }).click()
  for (const [name, value] of [['__proto__', '1'], ['constructor', '2'], ['toString', '3']]) await settled(table, name, [value])
  await table.getByRole('textbox', { name: 'Filter constructor' }).fill('=2')
  await table.getByText('1 record', { exact: true }).waitFor()
  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByRole('tab', { name: 'CONTROL' }).click()
  await settled(table, 'title', [hostile, 'no id'])
  await table.getByText('One problem outside records').click()
  await table.getByRole('button', { name: /^Line 5: / }).waitFor()
  const frame = await frameOf(page)
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await cell(table, 0, 'maturity').click()
    await expectNoViolations(frame, `The table in ${theme}`)
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }
  await table.getByRole('button', { name: /^Line 5: / }).click()
  await page.locator('.editor-instance .view-line', { hasText: '<script>alert' }).waitFor()
  assert.notEqual(await frame.title(), 'taken')
  // The text is beside the table now: what is typed there is in the table at once.
  await page.keyboard.press('Home')
  await page.keyboard.type('@POLICY rid=P-1\n')
  await table.getByRole('tab', { name: 'POLICY' }).waitFor()
  await cell(table, 1, 'owner').dblclick()
  await page.keyboard.type('X')
  await page.keyboard.press('Enter')
  await page.locator('.editor-instance .view-line', { hasText: 'owner="X"' }).first().waitFor()
  await page.keyboard.press('Control+S')
  await until(() => readFileSync(file, 'utf8').includes('owner="X"'), () => 'the file is not saved')
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
  return showAsTable(page, sign)
}

/**
 * Shows the file in front as a table.
 *
 * @param {Page} page
 * @param {string} [sign] what is there once the table is
 */
async function showAsTable(page, sign = '.cell') {
  await runCommand(page, 'Recline: Open as Table')
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await table.locator(sign).first().waitFor()
  return table
}

/** @typedef {import('playwright-core').FrameLocator} Table */

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
  const texts = await cells.evaluateAll(all => all.map(cell =>
    ({ row: Number(cell.parentElement?.getAttribute('aria-rowindex')), text: cell.textContent })))
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
  /** @type {unknown} */
  let found
  await until(async () => {
    found = await column(table, name).catch(() => undefined)
    return JSON.stringify(found) === JSON.stringify(wanted)
  }, () => `${name} is ${JSON.stringify(found)} and should be ${JSON.stringify(wanted)}`)
}

/**
 * Waits until something is so.
 *
 * @param {() => boolean | Promise<boolean>} isSo
 * @param {() => string} otherwise what to say where it does not come to be so
 */
async function until(isSo, otherwise) {
  for (const end = Date.now() + 15_000; !await isSo();) {
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
function cursorIn(table, row) {
  return table.locator(`.row[aria-rowindex="${row}"] #active`).waitFor()
}

/**
 * @param {Table} table
 * @param {number} row from 0, in the order that is shown
 * @param {string} name
 */
function cell(table, row, name) {
  const inColumn = table.locator(`[aria-colindex="${columns.indexOf(name) + 2}"]`)
  return table.locator(`.body .row:not([hidden])[aria-rowindex="${row + 2}"] .cell`).and(inColumn)
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
