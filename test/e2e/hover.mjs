// The hovers of a tag and a field in VS Code, in light, dark and high contrast, and the way from a tag to all of it.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hoverOver, openFile } from './page.mjs'

/** @typedef {import('./page.mjs').Page} Page */

const themes = {
  'Default Light Modern': 'vs',
  'Default Dark Modern': 'vs-dark',
  'Default High Contrast': 'hc-black',
}

const hovers = '.monaco-hover:visible'

const records = `@DOC domain=[core.compliance, core.health]

@RISK_ASSESSMENT rid=RSK-1 | likelihood:int=3 | impact:int=4
@VITALS bp="118/76" | hr:int=104
`

/** @type {import('./flow.mjs').Flow} */
export const hover = {
  name: 'hovers',
  files: { 'hover.rec': records },
  run: async ({ page, folder, pictures }) => {
    mkdirSync(join(folder, '.vscode'))
    await openFile(page, 'hover.rec')
    for (const [theme, kind] of Object.entries(themes)) {
      writeFileSync(
        join(folder, '.vscode', 'settings.json'),
        JSON.stringify({
          'workbench.colorTheme': theme,
          'editor.minimap.enabled': false,
          'editor.inlayHints.enabled': 'off',
        }),
      )
      await page.locator(`.monaco-workbench.${kind}`).first().waitFor()
      for (const word of ['VITALS', 'bp', 'likelihood']) {
        await showHover(page, word)
        await page.screenshot({ path: join(pictures, `${word}-${kind}.png`) })
      }
    }
    const code = await page.locator(`${hovers} code`).allInnerTexts()
    assert.deepEqual(code.slice(0, 3), ['int', 'likelihood', 'impact'], 'Code in the text of a field is code.')
    await showHover(page, 'VITALS')
    await page.locator(`${hovers} a`, { hasText: '7 fields and 6 rules' }).click()
    await page.locator('.pane .monaco-list-row.selected', { hasText: 'VITALS' }).waitFor()
    await page.locator('.pane .monaco-list-row', { hasText: /^bp/ }).first().waitFor()
    await page.screenshot({ path: join(pictures, 'domains-view.png') })
  },
}

/**
 * Shows the hover of a word of the text.
 *
 * @param {Page} page
 * @param {string} word
 */
async function showHover(page, word) {
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await hoverOver(page, word, page.locator(hovers, { hasText: word }).first())
}
