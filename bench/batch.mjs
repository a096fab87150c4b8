// Measures how fast the command line checks records: whole processes, on one core and on two.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedFolder, schemaFile, writeFileOnce } from './generated.mjs'
import { recordSchema } from './notations.mjs'
import { built, fileOf, versionOf } from './peers.mjs'
import { canPin, runProcess } from './processes.mjs'
import { audit, controls, generateRecords, mixed } from './records.mjs'
import { median } from './results.mjs'

/**
 * @typedef {object} Records files with the same records, one for each notation
 * @property {string} name
 * @property {number} count
 * @property {string} rec
 * @property {string} jsonl
 * @property {string} schema
 * @property {string} [format] of the output of recline check; text, if it is not said
 *
 * @typedef {object} Checker a command that checks records
 * @property {string} id
 * @property {string} name
 * @property {string[]} needs the npm packages that it needs
 * @property {(records: Records) => string[]} command
 * @property {RegExp} problems matches the numbers of problems in the output; the groups are added
 *
 * @typedef {Pick<import('./processes.mjs').Run, 'wall' | 'processor' | 'memory'>} Figures
 */

/** @type {Checker} */
export const reclineCheck = {
  id: 'recline',
  name: 'recline check',
  needs: [],
  command: ({ rec, format = 'text' }) => [process.execPath, built('cli.js'), 'check', '--format', format, rec],
  problems: /records?: (?:no problems|(?:(\d+) errors?)?(?:, )?(?:(\d+) warnings?)?)/,
}

/** @type {Checker} */
export const ajvCheck = {
  id: 'ajv',
  name: 'JSON.parse and Ajv',
  needs: ['ajv', 'ajv-formats'],
  command: ({ schema, jsonl }) => [
    process.execPath,
    fileURLToPath(new URL('ajv-lines.mjs', import.meta.url)),
    schema,
    jsonl,
  ],
  problems: /(\d+) problems/,
}

/** The same runs, but only the time for checking: without start, schema compilation and reading the file. */
const ajvLoop = { id: 'ajv-loop', name: 'its loop alone' }

/** A Node process that does nothing, which no check with Node can start faster than. */
const bareNode = { id: 'node', name: 'node -e 0' }

/** The native program, without the Node script that starts it. @type {Checker} */
const sourcemeta = {
  id: 'sourcemeta',
  name: 'jsonschema (C++)',
  needs: ['@sourcemeta/jsonschema'],
  command: ({ schema, jsonl }) => [
    fileOf('@sourcemeta/jsonschema/build/github-releases', executable),
    'validate',
    '--continue',
    schema,
    jsonl,
  ],
  problems: /(\d+) failed/,
}

const executable = `jsonschema-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch === 'x64' ? 'x86_64' : process.arch}`

/**
 * @param {{ quick: boolean, ours: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureBatch({ quick, ours }) {
  const checkers = [reclineCheck, ...(ours ? [] : [ajvCheck, sourcemeta])]
  const columns = checkers.flatMap(({ id, name }) => (id === 'ajv' ? [{ id, name }, ajvLoop] : [{ id, name }]))
  const missing = checkers.filter(({ needs }) => needs.some(name => !versionOf(name)))
  const present = checkers.filter(checker => !missing.includes(checker))
  const notes = missing.map(({ name, needs }) => `${name}: ${needs.join(' and ')} is not installed.`)
  const count = quick ? 200_000 : 1_000_000
  const times = 3

  const size = count.toLocaleString('en')
  console.error(`Batch, ${size} records: making the files`)
  const clean = recordFiles('clean', count, controls, 0)
  const all = [
    clean,
    recordFiles('1.5 % with a problem', count, controls, 0.015),
    recordFiles('12 tags in any order', count, mixed, 0),
    // As programs ask for it: the problems for a machine, of records that refer to others.
    { ...recordFiles('two tags with references, 3 % with a problem, as NDJSON', count, audit, 0.03), format: 'ndjson' },
  ]
  /** @type {import('./results.mjs').Table} */
  const one = {
    title: `${size} records (${Math.round((count * 160) / 1e6)} MB) on one core`,
    columns,
    rows: [],
    notes: [...notes],
  }
  if (!canPin) one.notes.push('Nothing here holds a process to a core (taskset), so that each may have used more.')
  for (const records of all) {
    console.error(`Batch, ${records.name}, one core`)
    const runs = await runAll(present, records, times, 1)
    one.rows.push(
      {
        name: `${records.name}: records a second`,
        unit: 'records/s',
        values: valuesOf(runs, ({ wall }) => count / (wall / 1000)),
      },
      {
        name: `${records.name}: records a second of processor time`,
        unit: 'records/s',
        values: valuesOf(runs, ({ processor }) => count / (processor / 1000)),
      },
      { name: `${records.name}: memory`, unit: 'MB', values: valuesOf(runs, ({ memory }) => memory) },
    )
  }
  console.error('Batch, two cores')
  const runs = await runAll(present, clean, times, 2)
  const rate = valuesOf(runs, ({ wall }) => count / (wall / 1000))
  const growth = Object.fromEntries(
    Object.entries(rate).map(([id, value]) => [id, value / (one.rows[0].values[id] ?? NaN)]),
  )
  console.error('Batch, a small file')
  const small = recordFiles('small', 100, controls, 0.015)
  const started = await runSmall(present, small, quick ? 7 : 15)
  return [
    one,
    {
      title: `${size} records on two cores`,
      columns,
      rows: [
        { name: 'clean: records a second', unit: 'records/s', values: rate },
        { name: 'times as many as on one core', unit: 'times', values: growth },
        { name: 'clean: memory', unit: 'MB', values: valuesOf(runs, ({ memory }) => memory) },
      ],
      notes,
    },
    {
      title: 'One small file of 100 records',
      columns: [...columns, bareNode],
      rows: [
        { name: 'the whole process', unit: 'ms', values: valuesOf(started, ({ wall }) => wall) },
        { name: 'its processor time', unit: 'ms', values: valuesOf(started, ({ processor }) => processor) },
      ],
      notes,
    },
  ]
}

/**
 * The same records in all notations; they are kept for the next run.
 *
 * @param {string} name
 * @param {number} count
 * @param {readonly import('./records.mjs').Kind[]} kinds
 * @param {number} wrong the share of records with a problem, from 0 to 1
 * @returns {Records}
 */
export function recordFiles(name, count, kinds, wrong) {
  const tags = `${kinds.length}-tags`
  /** @param {string} ending */
  const file = ending =>
    writeFileOnce(join(generatedFolder(), `${tags}-${wrong}-${count}.${ending}`), kinds, () =>
      generateRecords(kinds, count, wrong),
    )
  return {
    name,
    count,
    rec: file('rec'),
    jsonl: file('jsonl'),
    schema: schemaFile(`${tags}.schema.json`, recordSchema(kinds)),
  }
}

/**
 * Runs every command on the same records several times, in turn.
 *
 * @param {Checker[]} checkers
 * @param {Records} records
 * @param {number} times
 * @param {number} [cores]
 * @returns {Promise<Map<string, Figures[]>>} runs by the id of the checker
 */
async function runAll(checkers, records, times, cores) {
  /** @type {Map<string, Figures[]>} */
  const runs = new Map()
  /**
   * @param {string} id
   * @param {Figures} run
   */
  const add = (id, run) => runs.set(id, [...(runs.get(id) ?? []), run])
  for (let round = 0; round < times; round++) {
    const problems = new Set()
    for (const { id, command, problems: pattern } of checkers) {
      const { output, errors, ...run } = await runProcess(command(records), cores)
      // Problems for a program are a line each, without a summary.
      const isListed = id === reclineCheck.id && records.format === 'ndjson'
      const found = isListed ? ['', String(output.split('\n').length - 1)] : pattern.exec(output + errors)
      if (!found)
        throw new Error(
          `${command(records).join(' ')} does not say how many problems there are:\n${errors.slice(0, 500)}`,
        )
      problems.add(found.slice(1).reduce((sum, number) => sum + Number(number ?? 0), 0))
      add(id, run)
      if (id === ajvCheck.id) add(ajvLoop.id, { ...JSON.parse(errors), memory: NaN })
    }
    if (problems.size > 1)
      throw new Error(
        `Of ${records.name} the commands find ${[...problems].join(' and ')} problems: the measurement compares nothing.`,
      )
  }
  return runs
}

/**
 * Runs every command on a small file several times, in turn with a Node process that does nothing.
 *
 * @param {Checker[]} checkers
 * @param {Records} records
 * @param {number} times
 * @returns {Promise<Map<string, Figures[]>>} runs by the id of the checker
 */
async function runSmall(checkers, records, times) {
  /** @type {Map<string, Figures[]>} */
  const runs = new Map()
  for (let round = 0; round < times; round++) {
    const all = await runAll(checkers, records, 1)
    all.set(bareNode.id, [await runProcess([process.execPath, '-e', '0'])])
    for (const [id, figures] of all) runs.set(id, [...(runs.get(id) ?? []), ...figures])
  }
  return runs
}

/**
 * The median of a figure over all runs, by the id of the checker.
 *
 * @param {Map<string, Figures[]>} runs
 * @param {(run: Figures) => number} figure
 */
const valuesOf = (runs, figure) => Object.fromEntries([...runs].map(([id, all]) => [id, median(all.map(figure))]))
