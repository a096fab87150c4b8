// A site of records in a real browser, from its files: sorting, filter, search, keyboard, accessibility, colors, paper.
//
//   node test/site/records.mjs    the site and pictures of it stay in .vscode-test/records

import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { editorCache, endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'

/** @typedef {import('playwright-core').Page} Page */

const folder = join(editorCache, 'records')
const site = join(folder, 'site')
const table = 'records/core.compliance.control/index.html'
const record = 'records/core.compliance.control/ctl-0001.html'

const attack = `<img src=x onerror="document.title='taken'">`
const many = 1100
const numbers = [10, 9, '', 100, 'many']
const records = [
  '@DOC domain=core.compliance\n',
  ...numbers.map(
    (number, index) => `@CONTROL rid=NR-${index} | title="${index === 0 ? 'b' : 'a'}" | maturity:int=${number}\n`,
  ),
  ...Array.from({ length: many }, (_, index) => `@POLICY rid=MANY-${index}\n`),
  `@CONTROL rid=HOSTILE | title=${JSON.stringify(attack)}\n`,
].join('')

endWithParent()
try {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const more = join(folder, 'more.rec')
  writeFileSync(more, records)
  const sources = [join(root, 'samples/controls-2026.compliance.rec'), more]
  await mustRun(process.execPath, [
    join(root, 'dist/cli.js'),
    'site',
    ...sources,
    '--output',
    site,
    '--now',
    '2026-06-30',
  ])
  const page = await openPage(await startBrowser())
  /** @type {string[]} */
  const complaints = []
  page.on('console', message => complaints.push(`console: ${message.text()}`))
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('request', request => {
    if (!request.url().startsWith(pathToFileURL(site).href)) complaints.push(`request: ${request.url()}`)
  })
  await sort(page)
  await filter(page)
  await cut(page)
  await search(page)
  await look(page)
  await readWithoutScript(page)
  assert.deepEqual(complaints, [], 'The browser complained, or a page asked for something that is no file of the site.')
  console.log(`  passed  a site of records in a browser; pictures of it are in ${folder}`)
  await page.context().browser()?.close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
process.exit()

/**
 * @param {Page} page
 * @param {string} file of the site
 */
function open(page, file) {
  return page.goto(pathToFileURL(join(site, file)).href)
}

/** @param {Page} page */
function shownIds(page) {
  return page.locator('.records tbody tr:visible td:first-child').allInnerTexts()
}

/**
 * Numbers are sorted as numbers, and rows without a value come last; by the keyboard alone.
 *
 * @param {Page} page
 */
async function sort(page) {
  await open(page, table)
  await page.getByRole('button', { name: 'Sort by maturity' }).focus()
  const head = page.locator('th', { has: page.getByRole('button', { name: 'Sort by maturity' }) })
  assert.equal(await head.getAttribute('aria-sort'), null)
  await page.keyboard.press('Enter')
  assert.equal(await head.getAttribute('aria-sort'), 'ascending')
  const own = async () => (await shownIds(page)).filter(id => id.startsWith('NR-'))
  assert.deepEqual(await own(), ['NR-1', 'NR-0', 'NR-3', 'NR-4', 'NR-2'])
  await page.keyboard.press('Space')
  assert.equal(await head.getAttribute('aria-sort'), 'descending')
  assert.deepEqual(await own(), ['NR-4', 'NR-3', 'NR-0', 'NR-1', 'NR-2'])
  await page.getByRole('button', { name: 'Sort by title' }).click()
  assert.equal(await head.getAttribute('aria-sort'), null)
  assert.deepEqual((await own()).at(-1), 'NR-0')
}

/**
 * Of very many rows the first ones are shown; the filter finds the others, and a button shows all.
 *
 * @param {Page} page
 */
async function cut(page) {
  await open(page, 'records/core.compliance.policy/index.html')
  const status = page.locator('.filter').getByRole('status')
  assert.equal(await status.innerText(), 'the first 1,000 are shown')
  assert.equal((await shownIds(page)).length, 1000)
  await page.getByRole('button', { name: 'Sort by rid' }).click()
  assert.equal((await shownIds(page))[999], 'MANY-999', 'All rows are sorted, and then the first ones are shown.')
  await page.getByLabel('Filter').fill('many-1099')
  assert.deepEqual(await shownIds(page), ['MANY-1099'])
  await page.getByLabel('Filter').fill('')
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  assert.ok((await shownIds(page)).length >= many)
  assert.equal(await status.innerText(), '')
}

/** @param {Page} page */
async function filter(page) {
  await open(page, table)
  const all = (await shownIds(page)).length
  await page.getByLabel('Filter').fill('nr-')
  assert.equal((await shownIds(page)).length, numbers.length)
  assert.equal(await page.locator('.filter').getByRole('status').innerText(), `${numbers.length} of ${all} records`)
  await page.getByLabel('Filter').press('/')
  assert.equal(await page.getByLabel('Filter').inputValue(), 'nr-/', 'A slash in the filter is no key of the search.')
  await page.getByLabel('Filter').fill('')
  assert.equal((await shownIds(page)).length, all)
}

/**
 * From a table to a record whose text is an attack: it is shown as text, and runs nowhere.
 *
 * @param {Page} page
 */
async function search(page) {
  await open(page, table)
  await page.keyboard.press('/')
  await page.keyboard.type('hostile')
  assert.match(
    await page.locator('.results li:first-child a').innerText(),
    /^HOSTILE\s+record\s+core\.compliance\.CONTROL/,
  )
  assert.equal(await page.locator('.results img').count(), 0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/hostile\.html$/)
  assert.equal(await page.locator('main img').count(), 0)
  assert.doesNotMatch(await page.title(), /^taken$/)
  assert.equal(await page.locator('.lead').innerText(), attack)
}

/**
 * Pages in light and dark, large and small: a picture of each, no violation of accessibility, nothing too wide.
 *
 * @param {Page} page
 */
async function look(page) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const [size, viewport] of Object.entries({
      desktop: { width: 1280, height: 900 },
      phone: { width: 360, height: 740 },
    })) {
      await page.setViewportSize(viewport)
      for (const [name, file] of Object.entries({
        overview: 'index.html',
        table,
        record,
        domains: 'domains.html',
        domain: 'domains/core.compliance.html',
      })) {
        await open(page, file)
        await expectNoViolations(page, `${name} in ${colorScheme} on ${size}`)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= viewport.width, `${name} is ${width} wide on ${size}.`)
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: name !== 'domain' })
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const [name, file] of Object.entries({ overview: 'index.html', table, record })) {
    await open(page, file)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.equal(await page.getByRole('banner').isVisible(), false)
    await page.pdf({ path: join(folder, `${name}.pdf`), format: 'A4' })
    await page.emulateMedia({ media: null, colorScheme: null })
  }
}

/**
 * Without scripts, a table has all rows, and everything leads somewhere.
 *
 * @param {Page} page
 */
async function readWithoutScript(page) {
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false })
  const plain = await context?.newPage()
  assert.ok(plain)
  await plain.goto(pathToFileURL(join(site, 'index.html')).href)
  await plain.locator('main').getByRole('link', { name: 'CONTROL', exact: true }).click()
  assert.equal(await plain.locator('.filter, .sort').count(), 0)
  assert.ok((await plain.locator('.records tbody tr').count()) > numbers.length)
  await plain.getByRole('link', { name: 'NR-0' }).click()
  assert.equal(await plain.getByRole('heading', { name: 'CONTROL NR-0' }).isVisible(), true)
  await plain.close()
}
