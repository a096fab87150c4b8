// The simplest checker: NDJSON line by line with JSON.parse and a compiled schema, with the whole file in memory.
//
//   node ajv-lines.mjs SCHEMA FILE [--relations]
//
// Lists the problems as recline check does, and prints the time without reading and compiling to standard error. With
// --relations, it keeps the records and compares them with those that they refer to.

import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { brokenRelations } from './relations.mjs'

const [, , schema, file, option] = process.argv
const ajv = new Ajv({ allErrors: true, discriminator: true })
addFormats(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')))
const text = readFileSync(file, 'utf8')

const started = performance.now()
const used = process.cpuUsage()
const found = []
const kept = []
let records = 0
let start = 0
for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
  records++
  const line = text.slice(start, end)
  start = end + 1
  const record = JSON.parse(line)
  if (option === '--relations') kept.push(record)
  if (validate(record)) continue
  for (const { instancePath, message } of validate.errors) found.push(`${file}:${records}: ${instancePath} ${message}`)
}
for (const name of brokenRelations(kept)) found.push(`${file}: ${name} breaks a rule`)
const { user, system } = process.cpuUsage(used)
console.error(JSON.stringify({ wall: performance.now() - started, processor: (user + system) / 1000 }))
if (found.length > 0) console.log(found.join('\n'))
console.log(`${records} records, ${found.length} problems`)
