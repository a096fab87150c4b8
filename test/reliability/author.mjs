// What an author does in an editor, from the same seed always: opens files, types records, and looks things up.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The files that are open at once. */
const openFiles = 8

/**
 * @typedef {object} OpenFile
 * @property {string} uri
 * @property {string[]} lines
 * @property {number} version
 *
 * @typedef {object} Workspace
 * @property {import('./server.mjs').Server} server
 * @property {readonly { readonly uri: string, readonly text: string }[]} files
 * @property {number} controls the number of controls that findings can refer to
 */

/**
 * Types without end. Each value is a key, with all that the editor asks for after it.
 *
 * @param {Workspace} workspace
 */
export async function* type({ server, files, controls }) {
  const random = createRandom(7)
  const below = (/** @type {number} */ limit) => Math.floor(random() * limit)
  /** @type {OpenFile[]} */
  const open = []
  for (let action = 0; ; action++) {
    if (open.length === 0 || below(4) === 0) await openAnother()
    const file = open[below(open.length)]
    const line = below(file.lines.length - 1)
    await lookAt(file, line)
    yield* typeRecord(file, line, action)
    await save(file)
    await useOnce(file, line, action)
    await change(file, line, 0, file.lines[line], '')
    await change(file, line, 0, '\n', '')
    await save(file)
  }

  async function openAnother() {
    const { uri, text } = files[below(files.length)]
    if (open.some(one => one.uri === uri)) return
    if (open.length === openFiles) {
      const [oldest] = open.splice(0, 1)
      await server.notify('textDocument/didClose', { textDocument: { uri: oldest.uri } })
    }
    const file = { uri, lines: text.split('\n'), version: 1 }
    open.push(file)
    await server.problems(uri, 1, 'textDocument/didOpen', {
      textDocument: { uri, languageId: 'rec', version: 1, text },
    })
    await ask(file, 'documentSymbol', 'foldingRange', 'codeLens', 'documentLink', 'semanticTokens/full')
  }

  /**
   * @param {OpenFile} file
   * @param {number} line
   */
  async function lookAt(file, line) {
    const at = { position: { line, character: 3 } }
    await askAbout(file, 'hover', at)
    await askAbout(file, 'documentHighlight', at)
    await askAbout(file, 'selectionRange', { positions: [at.position] })
    await askView(file, line)
  }

  /**
   * Types a finding on a line of its own.
   *
   * @param {OpenFile} file
   * @param {number} line
   * @param {number} action
   */
  async function* typeRecord(file, line, action) {
    const record = `@FINDING rid=NEW-${action} | control_ref="CTL-${String(1 + below(controls)).padStart(7, '0')}" | severity="high" | description="Typed by an author" | status="open"`
    await change(file, line, 0, '', '\n')
    for (const [character, key] of [...record].entries()) {
      await change(file, line, character, '', key)
      const position = { line, character: character + 1 }
      if ('@| ="'.includes(key))
        await askAbout(file, 'completion', { position, context: { triggerKind: 2, triggerCharacter: key } })
      if (key === ' ') await askAbout(file, 'signatureHelp', { position })
      if (character % 5 === 4) await askView(file, line)
      yield
    }
  }

  /**
   * One of the requests that an author makes now and then.
   *
   * @param {OpenFile} file
   * @param {number} line
   * @param {number} action
   */
  async function useOnce(file, line, action) {
    const text = file.lines[line]
    const inReference = { position: { line, character: text.indexOf('CTL-') + 3 } }
    const inId = { position: { line, character: text.indexOf('NEW-') + 2 } }
    const options = { options: { tabSize: 2, insertSpaces: true } }
    const uses = [
      () => askAbout(file, 'definition', inReference),
      () => askAbout(file, 'references', { ...inReference, context: { includeDeclaration: true } }),
      () => askAbout(file, 'prepareCallHierarchy', inId),
      () => askAbout(file, 'rename', { ...inReference, newName: 'CTL-9999999' }),
      () => askAbout(file, 'formatting', options),
      () => server.request('workspace/symbol', { query: `CTL-00000${below(100)}` }),
      () => ask(file, 'documentSymbol', 'foldingRange', 'semanticTokens/full'),
    ]
    await uses[action % uses.length]()
  }

  /**
   * What VS Code asks for after a change, about the lines that are visible.
   *
   * @param {OpenFile} file
   * @param {number} line
   */
  async function askView(file, line) {
    const start = { line: Math.max(0, line - 25), character: 0 }
    const range = { start, end: { line: Math.min(file.lines.length - 1, line + 25), character: 0 } }
    await askAbout(file, 'semanticTokens/range', { range })
    await askAbout(file, 'inlayHint', { range })
    const position = { line, character: 0 }
    await askAbout(file, 'codeAction', { range: { start: position, end: position }, context: { diagnostics: [] } })
  }

  /**
   * @param {OpenFile} file
   * @param {...string} methods
   */
  async function ask(file, ...methods) {
    for (const method of methods) await askAbout(file, method, {})
  }

  /**
   * @param {OpenFile} file
   * @param {string} method
   * @param {object} params
   */
  function askAbout(file, method, params) {
    return server.request(`textDocument/${method}`, { textDocument: { uri: file.uri }, ...params })
  }

  /**
   * Replaces text in a line, or removes the end of a line.
   *
   * @param {OpenFile} file
   * @param {number} line
   * @param {number} character
   * @param {string} before
   * @param {string} text
   */
  async function change(file, line, character, before, text) {
    const end = before === '\n' ? { line: line + 1, character: 0 } : { line, character: character + before.length }
    const old = file.lines[line]
    if (before === '\n') file.lines.splice(line, 2, old + file.lines[line + 1])
    else {
      const changed = old.slice(0, character) + text + old.slice(character + before.length)
      file.lines.splice(line, 1, ...changed.split('\n'))
    }
    file.version++
    await server.problems(file.uri, file.version, 'textDocument/didChange', {
      textDocument: { uri: file.uri, version: file.version },
      contentChanges: [{ range: { start: { line, character }, end }, text }],
    })
  }

  /** @param {OpenFile} file */
  async function save(file) {
    writeFileSync(fileURLToPath(file.uri), file.lines.join('\n'))
    await server.notify('textDocument/didSave', { textDocument: { uri: file.uri } })
    await server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: file.uri, type: 2 }] })
  }
}

/**
 * Random numbers from 0 to 1, the same for the same seed.
 *
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
