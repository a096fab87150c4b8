// Generated files. They are kept in the system's temporary folder, so that later runs can use them again.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeRecords } from './notations.mjs'
import { mixed } from './records.mjs'

/** The folder for generated files. Its name changes when the generator changes. */
export function generatedFolder() {
  const hash = createHash('sha256').update(JSON.stringify(mixed))
  for (const source of ['records.mjs', 'notations.mjs']) hash.update(readFileSync(new URL(source, import.meta.url)))
  const folder = join(tmpdir(), `recline-bench-${hash.digest('hex').slice(0, 12)}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * Creates a file of records if it does not exist.
 *
 * @param {string} file its path; the extension is the notation
 * @param {readonly import('./records.mjs').Kind[]} kinds
 * @param {() => Iterable<import('./records.mjs').Entry>} entries
 * @returns {string} the path
 */
export function writeFileOnce(file, kinds, entries) {
  if (existsSync(file)) return file
  // The file gets its final name when it is complete.
  const unfinished = `${file}.${process.pid}`
  const target = openSync(unfinished, 'w')
  let buffered = ''
  for (const piece of writeRecords(
    /** @type {import('./notations.mjs').Notation} */ (file.slice(file.lastIndexOf('.') + 1)),
    kinds,
    entries(),
  )) {
    buffered += piece
    if (buffered.length < 1_000_000) continue
    writeSync(target, buffered)
    buffered = ''
  }
  writeSync(target, buffered)
  closeSync(target)
  renameSync(unfinished, file)
  return file
}

/**
 * Writes a JSON Schema to a file, for peers that need one.
 *
 * @param {string} name
 * @param {object} schema
 */
export function schemaFile(name, schema) {
  const file = join(generatedFolder(), name)
  writeFileSync(file, JSON.stringify(schema))
  return file
}
