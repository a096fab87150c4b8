// The hovers of a tag and a field in VS Code, in light, dark and high contrast, and the way from a tag to all of it.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hoverUntil, openFile, tryInEditor } from './page.mjs'

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

await tryInEditor('hover', { files: { 'hover.rec': records } }, async (page, { folder, pictures }) => {
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
      await hoverOver(page, word)
      await page.screenshot({ path: join(pictures, `${word}-${kind}.png`) })
    }
  }
  const code = await page.locator(`${hovers} code`).allInnerTexts()
  assert.deepEqual(code.slice(0, 3), ['int', 'likelihood', 'impact'], 'Code in the text of a field is code.')
  await hoverOver(page, 'VITALS')
  await page.locator(`${hovers} a`, { hasText: '7 fields and 2 rules' }).click()
  await page.locator('.pane .monaco-list-row.selected', { hasText: 'VITALS' }).waitFor()
  await page.locator('.pane .monaco-list-row', { hasText: 'temp_c' }).first().waitFor()
  await page.screenshot({ path: join(pictures, 'domains-view.png') })
  return `a hover explains a tag and a field, and leads to all of the tag; pictures are in ${pictures}`
})

/**
 * Shows the hover of a word of the text.
 *
 * @param {Page} page
 * @param {string} word
 */
async function hoverOver(page, word) {
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await hoverUntil(page, word, page.locator(hovers, { hasText: word }).first())
}
