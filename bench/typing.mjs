// Counts the keys to write a record in VS Code: with completion lists, by hand, and with corrections. Compares them
// with the same records as JSON with a schema.
//
//   npm run build && node bench/typing.mjs             everything
//   node bench/typing.mjs lists                        one way of writing: lists, hand, corrections, json
//   node bench/typing.mjs json TRIP                    only the records of a tag
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { editorCache, endWithParent } from '../scripts/project.mjs'
import { openFile, runCommand } from '../test/e2e/page.mjs'
import { openEditor } from '../test/e2e/windows.mjs'
import { hasJson, jsonSchema, jsonText, writeJson } from './typing/json.mjs'
import { ownCharacters, files as recordFiles, records, recordText } from './typing/records.mjs'
import { Typist } from './typing/typist.mjs'
import { writeByHand, writeWithCorrections, writeWithLists } from './typing/write.mjs'

/** @typedef {import('./typing/records.mjs').TypedRecord} TypedRecord */
/**
 * @typedef {object} Written how one record went
 * @property {TypedRecord} record
 * @property {number} keys
 * @property {number} characters the length of the record in the file
 * @property {string | undefined} failure the text in the file if it is wrong, or why the record could not be written
 */

const ways = {
  lists: { title: 'with Tab and Enter', write: writeWithLists },
  hand: { title: 'by hand, ignoring all lists', write: writeByHand },
  corrections: { title: 'with corrections', write: writeWithCorrections },
}

endWithParent()
const given = process.argv.slice(2)
const wanted = given.filter(word => word === word.toLowerCase())
const wantedTags = given.filter(word => word !== word.toLowerCase())
/** @param {string} name */
const isWanted = name => wanted.length === 0 || wanted.includes(name)
const wantedRecords = records.filter(({ tag }) => wantedTags.length === 0 || wantedTags.includes(tag))
const settings = {
  'json.schemas': [{ fileMatch: ['records.json'], schema: jsonSchema() }],
  'editor.wordWrap': 'off',
  '[rec]': { 'editor.wordWrap': 'off' },
  'editor.minimap.enabled': false,
}
const pictures = join(editorCache, 'typing')
mkdirSync(pictures, { recursive: true })
let failures = 0
for (const [name, { title, write }] of Object.entries(ways)) {
  if (isWanted(name)) await measure(name, title, write)
}
if (isWanted('json')) await measure('json', 'as JSON with a schema', writeJson)
process.exit(failures > 0 ? 1 : 0)

/**
 * Writes all records in a new editor, and prints the numbers.
 *
 * @param {string} name
 * @param {string} title
 * @param {(typist: Typist, record: TypedRecord) => Promise<string | undefined>} write returns the reason of a
 *   failure, if any
 */
async function measure(name, title, write) {
  const isJson = name === 'json'
  const ownFiles = isJson ? { 'records.json': '[\n' } : recordFiles
  // The sample with a problem of each kind would count, so it is empty.
  const workspace = { ...ownFiles, 'every-problem.rec': '' }
  const { page, folder, close } = await openEditor(workspace, false, settings)
  const typist = new Typist(page)
  /** @type {Written[]} */
  const results = []
  let open = ''
  for (const record of wantedRecords) {
    const file = isJson ? 'records.json' : record.file
    if (open !== file) {
      await openFile(page, file)
      open = file
      await page.keyboard.press('Control+End')
    }
    typist.keys = 0
    const text = isJson ? jsonText(record) : recordText(record)
    const failure = await write(typist, record).catch(error => String(error))
    const { keys } = typist
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+S')
    let stands = ''
    let isExact = false
    // The file is saved some time after the last key.
    for (let attempts = 20; attempts > 0 && !isExact; attempts--) {
      await page.waitForTimeout(100)
      stands = readFileSync(join(folder, file), 'utf8')
      isExact = isJson ? hasJson(stands, record) : stands.split('\n').some(line => hasSameFields(line, text))
    }
    const problem = failure ?? (isExact ? undefined : `stands as: ${stands.trimEnd().split('\n').at(-1)}`)
    if (problem) {
      failures++
      await page.screenshot({ path: join(pictures, `${name}-${record.tag}.png`) })
      await clearLastLine(page)
    }
    results.push({ record, keys, characters: text.length, failure: problem })
    process.stderr.write(
      `${name} ${record.tag}: ${keys} keys for ${text.length}${problem ? `  FAILED: ${problem}` : ''}\n`,
    )
  }
  await runCommand(page, 'View: Focus Problems')
  await page.waitForTimeout(500)
  const badge = await page
    .locator('.panel .composite-bar .badge-content')
    .first()
    .textContent()
    .catch(() => '')
  await close()
  print(title, results, badge?.trim() || '0')
}

/**
 * @param {string} title
 * @param {Written[]} results
 * @param {string} problems
 */
function print(title, results, problems) {
  console.log(
    `\n### ${title}\n\n| record | keys | characters | keys a character | keys a character of structure |\n| --- | ---: | ---: | ---: | ---: |`,
  )
  const total = { keys: 0, characters: 0, own: 0 }
  for (const { record, keys, characters, failure } of results) {
    const own = ownCharacters(record)
    total.keys += keys
    total.characters += characters
    total.own += own
    console.log(
      `| ${record.tag}${failure ? ' (failed)' : ''} | ${keys} | ${characters} | ${ratio(keys, characters)} | ${ratio(keys - own, characters - own)} |`,
    )
  }
  const { keys, characters, own } = total
  console.log(`| all | ${keys} | ${characters} | ${ratio(keys, characters)} | ${ratio(keys - own, characters - own)} |`)
  console.log(
    `\nRecords that are not exactly as meant: ${results.filter(({ failure }) => failure).length}. Problems afterwards: ${problems}.`,
  )
}

/**
 * Empties the last line again, so that a failure does not affect the next record.
 *
 * @param {import('playwright-core').Page} page
 */
async function clearLastLine(page) {
  for (const key of ['Escape', 'Escape', 'Control+End', 'Shift+Home', 'Delete']) await page.keyboard.press(key)
}

/** @param {number} keys @param {number} characters */
function ratio(keys, characters) {
  return (keys / characters).toFixed(2)
}

/**
 * Whether two lines have the same fields. A record that starts with its usual fields has them in the domain's order.
 *
 * @param {string} line
 * @param {string} other
 */
function hasSameFields(line, other) {
  const sorted = [line, other].map(text =>
    text
      .replace(/^@\w+ /, '$&| ')
      .split(' | ')
      .sort()
      .join(' | '),
  )
  return sorted[0] === sorted[1]
}
