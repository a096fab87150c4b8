// Measures how fast Recline is, compared with other tools on the same records.
//
//   npm run bench                     everything; writes the tables of README.md and results.json
//   npm run bench -- --quick          fewer rounds, in two minutes; only prints
//   npm run bench -- editor --ours    one suite (editor, workspace, batch), without the others; only prints
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endWithParent, mustRun } from '../scripts/project.mjs'
import { measureBatch } from './batch.mjs'
import { measureEditor } from './editor.mjs'
import { installPeers } from './peers.mjs'
import { machine, toJson, toMarkdown } from './results.mjs'
import { measureWorkspace } from './workspace.mjs'

const suites = {
  editor: { title: 'Editor', measure: measureEditor },
  workspace: { title: 'Workspace', measure: measureWorkspace },
  batch: { title: 'Command line', measure: measureBatch },
}

const {
  values: { quick = false, ours = false },
  positionals,
} = parseArgs({
  options: { quick: { type: 'boolean' }, ours: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.find(name => !(name in suites))
if (unknown) {
  console.error(`There is no suite "${unknown}": choose among ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}

endWithParent()
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
if (!quick && !ours && positionals.length === 0) keep()

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
