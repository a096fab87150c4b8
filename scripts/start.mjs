// npm start: builds the extension and opens VS Code on samples/ with it.
//
//   npm start                 in the VS Code whose "code" command is on the PATH, otherwise in the browser
//   npm start -- --browser    in the browser in any case
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installEditor, isEditorInstalled } from './editor/install.mjs'
import { linkExtension, startServer } from './editor/server.mjs'
import {
  areDependenciesInstalled,
  editorCache,
  endWithParent,
  findProgram,
  installDependencies,
  mustRun,
  root,
} from './project.mjs'

const { values } = parseArgs({ options: { browser: { type: 'boolean' } } })
const samples = join(root, 'samples')
const isInBrowser = values.browser || !hasDesktop()

endWithParent()
try {
  await Promise.all([
    buildExtension(),
    ...(isInBrowser && !isEditorInstalled() ? [timed('VS Code is installed', installEditor)] : []),
  ])
  if (isInBrowser) await openInBrowser()
  else await openOnDesktop()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** `npm ci` builds the extension too. */
function buildExtension() {
  if (!areDependenciesInstalled())
    return timed('the dependencies are installed, and the extension is built', () => installDependencies())
  console.log('Building the extension (npm run build)')
  return timed('the extension is built', () => mustRun('npm', ['run', 'build']))
}

async function openOnDesktop() {
  console.log('Opening VS Code on samples/ (code --extensionDevelopmentPath)')
  await mustRun('code', ['--new-window', '--disable-workspace-trust', `--extensionDevelopmentPath=${root}`, samples])
}

/** Ends only with the server, which runs until Ctrl+C. */
async function openInBrowser() {
  const folder = join(editorCache, 'start')
  const dataFolder = join(folder, 'data')
  const extensionsFolder = join(folder, 'extensions')
  console.log('Starting VS Code for the browser, with the extension from this folder')
  const server = await timed('VS Code is started', () => {
    linkExtension(root, extensionsFolder)
    return startServer({ dataFolder, extensionsFolder })
  })
  console.log(`\n  Open ${server.address(samples)}\n\nCtrl+C ends it.`)
  throw new Error(`VS Code's server has ended:\n${await server.ended}`)
}

/** A "code" command in a VS Code terminal on a remote machine does not support extensions under development. */
function hasDesktop() {
  return findProgram('code') !== undefined && process.env.VSCODE_IPC_HOOK_CLI === undefined
}

/**
 * Does something, and says how long it took.
 *
 * @template Result
 * @param {string} done what is so afterwards
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function timed(done, work) {
  const start = performance.now()
  const result = await work()
  console.log(`  ${((performance.now() - start) / 1000).toFixed(1)} s: ${done}`)
  return result
}
