// Measures how soon the playground takes a key and knows problems, and how large it is. It builds the playground.
//
//   node bench/playground.mjs
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { openPage, startBrowser } from '../scripts/editor/workbench.mjs'
import { buildPlayground, playgroundFolder } from '../scripts/playground.mjs'
import { endWithParent } from '../scripts/project.mjs'
import { serveFolder } from '../test/site/serve-folder.mjs'

const rounds = 9

endWithParent()
await buildPlayground(playgroundFolder)
const { address } = await serveFolder(playgroundFolder)
const page = await openPage(await startBrowser())
const load = loadavg()[0]?.toFixed(1)
const first = await visit()
await page.evaluate(() => navigator.serviceWorker.ready)
/** @type {{ key: number, problems: number }[]} */
const later = []
for (let round = 0; round < rounds; round++) later.push(await visit())
console.log(`Load before it: ${load}

| | first visit | later, the median | the slowest |
| --- | ---: | ---: | ---: |
${row('address → first key in the text', 'key')}
${row('address → problems', 'problems')}

| files | gzip | Brotli |
| --- | ---: | ---: |
${sizes('all, once', () => true)}
${sizes('of them the language server', name => name === 'server.js')}
${sizes('of them the table and the gallery', name => /^(table|gallery)/.test(name))}`)
process.exit()

/**
 * Opens the playground and types a character.
 *
 * @returns {Promise<{ key: number, problems: number }>} milliseconds until it is there, and until there are problems
 */
async function visit() {
  await page.goto('about:blank')
  const started = performance.now()
  await page.goto(`${address}/index.html`, { waitUntil: 'commit' })
  const text = page.locator('.cm-content')
  await text.press('x')
  await page.locator('.cm-line', { hasText: /^x#/ }).waitFor()
  const key = performance.now() - started
  await page.getByRole('heading', { name: /^\d problems/ }).waitFor()
  return { key, problems: performance.now() - started }
}

/** @param {string} name @param {'key' | 'problems'} what */
function row(name, what) {
  const sorted = later.map(times => times[what]).sort((one, other) => one - other)
  const [median, slowest] = [sorted[rounds >> 1], sorted.at(-1)]
  assert.ok(median !== undefined && slowest !== undefined)
  return `| ${name} | ${Math.round(first[what])} ms | ${Math.round(median)} ms | ${Math.round(slowest)} ms |`
}

/** @param {string} title @param {(name: string) => boolean} isWanted */
function sizes(title, isWanted) {
  const files = readdirSync(playgroundFolder)
    .filter(isWanted)
    .map(name => readFileSync(join(playgroundFolder, name)))
  const sum = (/** @type {(file: Buffer) => Buffer} */ compress) =>
    Math.round(files.reduce((all, file) => all + compress(file).length, 0) / 1000)
  return `| ${title} | ${sum(file => gzipSync(file, { level: 9 }))} kB | ${sum(file => brotliCompressSync(file))} kB |`
}
