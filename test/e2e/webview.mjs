// The pages that the extension shows in webviews, as the tests drive them.
import assert from 'node:assert/strict'
import { runCommand } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** The themes that every view is looked at in, each with the name of its picture. */
export const themes = /** @type {const} */ ([
  ['Dark Modern', 'dark'],
  ['Dark High Contrast', 'high-contrast'],
  ['Light High Contrast', 'high-contrast-light'],
  ['Light Modern', 'light'],
])

/**
 * The frame that the page of the view in front is in.
 *
 * @param {Page} page
 * @returns {Promise<Frame>}
 */
export async function frameOf(page) {
  const handle = await page.frameLocator('iframe.webview').locator('#active-frame').elementHandle()
  const frame = await handle?.contentFrame()
  assert.ok(frame)
  return frame
}

/**
 * @param {Page} page
 * @param {string} theme
 */
export async function chooseTheme(page, theme) {
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
export function complaintsOf(page) {
  /** @type {string[]} */
  const complaints = []
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  return complaints
}
