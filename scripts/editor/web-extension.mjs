// Loads extensions under development that run in the browser itself, as on vscode.dev.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** @typedef {import('playwright-core').BrowserContext} BrowserContext */

/**
 * Makes pages load extensions from local addresses of their own. From the address of VS Code's server, an extension
 * would run on that server and could not start web workers. Only the configuration of a page can name the addresses.
 *
 * @param {BrowserContext} context of pages that are not open yet
 * @param {string[]} extensions their folders; their manifests have `browser` and no `main`
 * @returns {Promise<string[]>} the addresses, in the same order
 */
export async function serveForWeb(context, extensions) {
  const authorities = await Promise.all(extensions.map(serve))
  const developmentOptions = {
    extensions: authorities.map(authority => ({ scheme: 'http', authority, path: '/' })),
    enableSmokeTestDriver: true,
  }
  await context.addInitScript(options => {
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
  return authorities.map(authority => `http://${authority}`)
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
