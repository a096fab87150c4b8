// Measures how soon the table view shows its rows and how smoothly it scrolls, in VS Code with files of two sizes.
//
//   npm run build && node bench/table.mjs
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { endWithParent } from '../scripts/project.mjs'
import { runCommand } from '../test/e2e/page.mjs'
import { frameOf } from '../test/e2e/webview.mjs'
import { openEditor } from '../test/e2e/windows.mjs'
import { recordLine } from './notations.mjs'
import { controls, generateRecords } from './records.mjs'

const sizes = [1_000, 100_000]
const rounds = 5
const frames = 180
/** The scroll steps, in pixels per frame. */
const steps = /** @type {const} */ ([
  ['standing still', 0],
  ['a wheel', 100],
  ['a fast wheel', 500],
  ['the scroll bar dragged', 20_000],
])

endWithParent()
console.log(`Load before it: ${loadavg()[0].toFixed(1)}`)
const { page, close } = await openEditor(
  Object.fromEntries(
    sizes.flatMap(size => [
      [fileOf(size), textOf(size)],
      [plainFileOf(size), textOf(size)],
    ]),
  ),
)
const browser = page.context().browser()
assert.ok(browser)
const driver = await browser.newBrowserCDPSession()
for (const size of sizes) await measure(size)
await close()
process.exit()

/** @param {number} size */
async function measure(size) {
  const asText = await openText(size)
  const first = await openTable(size)
  const opened = []
  const inside = []
  for (let round = 0; round < rounds; round++) {
    // The text file is already open, so only the view is measured: it starts, and requests the tables and rows of the
    // file.
    await runCommand(page, 'View: Close Other Editors in Group')
    const start = Date.now()
    await page.keyboard.press('Control+Backslash')
    await page.locator('iframe.webview').nth(1).waitFor({ state: 'attached' })
    const view = page.frameLocator('iframe.webview >> nth=1').frameLocator('#active-frame')
    await view.locator('.body .cell', { hasText: 'CTL-' }).first().waitFor()
    opened.push(Date.now() - start)
    inside.push(await view.locator('body').evaluate(() => performance.now()))
    await runCommand(page, 'View: Close Editor')
    await page.locator('iframe.webview').nth(1).waitFor({ state: 'detached' })
  }
  const frame = await frameOf(page)
  const jumps = await frame.evaluate(jump)
  print(`${size.toLocaleString('en')} records`, {
    'file not open, command → rows': `${first} ms`,
    'the same in a text editor': `${asText} ms`,
    'file open, command → rows': `${median(opened)} ms`,
    'start of the page → rows': `${median(inside).toFixed(0)} ms`,
    'a jump to rows far away → rows': `${median(jumps).toFixed(0)} ms, most ${Math.max(...jumps).toFixed(0)} ms`,
  })
  for (const [what, step] of steps) {
    const before = await processorTime()
    const { times, work, empty } = await frame.evaluate(scroll, { firstStep: step, frames })
    const used = ((await processorTime()) - before) / frames
    print(`  ${what}`, {
      frame: `${median(times).toFixed(1)} ms`,
      'frames over 20 ms': `${share(times, time => time > 20)}`,
      'processor time of a frame': `${used.toFixed(1)} ms`,
      'own work a frame': `${median(work).toFixed(1)} ms`,
      most: `${Math.max(...work).toFixed(1)} ms`,
      'frames with rows that have not come': `${share(empty, isEmpty => isEmpty)}`,
    })
  }
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Scrolls in the page by one step per frame, and changes the direction at the end. The measured work is script and
 * layout.
 *
 * @param {{ firstStep: number, frames: number }} how
 */
async function scroll({ firstStep, frames }) {
  const view = document.querySelector('.scroller')
  const body = document.querySelector('.body')
  if (!view || !body) throw new Error('There is no table.')
  /** @returns {Promise<number>} */
  const nextFrame = () => new Promise(done => requestAnimationFrame(done))
  view.scrollTop = 0
  for (let wait = 0; wait < 30; wait++) await nextFrame()
  /** @type {number[]} */
  const times = []
  /** @type {number[]} */
  const work = []
  /** @type {boolean[]} */
  const empty = []
  let step = firstStep
  let last = await nextFrame()
  for (let count = 0; count < frames; count++) {
    const start = performance.now()
    if (view.scrollTop + view.clientHeight >= view.scrollHeight) step = -step
    view.scrollTop += step
    view.dispatchEvent(new Event('scroll'))
    body.lastElementChild?.getBoundingClientRect()
    work.push(performance.now() - start)
    const now = await nextFrame()
    times.push(now - last)
    last = now
    empty.push(document.querySelector('.row:not([hidden]) .pending') !== null)
  }
  return { times, work, empty }
}

/**
 * Scrolls to distant places of the table and measures how long their rows take to arrive, in milliseconds. Runs in the
 * page.
 */
async function jump() {
  const view = document.querySelector('.scroller')
  if (!view) throw new Error('There is no table.')
  const nextFrame = () => new Promise(done => requestAnimationFrame(done))
  const times = []
  for (const place of [0.93, 0.12, 0.71, 0.34, 0.52]) {
    const start = performance.now()
    view.scrollTop = place * view.scrollHeight
    do await nextFrame()
    while (document.querySelector('.row:not([hidden]) .pending'))
    times.push(performance.now() - start)
  }
  return times
}

/**
 * Opens a file as a table from the Explorer, because text editors first refuse large files.
 *
 * @param {number} size
 * @returns {Promise<number>} the duration in milliseconds
 */
async function openTable(size) {
  const item = page.locator('.monaco-menu .action-item', { hasText: 'Open as Table' })
  // While the editor is still starting, it closes the menu again.
  while (!(await item.isVisible())) {
    await page.keyboard.press('Escape')
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: fileOf(size) }).click({ button: 'right' })
    await item.waitFor({ timeout: 3_000 }).catch(() => {})
  }
  await item.hover()
  const start = Date.now()
  await page.keyboard.press('Enter')
  const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await view.locator('.body .cell', { hasText: 'CTL-' }).first().waitFor()
  const time = Date.now() - start
  // Waits until the view has the focus. Otherwise it would take the focus away from a later command.
  await view.locator('.grid:focus').waitFor()
  return time
}

/**
 * Opens the same text as plain text in VS Code's own editor, to compare the time.
 *
 * @param {number} size
 * @returns {Promise<number>} the duration in milliseconds
 */
async function openText(size) {
  const text = page.locator('.editor-instance .view-line', { hasText: 'CTL-' }).first()
  const refused = page.getByRole('button', { name: 'Open Anyway' })
  let start = Date.now()
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: plainFileOf(size) }).dblclick()
  await text.or(refused).first().waitFor()
  if (await refused.isVisible()) {
    start = Date.now()
    await refused.click()
    await text.waitFor()
  }
  const time = Date.now() - start
  await runCommand(page, 'View: Close All Editors')
  await text.waitFor({ state: 'detached' })
  return time
}

/** @returns {Promise<number>} the total processor time of all browser processes so far, in milliseconds */
async function processorTime() {
  const { processInfo } = await driver.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** @param {number} size */
function fileOf(size) {
  return `controls-${size}.compliance.rec`
}

/** @param {number} size */
function plainFileOf(size) {
  return `controls-${size}.txt`
}

/** @param {number} size */
function textOf(size) {
  return [...generateRecords(controls, size, 0.015)].map(entry => `${recordLine(entry)}\n`).join('')
}

/** @param {number[]} numbers */
function median(numbers) {
  assert.ok(numbers.length > 0)
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1]
}

/**
 * @template Thing
 * @param {Thing[]} things
 * @param {(thing: Thing) => boolean} isCounted
 */
function share(things, isCounted) {
  return `${things.filter(isCounted).length} of ${things.length}`
}

/**
 * @param {string} what
 * @param {Record<string, string>} figures
 */
function print(what, figures) {
  console.log(
    `${what}: ${Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure}`)
      .join(', ')}`,
  )
}
