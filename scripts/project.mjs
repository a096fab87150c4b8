// Helpers for all scripts: the project's folder, running commands, and installing dependencies.
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folder for all files that are needed to run the extension in an editor; Git ignores it. */
export const editorCache = join(root, '.vscode-test')

/**
 * Runs a command. Its output goes to the terminal.
 *
 * @param {string} command a program on the PATH, such as `npx`
 * @param {string[]} args its arguments
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 * @returns {Promise<number>} the exit code; 1 if a signal ended the command or if it could not be started
 */
export function run(command, args, env) {
  const child = start(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise(resolve => {
    child.on('error', error => {
      console.error(`${command} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('close', code => resolve(code ?? 1))
  })
}

/**
 * Runs a command without output to the terminal.
 *
 * @param {string} command a program on the PATH
 * @param {string[]} args its arguments
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 * @param {string} [cwd] the working directory
 * @returns {Promise<{ code: number, output: string }>} the exit code, as `run` gives it, and what the command printed
 */
export function runQuietly(command, args, env, cwd) {
  const child = start(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      output += text
    })
  return new Promise(resolve => {
    child.on('error', error => resolve({ code: 1, output: `${command} could not be started: ${error.message}\n` }))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Runs a command without output to the terminal. If it fails, rejects with a message that ends with its output.
 *
 * @param {string} command a program on the PATH
 * @param {string[]} args its arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] the working directory, and additional environment
 * variables
 * @returns {Promise<string>} the output of the command
 */
export async function mustRun(command, args, { cwd, env } = {}) {
  const { code, output } = await runQuietly(command, args, env, cwd)
  if (code !== 0) throw new Error(`"${[command, ...args].join(' ')}" failed:\n${output.slice(-8000)}`)
  return output
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
function start(command, args, { cwd = root, env, stdio }) {
  // On Windows, npm, npx and code are batch files, which only a shell can start.
  const shell = process.platform === 'win32'
  const child = spawn(command, shell ? args.map(argument => `"${argument}"`) : args, {
    cwd,
    env: { ...process.env, ...env },
    shell,
    stdio,
  })
  const stop = () => {
    child.kill()
  }
  process.once('exit', stop)
  child.once('close', () => process.removeListener('exit', stop))
  return child
}

/**
 * @param {string} name the name of a program
 * @returns {string | undefined} the path of the program, if it is on the PATH
 */
export function findProgram(name) {
  const fileName = process.platform === 'win32' ? `${name}.cmd` : name
  const files = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, fileName))
  return files.find(isExecutable)
}

/**
 * Installs dependencies if they are missing or older than the lock file.
 *
 * @param {string} [folder] the folder with the lock file; by default the project's folder
 * @param {string[]} [options] options of `npm ci`
 */
export async function installDependencies(folder = root, options = []) {
  if (areDependenciesInstalled(folder)) return
  const what = folder === root ? 'dependencies, about 460 MB in node_modules' : `dependencies in ${folder}`
  console.log(`Installing the ${what} (npm ci)`)
  await mustRun('npm', ['ci', ...options], { cwd: folder })
}

/**
 * Whether dependencies are there, and not older than the lock file.
 *
 * @param {string} [folder] the folder with the lock file; by default the project's folder
 */
export function areDependenciesInstalled(folder = root) {
  return modified(join(folder, 'node_modules', '.package-lock.json')) >= modified(join(folder, 'package-lock.json'))
}

/**
 * Ends this process on a signal, or when its parent process has ended for any reason. Listeners of `exit` then stop the
 * child processes, so that none is left.
 */
export function endWithParent() {
  const parent = process.ppid
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, 1000).unref()
}

/**
 * @param {string} file
 * @returns {number} the modification time; 0 if the file does not exist
 */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
