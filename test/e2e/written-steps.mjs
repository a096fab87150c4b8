// Follows the numbered steps of a page as its readers do: key by key, from the text of the page. Each text in `code` or
// **bold** in a step is something to do or to see, and a step that says more fails.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askForActions, hoverOver, openFile, typeSlowly } from './page.mjs'
import { until } from './table/view.mjs'

/** @typedef {import('./flow.mjs').Where} Where */
/** @typedef {import('./page.mjs').Page} Page */

/**
 * @typedef {object} Step a step of a numbered list
 * @property {string} text in which each fence is left as `⟨n⟩`
 * @property {string[]} blocks the texts of its fences
 *
 * @typedef {(where: Where, words: string[], blocks: readonly string[]) => Promise<void>} Follow does or sees what a
 *   phrase says, of which it gets the parts in parentheses
 */

/**
 * The steps of all numbered lists of a page.
 *
 * @param {string} page its text
 * @returns {Step[]}
 */
export function stepsIn(page) {
  const items = [...page.matchAll(/^\d+\. ((?:.*\n?)(?: {3}.*\n?|\n(?= {3}))*)/gm)].map(([, text = '']) => text)
  return items.map(item => {
    /** @type {string[]} */
    const blocks = []
    const text = item.replace(/^ {3}```.*\n([\s\S]*?)^ {3}```$/gm, (_, lines) => {
      blocks.push(lines.replace(/^ {3}/gm, '').trimEnd())
      return `⟨${blocks.length - 1}⟩`
    })
    return { text: inOneLine(text), blocks }
  })
}

/** A text without what is said for another system, in which a link is its text. @param {string} text */
const inOneLine = text =>
  text
    .replace(/ \(`[^`]+` on macOS\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** @type {readonly [phrase: RegExp, follow: Follow][]} */
const phrases = [
  [/create the file `([^`]+)`/i, createFile],
  [/the status bar shows `([^`]+)`/i, ({ page }, [text = '']) => statusItem(page, text).waitFor()],
  [/click `([^`]+)` in the status bar/i, ({ page }, [text = '']) => statusItem(page, text).click()],
  [/(?:type|and) `(?!Enter|Tab|End)([^`]+)`/i, ({ page }, [text = '']) => typeSlowly(page, [...text])],
  [/the list shows `([^`]+)`/i, ({ page }, [text = '']) => rowWith(page, text).waitFor()],
  [/choose \*\*([^*]+)\*\*/i, ({ page }, [text = '']) => rowWith(page, text).click()],
  [/the `[^`]+` is underlined/i, ({ page }) => problems(page).first().waitFor()],
  [/the problem disappears/i, ({ page }) => problems(page).first().waitFor({ state: 'detached' })],
  [/hover over `([^`]+)`\. The hover says `([^`]+)`/i, hover],
  [/put the cursor (?:behind|on the (first|last)) `([^`]+)`/i, putCursor],
  [/the cursor is now in the line of the (\w+)/i, expectCursorIn],
  [/paste this line: ⟨(\d+)⟩/i, paste],
  [/the last line is: ⟨(\d+)⟩/i, ({ remote }, [index], blocks) => expectText(remote, blocks[Number(index)], true)],
  [/: ⟨(\d+)⟩/, ({ remote }, [index], blocks) => expectText(remote, blocks[Number(index)], false)],
  [/the view `([^`]+)` lists/i, ({ page }, [text = '']) => page.locator('.pane-header', { hasText: text }).waitFor()],
  [/(?:press |with |and )?`((?:(?:Ctrl|Shift|Alt)\+)*(?:[A-Z][a-z]+|F\d+|\.|(?<=\+)[A-Z]))`/i, press],
]

/** Tells the reader to do something. */
const order = /(?:^|[.:] )(?:Type|Press|Choose|Click|Hover|Paste|Put|Create|Open|Run|Select|Change|Add)\b/

/**
 * Does all that a step says, in turn, and sees whether all is as it says.
 *
 * @param {Where} where
 * @param {Step} step
 */
export async function followStep(where, { text, blocks }) {
  let [rest, told] = [text, '']
  for (let found = firstPhrase(rest); found; found = firstPhrase(rest)) {
    const { match, follow } = found
    told += rest.slice(0, match.index)
    rest = rest.slice(match.index + match[0].length)
    await follow(where, match.slice(1), blocks).catch(error => {
      throw new Error(`"${match[0]}" in the step "${text}": ${error instanceof Error ? error.message : error}`)
    })
  }
  told += rest
  assert.doesNotMatch(told.replace(/`[^`]*…`/g, ''), /[`⟨]|\*\*/, `Nobody does this or sees it: ${told}`)
  assert.doesNotMatch(told, order, `Nobody does this: ${told}`)
}

/**
 * The phrase that comes first in a text.
 *
 * @param {string} text
 */
function firstPhrase(text) {
  const found = phrases.flatMap(([phrase, follow]) => {
    const match = phrase.exec(text)
    return match ? [{ match, follow }] : []
  })
  return found.sort((one, other) => one.match.index - other.match.index)[0]
}

/** @type {Follow} */
async function createFile({ page, folder, remote }, [name = '']) {
  writeFileSync(join(folder, name), '')
  await openFile(page, name)
  await remote.idle()
}

/** @type {Follow} */
async function press({ page, remote }, [key = '']) {
  const names = { Ctrl: 'Control', Up: 'ArrowUp', Down: 'ArrowDown' }
  const stroke = key.replace(/Ctrl|Up|Down/g, name => names[/** @type {keyof typeof names} */ (name)])
  if (key === 'Ctrl+.') await askForActions(page, page.locator('.action-widget .monaco-list-row').first())
  else if (key === 'F2') await openRename(page)
  else await page.keyboard.press(stroke)
  await remote.idle()
}

/** @param {Page} page */
async function openRename(page) {
  await page.keyboard.press('F2')
  await page.locator('.rename-box input:focus').waitFor()
  await page.keyboard.press('Control+A')
}

/** @type {Follow} */
async function paste({ page, remote }, [index], blocks) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(text => navigator.clipboard.writeText(text), blocks[Number(index)] ?? '')
  await page.keyboard.press('Control+V')
  await remote.idle()
  await problems(page).first().waitFor()
}

/** @type {Follow} */
async function hover({ page }, [word = '', said]) {
  await hoverOver(page, word, page.locator('.monaco-hover:not(.hidden)', { hasText: said ?? '' }).first())
}

/** @type {Follow} */
async function putCursor({ remote }, [which, text = '']) {
  const all = (await remote.read()).replaceAll('¦', '')
  const start = which === 'first' ? all.indexOf(text) : all.lastIndexOf(text)
  assert.ok(start >= 0, `there is no ${text}`)
  await remote.setCursor(start + (which ? 1 : text.length))
  await remote.idle()
}

/**
 * @param {import('./remote.mjs').Remote} remote
 * @param {string | undefined} wanted
 * @param {boolean} isLastLine
 */
async function expectText(remote, wanted, isLastLine) {
  /** @type {string | undefined} */
  let found
  await until(
    async () => {
      const text = (await remote.read()).replaceAll('¦', '').trimEnd()
      found = isLastLine ? text.split('\n').at(-1) : text
      return found === wanted
    },
    () => `the text is ${JSON.stringify(found)}`,
  )
}

/** @type {Follow} */
async function expectCursorIn({ remote }, [tag = '']) {
  const line = new RegExp(`^@${tag.toUpperCase()} [^\\n]*¦`, 'm')
  await until(
    async () => line.test(await remote.read()),
    () => `the cursor is not in the line of the ${tag}`,
  )
}

/** @param {Page} page @param {string} text */
const statusItem = (page, text) => page.locator('.statusbar-item', { hasText: text })

/** @param {Page} page */
const problems = page => page.locator('.editor-instance :is(.squiggly-error, .squiggly-warning)')

/**
 * A row of the list that is open. Of suggestions it is the one that Tab takes.
 *
 * @param {Page} page
 * @param {string} text
 */
function rowWith(page, text) {
  const ofLists = '.quick-input-list .monaco-list-row, .action-widget .monaco-list-row'
  return page
    .locator(`.suggest-widget.visible .monaco-list-row.focused, ${ofLists}`, { hasText: text })
    .filter({ visible: true })
    .first()
}
