// A server of static files, for tests.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/**
 * Serves a folder on this machine.
 *
 * @param {string} folder
 * @param {(path: string, request: import('node:http').IncomingMessage) => string | undefined} [other] gives what is no
 *   file of the folder: a page, by its path
 * @returns {Promise<{ address: string, stop: () => void }>} its address, and what ends it
 */
export function serveFolder(folder, other = () => undefined) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname)
    const page = other(path, request)
    const type = types[/** @type {keyof typeof types} */ (extname(path))] ?? 'application/octet-stream'
    response.setHeader('Content-Type', page === undefined ? type : 'text/html')
    if (page !== undefined) return response.end(page)
    createReadStream(join(folder, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  return new Promise(done =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      const stop = () => {
        server.closeAllConnections()
        server.close()
      }
      done({ address: `http://127.0.0.1:${port}`, stop })
    }),
  )
}
