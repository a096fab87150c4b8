// Measures how long an author waits: the built servers, over their real protocol, with files of three sizes.
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node'
import { startServer } from './client.mjs'
import { placesOf, writeRecords } from './notations.mjs'
import { languageServers, recline, versionOf } from './peers.mjs'
import { processorTime, residentMemory, runProcess } from './processes.mjs'
import { controls, generateRecords, idOf } from './records.mjs'
import { mean, median } from './results.mjs'
import { takeTurns } from './turns.mjs'

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {import('./results.mjs').Table} Table
 * @typedef {ReturnType<typeof placesOf>} Places
 * @typedef {Readonly<Record<string, number>>} Figures by the names of the rows
 *
 * @typedef {object} Editing a file that is open in a server
 * @property {import('./client.mjs').Server} server
 * @property {import('./client.mjs').OpenFile} file
 * @property {Places} title
 * @property {Places} status
 * @property {boolean} isTyped whether there is a character to take back
 * @property {boolean} isOurs
 */

const sizes = [1_000, 10_000, 100_000]

/** Recline sends at most this number of problems per file, because VS Code does not show more. */
const problemLimit = 1000

/**
 * The measurements in the order of the table: the unit, and how the numbers of all rounds become one figure.
 *
 * @type {Record<string, { unit: import('./results.mjs').Unit, of: (numbers: number[]) => number }>}
 */
const rows = {
  'process start → initialized': { unit: 'ms', of: median },
  'node -e 0, the whole process': { unit: 'ms', of: median },
  'open → first problems': { unit: 'ms', of: median },
  'open → problems': { unit: 'ms', of: median },
  'key → problems': { unit: 'ms', of: median },
  'processor time of a key': { unit: 'ms', of: mean },
  'key, then completion': { unit: 'ms', of: median },
  hover: { unit: 'ms', of: median },
  definition: { unit: 'ms', of: median },
  'signature help': { unit: 'ms', of: median },
  'semantic tokens of what is visible': { unit: 'ms', of: median },
  'folding ranges': { unit: 'ms', of: median },
  'document symbols': { unit: 'ms', of: median },
  'memory after all this': { unit: 'MB', of: median },
}

/**
 * The measurements with an open file, in this order. Each function runs one round and returns its figures by row name.
 */
const measures = [
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
 * @param {{ quick: boolean, ours: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureEditor({ quick, ours }) {
  const peers = ours ? [recline] : [recline, ...languageServers]
  const tables = []
  for (const size of sizes) tables.push(await measureSize(size, peers, quick))
  return [...tables, growth(tables[0], tables[tables.length - 1])]
}

/**
 * @param {number} size
 * @param {readonly Peer[]} peers
 * @param {boolean} quick
 * @returns {Promise<Table>}
 */
async function measureSize(size, peers, quick) {
  console.error(`Editor, ${size.toLocaleString('en')} records`)
  /** @type {string[]} */
  const notes = []
  const present = peers.filter(({ id, name, needs }) => {
    if (needs && !versionOf(needs)) notes.push(`${name}: the package ${needs} is not installed.`)
    else if (quick && id === 'yaml' && size === 100_000)
      notes.push(`${name} is left out of a quick run: it takes 10 s for a key.`)
    else return true
    return false
  })
  const turns = takeTurns(present, (peer, reason) => {
    if (peer === recline) throw new Error(`Recline: ${reason}`)
    notes.push(`${peer.name}: ${reason}`)
  })
  /** The open file of each peer. @type {Map<Peer, Editing>} */
  const open = new Map()
  /**
   * @param {Peer} peer
   * @returns {Editing}
   */
  const editingOf = peer => {
    const editing = open.get(peer)
    if (!editing) throw new Error('It has no file open.')
    return editing
  }
  try {
    for (let number = 0; number < starts(size, quick); number++) {
      await turns.round(async peer => {
        // The YAML server is started only once here, because each start takes ten seconds.
        if (number > 0 && peer.id === 'yaml' && size === 100_000) return {}
        await open.get(peer)?.server.stop()
        const { editing, figures } = await start(peer, size)
        open.set(peer, editing)
        if (peer !== recline) return figures
        const { wall } = await runProcess([process.execPath, '-e', '0'])
        return { ...figures, 'node -e 0, the whole process': wall }
      })
    }
    for (const measure of measures) await measureInTurn(turns, size, quick, peer => measure(editingOf(peer)))
    await turns.round(async peer => ({ 'memory after all this': residentMemory(editingOf(peer).server.pid, 'VmRSS') }))
  } finally {
    for (const { server } of open.values()) await server.stop()
  }
  const figures = Object.entries(rows).map(([name, { unit, of }]) => ({ name, unit, values: turns.figures(name, of) }))
  return {
    title: `${size.toLocaleString('en')} records`,
    columns: peers.map(({ id, name }) => ({ id, name })),
    rows: figures,
    notes,
  }
}

/**
 * Runs all rounds of one measurement. Peers with fewer rounds run at regular intervals. The first tenth of the rounds
 * is for warming up and does not count.
 *
 * @param {ReturnType<typeof takeTurns<Peer>>} turns
 * @param {number} size
 * @param {boolean} quick
 * @param {(peer: Peer) => Promise<Figures>} measure
 */
async function measureInTurn(turns, size, quick, measure) {
  const most = rounds(recline, size, quick)
  for (let number = 0; number < most; number++) {
    await turns.round(async peer => {
      const own = Math.floor((number * rounds(peer, size, quick)) / most)
      const before = Math.floor(((number - 1) * rounds(peer, size, quick)) / most)
      if (own === before) return {}
      const figures = await measure(peer)
      return own < Math.floor(rounds(peer, size, quick) / 10) ? {} : figures
    })
  }
}

/**
 * How often a server is started and a file is opened.
 *
 * @param {number} size
 * @param {boolean} quick
 */
function starts(size, quick) {
  if (size === 100_000) return quick ? 1 : 3
  return quick ? 3 : 5
}

/**
 * The number of rounds of all other measurements. Slow peers have fewer rounds.
 *
 * @param {Peer} peer
 * @param {number} size
 * @param {boolean} quick
 */
function rounds({ id }, size, quick) {
  const isLarge = size === 100_000
  switch (id) {
    case 'recline':
      return quick ? 21 : 41
    case 'json':
      if (isLarge) return quick ? 3 : 7
      return quick ? 11 : 21
    default:
      if (isLarge) return 2
      return quick ? 3 : 7
  }
}

/**
 * Starts a server and opens a file in it.
 *
 * @param {Peer} peer
 * @param {number} size
 * @returns {Promise<{ editing: Editing, figures: Figures }>}
 */
async function start({ id, notation, launch, ready }, size) {
  const entries = [...generateRecords(controls, size, 0.015)]
  const text = [...writeRecords(notation, controls, entries)].join('')
  const server = await startServer(launch())
  await ready(server)
  const opened = performance.now()
  const wrong = entries.filter(({ isWrong }) => isWrong).length
  const expected = id === 'recline' ? Math.min(wrong, problemLimit) : wrong
  // Recline sends the problems of the first records of a large file before those of all.
  const areAll = id === 'recline' ? (/** @type {unknown[]} */ found) => found.length >= expected : undefined
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
      isOurs: id === 'recline',
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

/**
 * The ratio between the largest and the smallest size, which has a hundredth of the records.
 *
 * @param {Table} smallest
 * @param {Table} greatest
 * @returns {Table}
 */
function growth(smallest, greatest) {
  return {
    title: 'Growth from 1,000 records to 100,000',
    columns: smallest.columns,
    rows: greatest.rows.map(({ name, values }) => {
      const small = smallest.rows.find(row => row.name === name)?.values ?? {}
      return {
        name,
        unit: 'times',
        values: Object.fromEntries(
          Object.entries(values).map(([id, value]) => [id, value && small[id] && value / small[id]]),
        ),
      }
    }),
    notes: [],
  }
}
