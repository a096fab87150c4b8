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
      rules,
      domains,
      registry,
      colors,
      changes,
      agents,
      ownSettings,
      switchedOff,
      suite,
      stopped,
    },
    // The server has another process from here on.
    killedServer: firstMinutes.killedServer,
  },
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
const results = values.short
  ? await runKind('package', vsix)
  : // Each waits for half of its time.
    (
      await Promise.all([
        runKind('folder', {}),
        runKind('web', { isWeb: true }).then(async web => [
          ...web,
          ...(values.vsix === undefined ? [] : await runKind('package', vsix)),
        ]),
      ])
    ).flat()
report(results)
process.exit()

/**
 * Runs the flows of a kind that are wanted, one after the other, in one window.
 *
 * @param {keyof typeof kinds} kind
 * @param {import('./windows.mjs').Kind} options
 * @returns {Promise<Result[]>}
 */
async function runKind(kind, options) {
  const isWanted = (/** @type {string} */ name) =>
    positionals.length === 0 ||
    positionals.some(one => one === `${kind}/${name}` || (one === name && kind === 'folder'))
  /** @type {[string, Flow][]} */
  const all = Object.entries(kinds[kind])
  const flows = all.filter(([name]) => isWanted(name)).map(([, flow]) => flow)
  if (flows.length === 0) return []
  try {
    const editor = await startEditor(options)
    const window = await editor.openWindow(flows[0]?.files)
    console.log(`  ${kind}: the window is there after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    const results = []
    for (const flow of flows) results.push(...(await runFlow(kind, flow, window, editor)))
    await editor.close()
    return results
  } catch (error) {
    const failure = String((error instanceof Error && error.stack) || error)
    console.log(`  FAILED  ${kind}\n${failure}`)
    return [{ name: kind, seconds: 0, failure }]
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
