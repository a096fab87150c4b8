// Runs flows in windows of a real VS Code, with one server and one browser for each kind of start.
//
//   node test/e2e/flows.mjs                       all, in the extension from its folder and in VS Code for the web
//   node test/e2e/flows.mjs --vsix recline.vsix   all of these, and the suite and the first minutes in the package
//   node test/e2e/flows.mjs --short --vsix recline.vsix    only the first minutes, in one window
//   node test/e2e/flows.mjs table web/find        these two
//
// Pictures stay in .vscode-test/flows. RECLINE_TEST_RESULTS names a file for the numbers, the names of what failed, and
// the slowest flows, as JSON.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithParent } from '../../scripts/project.mjs'
import { agents } from './agents.mjs'
import { changes } from './changes.mjs'
import { colors } from './colors.mjs'
import { compareVersions } from './compare.mjs'
import { domains } from './domains.mjs'
import { find } from './find.mjs'
import * as firstMinutes from './first-minutes.mjs'
import { firstSteps, walkthroughSteps } from './first-steps.mjs'
import { runFlow } from './flow.mjs'
import { hover } from './hover.mjs'
import { importRecords } from './import.mjs'
import { keeping } from './keeping.mjs'
import { keystrokes } from './keystrokes.mjs'
import { markdown } from './markdown.mjs'
import { overview } from './overview.mjs'
import { ownSettings } from './own-settings.mjs'
import { pasting } from './pasting.mjs'
import { registry } from './registry.mjs'
import { reportPreview } from './report-preview.mjs'
import { rules } from './rules.mjs'
import { stopped } from './stopped.mjs'
import { suite } from './suite.mjs'
import { switchedOff } from './switched-off.mjs'
import { table } from './table.mjs'
import { typing } from './typing.mjs'
import { vim } from './vim.mjs'
import { walkthrough } from './walkthrough.mjs'
import { startEditor } from './windows.mjs'
import { workspaceCommands } from './workspace-commands.mjs'

/** @typedef {import('./flow.mjs').Flow} Flow */
/** @typedef {import('./flow.mjs').Result} Result */

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean' }, vsix: { type: 'string' } },
  allowPositionals: true,
})

/** The flows of each kind of start, in turn. */
const kinds = {
  folder: {
    ...{
      firstSteps,
      walkthroughSteps,
      keystrokes,
      pasting,
      hover,
      typing,
      vim,
      walkthrough,
      table,
      keeping,
      find,
      workspaceCommands,
      compareVersions,
    },
    ...{
      importRecords,
      overview,
      markdown,
      reportPreview,
      rules,
      domains,
      registry,
      colors,
      changes,
      agents,
      ownSettings,
      switchedOff,
      suite,
    },
  },
  // They stop and kill the processes of all windows of their kind.
  folderEnd: { stopped, killedServer: firstMinutes.killedServer },
  web: { walkthrough, table, keeping, find, workspaceCommands, compareVersions, importRecords, rules, suite },
  package: {
    activation: firstMinutes.activation,
    completion: firstMinutes.completion,
    hover: firstMinutes.hover,
    fix: firstMinutes.fix,
    rename: firstMinutes.rename,
    cell: firstMinutes.cellOfTable,
    overview: firstMinutes.overviewPage,
    find: firstMinutes.findRecords,
    ...(!values.short && { suite }),
    killedServer: firstMinutes.killedServer,
  },
}

endWithParent()
const vsix = values.vsix === undefined ? {} : { vsix: resolve(values.vsix) }
const begun = performance.now()
const results = values.short ? await runKind('package', vsix) : await runAll()
report(results)
process.exit()

/**
 * Runs all flows in three windows at a time, as each waits for half of its time. The flows of the folder are the most:
 * two windows share them, and the window of the other kinds makes way for a third one.
 *
 * @returns {Promise<Result[]>}
 */
async function runAll() {
  const ofFolder = wantedFlows('folder')
  const others = (async () => [
    ...(await runKind('web', { isWeb: true })),
    ...(values.vsix === undefined ? [] : await runKind('package', vsix)),
    ...(await runFlows('folder', {}, [ofFolder])),
  ])()
  const second = runFlows('folder', {}, [ofFolder])
  const end = Promise.all([others, second]).then(() => wantedFlows('folderEnd'))
  const own = await runFlows('folder', {}, [ofFolder, end])
  return [...own, ...(await second), ...(await others)]
}

/**
 * Runs the flows of a kind that are wanted.
 *
 * @param {keyof typeof kinds} kind
 * @param {import('./windows.mjs').Kind} options
 */
function runKind(kind, options) {
  return runFlows(kind, options, [wantedFlows(kind)])
}

/**
 * The flows of a kind that are wanted.
 *
 * @param {keyof typeof kinds} kind
 * @returns {Flow[]}
 */
function wantedFlows(kind) {
  const name = kind.replace('End', '')
  /** @type {[string, Flow][]} */
  const all = Object.entries(kinds[kind])
  const isWanted = (/** @type {string} */ one) =>
    positionals.length === 0 ||
    positionals.includes(`${name}/${one}`) ||
    (name === 'folder' && positionals.includes(one))
  return all.filter(([one]) => isWanted(one)).map(([, flow]) => flow)
}

/**
 * Runs flows one after the other, in one window. Another window can take some of them.
 *
 * @param {keyof typeof kinds} kind
 * @param {import('./windows.mjs').Kind} options
 * @param {(Flow[] | Promise<Flow[]>)[]} queues each is there when the one before is empty
 * @returns {Promise<Result[]>}
 */
async function runFlows(kind, options, queues) {
  /** @type {Result[]} */
  const results = []
  /** @type {import('./windows.mjs').Editor | undefined} */
  let editor
  /** @type {import('./windows.mjs').Window | undefined} */
  let window
  try {
    for (const queue of queues) {
      const flows = await queue
      for (let flow = flows.shift(); flow; flow = flows.shift()) {
        if (!editor || !window) {
          editor = await startEditor(options)
          window = await editor.openWindow(flow.files)
          console.log(`  ${kind}: the window is there after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
        }
        results.push(...(await runFlow(kind, flow, window, editor)))
      }
    }
    await editor?.close()
    return results
  } catch (error) {
    const failure = String((error instanceof Error && error.stack) || error)
    console.log(`  FAILED  ${kind}\n${failure}`)
    return [...results, { name: kind, seconds: 0, failure }]
  }
}

/**
 * Says how all of it went.
 *
 * @param {Result[]} all
 */
function report(all) {
  const names = all.filter(({ failure }) => failure !== undefined).map(({ name }) => name)
  const counts = { passed: all.length - names.length, failed: names.length, names }
  const slowest = all
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => ({ name, seconds }))
  console.log(
    `  ${counts.passed} passed, ${counts.failed} failed in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  process.exitCode = counts.failed > 0 ? 1 : 0
  const file = process.env.RECLINE_TEST_RESULTS
  if (file) writeFileSync(file, JSON.stringify({ ...counts, slowest }))
}
