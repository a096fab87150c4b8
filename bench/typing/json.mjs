// The same records as JSON, with a schema that has the information of the descriptors.
import { readFileSync } from 'node:fs'
import { files, quoted, records } from './records.mjs'

/** @typedef {import('./typist.mjs').Typist} Typist */
/** @typedef {import('./records.mjs').TypedField} TypedField */
/** @typedef {import('./records.mjs').TypedRecord} TypedRecord */
/**
 * @typedef {object} Descriptor the definition of a tag in a descriptor
 * @property {string} tag
 * @property {DescriptorField[]} fields
 *
 * @typedef {object} DescriptorField
 * @property {string} name
 * @property {TypedField['type']} type
 * @property {boolean} [required]
 * @property {string[]} [enum]
 * @property {string} [description]
 */

const types = { string: 'string', ts: 'string', int: 'integer', float: 'number', bool: 'boolean' }

/** A workspace with one file of records and its schema. */
export function jsonFile() {
  const descriptors = ['compliance', 'hr', 'devops', 'education', 'infrastructure', 'security']
    .map(name => readFileSync(new URL(`../../descriptors/${name}.json`, import.meta.url), 'utf8'))
    .concat(files['fleet.domain.json'])
    .flatMap(text => /** @type {Descriptor[]} */ (JSON.parse(text).records))
  const tags = new Set(records.map(({ tag }) => tag))
  const lists = Object.fromEntries(
    descriptors
      .filter(({ tag }) => tags.has(tag))
      .map(descriptor => [descriptor.tag, { type: 'array', items: schemaOf(descriptor) }]),
  )
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...lists },
  }
  return { 'records.schema.json': JSON.stringify(schema), 'records.json': '{\n  "$schema": "./records.schema.json",\n' }
}

/** @param {Descriptor} record */
const schemaOf = ({ fields }) => ({
  type: 'object',
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
  properties: Object.fromEntries(
    fields.map(({ name, type, enum: values, description }) => [
      name,
      { type: types[type], description, ...(values && { enum: values }) },
    ]),
  ),
})

/** @param {TypedField} field */
const jsonValue = ({ type, value }) => (type === 'int' || type === 'float' || type === 'bool' ? value : quoted(value))

/**
 * Writes a record as a list of one object: `"CONTROL": [{ … }],` on a line of its own.
 *
 * @param {Typist} typist
 * @param {TypedRecord} record
 * @returns {Promise<undefined>}
 */
export async function writeJson(typist, record) {
  let sight = await typist.type('"')
  for (const letter of `${record.tag}"`) {
    if (sight.offered === record.tag) break
    sight = await typist.type(letter)
  }
  if (sight.offered === record.tag) sight = await typist.press('Tab')
  else sight = await typist.type(': [')
  if (!/\[\]?/.test(sight.text)) sight = await typist.type('[')
  await typist.type('{')
  for (const [index, field] of record.fields.entries()) {
    if (index > 0) await typist.type(',')
    sight = await typist.type(' "')
    let typed = 0
    while (sight.offered !== field.name && typed < field.name.length) sight = await typist.type(field.name[typed++])
    sight = sight.offered === field.name ? await typist.press('Tab') : await typist.type('": ')
    if (!/: ?("")?[^:]*$/.test(sight.text.slice(0, sight.column + 1))) sight = await typist.type(': ')
    const value = jsonValue(field)
    let done = sight.text[sight.column - 1] === '"' ? 1 : 0
    while (done < value.length) {
      if (field.isListed && sight.offered === value) {
        sight = await typist.press('Tab')
        break
      }
      sight = await typist.type(value[done++])
    }
  }
  await typist.type(' }')
  await typist.type('],')
  await typist.press('Enter')
  return undefined
}

/**
 * The record as it should stand in the file.
 *
 * @param {TypedRecord} record
 */
export const jsonText = ({ tag, fields }) =>
  `"${tag}": [{ ${fields.map(field => `"${field.name}": ${jsonValue(field)}`).join(', ')} }],`

/**
 * Whether a file has a record, whatever the white space.
 *
 * @param {string} text
 * @param {TypedRecord} record
 */
export const hasJson = (text, record) => withoutSpace(text).includes(withoutSpace(jsonText(record)))

/** @param {string} text */
const withoutSpace = text => text.replace(/\s+/g, '')
