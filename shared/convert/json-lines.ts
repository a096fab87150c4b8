import { valueTypes } from '../domains/value-types/index.ts'
import { escapeControlsInLines, jsonText } from '../syntax/controls.ts'
import { type TypeName, typeNamed } from '../syntax/type-words.ts'
import { writeKey } from './keys.ts'
import { canonicalList, listAsJson } from './lists.ts'
import { type PlainEntry, type PlainField, type PlainRecord, typeOf } from './plain-record.ts'

/**
 * Records as JSON objects, one for each: `{"$tag":"CONTROL","rid":"CTL-1","maturity":3}`. Keys that start with `$` are
 * Recline's own, because no field name starts so.
 *
 * The key of a field is its name. The type follows after a colon if neither the descriptor nor the JSON value tells it.
 * A number keeps the digits that it is written with; a timestamp is text.
 */

/** An entry as one line of JSON, without characters that control a terminal. */
export function jsonOf(entry: PlainEntry): string {
  if (entry.kind !== 'record') return `{"${keysOfTexts[entry.kind]}":${jsonText(entry.text)}}`
  if (entry.isPlain) return jsonOfPlain(entry)
  let members = `"$tag":${textAsJson(entry.tag)}`
  let isWhole = entry.isWhole
  entry.fields.forEach((field, index) => {
    const { key, value, isExact } = memberOf(field, entry.values[index]!)
    members += `,${textAsJson(key)}:${value}`
    isWhole &&= isExact
  })
  if (!isWhole) members += `,"$text":${jsonText(entry.text)}`
  return `{${members}}`
}

/** Whether the JSON of a record contains its text in addition to its fields. */
export const carriesText = (entry: PlainEntry): boolean =>
  entry.kind === 'record' &&
  !entry.isPlain &&
  !(
    entry.isWhole &&
    entry.fields.every((field, index) => !field.isList || memberOf(field, entry.values[index]!).isExact)
  )

/** The keys of entries that are not records, by the kind of entry. */
export const keysOfTexts = { comment: '$comment', block: '$block', stray: '$line' } as const

/** A number as JSON writes it. */
export const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The type of a number of JSON if no descriptor declares one. */
export const lookOfNumber = (source: string): 'int' | 'float' => (/^-?\d+$/.test(source) ? 'int' : 'float')

/** Text as JSON. Most texts need no escapes, and to see that takes less time than to write them. */
const textAsJson = (text: string): string => (/^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : jsonText(text))

/** The same as for any other record, in less time. */
function jsonOfPlain({ tag, fields, values }: PlainRecord): string {
  let members = plainMembers.get(fields)
  if (!members) {
    members = fields.map(plainMember)
    plainMembers.set(fields, members)
  }
  let json = `{"$tag":"${tag}"`
  for (let index = 0; index < members.length; index++) json += members[index]!(values[index]!)
  return `${json}}`
}

/** By the fields of plain records, what writes each of them. */
const plainMembers = new WeakMap<readonly PlainField[], readonly ((value: string) => string)[]>()

/** Returns a function that writes a field with a value that needs no escapes. */
function plainMember(field: PlainField): (value: string) => string {
  const type = typeNamed(typeOf(field))
  const startFor = (look: JsonLook): string => `,"${keyFor(field, look)}":`
  const starts = { string: startFor('string'), int: startFor('int'), float: startFor('float'), bool: startFor('bool') }
  return value => {
    const look = lookIn(type, value)
    return look === 'string' ? `${starts.string}"${value}"` : starts[look] + value
  }
}

/** The key and value of a field as JSON, and whether reading them back gives the same field. */
function memberOf(field: PlainField, value: string): { key: string; value: string; isExact: boolean } {
  if (field.isList) {
    const items = listAsJson(value)
    const isExact = items !== undefined && canonicalList(value) === value
    return {
      key: writeKey(field.name, field.written),
      value: items === undefined ? jsonText(value) : escapeControlsInLines(items),
      isExact,
    }
  }
  const look = lookIn(typeNamed(typeOf(field)), value)
  return { key: keyFor(field, look), value: look === 'string' ? textAsJson(value) : value, isExact: true }
}

/** The type that a value of JSON tells by itself. */
type JsonLook = Exclude<TypeName, 'ts'>

/** How a value of this type is written: as a number, as true or false, or as text. */
function lookIn(type: TypeName | undefined, value: string): JsonLook {
  if (type === 'bool') return value === 'true' || value === 'false' ? 'bool' : 'string'
  const isNumber =
    type !== undefined &&
    valueTypes[type].isNumber &&
    valueTypes[type].accepts(value) &&
    jsonNumber.test(value) &&
    isHeld(type, value)
  return isNumber ? lookOfNumber(value) : 'string'
}

/** Whether programs that read JSON keep a number: they read one that is too large as infinite or as nothing. */
const isHeld = (type: TypeName, value: string): boolean => type !== 'float' || Number.isFinite(Number(value))

/** The key of a field. It has the type if neither the descriptor nor the value tells it. */
function keyFor({ name, written, declared }: PlainField, look: JsonLook): string {
  const isImplied = written === undefined || (declared === undefined && look === written)
  return writeKey(name, isImplied ? undefined : written)
}
