// A client of a language server: any that speaks the protocol over standard input and output.
import {
  ConfigurationRequest,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { startProcess } from './processes.mjs'

/** What VS Code says of itself, as far as it makes a difference to what is measured. */
const capabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    completion: { completionItem: { snippetSupport: true }, contextSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    foldingRange: { rangeLimit: 5000, lineFoldingOnly: true },
    rename: { prepareSupport: true },
  },
  window: { workDoneProgress: true },
}

/** How long to wait for an answer before a server counts as one that gives none, in milliseconds. */
const patience = 120_000

/**
 * @typedef {object} Launch how to start a server
 * @property {string[]} command
 * @property {Record<string, object>} [settings] what the client answers to a question for settings, by section, and
 *   tells at the start
 * @property {boolean} [pulls] whether the server is asked for problems; else it publishes them
 * @property {string} [folder] the address of the workspace's folder
 *
 * @typedef {object} Answer what the answers to the measured requests have, each of them some of it
 * @property {number} [length]
 * @property {unknown[]} [items]
 * @property {unknown[]} [data]
 * @property {{ edits: unknown[] }[]} [documentChanges]
 *
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 * @typedef {ReturnType<Server['open']>} OpenFile
 */

/**
 * Starts a server and waits until it is ready.
 *
 * @param {Launch} launch
 */
export async function startServer({ command, settings = {}, pulls = false, folder }) {
  const started = performance.now()
  const child = startProcess(command)
  child.stderr.resume()
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  /** @type {Promise<never>} */
  const gone = new Promise((_, reject) => {
    child.on('error', reject)
    child.on('exit', () => reject(new Error('The server has ended.')))
  })
  gone.catch(() => {})

  /**
   * Rejects where the server does not answer any more.
   *
   * @template Awaited
   * @param {Promise<Awaited>} answer
   */
  async function patiently(answer) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    /** @type {Promise<never>} */
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('The server does not answer.')), patience)
    })
    return Promise.race([answer, gone, late]).finally(() => clearTimeout(timer))
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<Answer>}
   */
  const request = (method, params) => patiently(connection.sendRequest(method, params))

  /**
   * @param {string} method
   * @param {object} params
   */
  const notify = (method, params) => connection.sendNotification(method, params)

  /** @type {(params: import('vscode-languageserver').PublishDiagnosticsParams) => void} */
  let publish = () => {}
  connection.onNotification('textDocument/publishDiagnostics', params => publish(params))
  const asked = new Promise(resolve => {
    connection.onRequest(ConfigurationRequest.type, ({ items }) => {
      setImmediate(resolve)
      return items.map(({ section }) => settings[section ?? ''] ?? null)
    })
  })
  for (const method of ['client/registerCapability', 'window/workDoneProgress/create'])
    connection.onRequest(method, () => null)
  connection.listen()

  await request('initialize', {
    processId: process.pid,
    rootUri: folder ?? null,
    workspaceFolders: folder ? [{ uri: folder, name: 'bench' }] : null,
    capabilities: pulls
      ? { ...capabilities, textDocument: { ...capabilities.textDocument, diagnostic: {} } }
      : capabilities,
  })
  const startTime = performance.now() - started
  await notify('initialized', {})

  /**
   * Opens a file; its problems are the first that are found.
   *
   * @param {string} uri
   * @param {string} languageId
   * @param {string} text
   */
  function open(uri, languageId, text) {
    let version = 1
    /** @type {Promise<unknown[]>} */
    let published
    function expectProblems() {
      if (pulls) return
      published = patiently(
        new Promise(resolve => {
          publish = params => {
            if (params.uri === uri && (params.version ?? version) === version) resolve(params.diagnostics)
          }
        }),
      )
      published.catch(() => {})
    }
    expectProblems()
    void notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } })
    return {
      /**
       * Puts text in the place of so many characters behind a position.
       *
       * @param {import('./notations.mjs').Position} position
       * @param {number} length
       * @param {string} text
       */
      async edit({ line, character }, length, text) {
        version++
        expectProblems()
        const range = { start: { line, character }, end: { line, character: character + length } }
        await notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text }] })
      },
      /**
       * The problems of the text as it is now.
       *
       * @returns {Promise<unknown[]>}
       */
      problems: async () =>
        pulls ? ((await request('textDocument/diagnostic', { textDocument: { uri } })).items ?? []) : published,
      /**
       * What the server answers to a request about the file.
       *
       * @param {string} method
       * @param {object} params
       */
      ask: (method, params) => request(method, { textDocument: { uri }, ...params }),
    }
  }

  return {
    pid: /** @type {number} */ (child.pid),
    /** From starting the process to the answer of `initialize`, in milliseconds. */
    startTime,
    /** Settles when the server has asked for its settings. */
    asked,
    open,
    request,
    notify,
    /** @param {() => void} handler called when the server has come to the end of something that it shows progress of */
    onProgressEnd: handler =>
      connection.onNotification('$/progress', ({ value }) => {
        if (value.kind === 'end') handler()
      }),
    async stop() {
      connection.dispose()
      child.kill('SIGKILL')
      await gone.catch(() => {})
    },
  }
}
