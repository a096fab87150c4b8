// The measured programs: Recline, and packages of others for comparison.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies, root } from '../scripts/project.mjs'
import { schemaFile } from './generated.mjs'
import { recordSchema } from './notations.mjs'
import { controls } from './records.mjs'

/**
 * @typedef {object} Peer a language server, and how an editor would use it
 * @property {string} id
 * @property {string} name
 * @property {string} [needs] the package that it is in
 * @property {import('./notations.mjs').Notation} notation
 * @property {() => import('./client.mjs').Launch} launch
 * @property {(server: import('./client.mjs').Server) => Promise<unknown>} ready gives it its settings
 */

const folder = fileURLToPath(new URL('.', import.meta.url))
const modules = join(folder, 'node_modules')

/** Installs missing packages of others. If this fails, prints a message and leaves them out. */
export async function installPeers() {
  try {
    await installDependencies(folder, ['--ignore-scripts'])
  } catch (error) {
    console.error(
      `The peers cannot be installed, so they are left out: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/**
 * @param {string} name a package of others
 * @returns {string | undefined} its version; undefined if it is not installed
 */
export function versionOf(name) {
  const file = join(modules, name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

/**
 * A file of an installed package.
 *
 * @param {string[]} path
 */
export const fileOf = (...path) => join(modules, ...path)

/**
 * A built file of Recline.
 *
 * @param {string} name
 */
export const built = name => join(root, 'dist', name)

/** @type {Peer} */
export const recline = {
  id: 'recline',
  name: 'Recline',
  notation: 'rec',
  launch: () => ({ command: [process.execPath, built('server.js'), '--stdio'] }),
  ready: async () => {},
}

/**
 * VS Code's JSON server. The client requests its problems, as VS Code does. For other editors, the server publishes
 * them 500 ms after the last key.
 *
 * @type {Peer}
 */
const json = {
  id: 'json',
  name: 'VS Code JSON',
  needs: 'vscode-langservers-extracted',
  notation: 'json',
  launch: () => ({
    command: [
      process.execPath,
      fileOf('vscode-langservers-extracted', 'bin', 'vscode-json-language-server'),
      '--stdio',
    ],
    pulls: true,
  }),
  ready: server =>
    server.notify('workspace/didChangeConfiguration', {
      // The limits of VS Code: at most 5,000 symbols and folding ranges.
      settings: {
        json: {
          validate: { enable: true },
          resultLimit: 5001,
          schemas: [{ fileMatch: ['*.json'], url: 'bench://records.json', schema: fileSchema }],
        },
      },
    }),
}

/** @type {Peer} */
const yaml = {
  id: 'yaml',
  name: 'YAML',
  needs: 'yaml-language-server',
  notation: 'yaml',
  launch: () => ({
    command: [process.execPath, fileOf('yaml-language-server', 'bin', 'yaml-language-server'), '--stdio'],
    settings: {
      yaml: {
        validate: true,
        hover: true,
        completion: true,
        schemaStore: { enable: false },
        kubernetesCRDStore: { enable: false },
        schemas: { [pathToFileURL(schemaFile('controls.schema.json', fileSchema)).href]: '*.yaml' },
      },
    },
  }),
  ready: server => server.asked,
}

const fileSchema = { type: 'array', items: recordSchema(controls) }

/** The language servers of others. */
export const languageServers = [json, yaml]
