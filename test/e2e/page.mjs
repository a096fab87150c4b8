// The workbench of VS Code, as tests use it with keys and clicks.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./remote.mjs').Remote} Remote */

/** @type {WeakMap<Page, Remote>} */
const remotes = new WeakMap()

/**
 * @param {Page} page
 * @param {Remote} remote of the window in the page
 */
export const knowRemote = (page, remote) => remotes.set(page, remote)

/**
 * The window in a page, from the inside.
 *
 * @param {Page} page
 * @returns {Remote}
 */
export function remoteIn(page) {
  const remote = remotes.get(page)
  if (!remote) throw new Error('The page has no window of VS Code.')
  return remote
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
 * Opens a file of the workspace as text, and waits until its text is there and has the keyboard. The list of files of
 * VS Code would be of no use here: for a moment it has the files of before.
 *
 * @param {Page} page
 * @param {string} name the file's name, such as `compliance.rec`
 */
export async function openFile(page, name) {
  await remoteIn(page).open(name)
  await page.locator('.tab.active', { hasText: name }).waitFor()
  await page.locator('.editor-instance .view-line').first().waitFor()
}

/**
 * Presses keys as a typist does: the extensions know of each before the next one.
 *
 * @param {Page} page
 * @param {readonly string[]} strokes such as `Tab` or `x`
 */
export async function typeSlowly(page, strokes) {
  for (const stroke of strokes) {
    await page.keyboard.press(stroke)
    await remoteIn(page).command('setContext', 'remote.isTyping', true)
  }
}

/**
 * Moves the mouse onto the last place where a word stands. What the server still sends (a lens, a hint, the help on
 * parameters) would take the hover away, so nothing may be left to send.
 *
 * @param {Page} page
 * @param {string} word
 * @param {import('playwright-core').Locator} expected what comes up
 */
export async function hoverOver(page, word, expected) {
  await remoteIn(page).idle()
  await page.locator('.view-line span span', { hasText: word }).last().hover()
  await expected.waitFor()
}

/**
 * Asks for the code actions at the cursor. Problems that arrive while VS Code makes the list would start another
 * request of its own, for the light bulb, which cancels the one of the user, so nothing may be left to send.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} expected a row of the list
 */
export async function askForActions(page, expected) {
  await remoteIn(page).idle()
  await page.keyboard.press('Control+.')
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
 * Runs a command by its name in the command palette. The palette is opened from the inside: a page that is loading in a
 * view takes the key for it, and does nothing with it.
 *
 * @param {Page} page
 * @param {string} name such as `Recline: Open as Table`
 */
export async function runCommand(page, name) {
  await remoteIn(page).command('workbench.action.quickOpen', `>${name}`)
  // A palette that is closing comes back with the name of before. Where a view got the keyboard back late, from the
  // palette before, this gives it to the palette again.
  await page.locator('.quick-input-widget .quick-input-filter input').fill(`>${name}`)
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click()
}

/**
 * The text of the editor in front, as far as it is in sight.
 *
 * @param {Page} page
 */
export async function textOf(page) {
  const text = await page.locator('.editor-instance .view-lines').innerText()
  // The editor draws blanks as no-break spaces.
  return text.replaceAll('\u00a0', ' ')
}

/**
 * A view of the side bar.
 *
 * @param {Page} page
 * @param {string} title
 */
export function paneOf(page, title) {
  return page.locator('.pane', { has: page.locator('.pane-header', { hasText: title }) })
}

/**
 * Opens or closes a view of the side bar, unless it is so already.
 *
 * @param {Page} page
 * @param {string} title
 * @param {boolean} isOpen
 */
export async function fold(page, title, isOpen) {
  const header = paneOf(page, title).locator('.pane-header')
  if ((await header.getAttribute('aria-expanded')) !== String(isOpen)) await header.click()
}
