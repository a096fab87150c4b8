// An animated picture of a record that is written with Tab and Enter in a real VS Code.
//
//   node test/e2e/animation.mjs                       the picture goes to .vscode-test/writing.gif
//   node test/e2e/animation.mjs images/writing.gif    the picture in the README is made again
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { gifOf } from './gif.mjs'
import { openFile } from './page.mjs'
import { pictureSettings } from './picture-settings.mjs'
import { openEditor } from './windows.mjs'

/** @typedef {import('./gif.mjs').Frame} Frame */

const picture = resolve(process.argv[2] ?? join(editorCache, 'writing.gif'))
const byteLimit = 200_000
const clip = { x: 0, y: 0, width: 880, height: 250 }
const text = `@CONTROL rid=CTL-0101 | title="Backups are restored" | status="tested"
@CONTROL rid=CTL-0102 | title="Suppliers are rated" | status="implemented"
@FINDING rid=FND-2026-101 | control_ref="CTL-0101" | severity="high" | status="open"
`
/** The keys, and what the author waits for: a marked entry of the list in `⟨⟩`. */
const keys = [
  ...['@', 'F', '⟨@FINDING⟩', 'Tab', '⟨CTL-0101⟩', 'Sup', '⟨CTL-0102⟩', 'Tab'],
  ...['Tab', '⟨low⟩', 'cr', '⟨critical⟩', 'Tab', 'Enter'],
]

endWithParent()
const { page, remote, close } = await openEditor({ 'audit.compliance.rec': text }, false, pictureSettings)
await page.setViewportSize({ width: clip.width, height: clip.height })
await openFile(page, 'audit.compliance.rec')
await page.keyboard.press('Control+B')
await page.locator('.view-line', { hasText: 'CTL-0101' }).first().waitFor()
await page.keyboard.press('Control+End')
await remote.idle()

/** @type {Frame[]} */
const frames = []
await addFrame(1500)
for (const key of keys) {
  if (key.startsWith('⟨')) {
    await page
      .locator('.suggest-widget.visible .monaco-list-row.focused .label-name', { hasText: key.slice(1, -1) })
      .waitFor()
    await addFrame(700)
  } else if (key === 'Tab' || key === 'Enter') {
    await page.keyboard.press(key)
    await page.waitForTimeout(700)
    await addFrame(500)
  } else {
    for (const part of key.match(/.{1,3}/g) ?? []) {
      for (const character of part) {
        await page.keyboard.type(character)
        await page.waitForTimeout(60)
      }
      await addFrame(240)
    }
  }
}
await page.waitForTimeout(2000)
await addFrame(3000)
await page.goto('about:blank')
const gif = await gifOf(page, frames, 23)
await close()
writeFileSync(picture, gif)
assert.ok(gif.length <= byteLimit, `${picture} has ${gif.length} bytes; at most ${byteLimit} are allowed.`)
console.log(`${picture}: ${frames.length} frames, ${gif.length} bytes`)
process.exit()

/** @param {number} time */
async function addFrame(time) {
  const png = await page.screenshot({ clip })
  const last = frames.at(-1)
  if (last?.png.equals(png)) last.time += time
  else frames.push({ png, time })
}
