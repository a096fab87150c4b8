// An extension for tests: it asks the test what to do (test/e2e/remote.mjs), does it with the API of VS Code, and sends
// the answer. So a test waits for what VS Code and Recline still do, and brings the window back to its start.
const vscode = require('vscode')

/** What was set since the window was cleared last. @type {{ settings: Set<string>, contexts: Set<string> }} */
const changed = { settings: new Set(), contexts: new Set() }

/** What waits until VS Code tells of `.contents` with this text. @type {Map<string, () => void>} */
const unseen = new Map()

exports.activate = (/** @type {import('vscode').ExtensionContext} */ context) => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri
  const address = vscode.workspace.getConfiguration('remote').get('address')
  if (!folder || !address) return
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '.contents'))
  const note = async (/** @type {import('vscode').Uri} */ uri) =>
    unseen.get(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)))?.()
  context.subscriptions.push(watcher, watcher.onDidCreate(note), watcher.onDidChange(note))
  void serve(`${address}${folder.path}`)
}

/** @param {string} address of this window at the test */
async function serve(address) {
  for (;;) {
    const { id, name, args } = await (await fetch(`${address}?next`)).json()
    if (!name) continue
    const answer = tasks[name](...args, `${address}?id=${id}`).then(
      value => ({ value: value ?? null }),
      error => ({ error: error instanceof Error ? error.stack : String(error) }),
    )
    // What takes long does not keep the next task waiting.
    void answer.then(body => fetch(`${address}?id=${id}`, { method: 'POST', body: JSON.stringify(body) }))
  }
}

/** @type {Record<string, (...args: any[]) => Promise<unknown>>} */
const tasks = {
  /** Waits until Recline has nothing left to do. */
  idle: async () => {
    const recline = vscode.extensions.all.find(({ packageJSON }) => packageJSON.name === 'recline')
    if (!recline) throw new Error('Recline is not installed.')
    await (await recline.activate()).whenIdle()
  },

  /** Waits until VS Code tells of `.contents` with a text, and so of all that was written before. */
  seen: text => new Promise(resolve => unseen.set(text, () => resolve(undefined))),

  /** Shows a file of the folder as text. */
  open: async name => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri
    // What an extension shows itself, VS Code keeps open for minutes after its tab is closed.
    if (folder) await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, name), { preview: false })
  },

  command: (name, args) => Promise.resolve(vscode.commands.executeCommand(name, ...args)),

  /** Sets what the user has set; undefined takes it back. */
  settings: async values => {
    const { Global } = vscode.ConfigurationTarget
    const configuration = vscode.workspace.getConfiguration()
    for (const [name, value] of Object.entries(values)) {
      await configuration.update(name, value ?? undefined, Global)
      changed.settings.add(name)
    }
  },

  contexts: async values => {
    for (const [name, value] of Object.entries(values)) {
      await vscode.commands.executeCommand('setContext', name, value)
      changed.contexts.add(name)
    }
  },

  /** Gives the active editor a text and a cursor. */
  write: async (text, offset) => {
    const editor = vscode.window.activeTextEditor
    if (!editor) throw new Error('There is no editor to write into.')
    const { document } = editor
    const everything = () => new vscode.Range(0, 0, document.lineCount, 0)
    // VS Code drops an edit if the text changes meanwhile.
    while (!(await editor.edit(builder => builder.replace(everything(), text))));
    await tasks.setCursor(offset)
  },

  /** Puts the cursor of the active editor somewhere. */
  setCursor: async offset => {
    const editor = vscode.window.activeTextEditor
    if (!editor) throw new Error('There is no editor with a cursor.')
    const cursor = editor.document.positionAt(offset)
    const isThere = editor.selections.every(({ active, isEmpty }) => isEmpty && active.isEqual(cursor))
    // The keys that Recline takes depend on where the cursor is, which it learns from the same event.
    const moved = new Promise(resolve => {
      const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        if (textEditor !== editor || !selections[0].active.isEqual(cursor)) return
        listener.dispose()
        resolve(undefined)
      })
    })
    editor.selection = new vscode.Selection(cursor, cursor)
    if (!isThere) await moved
  },

  /** The text of the active editor, with `¦` where the cursors are. */
  read: async () => {
    const editor = vscode.window.activeTextEditor
    if (!editor) return undefined
    const offsets = editor.selections.map(({ active }) => editor.document.offsetAt(active)).sort((one, two) => two - one)
    return offsets.reduce((text, at) => `${text.slice(0, at)}¦${text.slice(at)}`, editor.document.getText())
  },

  /** Calls a tool for language models, as an agent does. */
  tool: async (name, input) => {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined })
    return content
  },

  /** Closes all that a test has opened, saves nothing, and takes back what it has set. */
  clear: async () => {
    await tasks.settings(Object.fromEntries([...changed.settings].map(name => [name, null])))
    await tasks.contexts(Object.fromEntries([...changed.contexts].map(name => [name, null])))
    while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0))
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    // VS Code remembers what a view has shown, and the next flow would start with it.
    const views = ['problems.action.clearFilterText', 'workbench.actions.treeView.recline.domains.collapseAll']
    const parts = ['workbench.action.closePanel', 'workbench.action.closeSidebar', 'workbench.view.explorer']
    const known = new Set(await vscode.commands.getCommands())
    for (const command of ['workbench.action.closeQuickOpen', ...views, ...parts, 'notifications.clearAll'])
      if (known.has(command)) await vscode.commands.executeCommand(command)
  },

  /** Runs the tests of a module beside Recline; gives their names, and why they failed. */
  suite: async place => (await load(place)).runTests(),

  /** Stands still, with all extensions beside this one, until the test says that it may go on. */
  hold: async address => {
    const flag = new Int32Array(new SharedArrayBuffer(4))
    holding ??= startHolding()
    ;(await holding).postMessage({ flag, address })
    Atomics.wait(flag, 0, 0)
  },
}

/** A thread that hears of the end of a hold. @type {Promise<import('node:worker_threads').Worker> | undefined} */
let holding

/** @returns {Promise<import('node:worker_threads').Worker>} */
async function startHolding() {
  const { Worker } = require('node:worker_threads')
  const program = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', async ({ flag, address }) => {
      await fetch(address + '&held')
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
    })`
  const thread = new Worker(program, { eval: true })
  thread.unref()
  await new Promise(resolve => thread.once('online', resolve))
  return thread
}

/**
 * Loads a module by its path, or in a browser, where only one file can be loaded, by its address.
 *
 * @param {string} place
 */
async function load(place) {
  if (!('importScripts' in globalThis)) return require(place)
  const module = { exports: /** @type {any} */ ({}) }
  const source = await (await fetch(place)).text()
  new Function('module', 'exports', 'require', source)(module, module.exports, require)
  return module.exports
}
