// Measures what takes long for one mistake: a rule that is too expensive for every record, and references that all lead
// nowhere.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startServer } from './client.mjs'
import { generatedFolder } from './generated.mjs'
import { built } from './peers.mjs'
import { runProcess } from './processes.mjs'
import { median } from './results.mjs'

/** How often each run and each hover is repeated. */
const rounds = 5

/** @returns {Promise<import('./results.mjs').Table>} */
export async function measureHostile() {
  console.error('Rules: a hostile rule, and references that lead nowhere')
  const words = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ')
  const split = 'description.split(" ")'
  const rule = {
    id: 'hostile',
    tag: 'FINDING',
    message: 'x',
    expression: `!${split}.exists(a, ${split}.exists(b, ${split}.exists(c, a + b == c + "!")))`,
  }
  const ruled = folderOf('hostile-rule', 400, index => `rid=F-${index} | description="${words}"`, { rules: [rule] })
  const dangling = folderOf('dangling', 30_000, index => `rid=F-${index} | control_ref="C-${index}"`, {})
  const cases = [
    { name: 'a rule that is stopped on 400 records', folder: ruled, expected: /400 records: 400 errors/ },
    { name: '30,000 references that lead nowhere', folder: dangling, expected: /30000 records: 30000 warnings/ },
  ]
  /** @type {import('./results.mjs').Table['rows'][number][]} */
  const rows = []
  for (const { name, folder, expected } of cases) {
    const check = await processorOfCheck(folder, expected)
    rows.push({ name: `check, processor time: ${name}`, unit: 'ms', values: { recline: check } })
    rows.push({ name: `hover: ${name}`, unit: 'ms', values: { recline: await timeOfHover(folder) } })
  }
  return {
    title: 'Files with the same mistake in every record',
    columns: [{ id: 'recline', name: 'Recline' }],
    rows,
    notes: [],
  }
}

/**
 * Writes a folder with findings.
 *
 * @param {string} name
 * @param {number} count
 * @param {(index: number) => string} fieldsOf the fields of a record
 * @param {object} config
 */
function folderOf(name, count, fieldsOf, config) {
  const folder = join(generatedFolder(), name)
  mkdirSync(folder, { recursive: true })
  const records = Array.from({ length: count }, (_, index) => `@FINDING ${fieldsOf(index)}\n`)
  writeFileSync(join(folder, 'recline.json'), JSON.stringify({ domains: { '**': ['core.compliance'] }, ...config }))
  writeFileSync(join(folder, 'a.rec'), records.join(''))
  return folder
}

/**
 * The processor time of a check, in milliseconds.
 *
 * @param {string} folder
 * @param {RegExp} expected its summary
 */
async function processorOfCheck(folder, expected) {
  const times = []
  for (let round = 0; round < rounds; round++) {
    const { processor, output, errors } = await runProcess([process.execPath, built('cli.js'), 'check', folder], 1)
    if (!expected.test(output + errors)) throw new Error(`The check of ${folder} did not end with ${expected.source}.`)
    times.push(processor)
  }
  return median(times)
}

/**
 * The time from the request for a hover to its answer, in milliseconds, in a file that was checked.
 *
 * @param {string} folder
 */
async function timeOfHover(folder) {
  const server = await startServer({
    command: [process.execPath, built('server.js'), '--stdio'],
    folder: pathToFileURL(folder).href,
    pulls: true,
  })
  const path = join(folder, 'a.rec')
  const file = server.open(pathToFileURL(path).href, 'recline', readFileSync(path, 'utf8'))
  await file.problems()
  const times = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const answer = await file.ask('textDocument/hover', { position: { line: 200 + round, character: 12 } })
    if (!answer) throw new Error('There is no hover.')
    times.push(performance.now() - started)
  }
  await server.stop()
  return median(times)
}
