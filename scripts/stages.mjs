// The stages of a test run: each prints what it does, counts, and its time. The end prints all times and failures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { editorCache, run, runQuietly } from './project.mjs'

/**
 * What a stage has shown.
 *
 * @typedef {object} Count
 * @property {number} passed how many tests passed
 * @property {number} failed how many failed
 * @property {string[]} [names] the names of those that failed, where they have names
 * @property {string[]} [repeated] what passed only when it was repeated
 * @property {{ file: string, seconds: number }[]} [files] how long the tests of each file took
 * @property {string} [output] what it printed and did not show yet
 */

/** The folder of what the stages leave for each other. */
export const results = join(editorCache, 'results')

/** A stage that is one test, by the exit code of its command. @param {number} code @returns {Count} */
export const one = code => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** A stage that only prepares others. @type {Count} */
export const none = { passed: 0, failed: 0 }

/** A test run. */
export class Stages {
  passed = 0
  failed = 0
  /** What failed: the stage, or the stage and the test. @type {string[]} */
  failures = []
  /** @type {string[]} */
  repeated = []
  /** @type {{ title: string, seconds: number }[]} */
  times = []
  /** @type {{ file: string, seconds: number }[]} */
  files = []
  start = performance.now()

  /**
   * Runs one stage and adds its count; a stage that throws counts as one failure.
   *
   * @param {string} title
   * @param {() => Promise<Count>} work
   * @returns {Promise<boolean>} whether nothing failed
   */
  async run(title, work) {
    console.log(`\n== ${title}`)
    return this.add(title, performance.now(), await counted(work))
  }

  /**
   * Runs stages two at a time, in their order. All of a stage is printed at its end, as another one runs beside it.
   *
   * @param {{ title: string, work: () => Promise<Count> }[]} stages
   */
  async sideBySide(stages) {
    const left = stages.values()
    const lane = async () => {
      for (const { title, work } of left) {
        const started = performance.now()
        const count = await counted(work)
        console.log(`\n== ${title}`)
        this.add(title, started, count)
      }
    }
    await Promise.all([lane(), lane()])
  }

  /**
   * @param {string} title
   * @param {number} started in milliseconds of `performance.now`
   * @param {Count} count
   */
  add(title, started, { passed, failed, names = [], repeated = [], files = [], output = '' }) {
    process.stdout.write(output)
    const seconds = (performance.now() - started) / 1000
    this.passed += passed
    this.failed += failed
    if (failed > 0) this.failures.push(...(names.length > 0 ? names.map(name => `${title}: ${name}`) : [title]))
    this.repeated.push(...repeated)
    this.times.push({ title, seconds })
    this.files.push(...files)
    console.log(`  ${seconds.toFixed(0)} s`)
    return failed === 0
  }

  /**
   * Prints the times, what was repeated, what failed, and the line with the counts, and sets the exit code.
   *
   * @param {{ mayRepeat: boolean }} options whether a test may pass that failed at first
   */
  end({ mayRepeat }) {
    const all = (performance.now() - this.start) / 1000
    console.log('\nTime of each stage, in seconds:')
    for (const { title, seconds } of [...this.times, { title: 'All', seconds: all }]) console.log(row(seconds, title))
    console.log('\nThe ten slowest files, in seconds:')
    const slowest = this.files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
    for (const { file, seconds } of slowest) console.log(row(seconds, file))
    if (this.repeated.length > 0) {
      console.log(
        `\nPassed only when repeated, so there is a race:\n${this.repeated.map(name => `  ${name}`).join('\n')}`,
      )
      if (!mayRepeat) {
        this.failed += this.repeated.length
        this.passed -= this.repeated.length
      }
    }
    if (this.failures.length > 0) console.log(`\nFailed:\n${this.failures.map(name => `  ${name}`).join('\n')}`)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
    process.exitCode = this.failed > 0 ? 1 : 0
  }
}

/** @param {number} seconds @param {string} text */
const row = (seconds, text) => `  ${seconds.toFixed(1).padStart(7)}  ${text}`

/** @param {() => Promise<Count>} work */
async function counted(work) {
  try {
    return await work()
  } catch (error) {
    return { passed: 0, failed: 1, output: `${error instanceof Error ? error.message : error}\n` }
  }
}

/**
 * Runs projects of vitest.config.mts.
 *
 * @param {string[]} projects their names
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 * @param {{ isQuiet?: boolean, retry?: number, files?: string[] }} [options] whether the output is shown at the end,
 *   how often a test that fails is repeated, and which files of the projects run instead of all
 * @returns {Promise<Count>}
 */
export async function runVitest(projects, env = {}, { isQuiet = false, retry = 0, files = [] } = {}) {
  const file = join(results, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.mjs']
  const chosen = [...projects.map(name => `--project=${name}`), ...files]
  const args = ['vitest', 'run', ...chosen, ...reporters, `--retry=${retry}`]
  const variables = { ...env, RECLINE_COUNT_FILE: file }
  const { code, output } = isQuiet
    ? await runQuietly('npx', args, variables)
    : { code: await run('npx', args, variables), output: '' }
  return { ...withExitCode(code, readCount(file)), output }
}

/**
 * Runs a script that writes its count to the file that RECLINE_TEST_RESULTS names.
 *
 * @param {string} name the name of the file with the count
 * @param {string[]} args a script and its arguments
 * @returns {Promise<Count>}
 */
export async function runCounted(name, args) {
  const file = join(results, `${name}.json`)
  const { code, output } = await runQuietly(process.execPath, args, { RECLINE_TEST_RESULTS: file })
  const { slowest = [], ...count } = readCount(file, output)
  const files = slowest.map(({ name, seconds }) => ({ file: name, seconds }))
  return { ...withExitCode(code, count), files, output }
}

/**
 * Runs a script that is one test.
 *
 * @param {string[]} args a script and its arguments
 * @returns {Promise<Count>}
 */
export const runScript = args => runCommand(process.execPath, args)

/**
 * Runs a program that is one test.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function runCommand(program, args) {
  const { code, output } = await runQuietly(program, args)
  return { ...one(code), output }
}

/** What is done before all tests: the checks of the source, and the build. @param {Stages} stages */
export const checkAndBuild = stages =>
  stages.sideBySide([
    { title: 'Type check', work: () => runCommand('npx', ['tsc', '-b']) },
    { title: 'Lint', work: () => runCommand('npm', ['run', '--silent', 'lint']) },
    { title: 'Build', work: () => runScript(['scripts/build.mjs', '--tests']) },
  ])

/** If a command fails although all its tests passed, that is one failure. @param {number} code @param {Count} count */
const withExitCode = (code, count) => ({
  ...count,
  failed: code === 0 ? count.failed : Math.max(count.failed, 1),
})

/**
 * @param {string} file
 * @param {string} [output] what the tests printed
 * @returns {Count & { slowest?: { name: string, seconds: number }[] }}
 */
function readCount(file, output = '') {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`${output}The tests ended without saying how many have passed.`)
  }
}
