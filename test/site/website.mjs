// The documentation as a site in a real browser: every link to a heading leads to one, and search finds a page.
//
//   node test/site/website.mjs    makes the site; pictures of it are in .vscode-test/website
import assert from 'node:assert/strict'
import { createReadStream, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { startBrowser } from '../../scripts/editor/workbench.mjs'
import { editorCache, endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'

/** @typedef {import('playwright-core').Page} Page */

const pictures = join(editorCache, 'website')
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

endWithParent()
mkdirSync(pictures, { recursive: true })
try {
  await mustRun(process.execPath, [join(root, 'scripts/website.mjs')])
  const address = await serve(join(root, 'dist/website'))
  const page = await startBrowser()
  const anchors = await followLinks(page, address)
  await search(page, address)
  console.log(
    `  passed  the documentation as a site: ${anchors} links to headings, search, and what axe looks at; pictures of it are in ${pictures}`,
  )
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
process.exit()

/**
 * Visits every page and checks that every link to a heading leads to one.
 *
 * @param {Page} page
 * @param {string} address
 * @returns {Promise<number>} how many links to headings there are
 */
async function followLinks(page, address) {
  /** @type {Map<string, { ids: string[], links: string[] }>} */
  const visited = new Map()
  const open = ['/index.html']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (visited.has(path)) continue
    await page.goto(address + path)
    const { ids, links } = await page.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a[href]')].map(link => /** @type {HTMLAnchorElement} */ (link).href),
    }))
    const own = links
      .filter(link => link.startsWith(`${address}/`))
      .map(link => link.slice(address.length).replace(/^\/(?=#|$)/, '/index.html'))
    visited.set(path, { ids, links: own })
    open.push(...own.map(link => link.replace(/#.*/, '')).filter(link => link.endsWith('.html')))
  }
  const anchors = [...visited].flatMap(([path, { links }]) =>
    links.filter(link => link.includes('#')).map(link => ({ path, link })),
  )
  const broken = anchors.filter(({ link }) => {
    const [target = '', id = ''] = link.split('#')
    return visited.has(target) && !visited.get(target)?.ids.includes(decodeURIComponent(id))
  })
  assert.deepEqual(broken, [], 'Links lead to headings that there are not.')
  assert.ok(visited.size > 12)
  return anchors.length
}

/**
 * Searches for a problem code and opens its page.
 *
 * @param {Page} page
 * @param {string} address
 */
async function search(page, address) {
  await page.goto(`${address}/index.html`)
  await page.screenshot({ path: join(pictures, 'start.png') })
  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('#localsearch-input').fill('out-of-range')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  await expectNoViolations(page, 'The search dialog')
  await page.locator('.VPLocalSearchBox .result', { hasText: 'out-of-range' }).first().click()
  await page.waitForURL(/codes\.html/)
  await page
    .getByRole('heading', { name: /^out-of-range/ })
    .first()
    .waitFor()
  await expectNoViolations(page)
  await page.screenshot({ path: join(pictures, 'codes.png') })
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the address
 */
function serve(folder) {
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url ?? '/', 'http://site').pathname)
    response.setHeader(
      'Content-Type',
      types[/** @type {keyof typeof types} */ (extname(path))] ?? 'application/octet-stream',
    )
    createReadStream(join(folder, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  return new Promise(done =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      done(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    }),
  )
}
