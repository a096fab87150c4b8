// A picture of records in a real VS Code: as text with a hover, as a table, and the overview of their file.
//
//   node test/e2e/picture.mjs                     the picture goes to .vscode-test/views.gif
//   node test/e2e/picture.mjs images/views.gif    the picture in the README is made again
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { gifOf } from './gif.mjs'
import { hoverOver, openFile, runCommand } from './page.mjs'
import { pictureSettings } from './picture-settings.mjs'
import { openEditor } from './windows.mjs'

const picture = resolve(process.argv[2] ?? join(editorCache, 'views.gif'))
const byteLimit = 100_000
const file = 'audit.compliance.rec'
const text = `# Access and backups, audited each quarter
@CONTROL rid=CTL-0101 | title="Backups are restored" | status="tested" | maturity:int=4
@CONTROL rid=CTL-0102 | title="Suppliers are rated" | status="implemented" | maturity:int=2
@CONTROL rid=CTL-0103 | title="Access is reviewed" | status="ineffective" | maturity:int=1

@FINDING rid=FND-2026-101 | control_ref="CTL-0101" | severity="high" | remediation_due:ts=2026-03-31 | status="open"
@FINDING rid=FND-2026-102 | control_ref="CTL-0103" | severity="critical" | remediation_due:ts=2026-09-30 | status="open"
@FINDING rid=FND-2026-103 | control_ref="CTL-0104" | severity="medium" | remediation_due:ts=2026-12-15 | status="open"
@FINDING rid=FND-2026-104 | control_ref="CTL-0102" | severity="low" | status="closed"
`

endWithParent()
const { page, remote, close } = await openEditor({ [file]: text }, false, {
  ...pictureSettings,
  'editor.wordWrap': 'on',
  // So that it covers no record.
  'editor.hover.above': false,
  'workbench.editor.showTabs': 'multiple',
})
await page.setViewportSize({ width: 1360, height: 760 })
await openFile(page, file)
await page.keyboard.press('Control+B')
await remote.command('workbench.action.splitEditorRight')
await runCommand(page, 'Recline: Open as Table')
await page.locator('iframe.webview').first().waitFor()
await runCommand(page, 'Recline: Show Overview')
await page.locator('.tab.active', { hasText: 'Overview' }).waitFor()
await remote.command('workbench.action.moveEditorToBelowGroup')
const views = page.locator('iframe.webview')
await views.nth(1).waitFor()
await remote.command('workbench.action.focusFirstEditorGroup')
await remote.idle()
await hoverOver(page, 'severity', page.locator('.monaco-hover-content', { hasText: 'severity' }))
const png = await page.screenshot()
await page.goto('about:blank')
// A quarter of the bytes of the PNG.
const gif = await gifOf(page, [{ png, time: 0 }], 63)
await close()
writeFileSync(picture, gif)
assert.ok(gif.length <= byteLimit, `${picture} has ${gif.length} bytes; at most ${byteLimit} are allowed.`)
console.log(`${picture}: ${gif.length} bytes`)
process.exit()
