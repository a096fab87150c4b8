// Measures what the command line does besides checking, beside others that do the like with the same records: whole
// processes, on one core. `scale.mjs` measures map and reduce.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram, mustRun } from '../scripts/project.mjs'
import { generatedFolder, writeFileOnce } from './generated.mjs'
import { built, fileOf, versionOf } from './peers.mjs'
import { canPin, runProcess } from './processes.mjs'
import { controls, generateRecords } from './records.mjs'
import { median } from './results.mjs'

/**
 * @typedef {object} Task what to do with all records of a file
 * @property {string} name
 * @property {string[]} recline the command of Recline, without its output
 * @property {string} [jq] the filter that does the like
 * @property {string} [sql] a statement of DuckDB that does the like, which writes to OUTPUT
 * @property {boolean} [prettier] whether prettier does the like
 * @property {string} [ending] of the output that a file is written to, instead of standard output
 * @property {() => void} [prepare] is called before each run of Recline
 *
 * @typedef {import('./processes.mjs').Run} Run
 */

/**
 * @param {{ quick: boolean, ours: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureTools({ quick, ours }) {
  const count = quick ? 100_000 : 400_000
  const few = count / 8
  const size = count.toLocaleString('en')
  console.error(`Tools, ${size} records: making the files`)
  const files = await filesOf(count)
  const output = join(generatedFolder(), `output-${process.pid}`)
  const columns = [
    { id: 'recline', name: 'Recline', isHere: true },
    { id: 'jq', name: 'jq on NDJSON', isHere: !ours && findProgram('jq') !== undefined },
    { id: 'duckdb', name: 'DuckDB', isHere: !ours },
    { id: 'prettier', name: 'prettier on JSON', isHere: !ours && versionOf('prettier') !== undefined },
  ]
  const isHere = Object.fromEntries(columns.map(({ id, isHere }) => [id, isHere]))
  const prettier = [fileOf('prettier', 'bin', 'prettier.cjs'), isHere.prettier ? (await filesOf(few)).json : '']

  /** @type {import('./results.mjs').Row[]} */
  const rows = []
  for (const task of tasksOf(files)) {
    console.error(`Tools: ${task.name}`)
    /** @type {Record<string, { command: string[], ending?: string | undefined, count: number }>} */
    const commands = {
      recline: { command: [process.execPath, built('cli.js'), ...task.recline], ending: task.ending, count },
      ...(isHere.jq && task.jq && { jq: { command: ['jq', ...task.jq.split(' '), files.jsonl], count } }),
      ...(isHere.duckdb && task.sql && { duckdb: { command: [process.execPath, duckdb, task.sql], count } }),
      ...(isHere.prettier && task.prettier && { prettier: { command: [process.execPath, ...prettier], count: few } }),
    }
    /** @type {Record<string, Run[]>} */
    const runs = Object.fromEntries(Object.keys(commands).map(id => [id, []]))
    for (let round = 0; round < 3; round++)
      for (const [id, { command, ending }] of Object.entries(commands)) {
        if (id === 'recline') task.prepare?.()
        runs[id].push(await runTo(output, command, ending))
      }
    /** @param {(run: Run, count: number) => number} figure */
    const valuesOf = figure =>
      Object.fromEntries(
        Object.entries(runs).map(([id, all]) => [id, median(all.map(run => figure(run, commands[id].count)))]),
      )
    rows.push(
      {
        name: `${task.name}: records a second of processor time`,
        unit: 'records/s',
        values: valuesOf(({ processor }, count) => count / (processor / 1000)),
      },
      { name: `${task.name}: memory`, unit: 'MB', values: valuesOf(({ memory }) => memory) },
    )
  }
  return [
    {
      title: `What else is done with ${size} records, on one core`,
      columns: columns.map(({ id, name }) => ({ id, name })),
      rows,
      notes: [
        ...columns.flatMap(({ name, isHere }) =>
          isHere ? [] : [`${name}: not measured, as it is not installed${ours ? ' or not wanted' : ''}.`],
        ),
        `prettier has ${few.toLocaleString('en')} of the records, because it takes long and 20 kB of memory for each.`,
        ...(canPin ? [] : ['Nothing here holds a process to a core (taskset), so that each may have used more.']),
      ],
    },
  ]
}

const duckdb = fileURLToPath(new URL('duckdb-query.mjs', import.meta.url))

/** A condition that few records fit. */
const fewRecords = 'maturity == 3 && rid.endsWith("77")'

/**
 * @param {Awaited<ReturnType<typeof filesOf>>} files
 * @returns {Task[]}
 */
function tasksOf(files) {
  const { rec, jsonl, uneven, broken, json, csv, parquet, idless, idlessLater } = files
  const copy = join(generatedFolder(), `fixed-${process.pid}.compliance.rec`)
  const all = `select * from read_ndjson_auto('${jsonl}')`
  return [
    { name: 'format, all are', recline: ['format', '--check', rec], jq: '-c .', prettier: true },
    { name: 'format, none is', recline: ['format', uneven], jq: '-c .', prettier: true },
    {
      name: 'fix, 1.5 % with a problem',
      recline: ['check', '--fix', copy],
      prepare: () => copyFileSync(broken, copy),
    },
    // An edit should take at most twice as long as the query that finds its records.
    {
      name: 'query that finds few',
      recline: ['query', '--tag', 'CONTROL', '--where', fewRecords, '--select', 'rid', rec],
    },
    {
      name: 'edit of few',
      recline: ['edit', '--tag', 'CONTROL', '--where', fewRecords, '--set', 'owner="Ada"', rec],
    },
    { name: 'diff without ids, 1 % changed', recline: ['diff', idless, idlessLater] },
    {
      name: 'to NDJSON',
      recline: ['convert', '--tag', 'CONTROL', rec],
      ending: 'ndjson',
      jq: '-c .',
      sql: `copy (${all}) to 'OUTPUT.json'`,
    },
    {
      name: 'to JSON',
      recline: ['convert', '--tag', 'CONTROL', rec],
      ending: 'json',
      jq: '.',
      sql: `copy (${all}) to 'OUTPUT.json' (array)`,
    },
    {
      name: 'to CSV',
      recline: ['convert', '--tag', 'CONTROL', rec],
      ending: 'csv',
      jq: '-r [.[]]|@csv',
      sql: `copy (${all}) to 'OUTPUT.csv'`,
    },
    {
      name: 'to Parquet',
      recline: ['convert', '--tag', 'CONTROL', rec],
      ending: 'parquet',
      sql: `copy (${all}) to 'OUTPUT.parquet'`,
    },
    { name: 'to Markdown', recline: ['convert', '--tag', 'CONTROL', rec], ending: 'md' },
    {
      name: 'from NDJSON',
      recline: ['convert', '--tag', 'CONTROL', jsonl],
      ending: 'rec',
      jq: '-c .',
      sql: `copy (${all}) to 'OUTPUT.csv'`,
    },
    { name: 'from JSON', recline: ['convert', '--tag', 'CONTROL', json], ending: 'rec', jq: '-c .' },
    {
      name: 'from CSV',
      recline: ['convert', '--tag', 'CONTROL', csv],
      ending: 'rec',
      sql: `copy (select * from read_csv_auto('${csv}')) to 'OUTPUT.json'`,
    },
    {
      name: 'from Parquet',
      recline: ['convert', '--tag', 'CONTROL', parquet],
      ending: 'rec',
      sql: `copy (select * from '${parquet}') to 'OUTPUT.json'`,
    },
  ]
}

/**
 * Runs a command that writes to a file.
 *
 * @param {string} output the path of the file, without its ending
 * @param {string[]} command
 * @param {string | undefined} ending of the file of Recline; without it, the output goes to standard output
 */
async function runTo(output, command, ending) {
  const file = `${output}.${ending}`
  rmSync(file, { force: true })
  const own = command.map(word => word.replace('OUTPUT', output))
  const run = await runProcess(ending ? [...own, '--output', file] : own, 1)
  if (ending && (!existsSync(file) || statSync(file).size === 0))
    throw new Error(`${own.join(' ')} wrote nothing: ${run.errors.slice(0, 500)}`)
  for (const name of [ending, 'json', 'csv', 'parquet']) rmSync(`${output}.${name}`, { force: true })
  return run
}

/**
 * The same records in all forms; with other blanks, so that none is formatted; and some with a problem.
 *
 * @param {number} count
 */
async function filesOf(count) {
  /**
   * @param {string} ending
   * @param {number} [wrong]
   */
  const file = (ending, wrong = 0) =>
    writeFileOnce(join(generatedFolder(), `1-tags-${wrong}-${count}.${ending}`), controls, () =>
      generateRecords(controls, count, wrong),
    )
  const rec = file('rec')
  const uneven = join(generatedFolder(), `uneven-${count}.rec`)
  if (!existsSync(uneven)) writeFileSync(uneven, readFileSync(rec, 'utf8').replaceAll(' | ', '  |  '))
  const idless = join(generatedFolder(), `idless-${count}.rec`)
  const idlessLater = join(generatedFolder(), `idless-later-${count}.rec`)
  if (!existsSync(idlessLater)) {
    const lines = readFileSync(rec, 'utf8')
      .replaceAll(/ rid=\S+ \|/g, '')
      .split('\n')
    writeFileSync(idless, lines.join('\n'))
    const later = lines.map((line, index) => (index % 100 === 7 ? line.replace(/title="\w+/, 'title="Changed') : line))
    writeFileSync(idlessLater, later.join('\n'))
  }
  /** @param {string} form */
  const converted = async form => {
    const path = join(generatedFolder(), `converted-${count}.${form}`)
    if (existsSync(path)) return path
    const unfinished = join(generatedFolder(), `${process.pid}.${form}`)
    await mustRun(process.execPath, [built('cli.js'), 'convert', '--tag', 'CONTROL', rec, '--output', unfinished])
    renameSync(unfinished, path)
    return path
  }
  return {
    rec,
    jsonl: file('jsonl'),
    broken: file('rec', 0.015),
    uneven,
    json: await converted('json'),
    csv: await converted('csv'),
    parquet: await converted('parquet'),
    idless,
    idlessLater,
  }
}
