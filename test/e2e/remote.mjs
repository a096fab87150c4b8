// The test's side of the extension in test/e2e/remote, which does in a window what the test asks for.
import { createServer } from 'node:http'

/**
 * @typedef {object} Remote a window, from the inside
 * @property {() => Promise<void>} idle waits until Recline has nothing left to do
 * @property {(text: string) => Promise<void>} seen waits until VS Code tells of `.contents` with a text, and so of all
 *   that was written before
 * @property {(name: string) => Promise<void>} open shows a file of the folder as text
 * @property {(name: string, ...args: unknown[]) => Promise<unknown>} command runs a command
 * @property {(values: Readonly<Record<string, unknown>>) => Promise<void>} settings sets what the user has set; null
 *   takes it back
 * @property {(values: Readonly<Record<string, unknown>>) => Promise<void>} contexts sets contexts of keybindings
 * @property {(text: string, offset: number) => Promise<void>} write gives the active editor a text and a cursor
 * @property {(offset: number) => Promise<void>} setCursor puts the cursor of the active editor somewhere
 * @property {() => Promise<string>} read the text of the active editor, with `¦` for the cursors
 * @property {(name: string, input: object) => Promise<unknown>} tool calls a tool for language models
 * @property {() => Promise<void>} clear closes all editors, and saves nothing
 * @property {(place: string) => Promise<import('./harness.ts').TestResult[]>} suite runs the tests of a module in the
 *   process of the extensions
 * @property {() => Promise<() => Promise<void>>} hold lets all extensions stand still; gives what lets them go on
 */

/**
 * Waits for windows with the extension.
 *
 * @returns {Promise<{ address: string, windowOf: (folder: string) => Remote }>} the setting `remote.address`, and the
 *   window that has a folder open
 */
export async function waitForWindows() {
  /** @type {Map<string, Waiting>} */
  const windows = new Map()
  const waitingIn = (/** @type {string} */ folder) => {
    const known = windows.get(folder) ?? new Waiting()
    windows.set(folder, known)
    return known
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://test')
    response.setHeader('Access-Control-Allow-Origin', '*')
    let body = ''
    for await (const chunk of request) body += chunk
    const window = waitingIn(decodeURIComponent(pathname))
    const id = Number(searchParams.get('id'))
    if (searchParams.has('next')) window.ask(task => response.end(JSON.stringify(task)))
    else if (searchParams.has('held')) window.hold(id, () => response.end())
    else {
      window.answer(id, JSON.parse(body))
      response.end()
    }
  })
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { address: `http://127.0.0.1:${port}`, windowOf: folder => remoteOf(waitingIn(folder)) }
}

/** @typedef {{ id: number, name: string, args: unknown[] }} Task */

/** The tasks of a window. */
class Waiting {
  #last = 0
  /** @type {Task[]} */
  #tasks = []
  /** @type {((task: Task) => void) | undefined} */
  #asking
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #answers = new Map()
  /** @type {Map<number, (release: () => void) => void>} */
  #holds = new Map()

  /**
   * @param {string} name
   * @param {unknown[]} args
   * @returns {{ id: number, answer: Promise<any> }}
   */
  start(name, ...args) {
    const id = ++this.#last
    const answer = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }))
    this.#tasks.push({ id, name, args })
    this.#give()
    return { id, answer }
  }

  /** @param {(task: Task) => void} give */
  ask(give) {
    this.#asking = give
    this.#give()
    // Node gives up an answer that does not come for minutes.
    setTimeout(() => {
      if (this.#asking !== give) return
      this.#asking = undefined
      give({ id: 0, name: '', args: [] })
    }, 60_000).unref()
  }

  /**
   * @param {number} id
   * @param {{ value: unknown } | { error: string }} answer
   */
  answer(id, answer) {
    const waiting = this.#answers.get(id)
    if ('error' in answer) waiting?.reject(new Error(answer.error))
    else waiting?.resolve(answer.value)
  }

  /**
   * @param {number} id
   * @param {() => void} release
   */
  hold(id, release) {
    this.#holds.get(id)?.(release)
  }

  /**
   * @param {number} id
   * @returns {Promise<() => void>}
   */
  held(id) {
    return new Promise(resolve => this.#holds.set(id, resolve))
  }

  #give() {
    const task = this.#asking && this.#tasks.shift()
    if (!task) return
    this.#asking?.(task)
    this.#asking = undefined
  }
}

/**
 * @param {Waiting} window
 * @returns {Remote}
 */
function remoteOf(window) {
  const run = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) => window.start(name, ...args).answer
  return {
    idle: () => run('idle'),
    seen: text => run('seen', text),
    open: name => run('open', name),
    command: (name, ...args) => run('command', name, args),
    settings: values => run('settings', values),
    contexts: values => run('contexts', values),
    write: (text, offset) => run('write', text, offset),
    setCursor: offset => run('setCursor', offset),
    read: () => run('read'),
    tool: (name, input) => run('tool', name, input),
    clear: () => run('clear'),
    suite: place => run('suite', place),
    hold: async () => {
      const { id, answer } = window.start('hold')
      const release = await window.held(id)
      return async () => {
        release()
        await answer
      }
    },
  }
}
