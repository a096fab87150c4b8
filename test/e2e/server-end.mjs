// A language server that is killed, in a real VS Code: it is started again, and unsaved text stays.
//
//   node test/e2e/server-end.mjs    a picture of a failure stays in .vscode-test/server-end
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { openFile, runCommand, tryInEditor } from './page.mjs'
import { startedProcesses } from './processes.mjs'

const name = 'killed.compliance.rec'
const text = '@FINDING rid=FND-70 | title="x" | severity="urgent" | status="open"\n'

await tryInEditor('server-end', { files: { [name]: text } }, async (page, { folder }) => {
  await openFile(page, name)
  const problems = page.locator('.editor-instance .squiggly-error')
  await problems.first().waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('@CONTROL rid=CTL-99 | title="Unsaved"')
  const [server, ...others] = servers()
  assert.deepEqual([typeof server, others], ['number', []])
  process.kill(Number(server), 'SIGKILL')
  await page.getByText('The language server of Recline ended unexpectedly, so it was started again').first().waitFor()
  const [next] = await servedAgain(Number(server))
  assert.notEqual(next, server)
  // The problem of before, and one of text that only the new server can have seen.
  await page.keyboard.insertText(' | maturity:int=99')
  await problems.nth(1).waitFor()
  const shown = (await page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ')
  assert.match(shown, /rid=CTL-99 \| title="Unsaved" \| maturity:int=99/)
  assert.equal(readFileSync(join(folder, name), 'utf8'), text)
  await runCommand(page, 'Notifications: Show Notifications')
  const sentences = page.locator('.notifications-center .notification-list-item-message')
  await sentences.first().waitFor()
  // VS Code shows there, too, what is still being done.
  const told = (await sentences.allInnerTexts()).filter(
    sentence => !/^(?:Reading records|Activating Extensions)/.test(sentence),
  )
  assert.equal(told.length, 1, told.join('\n'))
  return 'a server that is killed is started again and checks the open file, whose unsaved text stays'
})

/**
 * Waits until another server runs.
 *
 * @param {number} before the id of the server that was killed
 */
async function servedAgain(before) {
  for (;;) {
    const now = servers()
    if (now.length > 0 && !now.includes(before)) return now
    await new Promise(resolve => setImmediate(resolve))
  }
}

/** The ids of the server processes that this process has started through VS Code. */
function servers() {
  return startedProcesses(words => words.includes(join(root, 'dist/program.js')) && words.includes('--stdio'))
}
