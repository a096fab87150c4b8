// The library and the language server in a page of a real browser, as docs/library.md says.
//
//   node test/site/library.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { endWithParent, root } from '../../scripts/project.mjs'

/** What the page gets by the paths of its addresses. @type {Record<string, { body: string, contentType: string }>} */
const files = {
  '/': { body: '<!doctype html><title>Library</title>', contentType: 'text/html' },
  '/recline.mjs': { body: built('library/index.mjs'), contentType: 'text/javascript' },
  '/server.js': { body: built('server.js'), contentType: 'text/javascript' },
}

endWithParent()
try {
  const page = await openPage(await startBrowser())
  const site = 'http://127.0.0.1:1'
  await page.route(`${site}/**`, route => {
    const file = files[new URL(route.request().url()).pathname]
    return file ? route.fulfill(file) : route.abort()
  })
  await page.goto(`${site}/`)
  const codes = await page.evaluate(async () => {
    const address = '/recline.mjs'
    const { check } = await import(address)
    const problems = check('@CONTROL rid=C-1 | maturity:int=9\n', { domain: 'compliance' })
    return problems.map((/** @type {{ code: string }} */ { code }) => code)
  })
  assert.deepEqual(codes, ['out-of-range'])
  assert.equal(await page.evaluate(serverInWorker), 'Recline')
  console.log('  passed  the library in a page, and the language server in a web worker')
  await page.context().browser()?.close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
process.exit()

/** @param {string} file of the build */
function built(file) {
  return readFileSync(join(root, 'dist', file), 'utf8')
}

/** Starts the server, and gives the name by which it introduces itself. @returns {Promise<string>} */
function serverInWorker() {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/server.js')
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }) => data.id === 1 && resolve(data.result.serverInfo.name)
    const params = { capabilities: {}, rootUri: null, processId: null }
    worker.postMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  })
}
