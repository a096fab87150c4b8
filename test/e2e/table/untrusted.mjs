// Files in the table view that are not as they should be.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../../accessibility.mjs'
import { runCommand } from '../page.mjs'
import { chooseTheme, frameOf, themes } from '../webview.mjs'
import { cell, openTable, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */

const hostile = '<img src=x onerror="document.title=`taken`"><script>document.title="taken"</script>'
const quoted = JSON.stringify(hostile)
export const hostileFile = [
  `@CONTROL rid="${'x'.repeat(30)}" | title=${quoted} | owner=${quoted} | maturity:int=9 | status=${quoted}`,
  '@CONTROL title="no id" | <b>junk</b> | maturity:int=3',
  '@FINDING rid=F-1 | control_ref="CTL-9"',
  '@<b>TAG</b> __proto__=1 | constructor=2 | toString=3',
  '<script>alert(1)</script>',
  '',
].join('\n')

/**
 * Shows problems, and text that would be a script if it were taken for HTML; looks at it in four themes.
 *
 * @param {Page} page
 * @param {string} file with the text of `hostileFile`
 * @param {string} pictures the folder they go to
 */
export async function showHostileText(page, file, pictures) {
  const table = await openTable(page, 'hostile.compliance.rec')
  await settled(table, 'title', [hostile, 'no id'])
  assert.equal(await table.locator('main').locator('img, script, b').count(), 0)
  assert.equal(await cell(table, 1, 'rid').innerText(), 'missing')
  assert.match((await cell(table, 0, 'maturity').getAttribute('title')) ?? '', /1 to 5/)
  assert.equal(await cell(table, 0, 'maturity').getAttribute('aria-invalid'), 'true')
  await cell(table, 0, 'maturity').click()
  await table.locator('footer', { hasText: '1 to 5' }).waitFor()
  await table.getByRole('tab', { name: 'TAG' }).click()
  await table.getByRole('button', { name: 'Filters' }).click()
  for (const [name, value] of [
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
  ])
    await settled(table, name, [value])
  await table.getByLabel('Filter constructor').fill('=2')
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
    // Axe does not see the color of a selection behind a text. In a text it is white there, and an empty cell would be
    // a white block.
    await table.getByRole('searchbox').focus()
    const colors = await cell(table, 0, 'maturity').evaluate(selected => {
      const { color, backgroundColor } = getComputedStyle(selected)
      return [color, backgroundColor]
    })
    if (name === 'high-contrast') assert.deepEqual(colors, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
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
  await until(
    () => readFileSync(file, 'utf8').includes('owner="X"'),
    () => 'the file is not saved',
  )
  await runCommand(page, 'View: Close All Editors')
}

/**
 * A file without records, one that is nothing but problems, and one that another program changes.
 *
 * @param {Page} page
 * @param {string} folder
 */
export async function showWhatIsNoTable(page, folder) {
  const file = join(folder, 'changing.compliance.rec')
  const table = await openTable(page, 'changing.compliance.rec', 'main')
  await table.getByText('This file has no records yet.').waitFor()
  await table.getByRole('button', { name: 'Add CONTROL' }).waitFor()
  await expectNoViolations(await frameOf(page), 'The view of an empty file')
  const header = await openTable(page, 'header.rec', 'main')
  await header.getByRole('button', { name: 'Add POLICY' }).click()
  await header.getByRole('tab', { name: 'POLICY', selected: true }).waitFor()
  await runCommand(page, 'File: Revert File')
  await header.getByRole('button', { name: 'Add POLICY' }).waitFor()
  await page.locator('.tab', { hasText: 'changing' }).last().click()
  writeFileSync(file, 'junk\n\n'.repeat(30))
  await table.getByText('30 problems outside records').click()
  await table.getByText('and 10 more').waitFor()
  await expectNoViolations(await frameOf(page), 'The view of a file that is all problems')
  writeFileSync(file, '@CONTROL rid=CTL-1\n')
  await settled(table, 'rid', ['CTL-1'])
  writeFileSync(file, '@POLICY rid=P-2\n@POLICY rid=P-1\n')
  await settled(table, 'rid', ['P-2', 'P-1'])
}
