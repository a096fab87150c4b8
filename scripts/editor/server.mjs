// VS Code's server: it serves the workbench to a browser and runs the extensions.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from '../project.mjs'
import { editorNode, serverMain } from './install.mjs'

/** Settings without distractions: no start page, no telemetry, no network requests. */
const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'files.autoSave': 'off',
}

/**
 * @typedef {object} Server a running server
 * @property {(folder: string, payload?: [name: string, value: string][]) => string} address the address of a page that
 *   opens the folder; the payload has additional parameters for the workbench
 * @property {(path: string) => string} uri the URI of a local file in the page
 * @property {Promise<string>} ended resolves with the last lines the server has written, when it ends
 * @property {() => void} stop ends the server
 */

/**
 * Starts VS Code's server on a free port of this machine. It ends with this process at the latest.
 *
 * @param
 *   {{ dataFolder: string, extensionsFolder: string, settings?: Readonly<Record<string, unknown>>, args?: string[] }}
 *   options where the server keeps settings and state, where its installed extensions are, settings of the user, and
 *   further arguments
 * @returns {Promise<Server>}
 */
export async function startServer({ dataFolder, extensionsFolder, settings = {}, args = [] }) {
  const token = randomUUID()
  const tokenFile = join(dataFolder, 'token')
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(tokenFile, token, { mode: 0o600 })
  writeSettings(dataFolder, settings)
  const child = spawn(
    editorNode,
    [
      serverMain,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--connection-token-file',
      tokenFile,
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
      '--disable-workspace-trust',
      '--server-data-dir',
      dataFolder,
      '--extensions-dir',
      extensionsFolder,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const stop = () => {
    child.kill()
  }
  process.once('exit', stop)

  let output = ''
  /** @type {Promise<string>} */
  const ended = new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', () => resolve(output))
  })
  /** @type {Promise<string>} */
  const port = new Promise(resolve => {
    /** @param {Buffer} chunk */
    const read = chunk => {
      output = (output + chunk).slice(-4000)
      const listening = /Extension host agent listening on (\d+)/.exec(output)
      if (listening?.[1]) resolve(listening[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const host = await Promise.race([
    port.then(number => `127.0.0.1:${number}`),
    ended.then(lines => {
      throw new Error(`VS Code's server could not be started:\n${lines}`)
    }),
  ])

  return {
    address: (folder, payload) => {
      const query = new URLSearchParams({ tkn: token, folder })
      if (payload) query.set('payload', JSON.stringify(payload))
      return `http://${host}/?${query}`
    },
    uri: path => `vscode-remote://${host}${path}`,
    ended,
    stop,
  }
}

/**
 * Installs a packaged extension for the server.
 *
 * @param {string} vsix the package
 * @param {string} extensionsFolder the server's folder for extensions
 * @param {string} dataFolder the server's folder for settings and state
 */
export async function installExtension(vsix, extensionsFolder, dataFolder) {
  const folders = ['--extensions-dir', extensionsFolder, '--server-data-dir', dataFolder]
  await mustRun(editorNode, [
    serverMain,
    '--accept-server-license-terms',
    ...folders,
    '--force',
    '--install-extension',
    vsix,
  ])
}

/**
 * Installs an extension from its folder for the server, with a link: a reload of the window uses its last build.
 *
 * @param {string} folder with the manifest
 * @param {string} extensionsFolder the server's folder for extensions, which is emptied first
 */
export function linkExtension(folder, extensionsFolder) {
  rmSync(extensionsFolder, { recursive: true, force: true })
  mkdirSync(extensionsFolder, { recursive: true })
  const { name, publisher, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const id = `${publisher}.${name}`
  const relativeLocation = `${id}-${version}`
  symlinkSync(folder, join(extensionsFolder, relativeLocation))
  const location = { $mid: 1, path: join(extensionsFolder, relativeLocation), scheme: 'file' }
  const listed = [{ identifier: { id }, version, location, relativeLocation, metadata: { pinned: true } }]
  writeFileSync(join(extensionsFolder, 'extensions.json'), JSON.stringify(listed))
}

/**
 * Writes user settings. Existing settings are kept.
 *
 * @param {string} dataFolder
 * @param {Readonly<Record<string, unknown>>} more settings in addition to those without distractions
 */
function writeSettings(dataFolder, more) {
  const folder = join(dataFolder, 'data', 'User')
  const file = join(folder, 'settings.json')
  if (existsSync(file)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify({ ...quiet, ...more }, undefined, 2))
}
