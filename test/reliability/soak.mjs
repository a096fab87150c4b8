// npm run soak: replays eight hours of writing against the built server, in ten minutes, in a workspace of 1,000 files.
//
//   npm run soak                    in ten minutes
//   npm run soak -- --minutes 1     a tenth of it: 48 minutes of writing in one minute
//
// Prints the memory over time and the slowest requests. Fails if the server keeps over 10 % more memory at the end than
// after the warm-up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { writeRecords } from '../../bench/notations.mjs'
import { audit, generateRecords } from '../../bench/records.mjs'
import { median } from '../../bench/results.mjs'
import { endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { type } from './author.mjs'
import { record } from './results.mjs'
import { startServer } from './server.mjs'

const files = 1000
const recordsOfFile = 100
/** The keys of eight hours: one a second. */
const keysOfDay = 8 * 3600
const samples = 48
/** The samples of the warm-up, and of each of the two periods that are compared. */
const period = samples / 8

endWithParent()
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes needs a number above 0.')
const keys = Math.ceil((keysOfDay * minutes) / 10 / samples) * samples

await mustRun(process.execPath, [join(root, 'scripts/build.mjs')])
const folder = mkdtempSync(join(tmpdir(), 'recline-soak-'))
try {
  await soak()
} finally {
  rmSync(folder, { recursive: true })
}

async function soak() {
  const written = writeFiles()
  const server = await startServer(pathToFileURL(folder).href)
  const author = type({ server, files: written, controls: 40_000 })
  const started = performance.now()
  /** @type {import('./server.mjs').Memory[]} */
  const memory = []
  console.log(`${keys.toLocaleString('en')} keys\n\n  minute  live memory  resident memory`)
  try {
    for (let key = 1; key <= keys; key++) {
      await author.next()
      // Not faster than planned: a server without pauses would collect garbage at other times.
      const early = started + (key / keys) * minutes * 60_000 - performance.now()
      if (early > 0) await wait(early)
      if (key % (keys / samples) !== 0) continue
      const sample = await server.memory()
      memory.push(sample)
      const minute = ((performance.now() - started) / 60_000).toFixed(1)
      console.log(`${minute.padStart(8)}${mebibytes(sample.live)}   ${mebibytes(sample.resident)}`)
    }
  } finally {
    await server.stop()
  }
  report(memory, server.times, (performance.now() - started) / 60_000)
}

/** Writes controls and findings of theirs, and returns the files. */
function writeFiles() {
  const entries = generateRecords(audit, files * recordsOfFile, 0.015)
  return Array.from({ length: files }, (_, number) => {
    const some = Array.from({ length: recordsOfFile }, () => entries.next().value)
    const text = [...writeRecords('rec', audit, some)].join('')
    const path = join(folder, `audit-${number}.rec`)
    writeFileSync(path, text)
    return { uri: pathToFileURL(path).href, text }
  })
}

/**
 * @param {readonly import('./server.mjs').Memory[]} memory
 * @param {ReadonlyMap<string, readonly import('./server.mjs').Time[]>} times
 * @param {number} took the minutes
 */
function report(memory, times, took) {
  console.log('\n  requests   median   slowest   slowest by processor time')
  const rows = [...times].map(([name, all]) => {
    const [walls, processors] = [all.map(({ wall }) => wall), all.map(({ processor }) => processor)]
    return { name, walls, slowest: Math.max(...walls), busiest: Math.max(...processors) }
  })
  rows.sort((one, other) => other.busiest - one.busiest)
  for (const { name, walls, slowest, busiest } of rows)
    console.log(`${String(walls.length).padStart(10)}${ms(median(walls))}${ms(slowest)}${ms(busiest)}  ${name}`)
  const live = memory.map(sample => sample.live)
  const [warm, last] = [live.slice(period, 2 * period), live.slice(-period)].map(part => median(part))
  const walls = rows.flatMap(row => row.walls).sort((one, other) => one - other)
  const [{ name: busiestOf, busiest }] = rows
  const figures = {
    hours: (8 * minutes) / 10,
    minutes: took,
    keys,
    requests: walls.length,
    warm,
    last,
    growth: (last / warm - 1) * 100,
    slow: walls.filter(time => time > 100).length,
    // One of 1,000 requests takes longer.
    high: walls[Math.floor(walls.length * 0.999)],
    slowest: walls.at(-1) ?? 0,
    busiest,
    busiestOf,
  }
  console.log(`
Memory: ${warm.toFixed(1)} MiB after the warm-up, ${last.toFixed(1)} MiB at the end: ${figures.growth.toFixed(1)} % more.
Requests: ${walls.length.toLocaleString('en')} in ${took.toFixed(1)} minutes, ${figures.slow} of them over 100 ms. The slowest took ${figures.slowest.toFixed(0)} ms;
${busiest.toFixed(0)} ms is the highest processor time: ${busiestOf}.`)
  record('soak', figures)
  if (figures.growth > 10) process.exitCode = 1
}

/** @param {number} number */
function mebibytes(number) {
  return `${number.toFixed(1).padStart(9)} MiB`
}

/** @param {number} time */
function ms(time) {
  return `${time.toFixed(1).padStart(7)} ms`
}
