// What an author does in an open file, each measured once.
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node'
import { startServer } from './client.mjs'
import { placesOf, writeRecords } from './notations.mjs'
import { processorTime } from './processes.mjs'
import { controls, generateRecords, idOf } from './records.mjs'

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {ReturnType<typeof placesOf>} Places
 * @typedef {Readonly<Record<string, number>>} Figures by the names of the rows
 *
 * @typedef {object} Editing a file that is open in a server
 * @property {import('./client.mjs').Server} server
 * @property {import('./client.mjs').OpenFile} file
 * @property {Places} title
 * @property {Places} status
 * @property {boolean} isTyped whether there is a character to take back
 * @property {boolean} isOurs whether the answers are those of Recline
 */

/** Recline sends at most this number of problems per file, because VS Code does not show more. */
const problemLimit = 1000

/**
 * The measurements with an open file, in this order. Each function runs one round and returns its figures by row name.
 */
export const measures = [
  key,
  keyThenCompletion,
  request('hover', 'textDocument/hover', ({ status }) => ({ position: status.name })),
  request('definition', 'textDocument/definition', ({ status }) => ({ position: status.id })),
  request('signature help', 'textDocument/signatureHelp', ({ title }) => ({ position: title.value })),
  request(
    'semantic tokens of what is visible',
    'textDocument/semanticTokens/range',
    ({
      title: {
        value: { line },
      },
    }) => ({ range: { start: { line: line - 30, character: 0 }, end: { line: line + 30, character: 0 } } }),
  ),
  request('folding ranges', 'textDocument/foldingRange', () => ({})),
  request('document symbols', 'textDocument/documentSymbol', () => ({})),
]

/**
 * Starts a server and opens a file in it.
 *
 * @param {Peer} peer
 * @param {number} size
 * @returns {Promise<{ editing: Editing, figures: Figures }>}
 */
export async function start({ notation, launch, ready }, size) {
  const entries = [...generateRecords(controls, size, 0.015)]
  const text = [...writeRecords(notation, controls, entries)].join('')
  const server = await startServer(launch())
  await ready(server)
  const opened = performance.now()
  const wrong = entries.filter(({ isWrong }) => isWrong).length
  const isOurs = notation === 'rec'
  const expected = isOurs ? Math.min(wrong, problemLimit) : wrong
  // Recline sends the problems of the first records of a large file before those of all.
  const areAll = isOurs ? (/** @type {unknown[]} */ found) => found.length >= expected : undefined
  const file = server.open(`file:///bench/controls.${notation}`, notation, text, areAll)
  const problems = await file.problems()
  const open = performance.now() - opened
  if (problems.length !== expected) throw new Error(`It found ${problems.length} problems where there are ${expected}.`)
  /** @param {string} name */
  const places = name => placesOf(text, notation, idOf(controls[0], size / 2), name)
  return {
    editing: {
      server,
      file,
      isTyped: false,
      isOurs,
      title: places('title'),
      status: places('status'),
    },
    figures: {
      'process start → initialized': server.startTime,
      'open → first problems': (file.firstSeen() ?? performance.now()) - opened,
      'open → problems': open,
    },
  }
}

/**
 * Types a character into the title of a record, or deletes it again.
 *
 * @param {Editing} editing
 */
function type(editing) {
  const {
    file,
    title: {
      value: { line, character },
    },
  } = editing
  const isTyped = editing.isTyped
  editing.isTyped = !isTyped
  return file.edit({ line, character: character + 3 }, isTyped ? 1 : 0, isTyped ? '' : 'x')
}

/**
 * @param {Editing} editing
 * @returns {Promise<Figures>}
 */
async function key(editing) {
  const {
    server: { pid },
    file,
  } = editing
  const used = processorTime(pid)
  const started = performance.now()
  await type(editing)
  await file.problems()
  return { 'key → problems': performance.now() - started, 'processor time of a key': processorTime(pid) - used }
}

/**
 * Completion of a value in the same record, directly after typing a key.
 *
 * @param {Editing} editing
 * @returns {Promise<Figures>}
 */
async function keyThenCompletion(editing) {
  const {
    file,
    isOurs,
    status: {
      value: { line, character },
    },
  } = editing
  const started = performance.now()
  await type(editing)
  // If the typed character is on the same line, the position after it has moved.
  const moved = isOurs || editing.title.value.line === line ? Number(editing.isTyped) : 0
  const answer = await file.ask('textDocument/completion', {
    position: { line, character: character + moved },
    context: { triggerKind: 1 },
  })
  const time = performance.now() - started
  await file.problems()
  return isEmpty(answer, editing) ? {} : { 'key, then completion': time }
}

/**
 * Measures a request about an unchanged file. Returns no figures if the server does not support the request.
 *
 * @param {string} name
 * @param {string} method
 * @param {(editing: Editing) => object} params
 * @returns {(editing: Editing) => Promise<Figures>}
 */
function request(name, method, params) {
  return async editing => {
    const started = performance.now()
    try {
      const answer = await editing.file.ask(method, params(editing))
      return isEmpty(answer, editing) ? {} : { [name]: performance.now() - started }
    } catch (error) {
      const isUnknown = error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound
      if (isUnknown && !editing.isOurs) return {}
      throw error
    }
  }
}

/**
 * @param {import('./client.mjs').Answer | null} answer
 * @param {Editing} editing
 */
function isEmpty(answer, { isOurs }) {
  const isEmpty = !answer || (answer.items ?? answer.data ?? answer).length === 0
  if (isEmpty && isOurs) throw new Error('Recline answers nothing to a request that is measured.')
  return isEmpty
}
