// Measures the few figures that every change could make worse, each beside a yardstick of the same run, and compares
// the ratios with those in fence.json. It takes about a minute, so that a test run can have it.
import { readFileSync, writeFileSync } from 'node:fs'
import { ajvCheck, reclineCheck, recordFiles } from './batch.mjs'
import { measures, start } from './editing.mjs'
import { built, languageServers, recline, versionOf } from './peers.mjs'
import { runProcess } from './processes.mjs'
import { audit, controls } from './records.mjs'

/**
 * @typedef {object} Comparison what Recline does, and a yardstick that does the like; the lower the figure, the better
 * @property {string} name
 * @property {string} beside the yardstick
 * @property {() => Promise<number>} ours
 * @property {() => Promise<number>} theirs
 *
 * @typedef {object} FencedRow
 * @property {string} beside
 * @property {number} times how many times what the yardstick needs is needed by Recline
 */

/** A ratio that grew by more than this factor fails. */
const worst = 1.2

/** How often each is measured, in turn. The best figure of each counts: other work on the machine only adds to it. */
const rounds = 7

const keptFile = new URL('fence.json', import.meta.url)

/**
 * Measures all rows and says which are worse than those in the repository.
 *
 * @param {boolean} isUpdate whether they are written there instead
 * @returns {Promise<string[]>} a line for each row that is worse
 */
export async function checkFence(isUpdate) {
  const missing = ['ajv', 'vscode-langservers-extracted'].filter(name => !versionOf(name))
  if (missing.length > 0) throw new Error(`Not installed in bench/: ${missing.join(' and ')}.`)
  const measured = await measureRows()
  for (const [name, { beside, times }] of Object.entries(measured)) console.log(`${name}: ${times}× ${beside}`)
  if (isUpdate) {
    writeFileSync(keptFile, `${JSON.stringify(measured, null, 2)}\n`)
    return []
  }
  /** @type {Record<string, FencedRow>} */
  const kept = JSON.parse(readFileSync(keptFile, 'utf8'))
  return worseRows(kept, measured)
}

/**
 * @param {Record<string, FencedRow>} before
 * @param {Record<string, FencedRow>} now
 * @returns {string[]} a line for each row that needs more than before, or that nobody has measured before
 */
export function worseRows(before, now) {
  return Object.entries(now).flatMap(([name, { beside, times }]) => {
    const was = before[name]?.times
    if (was === undefined) return [`${name}: fence.json has no figure; add --update to write it.`]
    return times > was * worst ? [`${name}: ${times}× ${beside}, and it was ${was}×.`] : []
  })
}

/** @returns {Promise<Record<string, FencedRow>>} */
async function measureRows() {
  /** @type {Record<string, FencedRow>} */
  const rows = {}
  for (const { name, beside, ours, theirs } of comparisons()) {
    console.error(`Fence: ${name}`)
    /** @type {number[]} */
    const own = []
    /** @type {number[]} */
    const other = []
    for (let round = 0; round < rounds; round++) {
      own.push(await ours())
      other.push(await theirs())
    }
    rows[name] = { beside, times: Number((Math.min(...own) / Math.min(...other)).toPrecision(3)) }
  }
  return { ...rows, ...(await measureKeys()) }
}

/** @returns {Comparison[]} */
function comparisons() {
  const count = 100_000
  const clean = recordFiles('clean', count, controls, 0)
  const wrong = { ...recordFiles('wrong', count, audit, 0.03), format: 'ndjson' }
  const small = recordFiles('small', 100, controls, 0.015)
  const cli = [process.execPath, built('cli.js')]
  /** The processor time of a process on one core. @param {string[]} command */
  const processor = async command => (await runProcess(command, 1)).processor
  /** The time of a process from start to end. @param {string[]} command */
  const wall = async command => (await runProcess(command)).wall
  const ajv = 'JSON.parse and Ajv'
  const theirs = () => processor(ajvCheck.command(clean))
  return [
    { name: 'check', beside: ajv, ours: () => processor(reclineCheck.command(clean)), theirs },
    {
      name: 'check of records with problems',
      beside: ajv,
      ours: () => processor(reclineCheck.command(wrong)),
      theirs: () => processor(ajvCheck.command(wrong)),
    },
    { name: 'format', beside: ajv, ours: () => processor([...cli, 'format', '--check', clean.rec]), theirs },
    {
      name: 'query',
      beside: ajv,
      ours: () => processor([...cli, 'query', '--tag', 'CONTROL', '--where', 'maturity == 3', clean.rec]),
      theirs,
    },
    {
      name: 'convert to CSV',
      beside: ajv,
      ours: () => processor([...cli, 'convert', '--tag', 'CONTROL', '--to', 'csv', clean.rec]),
      theirs,
    },
    {
      name: 'check of a small file',
      beside: 'node -e 0',
      ours: () => wall(reclineCheck.command(small)),
      theirs: () => wall([process.execPath, '-e', '0']),
    },
  ]
}

/**
 * Opening a file of 10,000 records beside the JSON server of VS Code, and a key in it, of which only processor time
 * counts. The JSON server reads all of its text again for a key, so that memory slows down both. A server without work
 * needs 0.1 ms for one, and the time that waking takes changes by a tenth from run to run.
 *
 * @returns {Promise<Record<string, FencedRow>>}
 */
async function measureKeys() {
  const json = languageServers.find(({ id }) => id === 'json')
  if (!json) throw new Error('The JSON server is not among the language servers.')
  console.error('Fence: open a file, and a key in it')
  // As long as its code is not compiled yet, a key takes twice as long.
  const peers = [
    { peer: recline, warmUp: 20, keys: 100 },
    { peer: json, warmUp: 10, keys: 20 },
  ]
  const best = peers.map(() => ({ open: Infinity, key: Infinity }))
  for (let round = 0; round < 3; round++)
    for (const [index, { peer, warmUp, keys }] of peers.entries()) {
      const { editing, figures } = await start(peer, 10_000)
      const own = best[index]
      own.open = Math.min(own.open, figures['open → problems'])
      try {
        let used = 0
        for (let pressed = -warmUp; pressed < keys; pressed++) {
          const { 'processor time of a key': time } = await measures[0](editing)
          if (pressed >= 0) used += time
        }
        own.key = Math.min(own.key, used / keys)
      } finally {
        await editing.server.stop()
      }
    }
  const [own, ofJson] = best
  /** @param {number} one @param {number} other */
  const row = (one, other) => ({ beside: json.name, times: Number((one / other).toPrecision(3)) })
  return { 'opening a file': row(own.open, ofJson.open), 'a key': row(own.key, ofJson.key) }
}
