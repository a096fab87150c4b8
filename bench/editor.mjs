// How long an author waits: the built server, over its real protocol, with files of three sizes.
//
//   npm run bench
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import { generateRecords } from './records.mjs'

const uri = 'file:///bench/records.rec'
const rounds = 31
const sizes = [1_000, 10_000, 100_000]

const rows = []
for (const size of sizes) rows.push(await measure(size))
print(rows)

/** Measures one size in a server of its own. All figures are milliseconds, medians of the rounds, but for the memory. */
async function measure(size) {
  const server = spawn(process.execPath, [fileURLToPath(new URL('../dist/server.js', import.meta.url)), '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin))
  const published = new Map()
  let wake = () => {}
  connection.onNotification('textDocument/publishDiagnostics', ({ version }) => {
    published.set(version, performance.now())
    wake()
  })
  const diagnosticsOf = async version => {
    while (!published.has(version)) await new Promise(resolve => (wake = resolve))
    return published.get(version)
  }
  connection.listen()
  const started = performance.now()
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } } })
  const initialized = performance.now() - started
  await connection.sendNotification('initialized', {})

  let version = 1
  const text = generateRecords(size)
  const opened = performance.now()
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'rec', version, text } })
  const open = (await diagnosticsOf(version)) - opened

  const line = Math.floor(size / 2)
  const type = async (character, newText) => {
    version++
    const position = { line, character }
    const start = performance.now()
    await connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range: { start: position, end: position }, text: newText }] })
    return start
  }
  const keys = []
  const completions = []
  const hovers = []
  const end = text.split('\n', line + 1)[line].length
  const cpuBefore = cpuTime(server.pid)
  for (let round = 0; round < rounds; round++) {
    const start = await type(60, 'x')
    keys.push((await diagnosticsOf(version)) - start)
  }
  const cpu = (cpuTime(server.pid) - cpuBefore) / rounds
  await type(end + rounds, ' | ')
  for (let round = 0; round < rounds; round++) {
    const start = await type(60, 'x')
    await connection.sendRequest('textDocument/completion', { textDocument: { uri }, position: { line, character: end + rounds + round + 4 } })
    completions.push(performance.now() - start)
    const asked = performance.now()
    await connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line, character: 3 } })
    hovers.push(performance.now() - asked)
  }
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024
  await connection.sendRequest('shutdown')
  await connection.sendNotification('exit')
  return { size, initialized, open, key: median(keys), cpu, completion: median(completions), hover: median(hovers), memory }
}

/** The processor time a process has used so far, in milliseconds (Linux: ticks of 10 ms). */
function cpuTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]
}

function print(rows) {
  const columns = [
    ['records', row => row.size.toLocaleString('en')], ['start', row => row.initialized.toFixed(0)], ['open', row => row.open.toFixed(0)],
    ['key → problems', row => row.key.toFixed(1)], ['processor per key', row => row.cpu.toFixed(1)], ['key, completion', row => row.completion.toFixed(1)],
    ['hover', row => row.hover.toFixed(1)], ['memory (MB)', row => row.memory.toFixed(0)],
  ]
  console.log(`| ${columns.map(([name]) => name).join(' | ')} |\n|${' ---: |'.repeat(columns.length)}`)
  for (const row of rows) console.log(`| ${columns.map(([, format]) => format(row)).join(' | ')} |`)
}
