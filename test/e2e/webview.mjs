// The pages that the extension shows in webviews, as the tests drive them.
import assert from 'node:assert/strict'
import { remoteIn } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** The themes that every view is looked at in, each with the name of its picture. */
export const themes = /** @type {const} */ ([
  ['Default Dark Modern', 'dark'],
  ['Default High Contrast', 'high-contrast'],
  ['Default High Contrast Light', 'high-contrast-light'],
  ['Default Light Modern', 'light'],
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
 * Waits until keys go to the page of a view. VS Code gives it the keyboard some time after its own list has closed.
 *
 * @param {import('playwright-core').FrameLocator} view
 */
export async function hasKeyboard(view) {
  await view.locator(':root').evaluate(
    ({ ownerDocument }) =>
      new Promise((resolve, reject) => {
        const end = Date.now() + 15_000
        const look = () => {
          if (ownerDocument.hasFocus()) resolve(undefined)
          else if (Date.now() > end) reject(new Error('The page of the view did not get the keyboard.'))
          else setTimeout(look, 50)
        }
        look()
      }),
  )
}

/**
 * Waits until VS Code has seen that the page of a view lost the keyboard. It looks every 250 ms. If a list closes just
 * when it sees that, VS Code gives the keyboard to the frame around the page, and keys go nowhere.
 *
 * @param {import('playwright-core').FrameLocator} view
 */
export async function lostKeyboard(view) {
  await view.locator(':root').evaluate(
    ({ ownerDocument }) =>
      new Promise(resolve => {
        // The frames have one thread, so VS Code's look comes before the end of this time.
        const look = () => (ownerDocument.hasFocus() ? setTimeout(look, 50) : setTimeout(resolve, 250))
        look()
      }),
  )
}

/**
 * Chooses a theme, and waits until the page of the view in front has it.
 *
 * @param {Page} page
 * @param {typeof themes[number][0]} theme
 */
export async function chooseTheme(page, theme) {
  await remoteIn(page).settings({ 'workbench.colorTheme': theme })
  const [, kind] = themes.find(([name]) => name === theme) ?? []
  await page
    .frameLocator('iframe.webview')
    .frameLocator('#active-frame')
    .locator(`body[data-vscode-theme-kind="vscode-${kind}"]`)
    .waitFor()
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
