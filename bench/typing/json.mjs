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

/** The schema of a list of records, each an object `{ "TAG": { … } }`. */
export function jsonSchema() {
  const descriptors = ['compliance', 'hr', 'devops', 'education', 'infrastructure', 'security']
    .map(name => readFileSync(new URL(`../../descriptors/${name}.json`, import.meta.url), 'utf8'))
    .concat(files['fleet.domain.json'])
    .flatMap(text => /** @type {Descriptor[]} */ (JSON.parse(text).records))
  const tags = new Set(records.map(({ tag }) => tag))
  const byTag = Object.fromEntries(
    descriptors.filter(({ tag }) => tags.has(tag)).map(descriptor => [descriptor.tag, schemaOf(descriptor)]),
  )
  return { type: 'array', items: { type: 'object', properties: byTag, additionalProperties: false, maxProperties: 1 } }
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
 * Writes a record as an object on a line of its own: `{ "CONTROL": { … } },`.
 *
 * @param {Typist} typist
 * @param {TypedRecord} record
 * @returns {Promise<undefined>}
 */
export async function writeJson(typist, record) {
  await typist.type('{ ')
  let sight = await writeName(typist, record.tag)
  if (!sight.text.slice(0, sight.column).endsWith('{')) await typist.type('{')
  for (const [index, field] of record.fields.entries()) {
    if (index > 0) await typist.type(',')
    await typist.type(' ')
    sight = await writeName(typist, field.name)
    await writeValue(typist, field, sight)
  }
  await closeBraces(typist)
  await typist.type(',')
  await typist.press('Enter')
  return undefined
}

/**
 * Writes a value, or takes it from the list.
 *
 * @param {Typist} typist
 * @param {TypedField} field
 * @param {import('./typist.mjs').Sight} sight
 */
async function writeValue(typist, field, sight) {
  const value = jsonValue(field)
  // The completion of a name inserts quotes, and typing the closing one would double it. An arrow key leaves them: Tab
  // does so only while VS Code remembers the tab stop.
  const isInQuotes = value.startsWith('"') && sight.text[sight.column - 1] === '"'
  const typed = isInQuotes ? value.slice(1, -1) : value
  let done = 0
  while (done < typed.length) {
    if (field.isListed && (sight.offered === value || sight.offered === field.value)) {
      sight = await typist.press('Tab')
      break
    }
    sight = await typist.type(typed[done++])
  }
  if (isInQuotes && sight.text[sight.column] === '"') await typist.press('ArrowRight')
}

/**
 * Writes the name of a property with its quotes and colon, or takes it from the list.
 *
 * @param {Typist} typist
 * @param {string} name
 */
async function writeName(typist, name) {
  let sight = await typist.type('"')
  let typed = 0
  while (sight.offered !== name && typed < name.length) sight = await typist.type(name[typed++])
  sight = sight.offered === name ? await typist.press('Tab') : await typist.type('"')
  const before = sight.text.slice(0, sight.column)
  // The completion of a number has a default value, which is selected: typing replaces it.
  return /:\s*(?:["{[]|[\w.]+)?$/.test(before) ? sight : typist.type(': ')
}

/**
 * Goes behind the braces that VS Code has inserted, with one key, and types those that are missing.
 *
 * @param {Typist} typist
 */
async function closeBraces(typist) {
  const { text, column } = await typist.look()
  const there = withoutSpace(text.slice(column))
  if (there !== '') await typist.press('End')
  await typist.type('}}'.slice(there.length))
}

/**
 * The record as it should stand in the file.
 *
 * @param {TypedRecord} record
 */
export const jsonText = ({ tag, fields }) =>
  `{ "${tag}": { ${fields.map(field => `"${field.name}": ${jsonValue(field)}`).join(', ')} } },`

/**
 * Whether a file has a record, whatever the white space.
 *
 * @param {string} text
 * @param {TypedRecord} record
 */
export const hasJson = (text, record) => withoutSpace(text).includes(withoutSpace(jsonText(record)))

/** @param {string} text */
const withoutSpace = text => text.replace(/\s+/g, '')
