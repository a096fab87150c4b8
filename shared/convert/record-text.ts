import type { FileContext } from '../domains/domains-in-force.ts'
import { canonicalStart, canonicalValue } from '../domains/notation.ts'
import type { Domain, Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { isLineBreak } from '../syntax/characters.ts'
import { type Entry, isBareSafe, quote } from '../syntax/nodes.ts'
import { joins, parseEntries } from '../syntax/parse.ts'
import { parseRecord } from '../syntax/parse-record.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { typeNamed } from '../syntax/type-words.ts'
import { type DeclaredType, declaredType, definitionsOf, followHeaders } from './declared-types.ts'
import { isTag } from './plain-record.ts'

/** One entry of a `.rec` file as another form describes it. */
export type Given = GivenRecord | GivenText

interface GivenRecord {
  readonly kind: 'record'
  readonly tag: string
  readonly fields: readonly GivenField[]
}

export interface GivenField {
  readonly name: string
  /** The type in its key, such as `maturity:float`; undefined if the descriptor decides. */
  readonly type: string | undefined
  /** The type of the value in the other form. It counts if neither key nor descriptor gives a type. */
  readonly look: TypeName
  /** The value without quotes and escapes; a list in the notation. */
  readonly value: string
  readonly isList: boolean
}

/** Text that stands in the file as it is: one entry, without its last line end. */
interface GivenText {
  readonly kind: 'text'
  readonly text: string
}

/**
 * Makes entries from another form: records on one line, in canonical notation. Call it with the entries in their order,
 * because a header decides about the records below it.
 *
 * @param context what decides the domains of the records besides headers among them
 */
export function entryMaker(context: FileContext): (given: Given) => Entry {
  const domainsAt = followHeaders(context)
  const textOf = recordTextMaker()
  let domains = domainsAt(aRecord)
  return given => {
    const entry =
      given.kind === 'text' ? firstEntry(withLineEnd(given.text)) : recordOf(given.tag, textOf(given, domains))
    domains = domainsAt(entry)
    return entry
  }
}

/** The text with its last line end, if its last line is empty: one of a block that nothing closes. */
const withLineEnd = (text: string): string => (isLineBreak(text.charCodeAt(text.length - 1)) ? `${text}\n` : text)

const firstEntry = (text: string): Entry => parseEntries(text)[0] ?? aRecord

/** The record with a tag whose text was made here. Without line breaks, the text is all of it. */
const recordOf = (tag: string, text: string): Entry =>
  isTag(tag) && !text.includes('\n') && !text.includes('\r') ? parseRecord(text, 0, 0) : firstEntry(text)

/**
 * Writes entries as the lines of a file, each with its line end, so that none continues the entry above. Call it with
 * the entries in their order.
 */
export function entryWriter(): (entry: Entry) => string {
  let previous: Entry | undefined
  return entry => {
    const between = previous ? gapBetween(previous, entry) : ''
    previous = entry
    const { text } = entry
    return between + text + (isLineBreak(text.charCodeAt(text.length - 1)) ? '' : '\n')
  }
}

function gapBetween(previous: Entry, next: Entry): string {
  if (previous.kind === 'blank' || !joins(previous, next)) return ''
  return previous.kind === 'block' ? '@END\n' : '\n'
}

const aRecord = parseEntries('@A')[0]!

/** What records with the same tag and names of fields share: a branch of a tree, with a level for each name. */
interface Shape {
  readonly longer: Map<string, Shape>
  definitions: readonly Tag[] | undefined
  /** For each field, by its place. */
  readonly writers: FieldWriter[]
}

/** Writes the values of a field in records of one shape, as long as these say the same about the field. */
interface FieldWriter extends Pick<GivenField, 'type' | 'look' | 'isList'> {
  readonly write: (value: string) => string
}

const mostRecordShapes = 1000

/** Makes a function that returns a record in canonical notation, on one line without its line end. */
function recordTextMaker(): (record: GivenRecord, domains: readonly Domain[]) => string {
  const shapes = new Map<string, Shape>()
  let count = 0
  let domainsOfShapes: readonly Domain[] = []
  const shapeIn = (some: Map<string, Shape>, name: string): Shape => {
    let shape = some.get(name)
    if (!shape) {
      shape = { longer: new Map(), definitions: undefined, writers: [] }
      some.set(name, shape)
      count++
    }
    return shape
  }

  return ({ tag, fields }, domains) => {
    if (domains !== domainsOfShapes || count >= mostRecordShapes) {
      shapes.clear()
      count = 0
      domainsOfShapes = domains
    }
    let shape = shapeIn(shapes, tag)
    for (const { name } of fields) shape = shapeIn(shape.longer, name)
    shape.definitions ??= definitionsOf(
      tag,
      fields.map(({ name }) => name),
      domains,
    )
    let text = `@${tag}`
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!
      const { type, look, isList } = field
      let writer = shape.writers[index]
      if (!writer || writer.type !== type || writer.look !== look || writer.isList !== isList) {
        const declared = declaredType(shape.definitions, field.name)
        writer = { type, look, isList, write: valueWriter(field, tag, declared, index === 0 ? ' ' : ' | ') }
        shape.writers[index] = writer
      }
      text += writer.write(field.value)
    }
    return text
  }
}

/**
 * Makes a function that writes a field with a value. The value of the given field does not count.
 *
 * @param separator stands before the field
 */
function valueWriter(
  field: GivenField,
  tag: string,
  declared: DeclaredType,
  separator: string,
): (value: string) => string {
  const { name, type, look, isList } = field
  const said = type === undefined ? undefined : (typeNamed(type) ?? type)
  const bare = `${separator}${name}=`
  // The domains of a header are names, which need no quotes.
  if (tag === 'DOC' && name === 'domain' && said === undefined)
    return value => bare + (isList ? value : bareOrQuoted(value))
  if (isList) {
    const start = said === undefined || said === declared ? bare : `${separator}${name}:${said}=`
    return value => start + value
  }
  // If it is uncertain which descriptor counts, the value is written so that all of them read it in the same way.
  if (said === undefined && declared === 'open')
    return value => bare + (look === 'string' ? quote(value) : bareOrQuoted(value))
  const meant = said ?? (declared === 'open' ? undefined : declared) ?? look
  // JSON has one type for all numbers, and some programs write a whole number as 3.0.
  if (meant === 'int' && look === 'float') {
    const write = valueWriter({ ...field, look: 'int' }, tag, declared, separator)
    return value => write(value.replace(/\.0+$/, ''))
  }
  const isImplied = meant === (declared ?? 'string')
  const known = typeNamed(meant)
  if (known && (isImplied || declared === undefined)) {
    const start = separator + canonicalStart(name, known)
    return value =>
      isImplied && !valueTypes[known].accepts(value) ? bare + quote(value) : start + canonicalValue(name, known, value)
  }
  const start = `${separator}${name}:${meant}=`
  return value => start + (meant === 'string' ? quote(value) : bareOrQuoted(value))
}

const bareOrQuoted = (value: string): string => (isBareSafe(value) ? value : quote(value))
