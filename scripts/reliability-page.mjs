// The tables of docs/reliability.md, from the last measurements in test/reliability/results.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/**
 * @typedef {object} Measured
 * @property {string} date
 * @property {{ node: string, system: string, processor: string, cores: number, load: number }} machine
 *
 * @typedef {object} Results
 * @property {Measured & { classes: Record<string, number> }} [tests]
 * @property {Measured & { folders: Record<string, { lines: number, branches: number }> }} [coverage]
 * @property {Measured & Mutation} [mutation]
 * @property {Measured & Fuzz} [fuzz]
 * @property {Measured & Soak} [soak]
 *
 * @typedef {object} Mutation
 * @property {number} seed
 * @property {Record<string, { mutants: number, killed: number, uncovered: number }>} folders the changes that were
 * tried, those that a test noticed, and those in code that no test runs
 * @property {number} ignored the changes of the sample that were not tried
 *
 * @typedef {object} Fuzz
 * @property {number} minutes that it took
 * @property {number} runs of texts, of messages and of property tests, each with another seed
 * @property {number} failures
 * @property {number} texts that were tried
 * @property {number} edits of these texts
 * @property {number} calls of language features
 *
 * @typedef {object} Soak
 * @property {number} hours that were replayed
 * @property {number} minutes that it took
 * @property {number} keys
 * @property {number} requests
 * @property {number} warm the memory after the warm-up, in mebibytes (MiB)
 * @property {number} last the memory at the end
 * @property {number} growth in percent
 * @property {number} slow the requests that took over 100 ms
 * @property {number} high the time that one of 1,000 requests exceeds, in milliseconds
 * @property {number} slowest the longest time of a request
 * @property {number} busiest the highest processor time of a request
 * @property {string} busiestOf its name
 */

/**
 * Updates the text between `<!-- measured: <kind> -->` and `<!-- end -->`.
 *
 * @param {string} text
 * @returns {string}
 */
export function measuredTables(text) {
  /** @type {Results} */
  const results = JSON.parse(readFileSync(join(root, 'test/reliability/results.json'), 'utf8'))
  return text.replace(/(?<=<!-- measured: (\w+) -->\n)[^]*?(?=<!-- end -->)/g, (_, kind) => {
    const result = results[/** @type {keyof Results} */ (kind)]
    if (!result) return '\nNot measured yet.\n\n'
    const { node, processor, cores, load } = result.machine
    const where = `Measured on ${result.date} with Node ${node.slice(1)} on ${cores} cores of ${processor}, at a load of ${load} processes.`
    return `\n${writers[/** @type {keyof typeof writers} */ (kind)](/** @type {any} */ (result))}\n${where}\n\n`
  })
}

const writers = {
  /** @param {NonNullable<Results['tests']>} tests */
  tests: ({ classes }) =>
    table(
      ['what', 'tests, all passed'],
      Object.entries(classes).map(([name, count]) => [name, `${count}`]),
    ),
  /** @param {NonNullable<Results['coverage']>} coverage */
  coverage: ({ folders }) =>
    table(
      ['folder', 'lines', 'branches'],
      Object.entries(folders).map(([name, { lines, branches }]) => [
        name === 'all' ? 'all' : `\`${name}\``,
        `${lines} %`,
        `${branches} %`,
      ]),
    ),
  /** @param {NonNullable<Results['mutation']>} mutation */
  mutation: ({ seed, folders, ignored }) => {
    const all = { mutants: 0, killed: 0, uncovered: 0 }
    for (const { mutants, killed, uncovered } of Object.values(folders)) {
      all.mutants += mutants
      all.killed += killed
      all.uncovered += uncovered
    }
    const rows = [
      ...Object.entries(folders).map(([folder, noticed]) => /** @type {const} */ ([`\`${folder}\``, noticed])),
      /** @type {const} */ (['all', all]),
    ]
    const noticed = table(
      ['folder', 'changes', 'noticed', 'share', 'in code that no unit test runs'],
      rows.map(([name, { mutants, killed, uncovered }]) => [
        name,
        inDigits(mutants),
        inDigits(killed),
        mutants === 0 ? '' : `${((killed / mutants) * 100).toFixed(0)} %`,
        inDigits(uncovered),
      ]),
    )
    const left = `${inDigits(ignored)} more changes of the sample were left out.`
    return `${noticed}\nA random sample with seed ${seed}. ${left}\n`
  },
  /** @param {NonNullable<Results['fuzz']>} fuzz */
  fuzz: ({ minutes, runs, failures, texts, edits, calls }) =>
    table(
      ['', ''],
      [
        ['time', `${minutes.toFixed(0)} minutes`],
        ['random texts', inDigits(texts)],
        ['edits of these, each compared with a full check', inDigits(edits)],
        ['requests, fixes and actions on these', inDigits(calls)],
        ['runs, each with another seed', inDigits(runs)],
        ['runs that failed', inDigits(failures)],
      ],
    ),
  /** @param {NonNullable<Results['soak']>} soak */
  soak: ({ hours, minutes, keys, requests, warm, last, growth, slow, high, slowest, busiest, busiestOf }) =>
    table(
      ['', ''],
      [
        [
          'writing that was replayed',
          `${hours.toFixed(1)} hours: ${inDigits(keys)} keys, in ${minutes.toFixed(0)} minutes`,
        ],
        ['requests and changes', inDigits(requests)],
        ['memory in use after the warm-up', `${warm.toFixed(0)} MiB`],
        ['memory in use at the end', `${last.toFixed(0)} MiB (${growth.toFixed(1)} % more)`],
        ['time that 999 of 1,000 requests keep to', `${high.toFixed(0)} ms`],
        ['requests over 100 ms', inDigits(slow)],
        ['the slowest request', `${slowest.toFixed(0)} ms`],
        ['highest processor time of a request', `${busiest.toFixed(0)} ms (\`${busiestOf}\`)`],
      ],
    ),
}

/** @type {(number: number) => string} */
const inDigits = number => number.toLocaleString('en')

/** @type {(heading: readonly string[], rows: readonly (readonly string[])[]) => string} */
const table = (heading, rows) =>
  [heading, heading.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |\n`).join('')
