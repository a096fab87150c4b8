// Measures what an author waits for in a large workspace in a real VS Code: 300 files with 60,000 records, beside 300
// files of TypeScript with 60,000 functions, which VS Code's own extension answers for.
//
//   npm run build && node bench/gestures.mjs
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endWithParent, installDependencies, root } from '../scripts/project.mjs'
import { openFile, runCommand } from '../test/e2e/page.mjs'
import { openEditor } from '../test/e2e/windows.mjs'
import { recordLine } from './notations.mjs'
import { controls, generateRecords } from './records.mjs'

/** @typedef {import('playwright-core').Page} Page */

const fileCount = 300
const perFile = 200
const rounds = 5

const records = [...generateRecords(controls, fileCount * perFile, 0)].map(entry => `${recordLine(entry)}\n`)
const functions = records.map((_, index) => {
  const called = index === 0 ? '' : `  return control${number(index - 1)}(value) + 1\n`
  return `export function control${number(index)}(value: number): number {\n${called || '  return value\n'}}\n`
})

endWithParent()
const bench = join(root, 'bench')
await installDependencies(bench, ['--ignore-scripts'])
const files = {
  ...inFiles(records, '.compliance.rec', () => ''),
  ...inFiles(functions, '.ts', file =>
    file === 0 ? '' : `import { control${number(file * perFile - 1)} } from './part-${file - 1}.js'\n`,
  ),
  'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'nodenext', strict: true, types: [] } }),
}
// VS Code from packages comes without TypeScript itself.
const settings = { 'typescript.tsdk': join(bench, 'node_modules/typescript/lib') }
const { page, close } = await openEditor(files, false, settings)
page.setDefaultTimeout(120_000)

const kinds = [
  { name: 'Recline', file: 'part-150.compliance.rec', symbol: idsIn(records[30_010]), word: idsIn(records[30_000]) },
  { name: 'TypeScript', file: 'part-150.ts', symbol: `control${number(30_010)}`, word: `control${number(30_000)}` },
]
for (const { name, file, symbol, word } of kinds) {
  await openFile(page, file)
  // Both are asked until they know all files.
  await until(() => symbolIsFound(page, symbol))
  await figure(`${name}: Ctrl+T`, () => findSymbol(page, symbol))
  await figure(`${name}: F2`, () => openRename(page, word))
}
await figure('Recline: first rows of Find Records', () => findRecords(page))
await close()
process.exit()

/**
 * @param {string[]} parts
 * @param {string} ending
 * @param {(file: number) => string} startOf the start of a file
 * @returns {Record<string, string>} the texts of the files by their names
 */
function inFiles(parts, ending, startOf) {
  return Object.fromEntries(
    Array.from({ length: fileCount }, (_, file) => [
      `part-${file}${ending}`,
      startOf(file) + parts.slice(file * perFile, (file + 1) * perFile).join(''),
    ]),
  )
}

/** @param {number} index */
function number(index) {
  return String(index).padStart(6, '0')
}

/**
 * The id of a record.
 *
 * @param {string | undefined} line
 */
function idsIn(line = '') {
  return /rid="?([^"\s]+)/.exec(line)?.[1] ?? ''
}

/**
 * Does something several times, and prints the times in their order with the load of the machine.
 *
 * @param {string} what
 * @param {() => Promise<number>} measure gives milliseconds
 */
async function figure(what, measure) {
  const times = []
  while (times.length < rounds) times.push(await measure())
  console.log(`${what}: ${times.map(time => `${Math.round(time)} ms`).join(', ')} (load ${loadavg()[0]?.toFixed(1)})`)
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await wait(500)
}

/**
 * @param {Page} page
 * @param {string} symbol
 */
async function symbolIsFound(page, symbol) {
  await page.keyboard.press('Control+T')
  await page.locator('.quick-input-widget input').fill(`#${symbol}`)
  const isFound = await rowOf(page, symbol)
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    )
  await closeBox(page)
  return isFound
}

/**
 * How long the list of symbols takes from the last key on.
 *
 * @param {Page} page
 * @param {string} symbol
 */
async function findSymbol(page, symbol) {
  await page.keyboard.press('Control+T')
  await page.locator('.quick-input-widget input').fill('#')
  const start = performance.now()
  await page.locator('.quick-input-widget input').fill(`#${symbol}`)
  await rowOf(page, symbol).waitFor()
  const time = performance.now() - start
  await closeBox(page)
  return time
}

/**
 * How long the box for a new name takes.
 *
 * @param {Page} page
 * @param {string} word the name at the cursor
 */
async function openRename(page, word) {
  await page.locator('.view-line span span', { hasText: word }).first().click()
  const start = performance.now()
  await page.keyboard.press('F2')
  await page.locator('.rename-box input').waitFor()
  const time = performance.now() - start
  await page.keyboard.press('Escape')
  await page.locator('.rename-box input').waitFor({ state: 'hidden' })
  return time
}

/**
 * How long the first rows take after the tag was chosen.
 *
 * @param {Page} page
 */
async function findRecords(page) {
  await runCommand(page, 'Recline: Find Records')
  await page.getByText('Find Records: Choose Their Tag').waitFor()
  await page.keyboard.type('CONTROL')
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'core.compliance' }).waitFor()
  const start = performance.now()
  await page.keyboard.press('Enter')
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await table.locator('.body .cell', { hasText: 'CTL-' }).first().waitFor()
  const time = performance.now() - start
  await runCommand(page, 'View: Close Editor')
  return time
}

/**
 * @param {Page} page
 * @param {string} symbol
 */
function rowOf(page, symbol) {
  return page.locator('.quick-input-list .monaco-list-row', { hasText: symbol }).first()
}

/** @param {Page} page */
async function closeBox(page) {
  await page.keyboard.press('Escape')
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' })
}
