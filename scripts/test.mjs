// npm test: everything, from the linter to a real VS Code. The last line is "N passed, N failed".
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { installChromium } from './editor/chromium.mjs'
import { installFirefox } from './editor/firefox.mjs'
import { installEditor } from './editor/install.mjs'
import { installTextEditors } from './editor/text-editors.mjs'
import { installHosts } from './hosts.mjs'
import { editorCache, endWithParent, installDependencies, mustRun, run, runQuietly } from './project.mjs'

/**
 * How many tests passed and failed, and the names of those that failed, where they have names.
 *
 * @typedef {{ passed: number, failed: number, names?: string[] }} Count
 */

const results = join(editorCache, 'results')
const vsix = join(results, 'recline.vsix')
// The server for agents is a tenth of it: the libraries of its protocol, which nothing else loads.
const packageLimit = 1_340_000
const packageNeeds = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'images/icon.png',
  'dist/extension.js',
  'dist/client.js',
  'dist/program.js',
  'dist/mcp.js',
  'dist/parquet-reader.js',
  'dist/webviews/table.js',
  'dist/webviews/table.css',
  'docs/codes.md',
]
const npmPackageNeeds = [
  'dist/cli.js',
  'dist/check.js',
  'dist/lsp.js',
  'dist/commands.js',
  'dist/progress.js',
  'dist/search.js',
  'dist/mcp.js',
  'dist/watch.js',
  'dist/parquet.js',
  'dist/facts-parquet.js',
  'dist/re2js.js',
  'dist/server.js',
  'docs/editors/neovim.md',
  'editors/neovim/lua/recline.lua',
  'editors/tree-sitter-recline/src/parser.c',
]

/** The suite that runs inside VS Code, by titles: the name of its results, and the arguments of test/e2e/run.mjs. */
const suites = [
  { title: 'In VS Code: the extension from its folder', name: 'folder', args: [] },
  { title: 'In VS Code: the packaged extension', name: 'package', args: [vsix] },
  { title: 'In VS Code for the web: the extension and its server as web workers', name: 'web', args: ['--web'] },
]

/** The tests in a browser, by their titles: a script and its arguments. @type {[string, ...string[]][]} */
const inBrowser = [
  ['Reference site in Chromium', 'test/site/browser.mjs'],
  ['Documentation as a site in Chromium', 'test/site/website.mjs'],
  ['Playground in Chromium and Firefox', 'test/site/playground.mjs'],
  ['In VS Code: colors', 'test/e2e/colors.mjs'],
  ['In VS Code: hovers', 'test/e2e/hover.mjs'],
  ['In VS Code: keystrokes and clicks', 'test/e2e/keystrokes.mjs'],
  ['In VS Code: the keys of an author', 'test/e2e/typing.mjs'],
  ['In VS Code: keys while extensions stand still', 'test/e2e/stopped.mjs'],
  ['In VS Code: what is pasted', 'test/e2e/pasting.mjs'],
  ['In VS Code: the settings of the user', 'test/e2e/own-settings.mjs'],
  ['In VS Code: lists and keys that are switched off', 'test/e2e/switched-off.mjs'],
  ['In VS Code: the keys beside Vim', 'test/e2e/vim.mjs'],
  ['In VS Code: the walkthrough', 'test/e2e/walkthrough.mjs'],
  ['In VS Code for the web: the walkthrough', 'test/e2e/walkthrough.mjs', '--web'],
  ['In VS Code: the table view', 'test/e2e/table.mjs'],
  ['In VS Code for the web: the table view', 'test/e2e/table.mjs', '--web'],
  ['In VS Code: agents', 'test/e2e/agents.mjs'],
  ['In VS Code: a rule in a descriptor', 'test/e2e/rules.mjs'],
  ['In VS Code: finding records', 'test/e2e/find.mjs'],
  ['In VS Code for the web: finding records', 'test/e2e/find.mjs', '--web'],
  ['In VS Code: the commands for all files', 'test/e2e/workspace-commands.mjs'],
  ['In VS Code for the web: the commands for all files', 'test/e2e/workspace-commands.mjs', '--web'],
  ['In VS Code: an edit of 300 files', 'test/e2e/changes.mjs'],
  ['In VS Code: the overview and the graph', 'test/e2e/overview.mjs'],
  ['In VS Code: two versions side by side', 'test/e2e/compare.mjs'],
  ['In VS Code for the web: two versions side by side', 'test/e2e/compare.mjs', '--web'],
  ['In VS Code: the import of records', 'test/e2e/import.mjs'],
  ['In VS Code for the web: the import of records', 'test/e2e/import.mjs', '--web'],
  ['In VS Code: the Domains view', 'test/e2e/domains.mjs'],
  ['In VS Code: descriptors that change', 'test/e2e/registry.mjs'],
  ['In VS Code: a server that is killed', 'test/e2e/server-end.mjs'],
]

const total = { passed: 0, failed: 0 }
/** What failed, for the end of the output: the stage, or the stage and the test. @type {string[]} */
const failures = []

endWithParent()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
await stage('Dependencies', async () => {
  await installDependencies()
  return { passed: 0, failed: 0 }
})
await stage('Lint', async () => one(await run('npm', ['run', '--silent', 'lint'])))
await stage('Type check', async () => one(await run('npx', ['tsc', '-b'])))
await stage('Build', async () => one(await run(process.execPath, ['scripts/build.mjs', '--tests'])))
await stage('Unit and protocol tests', () => runVitest(['unit', 'whole', 'growth', 'protocol']))
await stage('Other editors', async () => {
  await installTextEditors()
  return runVitest(['editors'])
})
await stage('Completions in bash, zsh and fish', async () =>
  one(await run(process.execPath, ['test/shells/completions.mjs'])),
)
await stage('Questions on a terminal', async () => one(await run(process.execPath, ['test/shells/init.mjs'])))
await stage('On two hosts: GNU parallel and DuckDB', async () => {
  await installHosts()
  return one(await run(process.execPath, ['test/scale/hosts.mjs']))
})
await stage('Package', makePackage)
if (await stage('VS Code and Chromium', prepareEditor)) {
  await sideBySide([
    { title: 'Installation with npm', attempt: () => runVitest(['install'], runQuietly) },
    ...suites.map(({ title, name, args }) => ({ title, attempt: () => runSuite(name, args) })),
    ...inBrowser.map(([title, ...args]) => ({ title, attempt: () => runScript(args) })),
  ])
  // It builds Recline, which the other stages run.
  await sideBySide([{ title: 'npm start', attempt: () => runScript(['test/e2e/start.mjs']) }])
}
process.exitCode = total.failed > 0 ? 1 : 0
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `  ${failure}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)

/**
 * Runs one stage and adds its count to the total; a stage that throws counts as one failure.
 *
 * @param {string} title
 * @param {() => Promise<Count>} work
 * @param {number} [started] when it started, in milliseconds of `performance.now`
 * @returns {Promise<boolean>} whether nothing failed
 */
async function stage(title, work, started = performance.now()) {
  console.log(`\n== ${title}`)
  try {
    const count = await work()
    total.passed += count.passed
    total.failed += count.failed
    if (count.failed > 0) failures.push(...(count.names ?? []).map(name => `${title}: ${name}`))
    if (count.failed > 0 && !count.names?.length) failures.push(title)
    return count.failed === 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    total.failed += 1
    failures.push(title)
    return false
  } finally {
    console.log(`  ${Math.round((performance.now() - started) / 1000)} s`)
  }
}

/**
 * @param {string[]} projects names of projects in vitest.config.mts
 * @param {typeof runQuietly} [runner] what runs it; by default, all that it prints goes to the terminal
 * @returns {Promise<Count & { output: string }>} with what it printed and did not show
 */
async function runVitest(projects, runner = runAloud) {
  const file = join(results, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.mjs']
  const args = ['vitest', 'run', ...projects.map(name => `--project=${name}`), ...reporters]
  const { code, output } = await runner('npx', args, { RECLINE_ALL_VALUES: 'yes', RECLINE_COUNT_FILE: file })
  return { output, ...withExitCode(code, readJson(file)) }
}

/** As `runQuietly`, with the output on the terminal. @type {typeof runQuietly} */
async function runAloud(command, args, env) {
  return { code: await run(command, args, env), output: '' }
}

/** @returns {Promise<Count>} */
async function makePackage() {
  await mustRun('npm', ['run', 'package', '--', vsix])
  const { size } = statSync(vsix)
  if (size >= packageLimit)
    throw new Error(`The package has ${size} bytes, and the limit is ${packageLimit}: see .vscodeignore.`)
  const files = (await mustRun('npx', ['vsce', 'ls', '--no-dependencies'])).split('\n')
  const missing = packageNeeds.filter(file => !files.includes(file))
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}: see .vscodeignore.`)
  /** @type {{ files: { path: string }[] }[]} */
  const [forNpm] = JSON.parse(await mustRun('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent']))
  const missingInNpm = npmPackageNeeds.filter(file => !forNpm?.files.some(({ path }) => path === file))
  if (missingInNpm.length > 0) throw new Error(`The package for npm lacks ${missingInNpm.join(', ')}: see .npmignore.`)
  console.log(`  passed  the package has ${size} bytes`)
  return one(0)
}

/** @returns {Promise<Count>} */
async function prepareEditor() {
  await installChromium()
  await installFirefox()
  await installEditor()
  return { passed: 0, failed: 0 }
}

/**
 * @typedef {object} Attempt a stage that is tried
 * @property {string} title
 * @property {() => Promise<Count & { output: string }>} attempt
 */

/**
 * Runs stages two at a time: each waits for half of its time, for a browser or for the registry of npm. On a busy
 * machine, keys and clicks race with what VS Code itself does: what fails runs up to two more times, alone, at the end.
 *
 * @param {Attempt[]} stages
 */
async function sideBySide(stages) {
  const left = stages.values()
  /** @type {Attempt[]} */
  const again = []
  const lane = async () => {
    for (const next of left) if (!(await tryStage(next, 2))) again.push(next)
  }
  await Promise.all([lane(), lane()])
  for (const next of again) if (!(await tryStage(next, 1))) await tryStage(next, 0)
}

/**
 * Tries a stage, and prints all of it at its end, because another one can run beside it.
 *
 * @param {Attempt} next
 * @param {number} attemptsLeft after this one; a failure counts if there is none
 */
async function tryStage({ title, attempt }, attemptsLeft) {
  const started = performance.now()
  const { output, ...count } = await attempt().catch(failed)
  const isRepeated = count.failed > 0 && attemptsLeft > 0
  const note = isRepeated ? '  This attempt failed. The stage runs again when the others are done.\n' : ''
  return stage(
    title,
    async () => {
      process.stdout.write(output + note)
      return isRepeated ? { passed: 0, failed: 0 } : count
    },
    started,
  ).then(isOver => isOver && !isRepeated)
}

/**
 * What counts for an attempt that throws.
 *
 * @param {unknown} error
 * @returns {Count & { output: string }}
 */
function failed(error) {
  return { passed: 0, failed: 1, output: `${error instanceof Error ? error.message : error}\n` }
}

/**
 * @param {string} name the name of the file with the results
 * @param {string[]} args
 */
async function runSuite(name, args) {
  const file = join(results, `${name}.json`)
  const { code, output } = await runQuietly(process.execPath, ['test/e2e/run.mjs', '--built', ...args], {
    RECLINE_TEST_RESULTS: file,
  })
  return { output, ...withExitCode(code, readJson(file)) }
}

/** @param {string[]} args a script and its arguments */
async function runScript(args) {
  const { code, output } = await runQuietly(process.execPath, args)
  return { output, ...one(code) }
}

/**
 * @param {number} code the exit code of a command that counts as one test
 * @returns {Count}
 */
function one(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * If a command fails although all its tests passed, that is one failure.
 *
 * @param {number} code
 * @param {Count} count
 * @returns {Count}
 */
function withExitCode(code, count) {
  return { ...count, failed: code === 0 ? count.failed : Math.max(count.failed, 1) }
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error('The tests ended without saying how many have passed.')
  }
}
