// Measures what a table of 20,000 records takes for the work in it.
//
//   npm run build && node bench/table-work.mjs
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { endWithParent } from '../scripts/project.mjs'
import { runCommand } from '../test/e2e/page.mjs'
import { frameOf } from '../test/e2e/webview.mjs'
import { openEditor } from '../test/e2e/windows.mjs'
import { recordLine } from './notations.mjs'
import { controls, generateRecords } from './records.mjs'

const size = 20_000
const filled = 16_000
const fileCount = 300
const perFile = 200
const rounds = 3
const name = 'work.compliance.rec'
/** The times of what is measured now. @type {number[]} */
let times = []

endWithParent()
const all = [...generateRecords(controls, fileCount * perFile, 0)].map(entry => `${recordLine(entry)}\n`)
const files = Object.fromEntries(
  Array.from({ length: fileCount }, (_, index) => [
    `part-${index}.compliance.rec`,
    all.slice(index * perFile, (index + 1) * perFile).join(''),
  ]),
)
// Other ids and titles than those of the other files, as these are unique.
const large = [...generateRecords(controls, size, 0)].map(
  entry => `${recordLine(entry).replaceAll('CTL-', 'WRK-').replace('title="', 'title="work ')}\n`,
)
const { page, close } = await openEditor({ ...files, [name]: large.join('') })
page.setDefaultTimeout(120_000)

await page.keyboard.press('Control+P')
await page.locator('.quick-input-widget input').fill(name)
await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor()
await page.keyboard.press('Enter')
await page.locator('.editor-instance .view-line', { hasText: 'WRK-' }).first().waitFor()
const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
await figure('first rows after the text is open', async () => {
  await runCommand(page, 'Recline: Open as Table')
  const start = Date.now()
  await table.locator('.body .cell', { hasText: 'WRK-' }).first().waitFor()
  const time = Date.now() - start
  await table.locator('.grid:focus').waitFor()
  if (times.length < rounds - 1) await runCommand(page, 'View: Close Editor')
  return time
})
await figure('sort by title', async () => {
  const heading = table.locator('.head .heading', { has: page.locator('.name', { hasText: /^title$/ }) })
  return untilRowsChange(() => heading.click())
})
await figure('search', async () => {
  const field = table.getByLabel('Search the records')
  const time = await untilRowsChange(() => field.fill(`${times.length}1`))
  await untilRowsChange(() => field.fill(''))
  return time
})
await table.getByRole('button', { name: 'Filters' }).click()
await figure('filter', async () => {
  const field = table.getByLabel('Filter maturity')
  const time = await untilRowsChange(() => field.fill('>3'))
  await untilRowsChange(() => field.fill(''))
  return time
})
await figure('group by status', async () => {
  const group = table.getByLabel('Group by')
  const time = await untilRowsChange(() => group.selectOption('status'))
  await untilRowsChange(() => group.selectOption(''))
  return time
})
await figure(`fill down ${filled} cells, undo, save`, async () => {
  await table.locator('.grid').focus()
  await page.keyboard.press('Control+Home')
  await table.locator('.body .row:not([hidden])[aria-rowindex="2"] .cell').nth(4).click()
  const owner = `owner ${times.length} ${Date.now()}`
  await page.keyboard.type(owner)
  await page.keyboard.press('Enter')
  await table.locator('.body .cell', { hasText: owner }).first().waitFor()
  await page.keyboard.press('ArrowUp')
  const frame = await frameOf(page)
  await frame.evaluate(count => {
    const rows = document.querySelector('.scroller')
    if (rows) rows.scrollTop = (count - 5) * 24
  }, filled)
  const last = table.locator(`.body .row:not([hidden])[aria-rowindex="${filled + 1}"] .cell`).nth(4)
  await last.click({ modifiers: ['Shift'] })
  await table.locator('footer', { hasText: '16,000 cells' }).waitFor()
  let start = Date.now()
  await page.keyboard.press('Control+D')
  await last.getByText(owner).waitFor()
  const fill = Date.now() - start
  // The table shows the cells before the file has them, and a save waits for the file.
  await page.keyboard.press('Control+S')
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' })
  const save = Date.now() - start
  start = Date.now()
  await page.keyboard.press('Control+Z')
  await last.getByText(owner).waitFor({ state: 'detached' })
  console.log(`  shown after ${fill} ms, in the saved file after ${save} ms, undone in ${Date.now() - start} ms`)
  return fill
})
await close()
process.exit()

/**
 * Measures something several times, and prints the times in their order with the load of the machine.
 *
 * @param {string} what
 * @param {() => Promise<number>} measure gives milliseconds
 */
async function figure(what, measure) {
  times = []
  while (times.length < rounds) times.push(await measure())
  console.log(`${what}: ${times.map(time => `${Math.round(time)} ms`).join(', ')} (load ${loadavg()[0].toFixed(1)})`)
}

/**
 * Does something, and waits until the first rows are others. The time is that of the page.
 *
 * @param {() => Promise<unknown>} act
 */
async function untilRowsChange(act) {
  const frame = await frameOf(page)
  const changed = frame.evaluate(
    () =>
      new Promise(done => {
        const rows = document.querySelector('.body')
        if (!rows) throw new Error('There is no table.')
        let start = 0
        const begin = () => {
          start ||= performance.now()
        }
        for (const event of ['click', 'input', 'change']) addEventListener(event, begin, { capture: true })
        const shown = () => [...rows.querySelectorAll('.row:not([hidden])')].map(row => row.textContent).join('\n')
        const before = shown()
        const look = () => {
          if (start > 0 && shown() !== before && !rows.querySelector('.row:not([hidden]) .pending'))
            done(performance.now() - start)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await act()
  const time = await changed
  assert.equal(typeof time, 'number')
  return Number(time)
}
