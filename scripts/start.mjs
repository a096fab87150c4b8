// npm start: builds the extension and opens VS Code on samples/ with it.
//
//   npm start                 in the VS Code whose "code" command is on the PATH, otherwise in the browser
//   npm start -- --browser    in the browser in any case
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installEditor } from './editor/install.mjs'
import { installExtension, startServer } from './editor/server.mjs'
import { editorCache, endWithParent, findProgram, installDependencies, mustRun, root } from './project.mjs'

const { values } = parseArgs({ options: { browser: { type: 'boolean' } } })
const samples = join(root, 'samples')

endWithParent()
try {
  await installDependencies()
  console.log('Building the extension (npm run build)')
  await mustRun('npm', ['run', 'build'])
  if (values.browser || !hasDesktop()) await openInBrowser()
  else await openOnDesktop()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
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
  await installEditor()
  // The extension is installed from its package, because a page can load it from its folder only with a test driver.
  console.log('Packaging the extension and installing it (npm run package)')
  const vsix = join(folder, 'recline.vsix')
  rmSync(extensionsFolder, { recursive: true, force: true })
  mkdirSync(extensionsFolder, { recursive: true })
  await mustRun('npm', ['run', 'package', '--', vsix])
  await installExtension(vsix, extensionsFolder, dataFolder)
  console.log('Starting VS Code for the browser')
  const server = await startServer({ dataFolder, extensionsFolder })
  console.log(`\n  Open ${server.address(samples)}\n\nCtrl+C ends it.`)
  throw new Error(`VS Code's server has ended:\n${await server.ended}`)
}

/** A "code" command in a VS Code terminal on a remote machine does not support extensions under development. */
function hasDesktop() {
  return findProgram('code') !== undefined && process.env.VSCODE_IPC_HOOK_CLI === undefined
}
