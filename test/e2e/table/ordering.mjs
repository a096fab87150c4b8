// Several columns that sort, the order of the file, series of values, and what selected cells add up to.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../page.mjs'
import { cell, heading, openTable, settled, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */

/** What the file says that is sorted. */
export const sortedFile = `# The first control.
@CONTROL rid=ORD-1 | title="Access" | status="tested" | maturity:int=2
@CONTROL rid=ORD-2 | title="Backup" | status="not-started" | maturity:int=4
@CONTROL rid=ORD-3 | title="Crypto" | status="tested" | maturity:int=3
`

/**
 * @param {Page} page
 * @param {string} file with the text of `sortedFile`
 * @param {string} pictures the folder they go to
 */
export async function orderTable(page, file, pictures) {
  const table = await openTable(page, 'sorted.compliance.rec')
  const saved = async (/** @type {string} */ wanted) => {
    await page.keyboard.press('Control+S')
    await until(
      () => readFileSync(file, 'utf8') === wanted,
      () => `the text is\n${readFileSync(file, 'utf8')}and should be\n${wanted}`,
    )
  }
  await heading(table, 'status').click()
  await settled(table, 'rid', ['ORD-2', 'ORD-1', 'ORD-3'])
  await heading(table, 'maturity').click({ modifiers: ['Shift'] })
  await heading(table, 'maturity').click({ modifiers: ['Shift'] })
  await settled(table, 'rid', ['ORD-2', 'ORD-3', 'ORD-1'])
  assert.equal(await heading(table, 'status').locator('.direction').innerText(), '1')
  assert.equal(await heading(table, 'maturity').locator('.direction').innerText(), '2')

  await cell(table, 0, 'maturity').click()
  await cell(table, 2, 'maturity').click({ modifiers: ['Shift'] })
  await table.getByText('3 cells · sum 9 · average 3 · from 2 to 4').waitFor()
  await page.screenshot({ path: join(pictures, 'sorted.png') })

  await table.getByRole('button', { name: 'Sort File' }).click()
  await table.getByText('Sorted the file.').waitFor()
  const [comment, first, second, third] = sortedFile.split('\n')
  const inOrder = `${[second, third, comment, first].join('\n')}\n`
  await table.getByRole('grid').focus()
  await saved(inOrder)

  await heading(table, 'status').click()
  await heading(table, 'status').click()
  await heading(table, 'status').click()
  await settled(table, 'rid', ['ORD-2', 'ORD-3', 'ORD-1'])
  await cell(table, 0, 'owner').click()
  await page.keyboard.type('The team for the access of people 1')
  // The selection stays although the column becomes wider when the value arrives.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+Space')
  await table.getByText('3 cells · 2 empty').waitFor()
  await runCommand(page, 'Recline: Fill Series')
  await settled(
    table,
    'owner',
    [1, 2, 3].map(number => `The team for the access of people ${number}`),
  )
  let number = 0
  await saved(inOrder.replace(/(?<=\d)\n/g, () => ` | owner="The team for the access of people ${++number}"\n`))

  await table.getByRole('button', { name: 'Filters' }).click()
  await table.getByLabel('Filter maturity').fill('>two')
  await table.getByText('numbers are compared as >5').first().waitFor()
  await runCommand(page, 'View: Close All Editors')
}
