// The reference site in a real browser, from its files: search, keyboard, accessibility, colors, a hostile descriptor.
//
//   node test/site/browser.mjs    the site and pictures of it stay in .vscode-test/site

import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { editorCache, endWithParent, root } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'

/** @typedef {import('playwright-core').Page} Page */

const folder = join(editorCache, 'site')
const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

const start = join(folder, 'builtin', 'index.html')
const compliance = join(folder, 'builtin', 'domains', 'core.compliance.html')
const health = join(folder, 'builtin', 'domains', 'core.health.html')

endWithParent()
try {
  const hostile = await makeSites()
  const page = await openPage(await startBrowser())
  const complaints = listen(page)
  try {
    await search(page)
    await walkByKeyboard(page)
    await look(page)
    await printOut(page)
    await readHostilePage(page, hostile)
    await readWithoutScript(page)
    assert.deepEqual(complaints, [], 'The browser complained, or a page asked for something that is no file.')
  } catch (error) {
    await page.screenshot({ path: join(folder, 'failed.png') })
    console.log(`  What the browser showed when it failed: ${join(folder, 'failed.png')}`)
    throw error
  }
  console.log(`  passed  the reference site in a browser; pictures of it are in ${folder}`)
  await page.context().browser()?.close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
// Whatever is still open after a failure is closed when this process exits.
process.exit()

/**
 * Writes two sites: one of the built-in domains, and one with a hostile domain among them.
 *
 * @returns {Promise<string>} the file of the hostile domain's page
 */
async function makeSites() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundle = join(folder, 'write-site.mjs')
  const modules = [
    'cli/site/write-site.ts',
    'cli/site/links.ts',
    'shared/domains/registry.ts',
    'shared/domains/built-in.ts',
    'test/site/hostile.ts',
  ]
  const contents = modules.map(module => `export * from './${module}'`).join('\n')
  buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    logLevel: 'warning',
  })
  const { writeSite, domainFile, createRegistry, builtinDescriptors, hostileDescriptor } = await import(
    pathToFileURL(bundle).href
  )
  for (const [name, descriptors] of Object.entries({
    builtin: builtinDescriptors,
    hostile: [...builtinDescriptors, hostileDescriptor],
  })) {
    const written = await writeSite(join(folder, name), createRegistry(descriptors))
    assert.equal(written.pages, descriptors.length + 1)
  }
  return join(folder, 'hostile', domainFile(hostileDescriptor.domain))
}

/**
 * @param {Page} page
 * @returns {string[]} what goes wrong on any page from now on
 */
function listen(page) {
  /** @type {string[]} */
  const complaints = []
  page.on('console', message => complaints.push(`console: ${message.text()}`))
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('requestfailed', request => complaints.push(`failed: ${request.url()}`))
  page.on('request', request => {
    if (!request.url().startsWith('file:')) complaints.push(`request: ${request.url()}`)
  })
  return complaints
}

/**
 * From the start page to a field on another page, and from there to a value on the same page.
 *
 * @param {Page} page
 */
async function search(page) {
  const { keyboard } = page
  await open(page, start)
  await keyboard.press('/')
  assert.equal(await focused(page), 'INPUT')
  await keyboard.type('maturity')
  const first = await page.locator('.results li:first-child a').innerText()
  assert.match(first.replace(/\s+/g, ' '), /^maturity field core\.compliance\.CONTROL Maturity level from 1 /)
  await expectNoViolations(page)
  await page.screenshot({ path: join(folder, 'search.png') })
  await keyboard.press('Enter')
  await page.waitForURL(address => address.hash === '#CONTROL.maturity')
  assert.equal(new URL(page.url()).pathname, pathToFileURL(compliance).pathname)
  assert.equal(await page.locator(':target').getAttribute('id'), 'CONTROL.maturity')
  await expectBelowBar(page, '[id="CONTROL.maturity"]')

  await keyboard.press('/')
  await keyboard.type('TREATMENT avoid')
  await keyboard.press('Enter')
  await page.waitForURL(address => address.hash === '#RISK_ASSESSMENT.treatment.avoid')
  assert.equal(await page.locator('.results').isVisible(), false, 'The results close when one on this page is chosen.')
  assert.equal(await page.locator('form').getByRole('status').innerText(), '')

  await keyboard.press('/')
  await keyboard.type('pulse')
  const both = await page.locator('.results li:nth-child(-n+2) a .name').allInnerTexts()
  assert.deepEqual(both, ['VITALS', 'hr'], 'A search knows other words for tags and fields.')
  await keyboard.press('Escape')
}

/**
 * Uses the arrow keys and Escape in the search results.
 *
 * @param {Page} page
 */
async function walkByKeyboard(page) {
  const { keyboard } = page
  await open(page, start)
  await page.getByRole('searchbox').fill('status')
  const names = page.locator('.results .path')
  assert.equal(await names.count(), 30)
  assert.match(await page.getByRole('status').innerText(), /^\d+ results, the first 30 are shown$/)
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  assert.equal(await page.locator('.results a:focus .path').innerText(), await names.nth(1).innerText())
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  assert.equal(await focused(page), 'INPUT')
  await keyboard.press('ArrowDown')
  await keyboard.press('Escape')
  assert.equal(await focused(page), 'INPUT')
  assert.equal(await page.locator('.results').isVisible(), false)
  await page.getByRole('searchbox').fill('nowhere to be found')
  assert.equal(await page.getByRole('status').innerText(), 'Nothing found')

  await open(page, start)
  await keyboard.press('Tab')
  assert.match(await page.locator(':focus').innerText(), /^Skip/)
  await keyboard.press('Enter')
  assert.equal(await focused(page), 'MAIN')
}

/**
 * Pages in light and dark, large and small: a picture of each, no violation of accessibility, nothing too wide.
 *
 * @param {Page} page
 */
async function look(page) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const [size, viewport] of Object.entries({ desktop, phone })) {
      await page.setViewportSize(viewport)
      for (const [name, file] of Object.entries({
        start,
        domain: compliance,
        field: `${compliance}#CONTROL.maturity`,
        lifecycle: `${health}#LAB`,
        rule: `${health}#VITALS:vitals-systolic-above-diastolic`,
        references: `${compliance}#CONTROL`,
      })) {
        await open(page, file)
        if (!['field', 'rule', 'references'].includes(name)) await expectNoViolations(page)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= viewport.width, `The page is ${width} wide on ${size}.`)
        const path = join(folder, `${name}-${size}-${colorScheme}.png`)
        if (name === 'lifecycle') await page.locator('section:target .pictures').screenshot({ path })
        else await page.screenshot({ path })
      }
    }
  }
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: null })
}

/** @param {Page} page */
async function printOut(page) {
  await open(page, compliance)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('banner').isVisible(), false)
  assert.equal(await page.getByRole('heading', { name: 'RISK_ASSESSMENT' }).isVisible(), true)
  await page.pdf({ path: join(folder, 'domain.pdf'), format: 'A4' })
  await page.emulateMedia({ media: null })
}

/**
 * The texts of the hostile descriptor are shown as text, and no script in them runs.
 *
 * @param {Page} page
 * @param {string} file
 */
async function readHostilePage(page, file) {
  await open(page, file)
  assert.equal(await page.locator('img, script:not([src])').count(), 0)
  assert.ok((await page.locator('tbody th').first().innerText()).startsWith(`</script></code>"'><img src=x onerror=`))
  assert.doesNotMatch(await page.title(), /^taken$/)
  await expectNoViolations(page)
  await page.getByRole('searchbox').fill('hostile <img')
  assert.ok((await page.locator('.results .text').first().innerText()).startsWith('hostile </script>'))
  assert.equal(await page.locator('.results img').count(), 0)
  await page.keyboard.press('Enter')
  await page.waitForURL(address => address.hash !== '')
  assert.equal(await page.locator('tr:target').count(), 1)
}

/**
 * Without scripts, everything but the search works.
 *
 * @param {Page} page
 */
async function readWithoutScript(page) {
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false })
  const plain = await context?.newPage()
  assert.ok(plain)
  await plain.goto(pathToFileURL(start).href)
  assert.equal(await plain.getByRole('searchbox').isVisible(), false)
  await plain.getByRole('link', { name: 'core.compliance', exact: true }).click()
  assert.equal(await plain.getByRole('heading', { name: 'RISK_ASSESSMENT' }).isVisible(), true)
  await plain.close()
}

/**
 * @param {Page} page
 * @param {string} file a file of the site, with or without an anchor
 */
async function open(page, file) {
  const [path, anchor] = file.split('#')
  // Going to another anchor of the same page would not load the page again.
  await page.goto('about:blank')
  await page.goto(pathToFileURL(/** @type {string} */ (path)).href + (anchor === undefined ? '' : `#${anchor}`))
}

/**
 * @param {Page} page
 * @param {string} selector an element that must stand in sight, below the bar
 */
async function expectBelowBar(page, selector) {
  const bar = await page.getByRole('banner').boundingBox()
  const box = await page.locator(selector).boundingBox()
  assert.ok(bar && box && box.y >= bar.y + bar.height && box.y < desktop.height, `${selector} is out of sight.`)
}

/** @param {Page} page */
function focused(page) {
  return page.evaluate(() => document.activeElement?.tagName)
}
