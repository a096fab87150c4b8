// A person who has switched off that lists open by themselves, and the keys for fields, meets neither.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from './page.mjs'

const settings = {
  '[rec]': { 'editor.quickSuggestions': { other: 'off', strings: 'off', comments: 'off' } },
  'editor.suggestOnTriggerCharacters': false,
  'editor.inlineSuggest.enabled': false,
  'recline.keys': 'records',
}
const file = 'off.compliance.rec'
const files = { [file]: '@CONTROL rid=CTL-0090 | title="The review"\n' }

/** @type {import('./flow.mjs').Flow} */
export const switchedOff = {
  name: 'lists and keys that are switched off',
  files,
  run: async ({ page, folder, remote }) => {
    await remote.settings(settings)
    const { keyboard } = page
    await openFile(page, file)
    await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()

    // Enter breaks a text, as in any text. The problem shows that what could mend it has seen it.
    await keyboard.press('Control+G')
    await page.locator('.quick-input-widget input').fill(`:1:${'@CONTROL rid=CTL-0090 | title="The '.length + 1}`)
    await keyboard.press('Enter')
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' })
    await keyboard.press('Enter')
    await page.locator('.squiggly-error').first().waitFor()
    await page.locator('.view-line', { hasText: /^review"$/ }).waitFor()
    await keyboard.press('Backspace')

    // The list of the values does not open behind a field, so Tab does not take an entry of it.
    await keyboard.press('Control+End')
    await keyboard.type('@CONTROL rid=CTL-0091 | sta')
    await keyboard.press('Control+Space')
    await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: 'status' }).waitFor()
    await keyboard.press('Tab')
    await page.locator('.view-line', { hasText: /status=""$/ }).waitFor()
    await keyboard.type('tes')
    await keyboard.press('Tab')
    await keyboard.press('Control+S')
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' })
    const [first, second] = readFileSync(join(folder, file), 'utf8').split('\n')
    assert.equal(first, '@CONTROL rid=CTL-0090 | title="The review"')
    assert.match(second ?? '', /^@CONTROL rid=CTL-0091 \| status="tes +"$/)
  },
}
