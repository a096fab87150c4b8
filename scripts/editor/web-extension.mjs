// Loads an extension under development that runs in the browser itself, as on vscode.dev.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join, relative } from 'node:path'

/** @typedef {import('playwright-core').Page} Page */

/**
 * Makes a page load an extension, and its tests, from a separate local address. From the address of VS Code's server,
 * the extension would run on that server and could not start web workers. Only the configuration of the page can name
 * the address.
 *
 * @param {Page} page a page that is not open yet
 * @param {string} extension the folder of the extension; its manifest has `browser` and no `main`
 * @param {string} [tests] the module of its tests, below that folder; without it, no tests run
 */
export async function serveForWeb(page, extension, tests) {
  const authority = await serve(extension)
  const uri = (/** @type {string} */ path) => ({ scheme: 'http', authority, path })
  const developmentOptions = {
    extensions: [uri('/')],
    ...(tests && { extensionTestsPath: uri(`/${relative(extension, tests).replaceAll('\\', '/')}`) }),
    enableSmokeTestDriver: true,
  }
  await page.addInitScript(options => {
    // Must run before the workbench, which starts when the page has loaded.
    const observer = new MutationObserver(() => {
      const configuration = document.getElementById('vscode-workbench-web-configuration')
      if (!configuration) return
      observer.disconnect()
      const settings = JSON.parse(configuration.dataset.settings ?? '{}')
      configuration.dataset.settings = JSON.stringify({ ...settings, developmentOptions: options })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, developmentOptions)
}

/**
 * Serves the files of a folder to any page of this machine, until this process ends.
 *
 * @param {string} folder
 * @returns {Promise<string>} host and port
 */
function serve(folder) {
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url ?? '/', 'http://localhost').pathname)
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (path.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript')
    createReadStream(join(folder, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  return new Promise(done =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      done(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    }),
  )
}
