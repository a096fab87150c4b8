// Measures rules about several records and queries, on a million records that refer to each other: whole processes, on
// one core.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram, mustRun } from '../scripts/project.mjs'
import { generatedFolder, schemaFile, writeFileOnce } from './generated.mjs'
import { measureHostile } from './hostile.mjs'
import { legitimateRecords, optionsOfLegitimate } from './legitimate.mjs'
import { recordSchema } from './notations.mjs'
import { built, versionOf } from './peers.mjs'
import { canPin, runProcess } from './processes.mjs'
import { generateRecords, related } from './records.mjs'
import { median } from './results.mjs'

/**
 * @typedef {object} Tool a command that does one thing
 * @property {string} id
 * @property {string} name
 * @property {string[]} command
 * @property {boolean} isHere whether it is installed
 *
 * @typedef {import('./processes.mjs').Run} Run
 */

/**
 * @param {{ quick: boolean, ours: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureRules({ quick, ours }) {
  const count = quick ? 200_000 : 1_000_000
  const size = count.toLocaleString('en')
  console.error(`Rules, ${size} records: making the files`)
  const [rec, jsonl] = ['rec', 'jsonl'].map(ending =>
    writeFileOnce(join(generatedFolder(), `related-${count}.${ending}`), related, () =>
      generateRecords(related, count, 0),
    ),
  )
  const schema = schemaFile('related.schema.json', recordSchema(related))
  const cli = [process.execPath, built('cli.js')]
  /** @param {string} name */
  const script = name => [process.execPath, fileURLToPath(new URL(name, import.meta.url))]

  console.error('Rules: check')
  const checks = await runAll(
    [
      { id: 'recline', name: 'recline check', command: [...cli, 'check', rec], isHere: true },
      {
        id: 'ajv',
        name: 'JSON.parse, Ajv and functions',
        command: [...script('ajv-lines.mjs'), schema, jsonl, '--relations'],
        isHere: !ours && versionOf('ajv') !== undefined && versionOf('ajv-formats') !== undefined,
      },
    ],
    output => (/no problems|, 0 problems/.test(output) ? 0 : NaN),
  )

  console.error('Rules: check of all tags, with and without rules')
  const folder = await legitimateRecords(count)
  const allTags = [...cli, 'check', folder, ...optionsOfLegitimate]
  const ofAllTags = await runAll(
    [
      { id: 'recline', name: 'recline check', command: allTags, isHere: true },
      { id: 'without', name: 'without rules', command: [...allTags, '--config', configWithoutRules()], isHere: true },
    ],
    output => (/no problems|, 0 problems/.test(output) ? 0 : NaN),
  )

  console.error('Rules: query')
  const query = ['--tag', 'FINDING', '--where', 'severity == "medium" && status == "open"']
  const parquet = ours ? '' : await findingsAsParquet(rec, cli, count)
  const sql = `select rid, remediation_due from '${parquet}' where severity = 'medium' and status = 'open'`
  const filter = 'select(.tag == "FINDING" and .severity == "medium" and .status == "open")'
  const queries = await runAll(
    [
      {
        id: 'recline',
        name: 'recline query',
        command: [...cli, 'query', rec, ...query, '--select', 'rid,remediation_due', '--format', 'csv'],
        isHere: true,
      },
      { id: 'duckdb', name: 'DuckDB on Parquet', command: [...script('duckdb-query.mjs'), sql], isHere: !ours },
      {
        id: 'jq',
        name: 'jq on NDJSON',
        command: ['jq', '-r', `${filter} | [.rid, .remediation_due] | @csv`, jsonl],
        isHere: !ours && findProgram('jq') !== undefined,
      },
    ],
    // jq writes no line with the names of the columns.
    output =>
      output
        .trim()
        .split('\n')
        .filter(line => !line.startsWith('rid,')).length,
  )
  return [
    tableOf(`${size} records with rules about several records, on one core`, 'check', count, checks),
    tableOf(`${size} records of all tags, most of them unusual, on one core`, 'check', count, ofAllTags),
    tableOf(`A query of ${size} records, on one core`, 'query', count, queries),
    await measureHostile(),
  ]
}

/** A file of settings that switches off all rules of the built-in domains. */
function configWithoutRules() {
  const folder = new URL('../descriptors/', import.meta.url)
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  const ids = files.flatMap(name => {
    /** @type {{ records?: { rules?: { id: string }[] }[] }} */
    const { records = [] } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    return records.flatMap(({ rules = [] }) => rules.map(({ id }) => id))
  })
  const file = join(generatedFolder(), 'without-rules.json')
  writeFileSync(file, JSON.stringify({ severity: Object.fromEntries(ids.map(id => [`rule/${id}`, 'off'])) }))
  return file
}

/**
 * The findings of a file as Parquet, for DuckDB.
 *
 * @param {string} rec
 * @param {string[]} cli
 * @param {number} count
 */
async function findingsAsParquet(rec, cli, count) {
  const file = join(generatedFolder(), `findings-${count}.parquet`)
  if (existsSync(file)) return file
  const unfinished = join(generatedFolder(), `${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  const [node, ...args] = cli
  const output = join(unfinished, 'findings.parquet')
  await mustRun(node, [...args, 'convert', rec, '--tag', 'FINDING', '--to', 'parquet', '--output', output])
  renameSync(output, file)
  return file
}

/**
 * @param {string} title
 * @param {string} what
 * @param {number} count
 * @param {{ tools: Tool[], runs: Map<string, Run[]>, missing: Tool[] }} measured
 * @returns {import('./results.mjs').Table}
 */
function tableOf(title, what, count, { tools, runs, missing }) {
  /** @param {(run: Run) => number} figure */
  const valuesOf = figure => Object.fromEntries([...runs].map(([id, all]) => [id, median(all.map(figure))]))
  /** @param {number} milliseconds */
  const rate = milliseconds => count / (milliseconds / 1000)
  return {
    title,
    columns: tools.map(({ id, name }) => ({ id, name })),
    rows: [
      { name: `${what}: records a second`, unit: 'records/s', values: valuesOf(({ wall }) => rate(wall)) },
      {
        name: `${what}: records a second of processor time`,
        unit: 'records/s',
        values: valuesOf(({ processor }) => rate(processor)),
      },
      { name: `${what}: memory`, unit: 'MB', values: valuesOf(({ memory }) => memory) },
    ],
    notes: [
      ...missing.map(({ name }) => `${name}: not measured, as it is not installed.`),
      ...(canPin ? [] : ['Nothing here holds a process to a core (taskset), so that each may have used more.']),
    ],
  }
}

/**
 * Runs commands in turn, and makes sure that all have the same result.
 *
 * @param {Tool[]} all
 * @param {(output: string) => number} resultOf
 */
async function runAll(all, resultOf) {
  const tools = all.filter(({ isHere }) => isHere)
  /** @type {Map<string, Run[]>} */
  const runs = new Map(tools.map(({ id }) => [id, []]))
  for (let round = 0; round < 3; round++) {
    const results = new Set()
    for (const { id, command } of tools) {
      const run = await runProcess(command, 1)
      results.add(resultOf(run.output + (run.output === '' ? run.errors : '')))
      runs.get(id)?.push(run)
    }
    if (results.size > 1 || results.has(NaN))
      throw new Error(`The results are ${[...results].join(' and ')}: the measurement compares nothing.`)
  }
  return { tools, runs, missing: all.filter(({ isHere }) => !isHere) }
}
