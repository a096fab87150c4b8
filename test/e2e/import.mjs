// The import of a CSV file, a Parquet file and a workbook in a real VS Code, with real keystrokes and clicks.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expectNoViolations } from '../accessibility.mjs'
import { openFile, runCommand } from './page.mjs'
import { until } from './table/view.mjs'
import { chooseTheme, complaintsOf, frameOf, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */

const hostile = '<img src=x onerror="document.title=`taken`">'
const files = {
  'team.hr.rec': '@EMPLOYEE rid=E-0 | role="first"\n',
  'people.csv': `RID;Start Date;FTE;Job;Shoe size\nE-1;05.06.2026;0,8;${hostile};43\nE-2;30.06.2026;1;Cook;\n`,
  'people.parquet': parquet(['E-4', 'E-5']),
  'people.xlsx': workbook(),
  'damaged.parquet': parquet(['E-6', 'E-7']).fill(255, 4, 200),
  'wide.csv': `rid,Compensation before deductions,${Array.from({ length: 40 }, (_, index) => `Remarks_about_year_${index}`)}\nE-9,1${',text'.repeat(40)}\n`,
  'uncertain.csv': 'rid,Start Date\nE-3,05/06/2026\n',
  'july.csv': 'rid,role\nE-0,second\nE-20,Cook\nE-21,Baker\n',
  'june.csv': 'rid,role\nE-0,third\n',
  'proof.compliance.rec': '@EVIDENCE control_ref="CTL-1" | type="log"\n',
  'proof.csv': 'control_ref,type,File,Remark\nCTL-2,log,proof.txt,seen\n',
  'proof.txt': 'kept\n',
  'titled.csv': 'All people;;\nBadge;Role;FTE\nE-8;Cook;NA\n',
}

/** @type {import('./flow.mjs').Flow} */
export const importRecords = {
  name: 'the import of records',
  files,
  run: async ({ page, pictures, editor: { isWeb } }) => {
    const complaints = complaintsOf(page)
    await openFile(page, 'team.hr.rec')
    await page.locator('.statusbar-item', { hasText: 'hr' }).waitFor()
    await importPeople(page, pictures)
    await undo(page)
    await seeColumns(page, pictures)
    await importIntoRecords(page, pictures)
    await dropNextTable(page)
    await dropOnTable(page, pictures)
    await decideAboutDates(page, pictures)
    await sayWhatDataMean(page, pictures)
    await importParquet(page, pictures)
    await importSheet(page, pictures)
    await dropWorkbook(page)
    await draftDescriptor(page, pictures)
    await importForPractice(page, pictures)
    // VS Code for the web has no disk, on which files as values are.
    if (!isWeb) await dropEvidence(page)
    assert.deepEqual(complaints, [], 'The page did something that its policy forbids.')
  },
}

/**
 * Maps a column with the keyboard and inserts the records below the one at the cursor.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function importPeople(page, pictures) {
  const view = await openImport(page, 'people.csv')
  await view.getByText('2 records.').waitFor()
  assert.equal(await view.getByLabel('Tag').inputValue(), 'EMPLOYEE')
  assert.equal(await view.getByLabel('Field of Start Date').inputValue(), 'start_date')
  assert.equal(await view.getByLabel('Field of Shoe size').inputValue(), 'shoe_size')
  await view.getByLabel('Field of Shoe size').selectOption('')
  await view.getByText('2 records, 1 column left out.').waitFor()
  await view.getByText('"FTE": 1 number is read with the comma as decimal sign').waitFor()
  await view.getByLabel('Field of Job').selectOption('role')
  await view.getByLabel('First records').getByText('role="Cook"').waitFor()
  assert.equal(await view.locator('main').locator('img, script').count(), 0)
  const frame = await frameOf(page)
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await expectNoViolations(frame, `The import in ${theme}`)
    await page.screenshot({ path: join(pictures, `import-${name}.png`) })
  }
  assert.notEqual(await frame.title(), 'taken')
  await view.getByRole('button', { name: 'Insert' }).click()
  await lineWith(page, '@EMPLOYEE rid=E-2 | start_date:ts=2026-06-30 | fte:float=1 | role="Cook"').waitFor()
  await page.screenshot({ path: join(pictures, 'inserted.png') })
}

/**
 * Takes all inserted records back in one step.
 *
 * @param {Page} page
 */
async function undo(page) {
  await page.locator('.tab.active', { hasText: 'team.hr.rec' }).waitFor()
  await page.locator('.editor-instance .view-line').first().click()
  await page.keyboard.press('Control+Z')
  await lineWith(page, 'rid=E-1').waitFor({ state: 'detached' })
  assert.equal(await lineWith(page, 'rid=E-2').count(), 0)
  await lineWith(page, '@EMPLOYEE rid=E-0').waitFor()
}

/**
 * In a table of many columns, no word of a name is broken, and the button that inserts is in sight.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function seeColumns(page, pictures) {
  const view = await openImport(page, 'wide.csv')
  await view.getByText('Compensation before deductions').first().waitFor()
  await page.screenshot({ path: join(pictures, 'wide.png') })
  const names = view.locator('tbody th')
  const lines = await names.evaluateAll(cells =>
    cells.flatMap(({ firstChild }) =>
      [.../** @type {Text} */ (firstChild).data.matchAll(/\S+/g)].map(({ index, 0: word }) => {
        const range = document.createRange()
        range.setStart(/** @type {Text} */ (firstChild), index)
        range.setEnd(/** @type {Text} */ (firstChild), index + word.length)
        return `${word}: ${range.getClientRects().length}`
      }),
    ),
  )
  assert.deepEqual(
    lines.filter(line => !line.endsWith(': 1')),
    [],
  )
  const insert = view.getByRole('button', { name: 'Insert' })
  const bottom = await insert.evaluate(button => window.innerHeight - button.getBoundingClientRect().bottom)
  assert.ok(bottom >= 0, `The button is ${-bottom} pixels below the visible part.`)
  await page.keyboard.press('Control+W')
}

/**
 * Changes the records that exist, after the user has seen each value and left one record out, as one step of undo.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function importIntoRecords(page, pictures) {
  const view = await openImport(page, 'july.csv')
  await view.getByText('3 rows: 1 record matched; 1 changed (E-0); 2 added (E-20, E-21); 0 gone').waitFor()
  assert.equal(await view.getByLabel('Into').inputValue(), 'file')
  await page.screenshot({ path: join(pictures, 'import-into.png') })
  await expectNoViolations(await frameOf(page), 'The import into records')
  await view.getByRole('button', { name: 'Show Changes' }).click()
  await page.locator('.tab.active', { hasText: 'Import july.csv into EMPLOYEE' }).waitFor()
  await page.locator('iframe.webview').nth(1).waitFor({ state: 'detached' })
  await view.getByText('Changes 3 records in 1 file.').waitFor()
  const line = view.locator('.body .line.value', { hasText: 'first' })
  await line.filter({ hasText: 'second' }).waitFor()
  await view.locator('.body .line.value', { hasText: 'EMPLOYEE E-21' }).locator('.check').click()
  await view.getByText('Changes 2 of 3 records in 1 of 1 file.').waitFor()
  await page.screenshot({ path: join(pictures, 'import-changes.png') })
  await view.getByRole('button', { name: 'Apply' }).click()
  await page.locator('.tab.active', { hasText: 'team.hr.rec' }).waitFor()
  await lineWith(page, '@EMPLOYEE rid=E-0 | role="second"').waitFor()
  await lineWith(page, '@EMPLOYEE rid=E-20 | role="Cook"').waitFor()
  assert.equal(await lineWith(page, 'E-21').count(), 0)
  await page.locator('.editor-instance .view-line').first().click()
  await page.keyboard.press('Control+Z')
  await lineWith(page, '@EMPLOYEE rid=E-0 | role="first"').waitFor()
  assert.equal(await lineWith(page, 'E-20').count(), 0)
}

/**
 * A table of records that exist opens the import when it is dropped, instead of writing them a second time.
 *
 * @param {Page} page
 */
async function dropNextTable(page) {
  const lines = page.locator('.editor-instance .view-line')
  const before = await lines.count()
  await dropIntoText(page, 'july.csv')
  const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await view.getByText('3 rows: 1 record matched').waitFor()
  await closeImport(page, 'july.csv')
  assert.equal(await lines.count(), before)
}

/**
 * A table that is dropped on the table view opens the import. With the table of the last import, a value that was
 * changed by hand is told and kept.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function dropOnTable(page, pictures) {
  await runCommand(page, 'Recline: Open as Table')
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await table.getByText('first').first().waitFor()
  const box = await page.locator('iframe.webview').first().boundingBox()
  assert.ok(box)
  await dropAt(page, 'july.csv', box)
  await page.locator('.tab.active', { hasText: 'Import july.csv' }).waitFor()
  const view = page.frameLocator('iframe.webview >> visible=true').frameLocator('#active-frame')
  await view.getByText('3 rows: 1 record matched; 1 changed (E-0)').waitFor()
  await view.getByRole('button', { name: 'Last table: Choose…' }).click()
  const dialog = page.locator('.quick-input-widget', { hasText: 'Choose the Table of the Last Import' })
  await dialog.locator('.monaco-list-row', { hasText: 'june.csv' }).click()
  await view.getByText('role was changed by hand, from "third" to "first", and the table has "second"').waitFor()
  await view.getByText('1 value changed by hand is kept').waitFor()
  await page.screenshot({ path: join(pictures, 'import-base.png') })
  await expectNoViolations(await frameOf(page), 'The import with the last table')
  await view.getByRole('button', { name: 'Forget june.csv' }).click()
  await view.getByText('1 changed (E-0)').waitFor()
  await closeImport(page, 'july.csv')
  // The page of the table is loaded again, and takes the keyboard from a palette that is opened meanwhile.
  await table.getByRole('grid').and(table.locator(':focus')).waitFor()
  await runCommand(page, 'Recline: Open as Text')
  await lineWith(page, '@EMPLOYEE rid=E-0 | role="first"').waitFor()
}

/**
 * Nothing can be inserted before the order of the dates is chosen.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function decideAboutDates(page, pictures) {
  const view = await openImport(page, 'uncertain.csv')
  await view.getByText('"05/06/2026" in line 2 can mean 2026-06-05 or 2026-05-06').waitFor()
  await view.getByRole('button', { name: 'Insert', disabled: true }).waitFor()
  await page.screenshot({ path: join(pictures, 'uncertain.png') })
  await view.getByLabel('Tag').selectOption('EMPLOYEE')
  await view.getByLabel('Dates').selectOption('month-day')
  await view.getByRole('button', { name: 'Insert', disabled: false }).click()
  await lineWith(page, '@EMPLOYEE rid=E-3 | start_date:ts=2026-05-06').waitFor()
}

/**
 * Says where the names stand and which texts mean nothing, and fills two fields with a column.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function sayWhatDataMean(page, pictures) {
  const view = await openImport(page, 'titled.csv')
  await view.getByText('The first row seems to be a title').waitFor()
  await page.screenshot({ path: join(pictures, 'titled.png') })
  await view.getByLabel('Line of names').fill('2')
  await view.getByLabel('Line of names').press('Enter')
  await view.getByText('1 record.').waitFor()
  await view.getByLabel('Tag').selectOption('EMPLOYEE')
  await view.getByText('No column becomes rid, which every EMPLOYEE needs.').waitFor()
  await view.getByLabel('Field of Badge').selectOption('location')
  await view.getByRole('button', { name: 'Fill another field with Badge' }).click()
  await view.getByLabel('Field 2 of Badge').selectOption('rid')
  await view.getByLabel('Texts for no value').fill('NA')
  await view.getByLabel('Texts for no value').press('Enter')
  await view.getByLabel('First records').getByText('@EMPLOYEE location="E-8" | rid=E-8 | role="Cook"').waitFor()
  await page.screenshot({ path: join(pictures, 'two-fields.png') })
  await view.getByRole('button', { name: 'Insert', disabled: false }).click()
  await lineWith(page, '@EMPLOYEE location="E-8" | rid=E-8').waitFor()
  const again = await openImport(page, 'titled.csv')
  // The record exists by now, and nothing of it changes.
  await again.getByText('1 row: 1 record matched; 0 changed').waitFor()
  await again.getByText('The choices are those of last time; Reset forgets them.').waitFor()
  await again.getByLabel('First records').getByText('@EMPLOYEE location="E-8" | rid=E-8 | role="Cook"').waitFor()
  await again.getByRole('button', { name: 'Reset' }).click()
  await again.getByText('The first row seems to be a title').waitFor()
  await page.keyboard.press('Control+W')
}

/**
 * A thread reads Parquet, and says so if it cannot.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function importParquet(page, pictures) {
  await chooseImport(page, 'damaged.parquet')
  await page.locator('.codicon-bell-dot').waitFor()
  await runCommand(page, 'Notifications: Show Notifications')
  const messages = page.locator('.notification-list-item-message')
  await messages.filter({ hasText: 'damaged.parquet could not be read as Parquet' }).waitFor()
  const view = await openImport(page, 'people.parquet')
  await view.getByText('2 records').waitFor()
  await view.getByLabel('First records').getByText('rid=E-5').waitFor()
  await page.screenshot({ path: join(pictures, 'parquet.png') })
  await view.getByLabel('Tag').selectOption('EMPLOYEE')
  await view.getByRole('button', { name: 'Insert', disabled: false }).click()
  await lineWith(page, '@EMPLOYEE rid=E-5 | fte:float=0.5').waitFor()
}

/**
 * A thread reads the sheet that the user chooses, with its names in another row.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function importSheet(page, pictures) {
  await chooseImport(page, 'people.xlsx')
  const sheets = page.locator('.quick-input-widget', { hasText: 'Choose a Sheet of people.xlsx' })
  await sheets.locator('.monaco-list-row', { hasText: 'People' }).click()
  await page.locator('.tab.active', { hasText: /^Import / }).waitFor()
  const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await view.getByText('2 records').waitFor()
  await view.getByText('1 row above the names of the columns is skipped: "All people".').waitFor()
  await view.getByLabel('Line of names').fill('1')
  await view.getByLabel('Line of names').press('Enter')
  await view.getByText('Row 2: The cell "FTE" stands in no column that has a name').waitFor()
  await view.getByLabel('Line of names').fill('')
  await view.getByLabel('Line of names').press('Enter')
  await view.getByText('2 records').waitFor()
  await view.getByLabel('Tag').selectOption('EMPLOYEE')
  await page.screenshot({ path: join(pictures, 'sheet.png') })
  await view.getByRole('button', { name: 'Insert', disabled: false }).click()
  await lineWith(page, '@EMPLOYEE rid=E-11 | fte:float=0.5 | start_date:ts=2026-06-30').waitFor()
}

/**
 * A workbook that is dragged from the Explorer into the records opens the import, and changes nothing.
 *
 * @param {Page} page
 */
async function dropWorkbook(page) {
  const lines = page.locator('.editor-instance .view-line')
  const before = await lines.count()
  await dropIntoText(page, 'people.xlsx')
  const sheets = page.locator('.quick-input-widget', { hasText: 'Choose a Sheet of people.xlsx' })
  await sheets.locator('.monaco-list-row', { hasText: 'People' }).click()
  await closeImport(page, 'people.xlsx')
  assert.equal(await lines.count(), before)
}

/**
 * A column that only an extension has which comes with Recline: the page puts it in force.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function importForPractice(page, pictures) {
  await openFile(page, 'proof.compliance.rec')
  const view = await openImport(page, 'proof.csv')
  await view.getByText('practice.compliance comes with Recline and has fields for "File".').waitFor()
  await page.screenshot({ path: join(pictures, 'practice.png') })
  await view.getByRole('button', { name: 'Use practice.compliance' }).click()
  await until(
    async () => (await view.getByLabel('Field of File').inputValue()) === 'file',
    () => 'the column File is no field of practice.compliance',
  )
  assert.equal(await view.getByRole('button', { name: 'Use practice.compliance' }).count(), 0)
  await view.getByLabel('Field of Remark').selectOption('')
  await view.getByRole('button', { name: 'Insert' }).click()
  await lineWith(page, '@EVIDENCE control_ref="CTL-2" | type="log" | file="proof.txt"').waitFor()
}

/**
 * A file that is dropped on a record with a field for files: its path is written there.
 *
 * @param {Page} page
 */
async function dropEvidence(page) {
  const box = await lineWith(page, 'CTL-1').boundingBox()
  assert.ok(box)
  await dropAt(page, 'proof.txt', { x: box.x, y: box.y - 30 })
  await lineWith(page, '@EVIDENCE control_ref="CTL-1" | type="log" | file="proof.txt"').waitFor()
}

/**
 * Drags a file from the Explorer into the text.
 *
 * @param {Page} page
 * @param {string} name
 */
async function dropIntoText(page, name) {
  const box = await page.locator('.editor-instance .view-lines').first().boundingBox()
  assert.ok(box)
  await dropAt(page, name, box)
}

/**
 * Drags a file from the Explorer to a place of the window, with the key that lets an editor have it.
 *
 * @param {Page} page
 * @param {string} name
 * @param {{ x: number, y: number }} box
 */
async function dropAt(page, name, box) {
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).hover()
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 30, { steps: 8 })
  await page.keyboard.down('Shift')
  await page.mouse.move(box.x + 70, box.y + 40, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
}

/**
 * Closes the page of an import with the mouse: in a browser, Ctrl+W is a key of the browser.
 *
 * @param {Page} page
 * @param {string} name
 */
async function closeImport(page, name) {
  const tab = page.locator('.tab.active', { hasText: `Import ${name}` })
  await tab.waitFor()
  await tab.click({ button: 'middle' })
  await tab.waitFor({ state: 'detached' })
}

/** The bytes of a workbook with two sheets, below a title. */
function workbook() {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (/** @type {[string, string][]} */ ...all) =>
    `<Relationships>${all.map(([type, target], index) => `<Relationship Id="r${index}" Type="${relation}/${type}" Target="${target}"/>`).join('')}</Relationships>`
  const row = (/** @type {string[]} */ ...cells) => `<row>${cells.join('')}</row>`
  const text = (/** @type {string} */ content) => `<c t="inlineStr"><is><t>${content}</t></is></c>`
  const people = [
    row(text('All people'), '<c/>', '<c/>'),
    row(text('rid'), text('FTE'), text('Start Date')),
    row(text('E-10'), '<c><v>1</v></c>', '<c/>'),
    row(text('E-11'), '<c><v>0.5</v></c>', '<c s="1"><v>46203</v></c>'),
  ]
  const sheet = (/** @type {string[]} */ rows) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  const parts = {
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Notes" r:id="r0"/><sheet name="People" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet([]),
    'xl/worksheets/sheet2.xml': sheet(people),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strToU8(content)])))
}

/**
 * The bytes of a Parquet file.
 *
 * @param {string[]} rids
 */
function parquet(rids) {
  const fte = rids.map((_, index) => 1 - index / 2)
  const columnData = [
    { name: 'rid', data: rids },
    { name: 'FTE', data: fte },
  ]
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

/**
 * Runs the command and chooses a file, and waits for the page.
 *
 * @param {Page} page
 * @param {string} name
 */
async function openImport(page, name) {
  await chooseImport(page, name)
  await page.locator('.tab.active', { hasText: /^Import / }).waitFor()
  return page.frameLocator('iframe.webview').frameLocator('#active-frame')
}

/**
 * Drafts a descriptor from a CSV file, which extends a domain that the user picks.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function draftDescriptor(page, pictures) {
  await runCommand(page, 'Recline: Draft a Descriptor from Data')
  const dialog = page.locator('.quick-input-widget', { hasText: 'Draft a Descriptor from Data' })
  await dialog.locator('.monaco-list-row', { hasText: 'people.csv' }).click()
  const domains = page.locator('.quick-input-widget', { hasText: 'Domain to Extend' })
  await domains.locator('.monaco-list-row', { hasText: 'core.hr' }).click()
  await lineWith(page, '"extends": "core.hr"').waitFor()
  await page.getByText('Read each field of the draft').first().waitFor()
  await page.screenshot({ path: join(pictures, 'draft.png') })
}

/**
 * Runs the command and chooses a file.
 *
 * @param {Page} page
 * @param {string} name
 */
async function chooseImport(page, name) {
  await runCommand(page, 'Recline: Import Records')
  const dialog = page.locator('.quick-input-widget', { hasText: 'Import Records into' })
  await dialog.locator('.monaco-list-row', { hasText: name }).click()
}

/**
 * The lines of the file in front with some text.
 *
 * @param {Page} page
 * @param {string} text
 */
function lineWith(page, text) {
  // The editor draws blanks as no-break spaces.
  const words = text.split(' ').map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return page.locator('.editor-instance .view-line', { hasText: new RegExp(words.join('\\s')) })
}
