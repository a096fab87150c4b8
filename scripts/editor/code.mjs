#!/usr/bin/env node
// A "code" command without a desktop VS Code: it accepts the arguments of @vscode/test-electron, and runs the tests in
// a headless browser.
import { resolve } from 'node:path'
import { format, parseArgs } from 'node:util'
import { endWithParent } from '../project.mjs'
import { editorPackages, installEditor } from './install.mjs'
import { installExtension } from './server.mjs'
import { serveForWeb } from './web-extension.mjs'
import { startWorkbench } from './workbench.mjs'

const timeLimitInMinutes = 5
const editorsMessages =
  /connection token|Creating a socket|grace time|builtin extensions|Creation of workbench|^\[(AgentHost|AccountPolicyGate|Service Worker)/

const { values, positionals } = parseArgs({
  // @vscode/test-electron passes more arguments than these; the others have no effect here.
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionDevelopmentKind: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    'install-extension': { type: 'string' },
  },
})

endWithParent()
try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// Exits even if something is still open.
process.exit()

/** @returns {Promise<number>} the exit code */
async function main() {
  const dataFolder = folderArgument('user-data-dir')
  const extensionsFolder = folderArgument('extensions-dir')
  const vsix = values['install-extension']
  if (typeof vsix !== 'string') return runTests(dataFolder, extensionsFolder)
  await installEditor()
  await installExtension(resolve(vsix), extensionsFolder, dataFolder)
  return 0
}

/**
 * Opens the folder with the extension under development, and runs its tests in the extension host.
 *
 * @param {string} dataFolder
 * @param {string} extensionsFolder
 * @returns {Promise<number>} the exit code of the tests
 */
async function runTests(dataFolder, extensionsFolder) {
  const developmentPath = folderArgument('extensionDevelopmentPath')
  const testsPath = folderArgument('extensionTestsPath')
  const inBrowser = values.extensionDevelopmentKind === 'web'
  // The content security policy of the workbench allows only extensions from its own server.
  const { page, server, close } = await startWorkbench({ dataFolder, extensionsFolder }, { bypassCSP: inBrowser })
  // The workbench calls these two when it runs the tests of an extension.
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ args) => {
    printConsole(type, args, [developmentPath, testsPath])
  })
  /** @type {Promise<number>} */
  const finished = new Promise(done => page.exposeFunction('codeAutomationExit', done))
  if (inBrowser) await serveForWeb(page, developmentPath, testsPath)
  await page.goto(
    server.address(resolve(positionals[0] ?? '.'), {
      ...(!inBrowser && {
        extensionDevelopmentPath: server.uri(developmentPath),
        extensionTestsPath: server.uri(testsPath),
      }),
      skipWelcome: 'true',
    }),
  )
  const code = await Promise.race([
    finished,
    server.ended.then(lines => {
      throw new Error(`VS Code's server ended before the tests did:\n${lines}`)
    }),
    page.waitForEvent('crash', { timeout: 0 }).then(() => {
      throw new Error('The page crashed before the tests ended.')
    }),
    new Promise((_, reject) => {
      setTimeout(
        () => reject(new Error(`The tests did not end within ${timeLimitInMinutes} minutes.`)),
        timeLimitInMinutes * 60_000,
      )
    }),
  ])
  await close()
  return code
}

/**
 * @param {string} type the method of the console, such as `info` or `error`
 * @param {unknown[]} args the arguments of the call
 * @param {string[]} ownFolders the folders of the extension and of its tests
 */
function printConsole(type, args, ownFolders) {
  const text = format(...args)
  if (isEditorsOwn(text, ownFolders)) return
  if (type === 'error') console.error(text)
  else console.log(text)
}

/**
 * Whether a log message is from the editor itself, such as the many messages about missing native modules.
 *
 * @param {string} text
 * @param {string[]} ownFolders
 */
function isEditorsOwn(text, ownFolders) {
  const withoutPackages = text.replaceAll(editorPackages, '')
  if (ownFolders.some(folder => withoutPackages.includes(folder))) return false
  return text.includes(editorPackages) || text.includes('/static/out/vs/') || editorsMessages.test(text)
}

/** @param {keyof typeof values} name */
function folderArgument(name) {
  const value = values[name]
  if (typeof value !== 'string') throw new Error(`--${name} is missing.`)
  return resolve(value)
}
