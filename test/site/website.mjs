// The documentation as a site in a real browser: every link to a heading leads to one, and search finds a page.
//
//   node test/site/website.mjs    makes the site; pictures of it are in .vscode-test/website
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { editorCache, endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'
import { serveFolder } from './serve-folder.mjs'

/** @typedef {import('playwright-core').Page} Page */

const pictures = join(editorCache, 'website')

endWithParent()
mkdirSync(pictures, { recursive: true })
try {
  await mustRun(process.execPath, [join(root, 'scripts/website.mjs')])
  const { address } = await serveFolder(join(root, 'dist/website'))
  const page = await openPage(await startBrowser())
  const anchors = await followLinks(page, address)
  await search(page, address)
  await useExamples(page, address)
  console.log(
    `  passed  the documentation as a site: ${anchors} links to headings, search, examples to edit, and what axe looks at; pictures of it are in ${pictures}`,
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
    // What follows the # in a link to the playground is no heading.
    links.filter(link => link.includes('#') && !link.startsWith('/playground/')).map(link => ({ path, link })),
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
 * Edits an example where it stands, and opens one in the playground.
 *
 * @param {Page} page
 * @param {string} address
 */
async function useExamples(page, address) {
  await page.goto(`${address}/docs/codes.html`)
  const example = page.locator('.example', { hasText: '@CONTORL' })
  await example.getByRole('button', { name: 'Edit here' }).click()
  const frame = page.frameLocator('iframe.example-frame')
  await frame.getByText('CONTORL is not a tag').waitFor()
  await frame.locator('.cm-content').press('Control+Home')
  await page.keyboard.type('# Changed')
  await page.keyboard.press('Enter')
  await frame.getByText('line 2').waitFor()
  await page.screenshot({ path: join(pictures, 'example.png') })

  const [alone] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('button', { name: 'Open in playground' }).click(),
  ])
  await alone.getByText('# Changed').waitFor()
  const code = alone.getByRole('link', { name: 'unknown-tag' })
  assert.equal(
    await code.evaluate(link => /** @type {HTMLAnchorElement} */ (link).href),
    `${address}/docs/codes.html#unknown-tag`,
  )
  await alone.close()

  const links = await page.locator('.example-links a').evaluateAll(all => all.length)
  assert.ok(links > 80, `Only ${links} examples can be opened.`)
}
