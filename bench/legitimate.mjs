// The correct records of test/data/legitimate, many times: those that the built-in rules have most to look at.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mustRun } from '../scripts/project.mjs'
import { generatedFolder } from './generated.mjs'
import { built } from './peers.mjs'

const source = fileURLToPath(new URL('../test/data/legitimate/', import.meta.url))

/** The options of a check: the day on which the records are right, and that the same record is there many times. */
export const optionsOfLegitimate = ['--now', '2026-06-30', '--rule', 'duplicate-key=off']

/**
 * Writes files with about so many records, one file for each domain, if they are not there.
 *
 * @param {number} count
 * @returns {Promise<string>} their folder
 */
export async function legitimateRecords(count) {
  const folder = join(generatedFolder(), `legitimate-${count}`)
  if (existsSync(folder)) return folder
  // Nothing puts the extensions for practice in force here.
  const files = readdirSync(source).filter(file => !file.startsWith('practice.'))
  const output = await mustRun(process.execPath, [
    built('cli.js'),
    'check',
    ...files.map(file => join(source, file)),
    '--format',
    'ndjson',
    ...optionsOfLegitimate,
  ])
  const reported = output.split('\n').filter(line => line.startsWith('{'))
  const records = files.map(file => recordsOf(file, reported))
  const times = Math.round(count / records.flat().length)
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  files.forEach((file, index) => {
    const domain = file.replace('.rec', '')
    writeFileSync(join(unfinished, `records.${domain}.rec`), repeated(records[index], times))
  })
  renameSync(unfinished, folder)
  return folder
}

/**
 * The records of a file of which the check reports nothing, one a line.
 *
 * @param {string} file
 * @param {readonly string[]} reported the problems, as NDJSON
 */
function recordsOf(file, reported) {
  const problems = reported.map(line => /** @type {{ file: string, line: number }} */ (JSON.parse(line)))
  const lines = new Set(problems.filter(problem => problem.file.endsWith(`/${file}`)).map(({ line }) => line))
  return readFileSync(join(source, file), 'utf8')
    .split('\n')
    .filter((line, index) => /^@(?!DOC )/.test(line) && !lines.has(index + 1))
}

/**
 * The text of some records, repeated with other ids. References lead to the records of the same turn.
 *
 * @param {readonly string[]} records
 * @param {number} times
 */
function repeated(records, times) {
  const ids = records.flatMap(record => / r?id="?([^ "]+)/.exec(record)?.[1] ?? [])
  const anyId = new RegExp(`(?<![\\w-])(?:${ids.join('|') || '(?!)'})(?![\\w-])`, 'g')
  const texts = records.map(record => record.split(anyId).map((text, index) => [text, record.match(anyId)?.[index]]))
  let all = ''
  for (let turn = 1; turn <= times; turn++) {
    for (const parts of texts) all += `${parts.map(([text, id]) => (id ? `${text}${id}-${turn}` : text)).join('')}\n`
  }
  return all
}
