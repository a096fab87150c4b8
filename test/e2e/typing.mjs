// The keys with which an author writes records, in a real VS Code. Each case starts with a file and its cursor. The
// cases of Enter are tried a second time with extensions that stand still most of the time, as on a busy machine.
//
//   node test/e2e/typing.mjs              all cases
//   node test/e2e/typing.mjs Enter        the cases whose title has this text
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile, tryInEditor } from './page.mjs'
import { startedProcesses } from './processes.mjs'
import { cases } from './typing/cases.mjs'

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {import('./typing/cases.mjs').Case} Case */

const chosen = cases.filter(({ title }) => title.includes(process.argv[2] ?? ''))
const busy = chosen.filter(({ title }) => title.startsWith('Enter'))
const wanted = [...chosen, ...busy.map(example => ({ ...example, title: `On a busy machine: ${example.title}` }))]
  // A `%` is the number of the case: the same id in two files would be a problem. The case of the next id has the
  // highest one.
  .map(
    (example, index) =>
      /** @type {Case} */ (
        JSON.parse(JSON.stringify(example).replaceAll('%', String((index < chosen.length ? 200 : 100) + index)))
      ),
  )
/** The milliseconds from one key to the next: a quick typist. */
const timeOfKey = 80
/** @param {number} index */
const nameOf = index => `typing-${index + 1}.compliance.rec`
/** Its problem, that the record it refers to is missing, is known as soon as the whole workspace is read. */
const dangling = 'dangling.compliance.rec'
const files = {
  ...Object.fromEntries(wanted.map(({ before }, index) => [nameOf(index), before.replace('$0', '')])),
  [dangling]: '@EVIDENCE rid=EVD-100 | control_ref="CTL-0"\n',
}

await tryInEditor('typing', { files }, async (page, { folder, pictures }) => {
  /** @type {string[]} */
  const failures = []
  // New ids follow from those in all files.
  await page.getByLabel(`${dangling} • 1 problem in this file`).waitFor()
  for (const [index, example] of wanted.entries()) {
    if (index === chosen.length) pauseExtensions()
    await tryCase(page, folder, nameOf(index), example).catch(async error => {
      failures.push(`${example.title}: ${error.message}`)
      await page.screenshot({ path: join(pictures, `${index + 1}.png`) })
    })
  }
  assert.deepEqual(failures, [])
  return `${wanted.length} ways of typing end with the text that is meant`
})

/** Stops the process of the extensions again and again, longer than a typist takes for a key. */
function pauseExtensions() {
  const stop = () => {
    const hosts = startedProcesses(words => words.includes('--type=extensionHost'))
    for (const id of hosts) process.kill(id, 'SIGSTOP')
    setTimeout(() => {
      for (const id of hosts) process.kill(id, 'SIGCONT')
      setTimeout(stop, 150)
    }, 250)
  }
  stop()
}

/**
 * @param {Page} page
 * @param {string} folder
 * @param {string} name
 * @param {Case} example
 */
async function tryCase(page, folder, name, { before, keys, after }) {
  await openFile(page, name)
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  await goTo(page, before)
  for (const key of keys) await press(page, key)
  await expectText(page, join(folder, name), after)
}

/**
 * Presses a key, types a text, or waits for what `⟨⟩` names.
 *
 * @param {Page} page
 * @param {import('./typing/cases.mjs').Key} key
 */
async function press(page, key) {
  const { keyboard } = page
  // All at once: the editor gets each key before it has answered the one before.
  if (Array.isArray(key)) return pressAtOnce(page, key.flatMap(strokes))
  if (key.startsWith('⟨')) return seen(page, key.slice(1, -1))
  for (const stroke of strokes(key)) {
    await keyboard.press(stroke)
    await page.waitForTimeout(timeOfKey)
  }
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

/**
 * Puts the cursor where `$0` is in a text.
 *
 * @param {Page} page
 * @param {string} text
 */
async function goTo(page, text) {
  const lines = text.slice(0, text.indexOf('$0')).split('\n')
  await page.keyboard.press('Control+G')
  await page.locator('.quick-input-widget input').fill(`:${lines.length}:${(lines.at(-1) ?? '').length + 1}`)
  await page.keyboard.press('Enter')
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' })
}

/**
 * Marks the cursor with `¦`, saves the file, and waits until it has a text.
 *
 * @param {Page} page
 * @param {string} path
 * @param {string} expected with `$0` for the cursor
 */
async function expectText(page, path, expected) {
  // Keys that are still at work end before this.
  await page.waitForTimeout(1000)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.insertText('¦')
  const deadline = Date.now() + 5000
  let stands = ''
  const text = expected.replace('$0', '¦')
  do {
    await page.keyboard.press('Control+S')
    await page.waitForTimeout(200)
    stands = readFileSync(path, 'utf8')
  } while (stands !== text && Date.now() < deadline)
  assert.equal(stands, text)
}
