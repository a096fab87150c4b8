// Measures what a typical task of an agent costs: 30 findings of a report into a file of 2,000 records. A scripted
// agent does it with the official client. It also measures how long a search in 100,000 records takes, and a write.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { root } from '../scripts/project.mjs'
import { median } from './results.mjs'

/**
 * @param {{ quick: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureAgents({ quick }) {
  console.error('Agents: 30 findings into a file of 2,000 records')
  const task = await costOfTask()
  console.error('Agents: searches in 100,000 records')
  const searches = await timesOfSearches(quick ? 5 : 20)
  console.error('Agents: writes in 100,000 records')
  const writes = await timesOfWrites(quick ? 3 : 10)
  const values = (/** @type {number} */ recline) => ({ recline })
  return [
    {
      title: 'Agents',
      columns: [{ id: 'recline', name: 'Recline' }],
      rows: [
        { name: 'list of the seven tools', unit: 'tokens', values: values(task.list) },
        { name: '30 findings into 2,000 records: what the agent writes', unit: 'tokens', values: values(task.written) },
        { name: '30 findings into 2,000 records: what it reads', unit: 'tokens', values: values(task.read) },
        { name: 'all of the three', unit: 'tokens', values: values(task.list + task.written + task.read) },
        { name: 'first search in 100,000 records', unit: 'ms', values: values(searches.first) },
        { name: 'another search', unit: 'ms', values: values(median(searches.others)) },
        { name: 'first write in 100,000 records, a dry run', unit: 'ms', values: values(writes.first) },
        { name: 'another dry run, behind one that wrote', unit: 'ms', values: values(median(writes.dry)) },
        { name: 'the same write, written', unit: 'ms', values: values(median(writes.written)) },
      ],
      notes: [
        `The task takes ${task.calls} calls, one of them wrong. Tokens are estimated as three characters of ASCII each.`,
      ],
    },
  ]
}

const severities = ['low', 'medium', 'high', 'critical']

/** @param {number} number @param {string} [severity] */
const finding = (number, severity = severities[number % 4]) => ({
  control_ref: `CTL-${String((number % 40) + 1).padStart(4, '0')}`,
  severity,
  description: `Sample ${number}: ${number % 7} of 40 accounts had access ${number} days after the last working day.`,
  status: 'open',
})

/** @param {number} count */
function records(count) {
  const controls = Array.from(
    { length: 40 },
    (_, index) =>
      `@CONTROL rid=CTL-${String(index + 1).padStart(4, '0')} | title="Access review ${index}" | owner="CISO"\n`,
  )
  const findings = Array.from({ length: count - 40 }, (_, index) => {
    const { control_ref, severity, description, status } = finding(index + 1)
    const id = `FND-${String(index + 1).padStart(6, '0')}`
    return `@FINDING rid=${id} | control_ref="${control_ref}" | severity="${severity}" | description="${description}" | status="${status}"\n`
  })
  return [...controls, ...findings].join('')
}

/**
 * @template Result
 * @param {number} count how many records the folder has
 * @param {(client: Client) => Promise<Result>} work
 */
async function withAgent(count, work) {
  const folder = join(tmpdir(), `recline-bench-agents-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'audit.compliance.rec'), records(count))
  const client = new Client({ name: 'bench', version: '1' })
  const args = [join(root, 'dist/cli.js'), 'mcp']
  try {
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'inherit' }))
    return await work(client)
  } finally {
    await client.close()
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} text */
const tokens = text => Math.ceil(text.length / 3)

const costOfTask = () =>
  withAgent(2000, async client => {
    const cost = { list: tokens(JSON.stringify((await client.listTools()).tools)), written: 0, read: 0, calls: 0 }
    /** @param {string} name @param {Record<string, unknown>} given @param {boolean} [isWrong] */
    const call = async (name, given, isWrong = false) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given })
      const [part] = content
      const text = part?.type === 'text' ? part.text : ''
      if (isError !== isWrong) throw new Error(`${name}: ${text}`)
      cost.written += tokens(JSON.stringify(given))
      cost.read += tokens(text)
      cost.calls++
    }
    await call('describe', { domain: 'compliance' })
    await call('describe', { tag: 'FINDING' })
    await call('find', { tag: 'CONTROL', select: ['rid', 'title'], limit: 40 })
    await call('find', { tag: 'FINDING', where: 'status == "open" && severity == "critical"', limit: 5 })
    // A model writes some of them, sees its mistakes, and then writes all.
    const add = (/** @type {number} */ number, /** @type {string} */ severity = severities[number % 4] ?? '') => ({
      action: 'add',
      tag: 'FINDING',
      values: finding(9000 + number, severity),
    })
    await call('write', { changes: [add(0, 'High'), add(1)] }, true)
    const changes = Array.from({ length: 30 }, (_, number) => add(number))
    await call('write', { changes, apply: true })
    await call('check', { paths: ['audit.compliance.rec'] })
    return cost
  })

/** @param {number} rounds */
const timesOfSearches = rounds =>
  withAgent(100_000, async client => {
    // What it has read of the files when it is asked first is another matter.
    await client.callTool({ name: 'describe', arguments: { tag: 'FINDING' } })
    /** @param {string} where */
    const search = async where => {
      const start = performance.now()
      const { isError } = await client.callTool({ name: 'find', arguments: { tag: 'FINDING', where, limit: 20 } })
      if (isError) throw new Error(`The search ${where} failed.`)
      return performance.now() - start
    }
    const first = await search('severity == "high" && control_ref.owner == "CISO"')
    const others = []
    for (let round = 0; round < rounds; round++)
      others.push(await search(`severity == "low" && description.contains("${round} of 40")`))
    return { first, others }
  })

/** @param {number} rounds */
const timesOfWrites = rounds =>
  withAgent(100_000, async client => {
    await client.callTool({ name: 'describe', arguments: { tag: 'FINDING' } })
    /** @param {number} number @param {boolean} apply */
    const write = async (number, apply) => {
      const changes = [{ action: 'add', tag: 'FINDING', values: finding(number) }]
      const start = performance.now()
      const { isError } = await client.callTool({ name: 'write', arguments: { changes, apply } })
      if (isError) throw new Error(`The write of finding ${number} failed.`)
      return performance.now() - start
    }
    const first = await write(0, false)
    await write(0, true)
    /** @type {Record<'dry' | 'written', number[]>} */
    const times = { dry: [], written: [] }
    for (let round = 1; round <= rounds; round++) {
      times.dry.push(await write(round, false))
      times.written.push(await write(round, true))
    }
    return { first, ...times }
  })
