// A client for any language server that uses standard input and output.
import {
  ConfigurationRequest,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { startProcess } from './processes.mjs'

/** The client capabilities of VS Code that affect the measurements. */
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

/** The maximum time for an answer, in milliseconds. After that, the server counts as not answering. */
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
   * Rejects if the server does not answer in time.
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
   * Opens a file. Its problems are the first ones that the server reports of a version.
   *
   * @param {string} uri
   * @param {string} languageId
   * @param {string} text
   * @param {(problems: unknown[]) => boolean} [areAll] whether the problems of the first version are complete: a server
   *   can report those of the first lines before
   */
  function open(uri, languageId, text, areAll = () => true) {
    let version = 1
    /** @type {Promise<unknown[]>} */
    let published
    /** @param {(problems: unknown[]) => boolean} isWanted */
    function expectProblems(isWanted) {
      if (pulls) return
      published = patiently(
        new Promise(resolve => {
          publish = params => {
            if (params.uri !== uri || (params.version ?? version) !== version) return
            firstSeen ??= performance.now()
            if (isWanted(params.diagnostics)) resolve(params.diagnostics)
          }
        }),
      )
      published.catch(() => {})
    }
    /** @type {number | undefined} */
    let firstSeen
    expectProblems(areAll)
    void notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } })
    return {
      /**
       * Replaces `length` characters after a position by a text.
       *
       * @param {import('./notations.mjs').Position} position
       * @param {number} length
       * @param {string} text
       */
      async edit({ line, character }, length, text) {
        version++
        expectProblems(() => true)
        const range = { start: { line, character }, end: { line, character: character + length } }
        await notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text }] })
      },
      /** When the server reported the first problems, by `performance.now()`; undefined if it did not. */
      firstSeen: () => firstSeen,
      /**
       * The problems of the current text.
       *
       * @returns {Promise<unknown[]>}
       */
      problems: async () =>
        pulls ? ((await request('textDocument/diagnostic', { textDocument: { uri } })).items ?? []) : published,
      /**
       * Sends a request about the file and returns the answer.
       *
       * @param {string} method
       * @param {object} params
       */
      ask: (method, params) => request(method, { textDocument: { uri }, ...params }),
    }
  }

  return {
    pid: /** @type {number} */ (child.pid),
    /** The time from the start of the process to the answer to `initialize`, in milliseconds. */
    startTime,
    /** Resolves when the server has requested its settings. */
    asked,
    open,
    request,
    notify,
    /** @param {() => void} handler called when the server reports the end of a task with progress */
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
