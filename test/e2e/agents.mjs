// What VS Code asks before an agent writes records, and what it does after the answer.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile, runCommand } from './page.mjs'

const file = 'audit.compliance.rec'
const records = '@FINDING rid=FND-1 | severity="low" | status="open"\n'

const changes = [
  { action: 'set', id: 'FND-1', values: { severity: 'high' }, expected: { severity: 'low' } },
  {
    action: 'add',
    tag: 'FINDING',
    values: { description: 'No `log` [here](command:x)', severity: 'medium' },
    path: file,
  },
]

// Other tests keep the chat of VS Code out of the way.
const settings = { 'chat.disableAIFeatures': false }
/** @type {import('./flow.mjs').Flow} */
export const agents = {
  name: 'agents',
  files: { [file]: records },
  run: async ({ page, folder, pictures, remote }) => {
    await remote.settings(settings)
    /** @param {string} [button] what the user answers */
    const write = async button => {
      const called = remote.tool('recline_write', { changes, apply: true }).catch(() => undefined)
      const dialog = page.locator('.monaco-dialog-box')
      await dialog.waitFor()
      const question = (await dialog.textContent()) ?? ''
      await page.screenshot({ path: join(pictures, 'question.png') })
      if (button) await dialog.getByRole('button', { name: button }).click()
      else await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await called
      return question
    }

    await openFile(page, file)
    const question = await write()
    assert.match(question, /Add 1 record and change 1 record/)
    assert.match(question, /-@FINDING rid=FND-1 \| severity="low"/)
    const lines = page.locator('.view-lines')
    assert.match((await lines.textContent()) ?? '', /severity="low"/)

    await write('Yes')
    await lines.getByText('severity="high"').first().waitFor()
    await lines.getByText('FND-2').first().waitFor()
    await page.screenshot({ path: join(pictures, 'written.png') })
    assert.equal(readFileSync(join(folder, file), 'utf8'), records, 'The agent saved the file.')
    await page.keyboard.press('Control+z')
    await lines.getByText('severity="low"').first().waitFor()

    const rows = page.locator('.quick-input-list .monaco-list-row')
    await runCommand(page, 'MCP: List Servers')
    await rows.filter({ hasText: 'Recline' }).filter({ hasText: 'Stopped' }).click()
    await rows.filter({ hasText: 'Start Server' }).click()
    // The output of the server comes to the front, and takes the keyboard, until it has told of the tools.
    await page.locator('.panel .view-lines').getByText('Discovered').waitFor()
    await runCommand(page, 'MCP: List Servers')
    await rows.filter({ hasText: 'Recline' }).filter({ hasText: 'Running' }).waitFor()
    await page.screenshot({ path: join(pictures, 'server.png') })
  },
}
