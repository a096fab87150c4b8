// The keys with which an author writes records, in a real VS Code. Each case starts with a file and its cursor. The
// cases of Enter are tried a second time with extensions that stand still while a key is pressed, as on a busy machine.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openFile, typeSlowly } from './page.mjs'
import { cases } from './typing/cases.mjs'

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('./typing/cases.mjs').Case} Case */

const atEnter = cases.filter(({ title }) => title.startsWith('Enter'))
const all = [...cases, ...atEnter.map(example => ({ ...example, title: `With slow extensions: ${example.title}` }))]
  // A `%` is the number of the case: the same id in two files would be a problem. The case of the next id has the
  // highest one.
  .map(
    (example, index) =>
      /** @type {Case} */ (
        JSON.parse(JSON.stringify(example).replaceAll('%', String((index < cases.length ? 200 : 100) + index)))
      ),
  )
/** @param {number} index */
const nameOf = index => `typing-${index + 1}.compliance.rec`
const files = Object.fromEntries(all.map(({ before }, index) => [nameOf(index), before.replace('$0', '')]))

/** @type {import('./flow.mjs').Flow} */
export const typing = {
  name: 'the keys of an author',
  files,
  run: async where => {
    const results = []
    for (const [index, example] of all.entries()) {
      const { title } = example
      const failure = await tryCase(where, nameOf(index), example, index >= cases.length).catch(String)
      if (failure !== undefined) await where.page.screenshot({ path: join(where.pictures, `${index + 1}.png`) })
      results.push({ name: title, ...(failure !== undefined && { failure }) })
    }
    return results
  },
}

/**
 * @param {import('./flow.mjs').Where} where
 * @param {string} name of the file
 * @param {Case} example
 * @param {boolean} isSlow whether the extensions stand still while keys are pressed
 */
async function tryCase({ page, remote }, name, { before, keys, after }, isSlow) {
  await openFile(page, name)
  await remote.setCursor(before.indexOf('$0'))
  await remote.idle()
  for (const key of keys) await (isSlow && !isWaiting(key) ? pressAhead(page, remote, key) : press(page, key))
  await remote.idle()
  await page.keyboard.press('Escape')
  await remote.command('removeSecondaryCursors')
  assert.equal(await remote.read(), after.replace('$0', '¦'))
}

/** @param {import('./typing/cases.mjs').Key} key */
const isWaiting = key => typeof key === 'string' && key.startsWith('⟨')

/**
 * Presses a key while the extensions stand still, so that they learn of it, and of the keys behind it, only later.
 *
 * @param {Page} page
 * @param {import('./remote.mjs').Remote} remote
 * @param {import('./typing/cases.mjs').Key} key
 */
async function pressAhead(page, remote, key) {
  const goOn = await remote.hold()
  await pressAtOnce(page, [key].flat().flatMap(strokes))
  await goOn()
}

/**
 * Presses a key, types a text, or waits for what `⟨⟩` names.
 *
 * @param {Page} page
 * @param {import('./typing/cases.mjs').Key} key
 */
async function press(page, key) {
  // All at once: the editor gets each key before it has answered the one before.
  if (Array.isArray(key)) return pressAtOnce(page, key.flatMap(strokes))
  if (key.startsWith('⟨')) return seen(page, key.slice(1, -1))
  await typeSlowly(page, strokes(key))
}

/**
 * @param {Page} page
 * @param {string[]} all
 */
async function pressAtOnce({ keyboard }, all) {
  // Shift would be held for the others too, so these wait until the browser has taken each key.
  if (all.some(stroke => stroke.startsWith('Shift+'))) for (const stroke of all) await keyboard.press(stroke)
  else await Promise.all(all.map(stroke => keyboard.press(stroke)))
}

/** @param {string} key */
function strokes(key) {
  return /^(?:(?:(?:Control|Shift)\+)+\w+|Tab|Enter|Escape|Backspace|ArrowDown|End)$/.test(key) ? [key] : [...key]
}

/**
 * Waits for the marked entry of the list, for ghost text (`…text`), for a selection (`|text`), or for a line (`=text`).
 *
 * @param {Page} page
 * @param {string} what
 */
async function seen(page, what) {
  if (what.startsWith('='))
    return page
      .locator('.view-line')
      .filter({ hasText: lineOf(what.slice(1)) })
      .first()
      .waitFor()
  const list = page.locator('.suggest-widget.visible')
  if (what.startsWith('|'))
    await page.locator('.statusbar-item', { hasText: `(${what.length - 1} selected)` }).waitFor()
  else if (what.startsWith('…'))
    await page
      .locator('[class*=ghost-text]', { hasText: what.slice(1) })
      .first()
      .waitFor()
  else {
    const marked = list.locator('.monaco-list-row.focused .label-name')
    await marked.filter({ hasText: lineOf(what) }).waitFor({ timeout: 15_000 })
  }
}

/**
 * A line that has a text and nothing else.
 *
 * @param {string} text
 */
function lineOf(text) {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}$`)
}
