// The playground in real browsers: Chromium for all of it, Firefox for the start.
//
//   node test/site/playground.mjs    builds it; pictures of it are in .vscode-test/playground

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { buildPlayground, loadLinks, playgroundFolder } from '../../scripts/playground.mjs'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'
import { checkInFirefox } from './firefox.mjs'
import { serveFolder } from './serve-folder.mjs'

/** @typedef {import('playwright-core').Page} Page */

const pictures = join(editorCache, 'playground')

endWithParent()
mkdirSync(pictures, { recursive: true })
try {
  await buildPlayground(playgroundFolder)
  const { fragmentOf } = await loadLinks(join(pictures, 'playground-link.mjs'))
  const { address, stop } = await serveFolder(playgroundFolder)
  const start = `${address}/index.html`
  const page = await openPage(await startBrowser())
  page.setDefaultTimeout(20_000)
  const complaints = listen(page, address)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })
  let size = 0
  try {
    size = await expectSmall(page, start)
    await write(page)
    await useFiles(page)
    await editTable(page)
    await shareLink(page)
    await refuseLinks(page, start, fragmentOf)
    await leaveByKeyboard(page, start)
    await look(page, start)
    assert.deepEqual(complaints, [], 'The browser complained, or the page asked another host for something.')
    await openOffline(page, start, stop)
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'failed.png') })
    console.log(`  What the browser showed when it failed: ${join(pictures, 'failed.png')}`)
    throw error
  }
  await page.context().browser()?.close()
  const version = await checkInFirefox(playgroundFolder)
  console.log(
    `  passed  the playground in Chromium and in ${version}: ${Math.round(size / 1000)} kB with gzip until its problems are there; pictures of it are in ${pictures}`,
  )
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.stack : error}`)
  process.exitCode = 1
}
// Whatever is still open after a failure is closed when this process exits.
process.exit()

/**
 * Opens the playground, and counts what a first visit loads until the problems are there. The other files come when
 * they are needed, or later for work without a network.
 *
 * @param {Page} page
 * @param {string} start
 * @returns {Promise<number>} the bytes, compressed as servers of static files do it
 */
async function expectSmall(page, start) {
  /** @type {string[]} */
  const loaded = []
  const note = (/** @type {import('playwright-core').Request} */ request) => {
    if (request.serviceWorker() === null) loaded.push(new URL(request.url()).pathname.slice(1))
  }
  page.context().on('request', note)
  await page.goto(start)
  await page.getByRole('heading', { name: '4 problems' }).waitFor()
  page.context().off('request', note)
  assert.ok(loaded.includes('server.js'), 'The server is one of the loaded files.')
  const sizes = loaded.map(name => gzipSync(readFileSync(join(playgroundFolder, name)), { level: 9 }).length)
  const sum = sizes.reduce((all, one) => all + one, 0)
  assert.ok(sum <= 600_000, `A first visit loads ${loaded.join(', ')}: ${sum} bytes with gzip; the limit is 600,000.`)
  return sum
}

/**
 * @param {Page} page
 * @param {string} address
 * @returns {string[]} what goes wrong from now on
 */
function listen(page, address) {
  /** @type {string[]} */
  const complaints = []
  page.on('console', message => {
    // The server says there what took long on a busy machine.
    if (!/^\[lsp\] .* took \d+ ms/.test(message.text())) complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('request', request => {
    if (!request.url().startsWith(address)) complaints.push(`request: ${request.url()}`)
  })
  return complaints
}

/**
 * Problems, a hover, completion, a fix from the list, hints and colors.
 *
 * @param {Page} page
 */
async function write(page) {
  const text = page.locator('.cm-content')
  await page.screenshot({ path: join(pictures, 'start.png') })
  await page.getByRole('button', { name: 'Fix not-in-enum on line 6' }).click()
  await page.getByRole('option', { name: 'Change to implemented' }).waitFor()
  await expectNoViolations(page, 'The list of fixes')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '3 problems' }).waitFor()
  await text.getByText('"implemented"').waitFor()

  await text.press('Control+End')
  await page.keyboard.type('@EVID')
  await page.locator('.cm-tooltip-autocomplete', { hasText: '@EVIDENCE' }).waitFor()
  await page.screenshot({ path: join(pictures, 'completion.png') })
  await page.keyboard.press('Enter')
  await text.getByText('@EVIDENCE').waitFor()
  await page.keyboard.press('Escape')

  await text.getByText('maturity').first().hover()
  await page.locator('.cm-lsp-hover-tooltip', { hasText: 'CONTROL.maturity' }).waitFor()
  await page.screenshot({ path: join(pictures, 'hover.png') })
  await expectNoViolations(page, 'A hover')

  await text.press('Control+Shift+O')
  await page.getByRole('option', { name: /^FINDING/ }).click()
  await text.getByText('Restores were not tested').waitFor()
  assert.ok(await page.locator('.token-class').count(), 'The server colors the tags.')
}

/**
 * The gallery, a domain of one's own, a new file, and a fix that changes two files.
 *
 * @param {Page} page
 */
async function useFiles(page) {
  await openFromGallery(page, 'vehicles')
  await page.getByRole('tab', { name: 'fleet.domain.json' }).click()
  await page.locator('.cm-content').getByText('"acme.fleet"').waitFor()
  await page.getByRole('tab', { name: 'june.fleet.rec' }).click()
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  const hasPatterns = await page.workers()[0]?.evaluate('"re2js" in self')
  assert.ok(hasPatterns, 'The worker loads the engine of patterns when there is a pattern to check.')
  await page.locator('.cm-content').press('Control+End')
  await page.keyboard.type('@VEHICLE rid=VEH-0002 | status="sold"')
  await page.getByText('VEHICLE.status is "sold"').first().waitFor()

  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByRole('textbox', { name: 'Name of the new file' }).fill('no/file')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('A name has 1 to 100 characters').waitFor()
  await expectNoViolations(page, 'The dialog for a name')
  await page.getByRole('textbox', { name: 'Name of the new file' }).fill('july.fleet.rec')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'july.fleet.rec', selected: true }).waitFor()
  await page.keyboard.type('@DOC domain=acme.fleet\n@TRIP vehicle_ref="VEH-0001"\n@TRIP vehicle_ref="VEH-0003"')
  await page.getByText('no VEHICLE has that id').first().waitFor()
  await page.screenshot({ path: join(pictures, 'files.png') })

  await page.keyboard.press('F2')
  await page.getByText('Nothing at the cursor can be renamed.').waitFor()
  await page.getByRole('tab', { name: 'june.fleet.rec' }).click()
  // Into the id of the first vehicle.
  for (const key of ['Control+Home', 'ArrowDown', ...Array(14).fill('ArrowRight')])
    await page.locator('.cm-content').press(key)
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of VEH-0001' }).fill('VEH-0003')
  await page.keyboard.press('Enter')
  await page.getByText('A reference in july.fleet.rec, line 3 already has "VEH-0003"').waitFor()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of VEH-0001' }).fill('VEH-0009')
  await page.keyboard.press('Enter')
  await page.getByText('VEH-0001 is now VEH-0009, in all files.').waitFor()
  await page.getByRole('tab', { name: 'july.fleet.rec' }).click()
  await page.locator('.cm-content').getByText('VEH-0009').waitFor()

  await page.goBack()
  await page.getByRole('tab', { name: 'first-steps.compliance.rec' }).waitFor()
  await page.locator('.cm-content').getByText('@EVIDENCE').waitFor()
}

/**
 * @param {Page} page
 * @param {string} words
 */
async function openFromGallery(page, words) {
  await page.getByRole('button', { name: 'Gallery' }).click()
  await page.getByRole('combobox', { name: 'Search the gallery' }).fill(words)
  await page.locator('[role=option][aria-selected=true]').waitFor()
  await page.keyboard.press('Enter')
}

/**
 * Writes and pastes into a cell, and undoes it.
 *
 * @param {Page} page
 */
async function editTable(page) {
  await openFromGallery(page, 'controls-2026.compliance.rec')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.frameLocator('iframe')
  const cell = table.getByRole('gridcell', { name: 'tested', exact: true }).first()
  await cell.click()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('CONTROL.status is "wrong"').first().waitFor()
  await page.screenshot({ path: join(pictures, 'table.png') })
  await expectNoViolations(page, 'The playground with a table')
  await page.keyboard.press('Control+z')
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  // What is typed is written when the table is left.
  await cell.click()
  await page.keyboard.type('left')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByText('CONTROL.status is "left"').first().waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  // The worker loads what reads a pasted text when one is pasted.
  await page.evaluate(() => navigator.clipboard.writeText('"pasted"\n'))
  await cell.click()
  await page.keyboard.press('Control+v')
  await page.getByText('CONTROL.status is "pasted"').first().waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('heading', { name: 'No problems' }).waitFor()
  await moveOnBoard(page, table)
  await page.keyboard.press('F6')
  await page.locator('section.problems:focus').waitFor()
}

/**
 * Moves a card of the board by keys, undoes it, and goes back to the rows.
 *
 * @param {Page} page
 * @param {import('playwright-core').FrameLocator} table
 */
async function moveOnBoard(page, table) {
  await table.getByRole('button', { name: 'Board', exact: true }).click()
  const card = table.locator('.card', { hasText: 'CTL-0001' })
  await card.click()
  await page.keyboard.press('Escape')
  const column = await card.getAttribute('aria-colindex')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await table.locator(`.card[aria-colindex="${Number(column) + 1}"]`, { hasText: 'CTL-0001' }).waitFor()
  await page.screenshot({ path: join(pictures, 'board.png') })
  await expectNoViolations(page, 'The playground with a board')
  await page.keyboard.press('Control+z')
  await table.locator(`.card[aria-colindex="${column}"]`, { hasText: 'CTL-0001' }).waitFor()
  await table.getByRole('button', { name: 'Board', exact: true }).click()
  await table.getByRole('gridcell', { name: 'CTL-0001', exact: true }).click()
}

/**
 * A copied link opens the same files in another page, also as a table.
 *
 * @param {Page} page
 */
async function shareLink(page) {
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText(/^A link of .* was copied. It contains the text of the file/).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(link, page.url())
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(link => void open(link), link)])
  await other.frameLocator('iframe').getByRole('gridcell', { name: 'tested', exact: true }).first().waitFor()
  await other.getByRole('button', { name: 'Text', exact: true }).click()
  await other.locator('.cm-content').getByText('Internal audit of Brightwater Payments').waitFor()
  await other.close()
}

/**
 * What cannot be opened is said, and what a link holds is shown as text.
 *
 * @param {Page} page
 * @param {string} start
 * @param {typeof import('../../shared/link/playground-link.ts').fragmentOf} fragmentOf
 */
async function refuseLinks(page, start, fragmentOf) {
  for (const [fragment, sentence] of [
    ['1/nonsense', 'This link is damaged'],
    ['7/AAAA', 'This link has format 7'],
  ]) {
    await page.goto('about:blank')
    await page.goto(`${start}#${fragment}`)
    await page.getByText(/** @type {string} */ (sentence)).waitFor()
    await page.getByRole('tab', { name: 'first-steps.compliance.rec' }).waitFor()
  }
  const hostile = '<img src=x onerror="document.title=\'taken\'">'
  const descriptor = {
    domain: 'acme.evil',
    version: '1.0',
    description: hostile,
    records: [{ tag: 'EVIL', description: hostile, fields: [{ name: 'a', type: 'int', description: hostile }] }],
  }
  const made = fragmentOf({
    files: [
      { name: 'evil.rec', text: `@DOC domain=acme.evil\n@EVIL a="${hostile.replaceAll('"', '')}"\n` },
      { name: 'evil.domain.json', text: JSON.stringify(descriptor) },
    ],
    shown: 0,
    isTable: false,
  })
  assert.ok('fragment' in made)
  await page.goto('about:blank')
  await page.goto(`${start}#${made.fragment}`)
  await page.locator('.problems .error', { hasText: 'EVIL.a is' }).waitFor()
  await page.locator('.token-class', { hasText: 'EVIL' }).hover()
  await page.locator('.cm-lsp-hover-tooltip', { hasText: 'img src' }).waitFor()
  assert.equal(await page.locator('img:not([src="icon.svg"])').count(), 0)
  assert.notEqual(await page.title(), 'taken')
}

/**
 * F6 leads through the parts of the page, Escape and Tab out of the editor.
 *
 * @param {Page} page
 * @param {string} start
 */
async function leaveByKeyboard(page, start) {
  await page.goto('about:blank')
  await page.goto(start)
  const focused = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.className || document.activeElement?.role)
  await page.getByRole('heading', { name: '4 problems' }).waitFor()
  assert.equal(await focused(), 'text')
  await page.keyboard.press('F6')
  assert.equal(await focused(), 'problems')
  await page.keyboard.press('F6')
  assert.equal(await focused(), 'tab')
  await page.keyboard.press('F6')
  assert.equal(await focused(), 'text')
  await page.keyboard.press('Shift+F6')
  assert.equal(await focused(), 'tab')
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Escape')
  assert.equal(await focused(), 'problems')
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Tab')
  assert.notEqual(await focused(), 'text')
}

/**
 * Light and dark, large and small: a picture of each, no violation of accessibility, nothing too wide.
 *
 * @param {Page} page
 * @param {string} start
 */
async function look(page, start) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const [size, viewport] of Object.entries({
      desktop: { width: 1280, height: 800 },
      phone: { width: 360, height: 740 },
    })) {
      await page.setViewportSize(viewport)
      await page.goto('about:blank')
      await page.goto(start)
      await page.getByRole('heading', { name: '4 problems' }).waitFor()
      await page.locator('.token-class').first().waitFor()
      await expectNoViolations(page, `The playground, ${colorScheme}, on a ${size}`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= viewport.width, `The page is ${width} wide on a ${size}.`)
      await page.screenshot({ path: join(pictures, `${size}-${colorScheme}.png`) })
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await page.frameLocator('iframe').getByRole('gridcell').first().waitFor()
      await page.screenshot({ path: join(pictures, `table-${size}-${colorScheme}.png`) })
      await page.getByRole('button', { name: 'Text', exact: true }).click()
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/**
 * After a visit, the playground opens without its server.
 *
 * @param {Page} page
 * @param {string} start
 * @param {() => void} stop ends the server
 */
async function openOffline(page, start, stop) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  stop()
  await page.goto('about:blank')
  await page.goto(start.replace('index.html', ''))
  await page.getByRole('heading', { name: '4 problems' }).waitFor()
  await openFromGallery(page, 'chest-pain')
  await page.getByRole('tab', { name: 'chest-pain.health.rec' }).waitFor()
}
