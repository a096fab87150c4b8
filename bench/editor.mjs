// Measures how long an author waits: the built servers, over their real protocol, with files of three sizes.
import { measures, start } from './editing.mjs'
import { languageServers, recline, versionOf } from './peers.mjs'
import { residentMemory, runProcess } from './processes.mjs'
import { replayOf } from './replay.mjs'
import { mean, median } from './results.mjs'
import { takeTurns } from './turns.mjs'

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {import('./results.mjs').Table} Table
 * @typedef {import('./editing.mjs').Editing} Editing
 * @typedef {import('./editing.mjs').Figures} Figures
 */

const sizes = [1_000, 10_000, 100_000]

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
 * @param {{ quick: boolean, ours: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureEditor({ quick, ours }) {
  const tables = []
  for (const size of sizes) {
    const peers = ours ? [recline] : [recline, await replayOf(size), ...languageServers]
    tables.push(await measureSize(size, peers, quick))
  }
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
    case 'replay':
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
