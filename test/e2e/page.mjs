// A page with VS Code and the extension from its folder, for real keystrokes and clicks.
import { join } from 'node:path'
import { startWorkbench } from '../../scripts/editor/workbench.mjs'
import { root } from '../../scripts/project.mjs'
import { copySamples } from './workspace.mjs'

/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens VS Code on a copy of the samples, which may be changed.
 *
 * @returns {Promise<{ page: Page, close: () => Promise<void> }>} the page with the workbench ready, and what ends it all
 */
export async function openEditor() {
  const { folder, samples } = copySamples()
  const { page, server, close } = await startWorkbench({
    dataFolder: join(folder, 'data'),
    extensionsFolder: join(folder, 'extensions'),
  })
  await page.goto(server.address(samples, { extensionDevelopmentPath: server.uri(root), skipWelcome: 'true' }))
  await workbenchReady(page)
  return { page, close }
}

/**
 * Waits until the workbench shows the files of its folder; before that, keys do nothing.
 *
 * @param {Page} page
 */
export async function workbenchReady(page) {
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor()
}

/**
 * Opens a file of the workspace by its name, and waits until its text is there and has the keyboard.
 *
 * @param {Page} page
 * @param {string} name the file's name, such as `compliance.rec`
 */
export async function openFile(page, name) {
  await page.keyboard.press('Control+P')
  await page.locator('.quick-input-widget input').fill(name)
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.tab.active', { hasText: name }).waitFor()
  await page.locator('.editor-instance .view-line').first().waitFor()
}
