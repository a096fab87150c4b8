// The same records in the notations of Recline and its peers, and their rules as a JSON Schema.

/**
 * @typedef {import('./records.mjs').Kind} Kind
 * @typedef {import('./records.mjs').Entry} Entry
 * @typedef {'rec' | 'json' | 'jsonl' | 'yaml'} Notation also the ending of such a file
 */

/**
 * For each notation: the text before and after all records and between two records, a function that writes a record,
 * and the text between a name and a text value.
 */
const notations = {
  rec: { before: header, after: '\n', between: '\n', record: recordLine, beforeText: '="' },
  jsonl: { before: () => '', after: '\n', between: '\n', record: jsonObject, beforeText: '":"' },
  json: { before: () => '[\n', after: '\n]\n', between: ',\n', record: jsonObject, beforeText: '":"' },
  yaml: { before: () => '', after: '\n', between: '\n', record: yamlItem, beforeText: ': ' },
}

/**
 * @param {Notation} notation
 * @param {readonly Kind[]} kinds the possible kinds of records
 * @param {Iterable<Entry>} entries
 * @returns {Generator<string>} the text of a file with these records, in pieces
 */
export function* writeRecords(notation, kinds, entries) {
  const { before, after, between, record } = notations[notation]
  const isMixed = kinds.length > 1
  let next = before(kinds)
  for (const entry of entries) {
    yield next + record(entry, isMixed)
    next = between
  }
  yield after
}

/**
 * The rules of the descriptors as a schema. Only references are missing, because JSON Schema cannot express them.
 *
 * @param {readonly Kind[]} kinds
 * @returns {object} the JSON Schema of one record
 */
export function recordSchema(kinds) {
  const $schema = 'http://json-schema.org/draft-07/schema#'
  if (kinds.length === 1) return { $schema, ...kindSchema(kinds[0], false) }
  return {
    $schema,
    type: 'object',
    required: ['tag'],
    discriminator: { propertyName: 'tag' },
    oneOf: kinds.map(kind => kindSchema(kind, true)),
  }
}

/**
 * Where things of a record are in a text.
 *
 * @param {string} text records in a notation
 * @param {Notation} notation
 * @param {string} id the record's id, which stands before its other fields
 * @param {string} field the name of a field with a text
 * @returns {{ id: Position, name: Position, value: Position }} where its id, and that field's name and value start
 * @typedef {{ line: number, character: number }} Position
 */
export function placesOf(text, notation, id, field) {
  const { beforeText } = notations[notation]
  const idStart = text.indexOf(id)
  const nameStart = text.indexOf(field + beforeText, idStart)
  if (idStart < 0 || nameStart < 0) throw new Error(`There is no ${field} behind ${id} in the ${notation} text.`)
  return {
    id: positionOf(text, idStart),
    name: positionOf(text, nameStart),
    value: positionOf(text, nameStart + field.length + beforeText.length),
  }
}

/**
 * A record as a line of a `.rec` file, without the line break.
 *
 * @param {Pick<Entry, 'kind' | 'values'>} entry
 */
export function recordLine({ kind, values }) {
  let line = `@${kind.tag} `
  for (const {
    field: { name, type },
    value,
  } of values) {
    if (line.at(-1) !== ' ') line += ' | '
    if (name === 'rid') line += `rid=${value}`
    else line += type === 'string' ? `${name}="${value}"` : `${name}:${type}=${value}`
  }
  return line
}

/**
 * @param {string} text
 * @param {number} offset
 * @returns {Position}
 */
function positionOf(text, offset) {
  return {
    line: text.slice(0, offset).split('\n').length - 1,
    character: offset - (text.lastIndexOf('\n', offset - 1) + 1),
  }
}

/** @param {readonly Kind[]} kinds */
function header(kinds) {
  const domains = [...new Set(kinds.map(({ domain }) => domain))]
  return `@DOC domain=${domains.length === 1 ? domains[0] : `[${domains.join(', ')}]`}\n`
}

/**
 * A record as JSON. It has a tag only if the file has several kinds of records; otherwise the schema implies it.
 *
 * @param {Entry} entry
 * @param {boolean} isMixed whether the file has records of several kinds
 */
function jsonObject({ kind, values }, isMixed) {
  const members = values.map(({ field, value }) => [field.name, value])
  return JSON.stringify(Object.fromEntries(isMixed ? [['tag', kind.tag], ...members] : members))
}

/**
 * A record as a YAML list item. None of the generated values needs quotes.
 *
 * @param {Entry} entry
 * @param {boolean} isMixed
 */
function yamlItem({ kind, values }, isMixed) {
  const lines = values.map(({ field, value }) => `${field.name}: ${value}`)
  return `- ${(isMixed ? [`tag: ${kind.tag}`, ...lines] : lines).join('\n  ')}`
}

/**
 * @param {Kind} kind
 * @param {boolean} isMixed
 */
function kindSchema({ tag, fields }, isMixed) {
  const required = fields.filter(({ required }) => required).map(({ name }) => name)
  return {
    type: 'object',
    additionalProperties: false,
    required: isMixed ? ['tag', ...required] : required,
    properties: {
      ...(isMixed && { tag: { const: tag } }),
      ...Object.fromEntries(fields.map(field => [field.name, fieldSchema(field)])),
    },
  }
}

/** @param {import('./records.mjs').Field} field */
function fieldSchema({ type, description, enum: allowed, range, pattern }) {
  const types = { string: 'string', int: 'integer', float: 'number', ts: 'string', bool: 'boolean' }
  return {
    type: types[type],
    description,
    ...(allowed && { enum: allowed }),
    ...(range && { minimum: range[0], maximum: range[1] }),
    ...(pattern && { pattern: `^(?:${pattern})$` }),
    ...(type === 'ts' && { format: 'date-time' }),
  }
}
