// An edit lands in the record that it was made for, or nowhere, while another program changes the file.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { runCommand } from '../page.mjs'
import { cell, column, settled, showAsTable, until } from './view.mjs'

/** @typedef {import('playwright-core').Page} Page */

/** What the file says at first: the owner of a record says which one it is, and nothing changes it. */
const landingFile = Array.from({ length: 6 }, (_, index) => recordOf(index, 'first')).join('')

/** How often a cell is opened, and how often a value is cleared. */
const rounds = 10

/**
 * Opens cells and clears them with random keys, while the file changes on disk.
 *
 * @param {Page} page
 * @param {string} file which it makes
 */
export async function landEdits(page, file) {
  writeFileSync(file, landingFile)
  // The list of files by name may not have a file that is this new.
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'landing.compliance.rec' }).dblclick()
  await page.locator('.tab.active', { hasText: 'landing.compliance.rec' }).waitFor()
  await page.locator('.editor-instance .view-line').first().waitFor()
  const table = await showAsTable(page)
  const random = randomNumbers(20_261_816)
  const outcomes = new Set()
  for (let round = 0; round < rounds * 2; round++) {
    const isTyped = round % 2 === 0
    const before = records(file)
    const row = random(before.length)
    const owner = ownerOf(before[row] ?? '')
    await cell(table, row, 'title').click()
    if (isTyped) await page.keyboard.type(`typed ${round}`)
    const changed = changedBy(before, random, round)
    writeFileSync(file, changed.join(''))
    await settled(table, 'owner', changed.map(ownerOf))
    await page.keyboard.press(isTyped ? 'Enter' : 'Delete')
    const isThere = changed.some(record => ownerOf(record) === owner)
    outcomes.add(`${isTyped ? 'typed' : 'cleared'}, ${isThere ? 'there' : 'gone'}`)
    const wanted = changed.map(record =>
      ownerOf(record) === owner ? withTitle(record, isTyped ? `typed ${round}` : undefined) : record,
    )
    if (isThere) {
      await settled(table, 'title', wanted.map(titleOf))
    } else if (isTyped) {
      await table.getByText('no longer there').waitFor()
      assert.equal(await table.locator('.cell-editor textarea').inputValue(), `typed ${round}`)
      await page.keyboard.press('Escape')
    } else {
      await table.getByText('The selected record is no longer there').waitFor()
    }
    // VS Code writes a file that has not changed, too, and the next round would read it half written.
    if (wanted.join('') !== changed.join('')) await page.keyboard.press('Control+S')
    await until(
      () => readFileSync(file, 'utf8') === wanted.join(''),
      () => `round ${round}: the text is\n${readFileSync(file, 'utf8')}and should be\n${wanted.join('')}`,
    )
    assert.deepEqual(await column(table, 'owner'), wanted.map(ownerOf))
    // VS Code does not see a change on disk while it still saves.
    await page.locator('.tab.dirty').first().waitFor({ state: 'detached' })
  }
  assert.equal(outcomes.size, 4, `The random changes led only to: ${[...outcomes].join('; ')}.`)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * @param {number} index
 * @param {string} title
 */
function recordOf(index, title) {
  // Some records have no id, so that only their text and their place tell them from others.
  const id = index % 3 === 2 ? '' : `rid=LND-${index + 1} | `
  return `@CONTROL ${id}title="${title}" | owner="owner ${index + 1}"\n`
}

/** @param {string} file */
const records = file => readFileSync(file, 'utf8').split(/(?<=\n)/)

/** @param {string} record */
const ownerOf = record => /owner="([^"]*)"/.exec(record)?.[1] ?? ''

/** @param {string} record */
const titleOf = record => /title="([^"]*)"/.exec(record)?.[1] ?? ''

/**
 * @param {string} record
 * @param {string | undefined} title undefined to remove it
 */
function withTitle(record, title) {
  if (title === undefined) return record.replace(/ \| title="[^"]*"|title="[^"]*" \| /, '')
  if (record.includes('title=')) return record.replace(/title="[^"]*"/, `title="${title}"`)
  return record.replace('\n', ` | title="${title}"\n`)
}

/**
 * The records after another program has changed one thing: it adds, removes, or moves a record.
 *
 * @param {readonly string[]} before
 * @param {(limit: number) => number} random
 * @param {number} round
 */
function changedBy(before, random, round) {
  const at = random(before.length)
  const added = recordOf(100 + round * 3, 'added')
  const kind = before.length < 5 ? 0 : random(3)
  if (kind === 0) return [...before.slice(0, at), added, ...before.slice(at)]
  if (kind === 1) return before.toSpliced(at, 1)
  return [...before.slice(1), before[0] ?? '']
}

/**
 * The same numbers in each run.
 *
 * @param {number} seed
 * @returns {(limit: number) => number} gives a whole number below a limit
 */
function randomNumbers(seed) {
  let state = seed
  return limit => {
    // Mulberry32: a simple congruential generator never removed the record that was selected.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}
