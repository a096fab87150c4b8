// Measures how fast Recline is, compared with other tools on the same records.
//
//   npm run bench                     everything; writes the tables of README.md and results.json
//   npm run bench -- --quick          fewer rounds, in two minutes; only prints
//   npm run bench -- --compare        says what became slower than in results.json; only prints, exits with 1 if so
//   npm run bench -- editor --ours    one suite (see `suites`), without the others; only prints
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endWithParent, mustRun } from '../scripts/project.mjs'
import { measureAgents } from './agents.mjs'
import { measureBatch } from './batch.mjs'
import { slowerRows } from './compare.mjs'
import { measureEditor } from './editor.mjs'
import { installPeers } from './peers.mjs'
import { machine, toJson, toMarkdown } from './results.mjs'
import { measureRules } from './rules.mjs'
import { measureScale } from './scale.mjs'
import { measureTools } from './tools.mjs'
import { measureWorkspace } from './workspace.mjs'

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
  values: { quick = false, ours = false, compare = false },
  positionals,
} = parseArgs({
  options: { quick: { type: 'boolean' }, ours: { type: 'boolean' }, compare: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.find(name => !(name in suites))
if (unknown) {
  console.error(`There is no suite "${unknown}": choose among ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}

endWithParent()
if (compare && ours) {
  console.error('--compare needs the other tools, because it compares ratios to them: leave out --ours.')
  process.exit(2)
}
if (!ours) await installPeers()
await mustRun(process.execPath, ['scripts/build.mjs'])
/** @type {Record<string, object[]>} */
const measured = {}
const results = { date: new Date().toISOString().slice(0, 10), machine: machine(), quick, suites: measured }
let markdown = ''
for (const [name, { title, measure }] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const tables = await measure({ quick, ours })
  if (tables.length === 0) continue
  measured[name] = tables.map(toJson)
  const section = [`## ${title}`, '', ...tables.map(toMarkdown)].join('\n')
  console.log(section)
  markdown += `${section}\n`
}
if (compare) compareWithKept()
else if (!quick && !ours && positionals.length === 0) keep()

/** Prints what became slower since the results in the repository. */
function compareWithKept() {
  const kept = JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8'))
  const slower = slowerRows(kept, /** @type {import('./compare.mjs').Results} */ (/** @type {unknown} */ (results)))
  console.log(
    slower.length > 0
      ? `Slower than on ${kept.date}:\n${slower.join('\n')}`
      : `Nothing is slower than on ${kept.date}.`,
  )
  process.exitCode = slower.length > 0 ? 1 : 0
}

/** Writes the results to the files in the repository. */
function keep() {
  const {
    date,
    machine: { node, system, processor, cores, memory, load },
  } = results
  const when = `Measured on ${date} with Node ${node}, ${system}, ${cores} cores (${processor}), ${memory}; load before it: ${load}.`
  const readme = new URL('README.md', import.meta.url)
  const mark = '<!-- Everything below is written by npm run bench. -->'
  const [text] = readFileSync(readme, 'utf8').split(mark)
  writeFileSync(readme, `${text}${mark}\n\n${when}\n\n${markdown.trim()}\n`)
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
}
