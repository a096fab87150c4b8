// A browser without a window, in which VS Code is shown.
import { chromium } from 'playwright-core'
import { findChromium } from './chromium.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

// Blocks all requests except those to the server, so that no test needs the network.
const browserArguments = ['--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

/** The size of the window, in pixels. */
export const viewport = { width: 1280, height: 800 }

/**
 * Starts a browser, which ends with this process at the latest.
 *
 * @returns {Promise<Browser>}
 */
export async function startBrowser() {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium or Chrome was found on the PATH; "npm test" installs one on Debian.')
  return chromium.launch({ executablePath, args: browserArguments })
}

/**
 * Opens a blank page with a storage of its own.
 *
 * @param {Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Page>}
 */
export async function openPage(browser, options) {
  const context = await browser.newContext({ viewport, ...options })
  context.setDefaultTimeout(60_000)
  return context.newPage()
}
