// A page with VS Code and the extension from its folder, for real keystrokes and clicks.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { serveForWeb } from '../../scripts/editor/web-extension.mjs'
import { startWorkbench } from '../../scripts/editor/workbench.mjs'
import { editorCache, endWithParent, root } from '../../scripts/project.mjs'
import { copyForWeb, copySamples } from './workspace.mjs'

/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens VS Code on a copy of the samples, which may be changed.
 *
 * @param {Readonly<Record<string, string | Uint8Array>>} [files] the contents of more files that are in the
 *   folder, by their names
 * @param {boolean} [inBrowser] whether the extension runs in the browser itself, as in VS Code for the web
 * @param {Readonly<Record<string, unknown>>} [settings] of the user, besides those that keep the editor quiet
 * @param {string} [helper] the folder of another extension that the editor has
 * @returns {Promise<{ page: Page, folder: string, close: () => Promise<void> }>} the page with the workbench ready, the
 *   folder that it has open, and what ends it all
 */
export async function openEditor(files = {}, inBrowser = false, settings = {}, helper = undefined) {
  const { folder, samples } = copySamples()
  if (helper) cpSync(helper, join(folder, 'extensions', basename(helper)), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(samples, name), text)
  const { page, server, close } = await startWorkbench(
    {
      dataFolder: join(folder, 'data'),
      extensionsFolder: join(folder, 'extensions'),
      settings,
    },
    { bypassCSP: inBrowser },
  )
  if (inBrowser) await serveForWeb(page, copyForWeb(folder))
  await page.goto(
    server.address(samples, { ...(!inBrowser && { extensionDevelopmentPath: server.uri(root) }), skipWelcome: 'true' }),
  )
  await workbenchReady(page)
  return { page, folder: samples, close }
}

/**
 * Tries something in VS Code, says how that went, and ends this process.
 *
 * @param {string} name of the folder in .vscode-test for pictures of it, and of what the editor showed when it failed
 * @param {{
 *   files?: Readonly<Record<string, string | Uint8Array>>,
 *   inBrowser?: boolean | undefined,
 *   settings?: Readonly<Record<string, unknown>>,
 *   helper?: string,
 * }} options as for `openEditor`
 * @param {(page: Page, where: { folder: string, pictures: string }) => Promise<string>} tryOut throws where something
 *   is not as it should be; gives what to say where all is
 * @returns {Promise<never>}
 */
export async function tryInEditor(name, { files, inBrowser, settings, helper }, tryOut) {
  endWithParent()
  const pictures = join(editorCache, name)
  mkdirSync(pictures, { recursive: true })
  try {
    const { page, folder, close } = await openEditor(files, inBrowser, settings, helper)
    try {
      console.log(`  passed  ${await tryOut(page, { folder, pictures })}`)
    } catch (error) {
      await page.screenshot({ path: join(pictures, 'failed.png') })
      console.log(`  What the editor showed when it failed: ${join(pictures, 'failed.png')}`)
      throw error
    }
    await close()
  } catch (error) {
    console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
  // Whatever is still open after a failure ends with this process.
  process.exit()
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
  await chooseFile(page, name)
  await page.locator('.editor-instance .view-line').first().waitFor()
}

/**
 * Moves the mouse onto the last place where a word stands, as often as it takes: the editor forgets a hover that a
 * late answer of the server (a lens, a hint, the help on parameters) comes between.
 *
 * @param {Page} page
 * @param {string} word
 * @param {import('playwright-core').Locator} expected what comes up
 */
export async function hoverUntil(page, word, expected) {
  const place = page.locator('.view-line span span', { hasText: word }).last()
  for (let attempts = 10; attempts > 0; attempts--) {
    await place.hover()
    const isShown = await expected.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (isShown) return
    await page.mouse.move(0, 0)
  }
  await expected.waitFor()
}

/**
 * Asks for the code actions at the cursor, as often as it takes: problems that arrive while VS Code makes the list
 * start another request of its own, for the light bulb, which cancels the one of the user.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} expected a row of the list
 */
export async function askForActions(page, expected) {
  for (let attempts = 10; attempts > 0; attempts--) {
    await page.keyboard.press('Control+.')
    const isShown = await expected.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (isShown) return
    await page.keyboard.press('Escape')
  }
  await expected.waitFor()
}

/**
 * Opens a file of the workspace by its name, in the kind of editor that it was in last.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function chooseFile(page, name) {
  await page.keyboard.press('Control+P')
  await page.locator('.quick-input-widget input').fill(name)
  // The list starts with files that were open before; Enter takes the one that is marked.
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.tab.active', { hasText: name }).waitFor()
}

/**
 * Runs a command by its name in the command palette.
 *
 * @param {Page} page
 * @param {string} name such as `Recline: Open as Table`
 */
export async function runCommand(page, name) {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first()
  for (let triesLeft = 5; ; triesLeft--) {
    try {
      await page.keyboard.press('F1')
      await page.locator('.quick-input-widget input').fill(`>${name}`, { timeout: 10_000 })
      return await row.click({ timeout: 10_000 })
    } catch (error) {
      // A view that takes the keyboard, because it is shown just now, closes the palette.
      if (triesLeft === 0) throw error
    }
  }
}
