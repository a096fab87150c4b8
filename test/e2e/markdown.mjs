// Records in the fence of a Markdown file: a problem and a list in it, and none of them outside of it.
import assert from 'node:assert/strict'
import { openFile } from './page.mjs'

const file = 'README.md'
const text = `# Controls

@CONTROL rid=CTL-M1 | maturity:int=9

- of the month:

  ~~~rec
  @DOC domain=core.compliance
  @CONTROL rid=CTL-M2 | title="Access" | maturity:int=9

  ~~~

The end.
`

/** @type {import('./flow.mjs').Flow} */
export const markdown = {
  name: 'records in Markdown',
  files: { [file]: text },
  run: async ({ page, remote, pictures }) => {
    await openFile(page, file)
    const problems = page.locator('.editor-instance :is(.squiggly-error, .squiggly-warning, .squiggly-info)')
    await problems.first().waitFor()
    await remote.idle()
    assert.equal(await problems.count(), 1, 'Only the maturity in the fence is out of range.')
    await page.keyboard.press('F8')
    await page.locator('.peekview-widget, .marker-widget', { hasText: '1 to 5' }).first().waitFor()
    await page.keyboard.press('Escape')

    const list = page.locator('.suggest-widget.visible')
    const tags = list.locator('.monaco-list-row', { hasText: '@CONTROL' })
    await remote.setCursor(text.indexOf('\n\n  ~~~\n') + 1)
    await page.keyboard.type('  @')
    await tags.first().waitFor()
    await page.screenshot({ path: `${pictures}/list.png` })
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.keyboard.press('Backspace')

    await remote.setCursor(text.indexOf('\n\n@CONTROL') + 1)
    await page.keyboard.type('@')
    await remote.idle()
    assert.equal(await tags.count(), 0, 'Outside of the fence, no tags are listed.')
    await remote.command('editor.action.triggerSuggest')
    await list.waitFor()
    await remote.idle()
    assert.equal(await tags.count(), 0, 'Nor are they when someone asks for the list.')
  },
}
