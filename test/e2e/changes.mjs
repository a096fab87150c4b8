// An edit of 7,500 records in 300 files in a real VS Code: how long it takes until the list is there, until all is
// written, and until all is taken back.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile, runCommand } from './page.mjs'
import { until } from './table/view.mjs'

/** @typedef {import('playwright-core').Page} Page */

const texts = new Map(
  Array.from({ length: 300 }, (_, file) => {
    const controls = Array.from({ length: 25 }, (_, record) => {
      const id = String(file * 25 + record + 1).padStart(4, '0')
      return `@CONTROL rid=CTL-${id} | title="Quarterly review ${id}" | status="tested" | maturity:int=3\n`
    })
    return [`many-${String(file).padStart(3, '0')}.compliance.rec`, controls.join('')]
  }),
)

/** @type {import('./flow.mjs').Flow} */
export const changes = {
  name: 'an edit of 300 files',
  files: Object.fromEntries(texts),
  run: async ({ page, folder, pictures }) => {
    await openFile(page, 'many-000.compliance.rec')
    const list = page.frameLocator('iframe.webview').frameLocator('#active-frame')
    // The first list is made while VS Code still starts, and reads its files.
    const first = await listChanges(page, list)
    await list.getByRole('button', { name: 'Cancel' }).click()
    await list.getByRole('treegrid').waitFor({ state: 'detached' })
    const listed = await listChanges(page, list)
    assert.ok((await list.locator('.body .line').count()) < 100, 'The list draws more than what is in sight.')
    await list.getByRole('treegrid').focus()
    await page.keyboard.press('End')
    await list.locator('.body .line.active', { hasText: 'CTL-7500' }).waitFor()
    await page.screenshot({ path: join(pictures, 'list.png') })
    const isOnDisk = (/** @type {(text: string) => string} */ change) => () =>
      [...texts].slice(1).every(([name, text]) => readFileSync(join(folder, name), 'utf8') === change(text))
    const applied = performance.now()
    await page.keyboard.press('Control+Enter')
    await until(
      isOnDisk(text => text.replaceAll('maturity:int=3', 'maturity:int=4')),
      () => 'not all files are written',
    )
    await list.getByRole('treegrid').waitFor({ state: 'detached' })
    const written = performance.now() - applied
    await openFile(page, 'many-000.compliance.rec')
    await page.locator('.editor-instance .view-line', { hasText: 'maturity:int=4' }).first().waitFor()
    assert.equal(await page.locator('.tab').count(), 1, 'Files that were written on the disk have tabs.')
    await runCommand(page, 'Recline: Undo Last Workspace Edit')
    const takeBack = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Take Back' })
    await takeBack.waitFor()
    const pressed = performance.now()
    await takeBack.click()
    await until(
      isOnDisk(text => text),
      () => 'not all files are as before',
    )
    const back = performance.now() - pressed
    await page.locator('.editor-instance .view-line', { hasText: 'maturity:int=3' }).first().waitFor()
    const [one, two, three, four] = [listed, first, written, back].map(time => `${(time / 1000).toFixed(1)} s`)
    console.log(
      `  7,500 records in 300 files: listed in ${one} (${two} at the start), written in ${three}, taken back in ${four}`,
    )
  },
}

/**
 * Asks for the edit, and waits for the list.
 *
 * @param {Page} page
 * @param {import('playwright-core').FrameLocator} list
 * @returns {Promise<number>} for how many milliseconds the user has waited for it
 */
async function listChanges(page, list) {
  const box = page.locator('.quick-input-widget')
  await runCommand(page, 'Recline: Edit Records')
  await box.locator('.monaco-list-row', { hasText: 'CONTROLcore.compliance' }).click()
  await box.filter({ hasText: 'Which records?', has: page.locator('input:focus') }).waitFor()
  await page.keyboard.type('title.startsWith("Quarterly review ")')
  await page.keyboard.press('Enter')
  await box.locator('.monaco-list-row', { hasText: 'Set Fields' }).click()
  await box.filter({ hasText: 'New values', has: page.locator('input:focus') }).waitFor()
  await page.keyboard.type('maturity = maturity + 1')
  const asked = performance.now()
  await page.keyboard.press('Enter')
  await list.getByText('Changes 7,500 records in 300 files.').waitFor()
  await list.locator('.body .line.value').first().waitFor()
  return performance.now() - asked
}
