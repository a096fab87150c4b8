// The colors of records in VS Code's own themes: light, dark and high contrast, by the grammar alone and with what the
// server knows. Each must stand out from the background as WCAG 2.1 asks of text (4.5 to 1, level AA), and the parts of
// a record must differ from one another.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from './page.mjs'

/** @typedef {import('./page.mjs').Page} Page */

// Light and dark ones in turn: the class of the workbench tells that the next one is there.
const themes = {
  'Default Light Modern': 'vs',
  'Default Dark Modern': 'vs-dark',
  'Light 2026': 'vs',
  'Dark 2026': 'vs-dark',
  'Default High Contrast': 'hc-black',
  'Default High Contrast Light': 'hc-light',
}
const least = 4.5

/** A text of each part of a record. The bar is the quietest one. */
const parts = { tag: 'FINDING', field: 'control_ref', id: 'FND-2026-014', reference: 'CTL-0001', bar: '|' }

const records = String.raw`@DOC domain=[core.compliance@1.0, core.health]
# Access management, audited each quarter
# recline-disable-next-line out-of-range -- agreed with the auditor
@CONTROL rid=CTL-0001 | title="Quarterly \"review\" of \q access" | status="tested" | maturity:int=3
@FINDING rid=FND-2026-014 | control_ref="CTL-0001" | severity="high" | remediation_due:ts=2026-06-30
@VITALS bp="118/76" | hr:int=104 | temp_c:float=38.6 | x:ref=[a, "b", [c]] | on:bool=true
  | color=in progress # note | unknown="x
@control titel=1 | a:number=2 junk | =
@1x rid="1"2
hello world
@BEGIN minutes
The scope was agreed.
@END
`

/** @type {import('./flow.mjs').Flow} */
export const colors = {
  name: 'colors',
  // Hints are not records, and their colors are not ours.
  files: { 'colors.rec': records, '.vscode/settings.json': '{ "editor.inlayHints.enabled": "off" }' },
  run: async ({ page, folder, pictures }) => {
    await openFile(page, 'colors.rec')
    const faint = []
    const alike = []
    for (const [theme, kind] of Object.entries(themes)) {
      for (const semantic of [true, false]) {
        writeFileSync(
          join(folder, '.vscode', 'settings.json'),
          JSON.stringify({
            'workbench.colorTheme': theme,
            'editor.semanticHighlighting.enabled': semantic,
            'editor.inlayHints.enabled': 'off',
            'editor.minimap.enabled': false,
          }),
        )
        await page.locator(`.monaco-workbench.${kind}`).first().waitFor()
        const found = await faintText(page, semantic)
        faint.push(...found.map(text => `${theme}${semantic ? '' : ', by the grammar alone'}: ${text}`))
        if (semantic) alike.push(...(await partsAlike(page)).map(pair => `${theme}: ${pair}`))
        const name = theme.replaceAll(' ', '-').toLowerCase()
        await page.screenshot({ path: join(pictures, `${name}${semantic ? '' : '-grammar'}.png`) })
      }
    }
    if (faint.length > 0)
      throw new Error(`These stand out from their background by less than ${least} to 1:\n${faint.join('\n')}`)
    if (alike.length > 0) throw new Error(`These parts of a record have the same color:\n${alike.join('\n')}`)
  },
}

/**
 * @param {Page} page
 * @returns {Promise<string[]>} the pairs of parts of a record that have the same color, and the parts that are missing
 */
function partsAlike(page) {
  return page.evaluate(parts => {
    const line = [...document.querySelectorAll('.editor-instance .view-line')].find(({ textContent }) =>
      textContent?.includes('FND-2026-014'),
    )
    const spans = [...(line?.querySelectorAll('span span') ?? [])]
    const colors = Object.entries(parts).map(([part, text]) => {
      const span = spans.find(({ textContent }) => textContent?.includes(text))
      return [part, span ? getComputedStyle(span).color : undefined]
    })
    const missing = colors.flatMap(([part, color]) => (color === undefined ? [`${part} is not there`] : []))
    if (missing.length > 0) return missing
    return colors.flatMap(([part, color], index) =>
      colors.slice(index + 1).flatMap(([other, same]) => (color === same ? `${part} and ${other} (${color})` : [])),
    )
  }, parts)
}

/**
 * Waits until the text is colored as wanted: an allowed value is told from other text by the server only.
 *
 * @param {Page} page
 * @param {boolean} semantic whether what the server knows is shown
 * @returns {Promise<string[]>} the parts of the text that can hardly be read, with their colors
 */
async function faintText(page, semantic) {
  await page.waitForFunction(isSemantic => {
    const spans = [...document.querySelectorAll('.editor-instance .view-line span span')]
    const colorOf = (/** @type {RegExp} */ text) => {
      const span = spans.find(({ textContent }) => text.test(textContent ?? ''))
      return span && getComputedStyle(span).color
    }
    const [value, text] = [colorOf(/tested/), colorOf(/Quarterly/)]
    // As long as there are hints, whose colors are VS Code's, the settings do not hold yet.
    if (spans.some(({ textContent }) => textContent === 'bpm')) return false
    return value !== undefined && text !== undefined && (value !== text) === isSemantic
  }, semantic)
  return page.evaluate(least => {
    const numbers = (/** @type {string} */ color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    const luminance = (/** @type {string} */ color) => {
      const [red = 0, green = 0, blue = 0] = numbers(color)
        .map(part => part / 255)
        .map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const editor = document.querySelector('.editor-instance .monaco-editor-background')
    const background = editor ? getComputedStyle(editor).backgroundColor : ''
    const contrast = (/** @type {string} */ color) => {
      const [lighter, darker] = [luminance(color), luminance(background)].sort((one, other) => other - one)
      return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
    }
    return [...document.querySelectorAll('.editor-instance .view-line span span')].flatMap(span => {
      const { color } = getComputedStyle(span)
      const text = span.textContent?.trim()
      return text && contrast(color) < least
        ? [`${text} (${color} on ${background}, ${contrast(color).toFixed(2)})`]
        : []
    })
  }, least)
}
