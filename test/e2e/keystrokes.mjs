// One author's way through the editor with real keystrokes and clicks. It ends with a picture of the editor.
//
//   node test/e2e/keystrokes.mjs                          the picture goes to .vscode-test/screenshot.png
//   node test/e2e/keystrokes.mjs images/screenshot.png    the picture in the README is made anew
import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { openEditor, openFile } from './page.mjs'

/** @typedef {import('./page.mjs').Page} Page */

const picture = resolve(process.argv[2] ?? join(editorCache, 'screenshot.png'))
const pictureOfFailure = join(editorCache, 'keystrokes-failed.png')

endWithParent()
try {
  const { page, close } = await openEditor()
  try {
    await writeRecord(page)
    await chooseDomain(page)
    await pose(page)
  } catch (error) {
    await page.screenshot({ path: pictureOfFailure })
    console.log(`  What the editor showed when it failed: ${pictureOfFailure}`)
    throw error
  }
  await page.screenshot({ path: picture })
  console.log(`  passed  a record is written with completion, a value is mended with a quick fix; the picture is ${picture}`)
  await close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
// Whatever is still open after a failure ends with this process.
process.exit()

/**
 * Writes a record as an author does: never asks for the list, only types and takes what is offered.
 *
 * @param {Page} page
 */
async function writeRecord(page) {
  const { keyboard } = page
  await openFile(page, 'controls-2026.compliance.rec')
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  await keyboard.press('Control+End')
  await keyboard.type('\n@CON')
  await take(page, '@CONTROL')
  await keyboard.press('End')
  await keyboard.type(' | st')
  await take(page, 'status')
  await take(page, 'tested')
  await keyboard.press('End')
  await keyboard.type(' | matu')
  await take(page, 'maturity')
  await keyboard.type('9')
  await expectLine(page, /@CONTROL rid=CTL-\d+ \| status="tested" \| maturity:int=9/)
  await page.locator('.squiggly-error').first().waitFor()

  // The help on the record's fields, which comes by itself, lies over the place to hover.
  await keyboard.press('Escape')
  await hoverUntil(page, 'maturity', page.locator('.monaco-hover', { hasText: '1 to 5' }).first())
  await keyboard.press('Escape')
  await keyboard.press('Backspace')
  await keyboard.type('4')
  await page.locator('.squiggly-error').first().waitFor({ state: 'detached' })

  await keyboard.type(' | owner=risk office')
  await page.locator('.squiggly-warning').first().waitFor()
  await keyboard.press('Control+.')
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Put the value in quotes' }).first().click()
  await expectLine(page, /owner="risk office"/)
  await page.locator('.squiggly-warning').first().waitFor({ state: 'detached' })
}

/**
 * Chooses another domain with the item in the status bar, sees it in the header, and takes it back.
 *
 * @param {Page} page
 */
async function chooseDomain(page) {
  await page.locator('.statusbar-item', { hasText: 'compliance' }).click()
  await page.locator('.quick-input-widget input').fill('legal')
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'core.legal' }).first().click()
  await page.locator('.statusbar-item', { hasText: 'legal' }).waitFor()
  await page.locator('.editor-instance .monaco-editor').first().click()
  await page.keyboard.press('Control+Z')
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
}

/**
 * Leaves a number out of its range and the list of a field's values for the picture.
 *
 * @param {Page} page
 */
async function pose(page) {
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n@CON')
  await take(page, '@CONTROL')
  await page.keyboard.press('End')
  await page.keyboard.type(' | title="Suppliers are assessed yearly')
  await page.keyboard.press('End')
  await page.keyboard.type(' | maturity:int=9 | st')
  await page.locator('.squiggly-error').first().waitFor()
  await take(page, 'status')
  await offered(page, 'not-started').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Space')
  await page.locator('.suggest-details', { hasText: 'in-progress' }).first().waitFor()
}

/**
 * Waits until the list offers an entry, and takes it with a click.
 *
 * @param {Page} page
 * @param {string} label
 */
async function take(page, label) {
  const row = offered(page, label)
  await row.waitFor()
  await row.click()
}

/**
 * @param {Page} page
 * @param {string} label the exact text of the entry
 */
function offered(page, label) {
  return page.locator('.suggest-widget.visible .monaco-list-row').filter({ has: page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) }).first()
}

/**
 * Moves the mouse onto the last place where a word stands, as often as it takes: the editor forgets a hover that a
 * late answer of the server (a lens, a hint, the help on parameters) comes between.
 *
 * @param {Page} page
 * @param {string} word
 * @param {import('playwright-core').Locator} expected what comes up
 */
async function hoverUntil(page, word, expected) {
  const place = page.locator('.view-line span span', { hasText: word }).last()
  for (let attempts = 10; attempts > 0; attempts--) {
    await place.hover()
    const isShown = await expected.waitFor({ timeout: 3000 }).then(() => true, () => false)
    if (isShown) return
    await page.mouse.move(0, 0)
  }
  await expected.waitFor()
}

/**
 * Waits until a line of the editor has a text.
 *
 * @param {Page} page
 * @param {RegExp} pattern
 */
async function expectLine(page, pattern) {
  const line = page.locator('.editor-instance .view-line', { hasText: flexible(pattern) })
  await line.first().waitFor()
  assert.ok(await line.count() > 0)
}

/** A pattern whose blanks also match those that the editor shows, which do not break. */
function flexible(pattern) {
  return new RegExp(pattern.source.replaceAll(' ', '\\s'))
}
