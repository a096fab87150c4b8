// Text that is pasted into records: it is never lost, also when a key follows at once and extensions stand still, and
// data becomes records in a step of its own.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openFile, runCommand } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */

const name = 'pasted.compliance.rec'
const block = '# Access\n@CONTROL rid=CTL-7001 | title="Reviews"\n@CONTROL rid=CTL-7002 | title="Logs"\n'
const table = 'rid\tframework\tmaturity\nCTL-7003\tISO 27001\t3\nCTL-7004\tSOC 2\t2\n'
const asRecords =
  '@CONTROL rid=CTL-7003 | framework="ISO 27001" | maturity:int=3\n@CONTROL rid=CTL-7004 | framework="SOC 2" | maturity:int=2\n'

/** @type {import('./flow.mjs').Flow} */
export const pasting = {
  name: 'what is pasted',
  files: { [name]: '' },
  run: async ({ page, remote, pictures }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { keyboard } = page
    const notice = page.locator('.notification-list-item', { hasText: 'Converted 2 rows into CONTROL records.' })
    await openFile(page, name)
    await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
    /** @param {string} expected the text, where the cursor is left out */
    const becomes = async expected => {
      await remote.idle()
      assert.equal((await remote.read()).replace('¦', ''), expected)
    }
    const empty = async () => {
      await keyboard.press('Control+A')
      await keyboard.press('Delete')
    }

    // A paste does not wait for extensions. VS Code drops one that does as soon as the next key is pressed.
    await copy(page, block)
    const goOn = await remote.hold()
    await keyboard.press('Control+V')
    await page.locator('.view-line', { hasText: 'CTL-7002' }).waitFor()
    await keyboard.press('#')
    await goOn()
    await becomes(`${block}#`)

    // The same with data: it is there at once, and becomes records later; what was typed stays behind it.
    await empty()
    await copy(page, table)
    const goOnAgain = await remote.hold()
    await keyboard.press('Control+V')
    await page.locator('.view-line', { hasText: 'ISO 27001' }).waitFor()
    await keyboard.press('#')
    await goOnAgain()
    await page.locator('.view-line', { hasText: '@CONTROL rid=CTL-7004' }).waitFor()
    await becomes(`${asRecords}#`)
    await runCommand(page, 'Notifications: Show Notifications')
    await page.screenshot({ path: join(pictures, 'converted.png') })
    await notice.getByRole('button', { name: 'Keep as Text' }).click()
    await becomes(`${table}#`)
    await page.locator('.monaco-editor .view-line').first().click()
    await keyboard.press('Control+Z')
    await becomes(`${asRecords}#`)
    await keyboard.press('Control+Z')
    await becomes(`${table}#`)

    // In the middle of a line, data is a part of it.
    await empty()
    await keyboard.type('# ')
    await keyboard.press('Control+V')
    await becomes(`# ${table}`)
  },
}

/**
 * @param {Page} page
 * @param {string} text
 */
async function copy(page, text) {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
}
