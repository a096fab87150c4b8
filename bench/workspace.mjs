// Measures a workspace of a thousand files and a million records: how long indexing takes, and how long an author
// waits during and after it.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startServer } from './client.mjs'
import { generatedFolder } from './generated.mjs'
import { placesOf, writeRecords } from './notations.mjs'
import { recline } from './peers.mjs'
import { processorTime, residentMemory } from './processes.mjs'
import { audit, controls, generateRecords, idOf } from './records.mjs'
import { mean, median } from './results.mjs'

/**
 * @typedef {import('./client.mjs').OpenFile} OpenFile
 * @typedef {Awaited<ReturnType<typeof measureOnce>>} Run
 */

const files = 1000
const recordsOfFile = 1000

/** The control with the most references from findings. */
const popular = idOf(controls[0], 1)

/** The time between two keys of an author, in milliseconds. */
const pause = 100

/**
 * @param {{ quick: boolean }} options
 * @returns {Promise<import('./results.mjs').Table[]>}
 */
export async function measureWorkspace({ quick }) {
  if (quick) return []
  console.error('Workspace: making the files')
  const folder = workspaceFolder()
  /** @type {Run[]} */
  const runs = []
  for (let run = 0; run < 3; run++) {
    console.error('Workspace: reading it')
    runs.push(await measureOnce(folder))
  }
  /**
   * @param {keyof Run & string} name
   * @param {import('./results.mjs').Unit} unit
   * @param {(numbers: number[]) => number} [of] how many numbers become one
   */
  const row = (name, unit, of = median) => ({ name, unit, values: { recline: of(runs.flatMap(run => run[name])) } })
  return [
    {
      title: `${files.toLocaleString('en')} files, ${(files * recordsOfFile).toLocaleString('en')} records`,
      columns: [{ id: 'recline', name: 'Recline' }],
      rows: [
        row('start → all records are known', 'ms'),
        row('memory then', 'MB'),
        row('memory at its highest', 'MB'),
        row('key → problems meanwhile', 'ms'),
        { ...row('key → problems meanwhile', 'ms', times => Math.max(...times)), name: 'the longest of them' },
        row('key → problems', 'ms'),
        row('processor time of a key', 'ms', mean),
        row('key in an id with 10,000 references → problems', 'ms'),
        row('key, then completion of a reference', 'ms'),
        row('find 10,000 references', 'ms'),
        row('rename with 10,000 references', 'ms'),
        row('workspace symbols', 'ms'),
      ],
      notes: [
        `There are ${runs[0].references.toLocaleString('en')} references to ${popular}. Keys meanwhile come ${pause} ms after the problems of the last.`,
      ],
    },
  ]
}

/** @param {string} folder */
async function measureOnce(folder) {
  const uri = pathToFileURL(join(folder, nameOf(1))).href
  const text = readFileSync(join(folder, nameOf(1)), 'utf8')
  const server = await startServer({ ...recline.launch(), folder: pathToFileURL(folder).href })
  try {
    const started = performance.now()
    let readIn = NaN
    const read = new Promise(resolve => {
      server.onProgressEnd(() => {
        readIn = performance.now() - started
        resolve(undefined)
      })
    })
    const file = server.open(uri, 'rec', text)
    await file.problems()
    const key = typist(file, placesOf(text, 'rec', idOf(controls[0], 200), 'title').value)
    const meanwhile = []
    while (Number.isNaN(readIn)) {
      meanwhile.push(await key())
      await Promise.race([read, wait(pause)])
    }
    const memory = residentMemory(server.pid, 'VmRSS')
    const after = await measureAfter(server, file, text, key)
    return {
      'start → all records are known': readIn,
      'memory then': memory,
      'key → problems meanwhile': meanwhile,
      ...after,
      'memory at its highest': residentMemory(server.pid, 'VmHWM'),
    }
  } finally {
    await server.stop()
  }
}

/**
 * The actions of an author when all records are known.
 *
 * @param {import('./client.mjs').Server} server
 * @param {OpenFile} file
 * @param {string} text
 * @param {() => Promise<number>} key
 */
async function measureAfter(server, file, text, key) {
  const id = placesOf(text, 'rec', popular, 'title').id
  const { value: reference } = placesOf(text, 'rec', 'FND-0000300', 'control_ref')
  const used = processorTime(server.pid)
  const keys = await repeat(21, key)
  const processor = (processorTime(server.pid) - used) / 21
  const idKeys = await repeat(11, typist(file, { line: id.line, character: id.character + popular.length }))
  // After an odd number of keys, the last character is still there.
  await file.edit({ line: id.line, character: id.character + popular.length }, 1, '')
  await file.problems()

  const position = { line: id.line, character: id.character + 2 }
  /**
   * @param {string} method
   * @param {object} params
   * @param {(answer: import('./client.mjs').Answer) => boolean} isRight
   */
  const timed = (method, params, isRight) => async () => {
    const started = performance.now()
    const answer = await file.ask(method, params)
    const time = performance.now() - started
    if (!isRight(answer)) throw new Error(`Recline answers ${method} with something else than what is measured.`)
    return time
  }
  let references = 0
  const find = timed('textDocument/references', { position, context: { includeDeclaration: false } }, answer => {
    references = answer.length ?? 0
    return references > 9_000
  })
  const rename = timed(
    'textDocument/rename',
    { position, newName: 'CTL-NEW' },
    ({ documentChanges = [] }) => documentChanges.reduce((sum, { edits }) => sum + edits.length, 0) === references + 1,
  )
  const symbols = timed('workspace/symbol', { query: 'CTL-0300' }, ({ length = 0 }) => length > 0)
  const complete = timed(
    'textDocument/completion',
    { position: reference, context: { triggerKind: 1 } },
    answer => ((answer.items ?? answer).length ?? 0) > 0,
  )
  const completions = await repeat(11, async () => {
    const started = performance.now()
    const typed = key()
    await complete()
    const time = performance.now() - started
    await typed
    return time
  })
  return {
    'key → problems': keys,
    'processor time of a key': processor,
    'key in an id with 10,000 references → problems': idKeys,
    'key, then completion of a reference': completions,
    'find 10,000 references': await repeat(5, find),
    'rename with 10,000 references': await repeat(5, rename),
    'workspace symbols': await repeat(5, symbols),
    references,
  }
}

/**
 * Types a character, or deletes it again. Returns the milliseconds until the problems arrive.
 *
 * @param {OpenFile} file
 * @param {import('./notations.mjs').Position} place
 */
function typist(file, place) {
  let isTyped = false
  return async () => {
    const started = performance.now()
    await file.edit(place, isTyped ? 1 : 0, isTyped ? '' : 'x')
    isTyped = !isTyped
    await file.problems()
    return performance.now() - started
  }
}

/**
 * @param {number} times
 * @param {() => Promise<number>} work
 */
async function repeat(times, work) {
  const results = []
  for (let time = 0; time < times; time++) results.push(await work())
  return results
}

/** @param {number} number */
const nameOf = number => `audit-${String(number).padStart(4, '0')}.rec`

/** The folder with the files. It is created if it does not exist. */
function workspaceFolder() {
  const folder = join(generatedFolder(), 'workspace')
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  const entries = generateRecords(audit, files * recordsOfFile, 0.015)
  for (let number = 1; number <= files; number++) {
    const some = Array.from({ length: recordsOfFile }, () => entries.next().value)
    writeFileSync(join(unfinished, nameOf(number)), [...writeRecords('rec', audit, some)].join(''))
  }
  renameSync(unfinished, folder)
  return folder
}
