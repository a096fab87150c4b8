// The clients of the Model Context Protocol that test/agents/ runs: the official one for Python, and the inspector.
// As a program, this file installs them:
//
//   node scripts/agent-clients.mjs
import { existsSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './editor/debian.mjs'
import { mustRun } from './project.mjs'

// Later inspectors run only with newer versions of Node than ours.
const versions = { mcp: '2.3.0', inspector: '1.0.3' }

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'recline')
const pythonFolder = join(cache, `mcp-python-${versions.mcp}`)
const inspectorFolder = join(cache, `mcp-inspector-${versions.inspector}`)

/** The Python that has the client. */
export const python = join(pythonFolder, 'bin/python')

/** The inspector on the command line, a program of Node. */
export const inspector = join(inspectorFolder, 'node_modules/@modelcontextprotocol/inspector/cli/build/cli.js')

/**
 * Installs both clients into the cache of the user if they are missing: with pip from where it is set up to get its
 * packages, and with npm. Throws an error that says what to do if this fails.
 */
export async function installAgentClients() {
  await installInto(pythonFolder, python, async folder => {
    const hasPython = await mustRun('python3', ['-c', 'import ensurepip, venv']).then(
      () => true,
      () => false,
    )
    const advice =
      'The tests of agents need Python 3.10 or newer: install it, for example with "sudo apt-get install python3-venv".'
    if (!hasPython) await installPackages(['python3-venv'], advice)
    await mustRun('python3', ['-m', 'venv', folder])
    const options = ['--quiet', '--disable-pip-version-check', '--retries', '1']
    await mustRun(join(folder, 'bin/python'), ['-m', 'pip', 'install', ...options, `mcp==${versions.mcp}`])
  })
  await installInto(inspectorFolder, inspector, folder =>
    mustRun('npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      // It asks for Node 22, and its command line runs with Node 20.
      '--engine-strict=false',
      '--prefix',
      folder,
      `@modelcontextprotocol/inspector@${versions.inspector}`,
    ]),
  )
}

/**
 * Fills a folder, unless it has a program already. One that is left half filled is removed first.
 *
 * @param {string} folder
 * @param {string} program
 * @param {(folder: string) => Promise<unknown>} fill
 */
async function installInto(folder, program, fill) {
  if (existsSync(program)) return
  rmSync(folder, { recursive: true, force: true })
  try {
    await fill(folder)
  } catch (error) {
    // What is there is not all of it.
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await installAgentClients()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
