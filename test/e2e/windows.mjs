// Windows of VS Code with the extension, for real keystrokes and clicks. One server and one browser serve all windows
// of a start; each window has a folder of its own, and gets its contents anew for each flow.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installEditor } from '../../scripts/editor/install.mjs'
import { installExtension, startServer } from '../../scripts/editor/server.mjs'
import { serveForWeb } from '../../scripts/editor/web-extension.mjs'
import { openPage, startBrowser, viewport } from '../../scripts/editor/workbench.mjs'
import { root } from '../../scripts/project.mjs'
import { fillFolder, temporaryFolder } from './folder.mjs'
import { fold, knowRemote, paneOf, workbenchReady } from './page.mjs'
import { waitForWindows } from './remote.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./remote.mjs').Remote} Remote */
/** @typedef {import('./folder.mjs').Files} Files */

/**
 * @typedef {object} Kind a kind of start
 * @property {boolean} [isWeb] whether the extension runs in the browser itself, as in VS Code for the web
 * @property {string} [vsix] the packaged extension; without it, the extension is the one in the project's folder
 * @property {Readonly<Record<string, unknown>>} [settings] of the user, besides those that keep the editor quiet
 *
 * @typedef {object} Window
 * @property {Page} page with the workbench
 * @property {string} folder that is open: a copy of the samples, which may be changed
 * @property {Remote} remote
 * @property {(files: Files, isEmpty?: boolean) => Promise<void>} begin closes all editors, and gives the folder the
 *   samples, except where it shall be empty, and these files; the first time, they must be those of `openWindow`
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Editor
 * @property {(files?: Files) => Promise<Window>} openWindow opens a folder with the samples and these files
 * @property {boolean} isWeb
 * @property {string} installed the folder that the extension is in, or a folder above
 * @property {string} suite the tests that run in the process of the extensions: their path, or their address
 * @property {() => Promise<void>} close
 */

/** The extension that does in a window what a test asks for. */
const remoteFolder = join(root, 'test/e2e/remote')

/**
 * Starts a server and a browser. Both end with this process at the latest.
 *
 * @param {Kind} kind
 * @returns {Promise<Editor>}
 */
export async function startEditor({ isWeb = false, vsix, settings = {} }) {
  await installEditor()
  const folder = temporaryFolder()
  const folders = { dataFolder: join(folder, 'data'), extensionsFolder: join(folder, 'extensions') }
  const { address, windowOf } = await waitForWindows()
  const browser = startBrowser()
  if (!isWeb && !vsix) cpSync(remoteFolder, join(folders.extensionsFolder, 'remote'), { recursive: true })
  if (vsix) await installExtension(vsix, folders.extensionsFolder, folders.dataFolder)
  const server = await startServer({
    ...folders,
    settings: {
      'remote.address': address,
      // A view that takes the keyboard, because it is shown just now, would close the palette.
      'workbench.quickOpen.closeOnFocusLost': false,
      ...settings,
    },
    // The workbench loads an extension under development from the URL only with this driver.
    args: ['--enable-smoke-test-driver'],
  })
  const page = await openPage(await browser, { bypassCSP: isWeb })
  const context = page.context()
  // The content security policy of the workbench allows only extensions from its own server.
  const copies = isWeb ? [root, remoteFolder].map(extension => copyForWeb(extension, folder)) : []
  const [copied] = isWeb ? await serveForWeb(context, copies) : []
  // The workbench takes only one extension under development.
  const developed = vsix ? remoteFolder : root
  /** @type {[string, string][]} */
  const payload = isWeb ? [] : [['extensionDevelopmentPath', server.uri(developed)]]
  return {
    isWeb,
    installed: vsix ? folders.extensionsFolder : root,
    suite: `${copied ?? root}/dist/test/e2e.js`,
    async openWindow(files = {}) {
      const samples = join(mkdtempSync(join(folder, 'window-')), 'samples')
      fillFolder(samples, files)
      const remote = windowOf(samples)
      const window = await context.newPage()
      await window.goto(server.address(samples, [...payload, ['skipWelcome', 'true']]))
      knowRemote(window, remote)
      await workbenchReady(window)
      let isNew = true
      return {
        page: window,
        folder: samples,
        remote,
        begin: async (contents, isEmpty) => {
          // Only a folder with files tells when the workbench is ready.
          if (!isNew || isEmpty) await begin(window, remote, samples, contents, isEmpty)
          isNew = false
        },
        close: () => window.close(),
      }
    },
    async close() {
      await (await browser).close()
      server.stop()
      await server.ended
    },
  }
}

/**
 * Opens VS Code on a copy of the samples, which may be changed.
 *
 * @param {Files} [files] more files in the folder
 * @param {boolean} [isWeb] as for `startEditor`
 * @param {Readonly<Record<string, unknown>>} [settings] as for `startEditor`
 * @returns {Promise<Window>} whose `close` ends the editor, too
 */
export async function openEditor(files = {}, isWeb = false, settings = {}) {
  const editor = await startEditor({ isWeb, settings })
  return { ...(await editor.openWindow(files)), close: editor.close }
}

/** How often a folder got other contents. */
let contents = 0

/**
 * @param {Page} page
 * @param {Remote} remote
 * @param {string} folder
 * @param {Files} files
 * @param {boolean} [isEmpty]
 */
async function begin(page, remote, folder, files, isEmpty) {
  await remote.clear()
  await page.setViewportSize(viewport)
  // It is there where records are.
  if ((await paneOf(page, 'Domains').count()) > 0) await fold(page, 'Domains', false)
  await fold(page, 'samples', true)
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  fillFolder(folder, files, isEmpty)
  // VS Code tells extensions of many files in several parts, in any order. What is written behind them is in the last.
  for (let part = 0; part < 2; part++) {
    const seen = remote.seen(String(++contents))
    writeFileSync(join(folder, '.contents'), String(contents))
    await seen
  }
  await remote.idle()
}

/**
 * Copies an extension as a browser takes it, where only the manifest's `browser` counts: VS Code with a server prefers
 * `main`.
 *
 * @param {string} extension its folder
 * @param {string} folder where to put the copy
 * @returns {string} the folder of the copy
 */
function copyForWeb(extension, folder) {
  const copy = mkdtempSync(join(folder, 'extension-'))
  const texts = readdirSync(extension).filter(name => name.startsWith('package.nls.'))
  for (const part of ['dist', 'docs', 'images', 'l10n', 'syntaxes', 'main.cjs', ...texts].filter(name =>
    existsSync(join(extension, name)),
  ))
    cpSync(join(extension, part), join(copy, part), { recursive: true })
  const { main: _, ...manifest } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'))
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest))
  return copy
}
