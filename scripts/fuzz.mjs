// npm run fuzz: random texts, messages and values, others each time.
//
//   npm run fuzz                   for a minute
//   npm run fuzz -- --minutes 60   for an hour; ten minutes or more write docs/reliability.md
//
// Again and again, it changes the texts of test/fuzz/corpus/, sends messages to the built server, and runs the property
// tests. A text that fails is made as small as possible and added to the corpus. Each other failure is printed again at
// the end: the test, the seed, and the smallest value that fails. The seed repeats the run: RECLINE_SEED=<seed> npm run
// test:unit, test:whole or test:protocol. When the time is over, no test begins any more.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { globSync } from 'tinyglobby'
import { record } from '../test/reliability/results.mjs'
import { endWithParent, mustRun, root } from './project.mjs'

endWithParent()
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes needs a number above 0.')

const properties = globSync('{shared,server,cli,client,test}/**/*.test.ts', {
  cwd: root,
  ignore: ['**/*.growth.test.ts', 'test/{protocol,editors,install}/**'],
}).filter(file => readFileSync(file, 'utf8').includes("from 'fast-check'"))
const end = Date.now() + minutes * 60_000
const messages = ['test/protocol/hostile-messages.test.ts', 'test/protocol/own-requests.test.ts']
/** How long the texts are changed before the rest has its turn. */
const textSeconds = Math.min(120, minutes * 30)
const total = { runs: 0, failures: 0, texts: 0, edits: 0, calls: 0 }
/** @type {string[]} */
const failed = []
await mustRun('npm', ['run', '--silent', 'build'])
do {
  const seed = randomInt(2 ** 31)
  const output = await vitest(['fuzz'], seed, { RECLINE_FUZZ_SECONDS: `${textSeconds}` })
  const [, texts, edits, calls] = /(\d+) texts, (\d+) edits, (\d+) calls/.exec(output) ?? []
  total.texts += Number(texts ?? 0)
  total.edits += Number(edits ?? 0)
  total.calls += Number(calls ?? 0)
  await vitest(['protocol'], seed, {}, ...messages)
  await vitest(['unit', 'whole'], seed, {}, ...properties)
} while (Date.now() < end)
const { runs, failures, texts, edits, calls } = total
for (const failure of failed) console.log(`\n${failure}`)
console.log(`\n${runs} runs, ${failures} failed; ${texts} texts, ${edits} edits and ${calls} calls`)
process.exitCode = failures > 0 ? 1 : 0
if (minutes >= 10) {
  record('fuzz', { minutes: (Date.now() - end) / 60_000 + minutes, runs, failures, texts, edits, calls })
  await mustRun(process.execPath, ['scripts/generate.mjs'])
}

/**
 * Runs tests with a seed, and prints the output of a run that fails.
 *
 * @param {string[]} projects
 * @param {number} seed
 * @param {Record<string, string>} env
 * @param {string[]} files all of the projects without them
 * @returns {Promise<string>} the output
 */
async function vitest(projects, seed, env, ...files) {
  total.runs++
  try {
    const output = await mustRun(
      'npx',
      ['vitest', 'run', ...projects.map(project => `--project=${project}`), ...files],
      {
        env: { RECLINE_SEED: `${seed}`, RECLINE_END: `${end}`, ...env },
      },
    )
    console.log(`${projects.join(' and ')} with seed ${seed} passed`)
    return output
  } catch (error) {
    total.failures++
    const output = error instanceof Error ? error.message : String(error)
    console.log(`${projects.join(' and ')} with seed ${seed} FAILED\n${output}`)
    failed.push(...failuresIn(stripVTControlCharacters(output), seed))
    return output
  }
}

/**
 * What the output of vitest says of each failure: the test, the seed, and the smallest value.
 *
 * @param {string} output
 * @param {number} seed
 * @returns {string[]}
 */
function failuresIn(output, seed) {
  const [, ...parts] = output.split(/^ FAIL +/m)
  if (parts.length === 0) return [`No test ran to its end with seed ${seed}; see above.`]
  return parts.map(part => {
    const value = /Counterexample: (.*)/.exec(part)?.[1]
    return `FAILED ${part.split('\n')[0]}\n  seed ${seed}${value === undefined ? '' : `\n  value ${value}`}`
  })
}
