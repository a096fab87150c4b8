// One author's way through the editor with real keystrokes and clicks. It ends with a picture of the editor.
//
//   node test/e2e/keystrokes.mjs                          the picture goes to .vscode-test/screenshot.png
//   node test/e2e/keystrokes.mjs images/screenshot.png    the picture in the README is made anew
import { join, resolve } from 'node:path'
import { editorCache, endWithParent } from '../../scripts/project.mjs'
import { openEditor, openFile } from './page.mjs'
import { firstSample } from './workspace.mjs'

const picture = resolve(process.argv[2] ?? join(editorCache, 'screenshot.png'))
const pictureOfFailure = join(editorCache, 'keystrokes-failed.png')

endWithParent()
try {
  const { page, close } = await openEditor()
  try {
    await flow(page)
  } catch (error) {
    await page.screenshot({ path: pictureOfFailure })
    console.log(`  What the editor showed when it failed: ${pictureOfFailure}`)
    throw error
  }
  await page.screenshot({ path: picture })
  console.log(`  passed  the picture is ${picture}`)
  await close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
// Whatever is still open after a failure ends with this process.
process.exit()

/** @param {import('./page.mjs').Page} page */
async function flow(page) {
  await openFile(page, firstSample())
}
