// The built server, and a client that keeps the time of every request and the memory after each collection of garbage.
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import { processorTime, residentMemory, startProcess } from '../../bench/processes.mjs'

/**
 * @typedef {object} Time of a request in milliseconds
 * @property {number} wall until the answer
 * @property {number} processor of the server meanwhile, which other work on the machine does not change
 *
 * @typedef {object} Memory in mebibytes (MiB)
 * @property {number} live what the server keeps: its heap and buffers after a full collection of garbage
 * @property {number} resident the resident memory of the process
 *
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 */

const capabilities = {
  workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true } },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    completion: { completionItem: { snippetSupport: true }, contextSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    foldingRange: { lineFoldingOnly: true },
  },
  window: { workDoneProgress: true },
}

/** @param {string} folder the address of the workspace's folder */
export async function startServer(folder) {
  const memoryFile = join(tmpdir(), `recline-memory-${process.pid}.json`)
  // The server inherits it.
  process.env.RECLINE_MEMORY_FILE = memoryFile
  const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))
  const server = path('../../dist/server.js')
  const child = startProcess([
    process.execPath,
    '--expose-gc',
    `--require=${path('report-memory.cjs')}`,
    server,
    '--stdio',
  ])
  const pid = /** @type {number} */ (child.pid)
  let errors = ''
  child.stderr.on('data', text => {
    errors += text
  })
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const gone = once(child, 'exit').then(() => {
    throw new Error(`The server has ended. ${errors}`)
  })
  gone.catch(() => {})

  /** The versions whose problems were published, by URI. @type {Map<string, number>} */
  const published = new Map()
  let look = () => {}
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, version }) => {
    if (version !== undefined) published.set(uri, version)
    look()
  })
  const read = new Promise(resolve => {
    connection.onNotification('$/progress', ({ value }) => {
      if (value.kind === 'end') resolve(undefined)
    })
  })
  for (const method of ['client/registerCapability', 'window/workDoneProgress/create', 'workspace/configuration'])
    connection.onRequest(method, () => null)
  connection.listen()

  /** The times of all requests, by method. @type {Map<string, Time[]>} */
  const times = new Map()
  /**
   * @template Answer
   * @param {string} name
   * @param {() => Promise<Answer>} work
   */
  async function timed(name, work) {
    const processor = processorTime(pid)
    const started = performance.now()
    const answer = await Promise.race([work(), gone])
    const time = { wall: performance.now() - started, processor: processorTime(pid) - processor }
    const all = times.get(name)
    if (all) all.push(time)
    else times.set(name, [time])
    return answer
  }
  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  const request = (method, params) => timed(method, () => connection.sendRequest(method, params))
  const notify = (/** @type {string} */ method, /** @type {object} */ params) =>
    connection.sendNotification(method, params)

  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: folder,
    workspaceFolders: [{ uri: folder, name: 'soak' }],
    capabilities,
  })
  await notify('initialized', {})
  await Promise.race([read, gone])

  return {
    request,
    notify,
    times,
    /**
     * Sends a notification, and waits until the problems of the version that it makes are published.
     *
     * @param {string} uri
     * @param {number} version
     * @param {string} method
     * @param {object} params
     */
    problems: (uri, version, method, params) =>
      timed(`${method} → problems`, async () => {
        published.delete(uri)
        /** @type {Promise<void>} */
        const arrived = new Promise(resolve => {
          look = () => {
            if ((published.get(uri) ?? -1) >= version) resolve()
          }
        })
        await notify(method, params)
        await arrived
      }),
    /** @returns {Promise<Memory>} */
    async memory() {
      rmSync(memoryFile, { force: true })
      process.kill(pid, 'SIGUSR2')
      for (;;) {
        await Promise.race([wait(20), gone])
        try {
          return { live: JSON.parse(readFileSync(memoryFile, 'utf8')), resident: residentMemory(pid, 'VmRSS') }
        } catch {
          // The server has not written it yet.
        }
      }
    },
    async stop() {
      connection.dispose()
      child.kill('SIGKILL')
      await gone.catch(() => {})
      rmSync(memoryFile, { force: true })
    },
  }
}
