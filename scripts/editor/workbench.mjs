// A VS Code in a browser without a window.
import { chromium } from 'playwright-core'
import { findChromium } from './chromium.mjs'
import { installEditor } from './install.mjs'
import { startServer } from './server.mjs'

/** @typedef {import('playwright-core').Page} Page */

// Blocks all requests except those to the server, so that no test needs the network.
const browserArguments = ['--disable-gpu', '--disable-quic', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

/**
 * Starts VS Code's server and a browser, and installs the editor's packages where they are missing. Both end with this
 * process at the latest.
 *
 * @param {{ dataFolder: string, extensionsFolder: string, settings?: Readonly<Record<string, unknown>> }} folders as
 *   for the server
 * @param {import('playwright-core').BrowserContextOptions} [options] of the page
 * @returns {Promise<{ page: Page, server: import('./server.mjs').Server, close: () => Promise<void> }>} a blank page,
 *   the server whose addresses it can open, and what ends both
 */
export async function startWorkbench(folders, options) {
  await installEditor()
  const page = await startBrowser(options)
  // The workbench loads an extension under development from the URL only with this driver.
  const server = await startServer({ ...folders, args: ['--enable-smoke-test-driver'] })
  return {
    page,
    server,
    close: async () => {
      await page.context().browser()?.close()
      server.stop()
      await server.ended
    },
  }
}

/**
 * Starts a browser, which ends with this process at the latest.
 *
 * @param {import('playwright-core').BrowserContextOptions} [options] of the page
 * @returns {Promise<Page>} a blank page
 */
export async function startBrowser(options) {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium or Chrome was found on the PATH; "npm test" installs one on Debian.')
  const browser = await chromium.launch({ executablePath, args: browserArguments })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options })
  page.setDefaultTimeout(60_000)
  return page
}
