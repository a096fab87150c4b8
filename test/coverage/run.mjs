// npm run coverage: how much of the code the tests in one process run, by folder.
//
// The tests of the built programs are not counted: they run in processes of their own. dist/coverage/index.html shows
// the lines.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithParent, installDependencies, run } from '../../scripts/project.mjs'
import { record } from '../reliability/results.mjs'

/**
 * @typedef {{ total: number, covered: number }} Count
 * @typedef {{ lines: Count, branches: Count }} Coverage
 */

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = join(folder, '../..')

endWithParent()
await installDependencies(folder, ['--ignore-scripts'])
const code = await run('npx', [
  'vitest',
  'run',
  '--project=unit',
  '--project=whole',
  '--config=test/coverage/config.mts',
  `--root=${root}`,
])
if (code === 0) report()
process.exitCode = code

function report() {
  /** @type {Record<string, Coverage>} */
  const { total, ...files } = JSON.parse(readFileSync(join(root, 'dist/coverage/coverage-summary.json'), 'utf8'))
  /** @type {Map<string, Coverage>} */
  const folders = new Map()
  for (const [file, counts] of Object.entries(files)) {
    const [top, below, ...rest] = relative(root, file).split('/')
    const name = rest.length > 0 ? `${top}/${below}` : top
    const sum = folders.get(name) ?? { lines: { total: 0, covered: 0 }, branches: { total: 0, covered: 0 } }
    folders.set(name, { lines: add(sum.lines, counts.lines), branches: add(sum.branches, counts.branches) })
  }
  const sorted = [...folders].sort(([one], [other]) => (one < other ? -1 : 1))
  const rows = [...sorted, /** @type {const} */ (['all', total])]
  console.log('\n   lines  branches')
  for (const [name, { lines, branches }] of rows) console.log(`${percent(lines)}  ${percent(branches)}  ${name}`)
  const figures = rows.map(([name, { lines, branches }]) => [
    name,
    { lines: rounded(lines), branches: rounded(branches) },
  ])
  record('coverage', { folders: Object.fromEntries(figures) })
}

/**
 * @param {Count} one
 * @param {Count} other
 */
function add(one, other) {
  return { total: one.total + other.total, covered: one.covered + other.covered }
}

/** @param {Count} count */
function percent(count) {
  return `${rounded(count).toFixed(1).padStart(6)} %`
}

/**
 * @param {Count} count
 * @returns {number} percent, with one decimal
 */
function rounded({ total, covered }) {
  return total === 0 ? 100 : Math.round((covered / total) * 1000) / 10
}
