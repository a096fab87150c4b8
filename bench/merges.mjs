// Compares merges of records: of 200 generated merges, how many does each tool get wrong?
//
//   node bench/merges.mjs     prints the table of README.md; needs git. It builds Recline and installs daff
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../scripts/project.mjs'
import { installPeers } from './peers.mjs'

/** @typedef {Record<string, string>} Fields the fields of a record, with its id */
/** @typedef {{ base: Fields[], ours: Fields[], theirs: Fields[] }} Versions */
/** @typedef {{ hasConflict: boolean, records: Map<string, string> }} Result its records by id, without order */

await mustRun(process.execPath, ['scripts/build.mjs'])
await installPeers()
const { default: daff } = await import('daff')

const count = 200
const names = ['id', 'title', 'status', 'owner', 'notes']
const cli = new URL('../dist/cli.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'recline-merges-'))

let seed = 1
/** @param {number} end a whole number below `end`, the same in each run */
function random(end) {
  seed = (seed * 48271) % 2147483647
  return seed % end
}

const cases = Array.from({ length: count }, (_, index) => generated(index))
const expected = cases.map(correctMerge)
console.log('| tool | false conflicts | missed conflicts | lost or wrong changes |\n| --- | --: | --: | --: |')
for (const [name, merge] of Object.entries({ Recline: withRecline(), 'git merge-file': withGit, daff: withDaff })) {
  const wrong = { isFalse: 0, isMissed: 0, isLost: 0 }
  for (const [index, versions] of cases.entries()) {
    const correct = expected[index]
    const result = merge(versions, index)
    if (result.hasConflict && !correct.hasConflict) wrong.isFalse++
    else if (!result.hasConflict && correct.hasConflict) wrong.isMissed++
    else if (!correct.hasConflict && !isSame(result.records, correct.records)) wrong.isLost++
  }
  console.log(`| ${name} | ${wrong.isFalse} | ${wrong.isMissed} | ${wrong.isLost} |`)
}
console.log(
  `\n${expected.filter(({ hasConflict }) => hasConflict).length} of the ${count} merges have a true conflict.`,
)
rmSync(folder, { recursive: true })

/** A file of 12 records, and two sides that each make three changes. */
function generated(/** @type {number} */ index) {
  const base = Array.from({ length: 12 }, (_, id) => ({
    id: `CTL-${id}`,
    title: `Control ${id}`,
    status: 'open',
    owner: `Team ${id % 4}`,
    notes: `Checked ${id} times`,
  }))
  return { base, ours: changed(base, `a${index}`), theirs: changed(base, `b${index}`) }
}

/** @param {Fields[]} base @param {string} mark makes new values different on both sides */
function changed(base, mark) {
  const records = base.map(record => ({ ...record }))
  for (let change = 0; change < 3; change++) {
    const kind = random(10)
    const place = random(records.length)
    if (kind < 6)
      records[place] = { ...records[place], [names[1 + random(4)]]: random(3) === 0 ? 'same' : `new ${mark}` }
    else if (kind === 6) records.splice(place, 1)
    else if (kind === 7) records.splice(random(records.length), 0, ...records.splice(place, 1))
    else {
      const id = random(4) === 0 ? 'CTL-12' : `CTL-${mark}-${change}`
      if (records.some(record => record.id === id)) continue
      records.splice(kind === 8 ? records.length : place, 0, {
        id,
        title: `Added ${mark}`,
        status: 'open',
        owner: 'x',
        notes: '',
      })
    }
  }
  return records
}

/** What a person would do, record by record and field by field. @param {Versions} versions @returns {Result} */
function correctMerge({ base, ours, theirs }) {
  const [before, our, their] = [base, ours, theirs].map(side => new Map(side.map(record => [record.id, record])))
  let hasConflict = false
  const records = new Map()
  for (const id of new Set([...our.keys(), ...their.keys()])) {
    const [b, o, t] = [before.get(id), our.get(id), their.get(id)]
    if (!o || !t) {
      const left = /** @type {Fields} */ (o ?? t)
      if (!b) records.set(id, textOf(left))
      else if (textOf(b) !== textOf(left)) hasConflict = true
      continue
    }
    const merged = /** @type {Fields} */ ({})
    for (const name of names) {
      if (o[name] !== t[name] && o[name] !== b?.[name] && t[name] !== b?.[name]) hasConflict = true
      merged[name] = b && o[name] === b[name] ? t[name] : o[name]
    }
    records.set(id, textOf(merged))
  }
  return { hasConflict, records }
}

function withRecline() {
  for (const [index, versions] of cases.entries())
    for (const side of /** @type {const} */ (['base', 'ours', 'theirs'])) {
      mkdirSync(join(folder, side), { recursive: true })
      writeFileSync(join(folder, side, `${index}.rec`), toRec(versions[side]))
    }
  const sides = ['base', 'ours', 'theirs'].map(side => join(folder, side))
  spawnSync(process.execPath, [cli, 'merge', '--output', join(folder, 'merged'), ...sides])
  return (/** @type {Versions} */ _, /** @type {number} */ index) =>
    fromRec(readFileSync(join(folder, 'merged', `${index}.rec`), 'utf8'))
}

/** @param {Versions} _ @param {number} index @returns {Result} */
function withGit(_, index) {
  const paths = ['ours', 'base', 'theirs'].map(side => join(folder, side, `${index}.rec`))
  try {
    return fromRec(execFileSync('git', ['merge-file', '-p', ...paths], { encoding: 'utf8' }))
  } catch {
    return { hasConflict: true, records: new Map() }
  }
}

/** @param {Versions} versions @returns {Result} */
function withDaff({ base, ours, theirs }) {
  const [before, our, their] = [base, ours, theirs].map(
    side => new daff.TableView([names, ...side.map(record => names.map(name => record[name]))]),
  )
  const flags = new daff.CompareFlags()
  flags.ids = ['id']
  const conflicts = new daff.Merger(before, our, their, flags).apply()
  const rows = /** @type {string[][]} */ (our.data).slice(1)
  const records = rows.map(row => Object.fromEntries(names.map((name, column) => [name, String(row[column] ?? '')])))
  return { hasConflict: conflicts > 0, records: new Map(records.map(record => [record.id, textOf(record)])) }
}

/** @param {Fields[]} records */
function toRec(records) {
  const line = (/** @type {Fields} */ record) =>
    `@CONTROL rid=${record.id} | ${names
      .slice(1)
      .map(name => `${name}="${record[name]}"`)
      .join(' | ')}\n`
  return records.map(line).join('')
}

/** @param {string} text @returns {Result} */
function fromRec(text) {
  const records = [...text.matchAll(/^@CONTROL rid=(\S+) \| (.*)$/gm)].map(([, id, rest]) => {
    const values = [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])
    return [id, textOf({ id, ...Object.fromEntries(values) })]
  })
  const hasTwice = new Set(records.map(([id]) => id)).size < records.length
  return {
    hasConflict: text.includes('<<<<<<<'),
    records: hasTwice ? new Map() : new Map(/** @type {[string, string][]} */ (records)),
  }
}

/** @param {Fields} record */
function textOf(record) {
  return names.map(name => record[name]).join('|')
}

/** @param {Map<string, string>} one @param {Map<string, string>} other */
function isSame(one, other) {
  return one.size === other.size && [...one].every(([id, text]) => other.get(id) === text)
}
