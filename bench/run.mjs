// Measures how fast Recline is, compared with other tools on the same records.
//
//   npm run bench                     everything; writes the tables of README.md and results.json
//   npm run bench -- batch            one suite (see `suites`), whose tables it replaces there
//   npm run bench -- --quick          fewer rounds, in two minutes; only prints
//   npm run bench -- --compare        says what became slower than in results.json; only prints, exits with 1 if so
//   npm run bench -- editor --ours    without the others; only prints
//   npm run bench -- --fence          the few figures of fence.mjs; exits with 1 if one is worse than in fence.json
//   npm run bench -- --fence --update writes fence.json
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endWithParent, mustRun } from '../scripts/project.mjs'
import { measureAgents } from './agents.mjs'
import { measureBatch } from './batch.mjs'
import { slowerRows } from './compare.mjs'
import { measureEditor } from './editor.mjs'
import { checkFence } from './fence.mjs'
import { installPeers } from './peers.mjs'
import { machine, toJson, toMarkdown } from './results.mjs'
import { measureRules } from './rules.mjs'
import { measureScale } from './scale.mjs'
import { measureTools } from './tools.mjs'
import { measureWorkspace } from './workspace.mjs'

/**
 * @typedef {object} Measured a suite that was measured
 * @property {string} date
 * @property {ReturnType<typeof machine>} machine
 * @property {ReturnType<typeof toJson>[]} tables
 */

const suites = {
  editor: { title: 'Editor', measure: measureEditor },
  workspace: { title: 'Workspace', measure: measureWorkspace },
  batch: { title: 'Command line', measure: measureBatch },
  rules: { title: 'Rules and queries', measure: measureRules },
  tools: { title: 'Other commands', measure: measureTools },
  scale: { title: 'Map, reduce and cores', measure: measureScale },
  agents: { title: 'Agents', measure: measureAgents },
}

const {
  values: { quick = false, ours = false, compare = false, fence = false, update = false },
  positionals,
} = parseArgs({
  options: {
    quick: { type: 'boolean' },
    ours: { type: 'boolean' },
    compare: { type: 'boolean' },
    fence: { type: 'boolean' },
    update: { type: 'boolean' },
  },
  allowPositionals: true,
})
const unknown = positionals.find(name => !(name in suites))
if (unknown) {
  console.error(`There is no suite "${unknown}": choose among ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}

endWithParent()
if ((compare || fence) && ours) {
  console.error('Ratios to the other tools are compared, so these are needed: leave out --ours.')
  process.exit(2)
}
if (!ours) await installPeers()
await mustRun(process.execPath, ['scripts/build.mjs'])
if (fence) {
  const worse = await checkFence(update)
  if (worse.length > 0) console.error(`Worse than in fence.json by more than a fifth:\n${worse.join('\n')}`)
  process.exit(worse.length > 0 ? 1 : 0)
}
const when = { date: new Date().toISOString().slice(0, 10), machine: machine() }
const keptFile = new URL('results.json', import.meta.url)
/** What the repository has. @type {{ suites: Record<string, Measured> }} */
const kept = JSON.parse(readFileSync(keptFile, 'utf8'))
/** @type {Record<string, Measured>} */
const measured = {}
for (const [name, { title, measure }] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const tables = await measure({ quick, ours })
  if (tables.length === 0) continue
  measured[name] = { ...when, tables: tables.map(toJson) }
  console.log(sectionOf(title, measured[name]))
  // A suite that fails loses nothing of those before it.
  if (!compare && !quick && !ours) keep()
}
if (compare) compareWithKept()

/** Prints what became slower since the results in the repository. */
function compareWithKept() {
  const slower = slowerRows(kept.suites, measured)
  console.log(
    slower.length > 0
      ? `Slower than in results.json:\n${slower.join('\n')}`
      : 'Nothing is slower than in results.json.',
  )
  process.exitCode = slower.length > 0 ? 1 : 0
}

/** Writes the results to the files in the repository. The other suites stay there as they are. */
function keep() {
  const all = { ...kept.suites, ...measured }
  const sections = Object.entries(suites).flatMap(([name, { title }]) => {
    const suite = all[name]
    return suite ? [sectionOf(title, suite)] : []
  })
  const readme = new URL('README.md', import.meta.url)
  const mark = '<!-- Everything below is written by npm run bench. -->'
  const [text] = readFileSync(readme, 'utf8').split(mark)
  writeFileSync(readme, `${text}${mark}\n\n${sections.join('\n').trim()}\n`)
  writeFileSync(keptFile, `${JSON.stringify({ suites: all }, null, 2)}\n`)
}

/**
 * A suite as a section of Markdown.
 *
 * @param {string} title
 * @param {Measured} suite
 */
function sectionOf(title, { date, machine: { node, system, processor, cores, memory, load }, tables }) {
  const measuredOn = `Measured on ${date} with Node ${node}, ${system}, ${cores} cores (${processor}), ${memory}; load before it: ${load}.`
  return [`## ${title}`, '', measuredOn, '', ...tables.map(toMarkdown)].join('\n')
}
