// Measures a check in parts by `--map` and `--reduce` beside one check, and calculates what more cores give.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFolder, writeFileOnce } from './generated.mjs'
import { built } from './peers.mjs'
import { canPin, runProcess, startProcess } from './processes.mjs'
import { audit, generateRecords } from './records.mjs'
import { median } from './results.mjs'

/** How many files the records are in. */
const fileCount = 8
const cores = [1, 2, 4, 8]
const cli = [process.execPath, built('cli.js'), 'check']

/**
 * @param {{ quick: boolean, ours: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureScale({ quick }) {
  const count = quick ? 100_000 : 400_000
  const size = count.toLocaleString('en')
  console.error(`Scale, ${size} records: making the files`)
  const files = filesOf(count)
  const rounds = quick ? 1 : 3
  const check = await repeated(rounds, () => runProcess([...cli, ...files], 1))
  const parts = await measureParts(files, 1, rounds)
  /** @type {import('./results.mjs').Table} */
  const table = {
    title: `${size} records in ${fileCount} files, by map and reduce`,
    columns: [
      { id: 'check', name: 'one check' },
      { id: 'parts', name: 'map and reduce' },
    ],
    rows: [
      {
        name: 'processor time of all',
        unit: 'ms',
        values: { check: check.processor, parts: parts.map + parts.reduce },
      },
      { name: 'map: processor time', unit: 'ms', values: { parts: parts.map } },
      { name: 'reduce: processor time', unit: 'ms', values: { parts: parts.reduce } },
      { name: 'memory, of reduce', unit: 'MB', values: { check: check.memory, parts: parts.memory } },
    ],
    notes: ['One process maps all files.'],
  }
  console.error('Scale: two cores')
  const two = await repeated(rounds, () => runProcess([...cli, ...files], 2))
  const shares = []
  for (let round = 0; round < rounds; round++) shares.push(await serialShare(files))
  const serial = median(shares)
  if (!canPin || Number.isNaN(serial)) return [table]
  /** @type {import('./results.mjs').Row[]} */
  const rows = []
  for (const used of cores) {
    const { map, reduce } = used === 1 ? parts : await measureParts(files, used, rounds)
    rows.push({
      name: used === 1 ? '1 core' : `${used} cores`,
      unit: 'ms',
      values: { check: check.processor * (serial + (1 - serial) / used), parts: map + reduce, map, reduce },
    })
  }
  return [
    table,
    {
      title: `${size} records on more cores, calculated`,
      columns: [
        { id: 'check', name: 'one check' },
        { id: 'parts', name: 'map and reduce' },
        { id: 'map', name: 'map' },
        { id: 'reduce', name: 'reduce' },
      ],
      rows,
      notes: [
        `Of the processor time of a check, ${Math.round(serial * 100)} % is serial: the start of the process, and behind the last part the names, the rules about several records and the output. The rest is divided by the number of cores, as its parts of 1 MB wait for no other. Measured on two cores: ${Math.round(two.wall)} ms.`,
        'Each core maps the same number of files in a process of its own; the slowest of them counts. The reduce is serial.',
      ],
    },
  ]
}

/** @typedef {import('./processes.mjs').Run} Run */

/**
 * Maps files in several processes, and reduces their facts.
 *
 * @param {string[]} files
 * @param {number} processes for the map, with the same number of files each
 * @param {number} rounds
 * @returns {Promise<{ map: number, reduce: number, memory: number }>} the processor time of the slowest map and of the
 *   reduce in milliseconds, and the memory of the reduce
 */
async function measureParts(files, processes, rounds) {
  console.error(`Scale: ${processes} maps`)
  const each = files.length / processes
  const facts = Array.from({ length: processes }, (_, index) =>
    join(generatedFolder(), `facts-${process.pid}-${index}.parquet`),
  )
  const maps = []
  for (const [index, output] of facts.entries()) {
    const own = files.slice(index * each, (index + 1) * each)
    const map = ['sh', '-c', `exec "$@" > '${output}'`, 'sh', ...cli, '--map', ...own]
    maps.push((await repeated(rounds, () => runProcess(map, 1))).processor)
  }
  const { processor, memory } = await repeated(rounds, () => runProcess([...cli, '--reduce', ...facts], 1))
  for (const file of facts) rmSync(file)
  return { map: Math.max(...maps), reduce: processor, memory }
}

/** @param {number} count */
const filesOf = count =>
  Array.from({ length: fileCount }, (_, index) =>
    writeFileOnce(join(generatedFolder(), `audit-${count}-${index}.compliance.rec`), audit, () => partOf(count, index)),
  )

/**
 * The records of one of the files.
 *
 * @param {number} count that of all files
 * @param {number} index
 */
function* partOf(count, index) {
  let number = 0
  for (const entry of generateRecords(audit, count, 0))
    if (Math.floor((number++ * fileCount) / count) === index) yield entry
}

/**
 * Runs a process several times.
 *
 * @param {number} rounds
 * @param {() => Promise<Run>} run
 * @returns {Promise<Run>} the run with the median of the processor time
 */
async function repeated(rounds, run) {
  const runs = []
  for (let round = 0; round < rounds; round++) runs.push(await run())
  return runs.sort((one, other) => one.processor - other.processor)[Math.floor(rounds / 2)]
}

/**
 * The share of the processor time of a check in which only its main thread works: before the other thread has started
 * to work, and after that is done. NaN where the system does not tell.
 *
 * @param {string[]} files
 * @returns {Promise<number>}
 */
function serialShare(files) {
  const child = startProcess(canPin ? ['taskset', '-c', '0-1', ...cli, ...files] : [...cli, ...files])
  /** The processor time of each thread, as often as it was read. @type {Map<string, number>[]} */
  const readings = []
  const watch = setInterval(() => {
    readings.push(threadTimes(Number(child.pid)))
  }, 3)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(shareOf(readings, String(child.pid))))
  }).finally(() => clearInterval(watch))
}

/**
 * @param {Map<string, number>[]} readings
 * @param {string} main the thread that is there from the start
 */
function shareOf(readings, main) {
  const known = readings.filter(times => times.has(main))
  /** @type {Map<string, number>} */
  const most = new Map()
  for (const times of known) for (const [thread, time] of times) most.set(thread, Math.max(time, most.get(thread) ?? 0))
  const total = sum([...most.values()])
  const [worker, end = NaN] =
    [...most].filter(([thread]) => thread !== main).sort(([, one], [, other]) => other - one)[0] ?? []
  if (worker === undefined) return NaN
  // A thread takes a while to load its code, which costs no other thread any time.
  const first = known.find(times => (times.get(worker) ?? 0) > 0)
  const last = known.find(times => (times.get(worker) ?? 0) >= end * 0.995)
  const [before = NaN, behind = NaN] = [first?.get(main), last?.get(main)]
  return (before + (most.get(main) ?? NaN) - behind) / total
}

/**
 * @param {number} pid
 * @returns {Map<string, number>} the processor time of each thread of a process
 */
function threadTimes(pid) {
  try {
    return new Map(
      readdirSync(`/proc/${pid}/task`).map(task => [
        task,
        Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
      ]),
    )
  } catch {
    return new Map()
  }
}

/** @param {number[]} numbers */
const sum = numbers => numbers.reduce((all, number) => all + number, 0)
