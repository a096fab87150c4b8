// The Domains view in a real VS Code: what its rows say, and that they follow the descriptors of the workspace. A new
// record takes a tag and a field of an extension that comes with Recline.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold, openFile, paneOf, runCommand } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('./flow.mjs').Flow} */
export const domains = {
  name: 'the Domains view',
  files: { 'new.compliance.rec': '' },
  run: async ({ page, folder }) => {
    await lookAtRows(page)
    await followDescriptors(page, join(folder, 'fleet.domain.json'))
    await insertRecord(page)
    await takeFromPractice(page)
    await fold(page, 'samples', true)
  },
}

/**
 * A built-in domain, a tag of it and the fields of that, opened one after the other.
 *
 * @param {Page} page
 */
async function lookAtRows(page) {
  await fold(page, 'Domains', true)
  // Only rows in sight are drawn.
  await fold(page, 'samples', false)
  await row(page, 1, 'core.security').waitFor()
  await choose(page, row(page, 1, 'core.compliance'))
  await choose(page, row(page, 2, 'CONTROL'))
  await row(page, 3, 'rid', 'required · string').waitFor()
  await row(page, 3, 'maturity', 'int 1 to 5').waitFor()
  await choose(page, row(page, 2, 'CONTROL'))
  await row(page, 3, 'maturity').waitFor({ state: 'detached' })
  await choose(page, row(page, 1, 'core.compliance'))
  await row(page, 2, 'CONTROL').waitFor({ state: 'detached' })
}

/**
 * A descriptor that comes, changes and goes.
 *
 * @param {Page} page
 * @param {string} file where it is written
 */
async function followDescriptors(page, file) {
  const write = (/** @type {string} */ tag, /** @type {string} */ description) =>
    writeFileSync(
      file,
      JSON.stringify({
        domain: 'acme.fleet',
        version: '1.0',
        description,
        records: [{ tag, description: 'One journey', fields: [{ name: 'rid', type: 'string', required: true }] }],
      }),
    )
  write('TRIP', 'Vehicles of the fleet')
  await choose(page, row(page, 1, 'acme.fleet', 'Vehicles of the fleet'))
  await row(page, 2, 'TRIP', 'One journey').waitFor()
  write('JOURNEY', 'Vehicles')
  await row(page, 1, 'acme.fleet', 'Vehicles').waitFor()
  await row(page, 2, 'JOURNEY', 'One journey').waitFor()
  await row(page, 2, 'TRIP').waitFor({ state: 'detached' })
  rmSync(file)
  await row(page, 1, 'acme.fleet').waitFor({ state: 'detached' })
}

/**
 * A record of a tag, written with the button on its row.
 *
 * @param {Page} page
 */
async function insertRecord(page) {
  await openFile(page, 'new.compliance.rec')
  await choose(page, row(page, 1, 'core.compliance'))
  await row(page, 2, 'CONTROL').hover()
  await row(page, 2, 'CONTROL').getByRole('button', { name: 'Insert Record' }).click()
  await page
    .locator('.editor-instance .view-line', { hasText: /^@CONTROL\srid=CTL-\d+\s\|\sframework=""\s\|\stitle=""/ })
    .waitFor()
}

/**
 * A row of the view.
 *
 * @param {Page} page
 * @param {number} level 1 for domains, 2 for tags, 3 for fields
 * @param {string} name
 * @param {string} [detail] what stands behind the name
 */
function row(page, level, name, detail) {
  const named = paneOf(page, 'Domains')
    .locator(`.monaco-list-row[aria-level="${level}"]`)
    .filter({ has: page.locator('.label-name', { hasText: new RegExp(`^${name}$`) }) })
  return detail === undefined
    ? named
    : named.filter({ has: page.locator('.label-description', { hasText: new RegExp(`^${detail}$`) }) })
}

/**
 * Clicks a row. What VS Code shows of the row that was clicked before would lie over it.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} chosen
 */
async function choose(page, chosen) {
  await page.mouse.move(0, 0)
  await chosen.click()
}

/**
 * A new record with a field that only an extension has which comes with Recline: it is put in force.
 *
 * @param {Page} page
 */
async function takeFromPractice(page) {
  const input = page.locator('.quick-input-widget input')
  const title = page.locator('.quick-input-title')
  const list = page.locator('.quick-input-list .monaco-list-row')
  await page.keyboard.press('Control+End')
  await runCommand(page, 'Recline: New Record')
  await input.fill('MAPPING')
  await list.filter({ hasText: 'practice.compliance, which this puts in force' }).first().waitFor()
  await input.fill('CONTROL')
  await list.filter({ hasText: 'core.compliance' }).first().click()
  await title.filter({ hasText: 'New CONTROL (1 of 1)' }).waitFor()
  await input.fill('CTL-0950')
  await page.keyboard.press('Enter')
  await title.filter({ hasText: 'add a field' }).waitFor()
  await input.fill('last_tested')
  await list.filter({ hasText: 'practice.compliance, which this puts in force: ' }).first().click()
  await page.locator('.statusbar-item', { hasText: 'practice.compliance' }).waitFor()
  await input.fill('2026-06-30')
  await page.keyboard.press('Enter')
  await title.filter({ hasText: 'add a field' }).waitFor()
  await page.keyboard.press('Enter')
  const line = page.locator('.editor-instance .view-line', {
    hasText: /@CONTROL\srid=CTL-0950\s\|\slast_tested:ts=2026-06-30/,
  })
  await line.waitFor()
}
