import type { FileContext } from '../domains/domains-in-force.ts'
import { canonicalStart, canonicalValue } from '../domains/notation.ts'
import type { Domain } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { type Entry, isBareSafe, quote, type RecordNode } from '../syntax/nodes.ts'
import { joins, parseEntries } from '../syntax/parse.ts'
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
  let domains = domainsAt(aRecord)
  return given => {
    const entry = given.kind === 'text' ? firstEntry(given.text) : recordOf(given.tag, recordText(given, domains))
    domains = domainsAt(entry)
    return entry
  }
}

const firstEntry = (text: string): Entry => parseEntries(text)[0] ?? aRecord

/** The record with a tag whose text was made here. Without line breaks, the text is all of it. */
const recordOf = (tag: string, text: string): Entry =>
  isTag(tag) && !/[\r\n]/.test(text) ? new MadeRecord(text, tag) : firstEntry(text)

/** A record on one line that is parsed when its fields are needed. The text of a `.rec` file does not need them. */
class MadeRecord implements RecordNode {
  readonly kind = 'record'
  readonly lineBreaks = 0
  readonly at = 0
  readonly tagStart = 1
  readonly tagEnd: number
  private parsed: RecordNode | undefined

  constructor(
    readonly text: string,
    tag: string,
  ) {
    this.tagEnd = 1 + tag.length
  }

  get fields(): RecordNode['fields'] {
    return this.parse().fields
  }

  get emptyFields(): RecordNode['emptyFields'] {
    return this.parse().emptyFields
  }

  get strays(): RecordNode['strays'] {
    return this.parse().strays
  }

  private parse(): RecordNode {
    this.parsed ??= firstEntry(this.text) as RecordNode
    return this.parsed
  }
}

/**
 * Writes entries as the lines of a file, each with its line end, so that none continues the entry above. Call it with
 * the entries in their order.
 */
export function entryWriter(): (entry: Entry) => string {
  let previous: Entry | undefined
  return entry => {
    const between = previous ? textBetween(previous, entry) : ''
    previous = entry
    return between + entry.text + (/[\r\n]$/.test(entry.text) ? '' : '\n')
  }
}

function textBetween(previous: Entry, next: Entry): string {
  if (previous.kind === 'blank' || !joins(previous, next)) return ''
  return previous.kind === 'block' ? '@END\n' : '\n'
}

const aRecord = parseEntries('@A')[0]!

/** A record in canonical notation, on one line without its line end. */
function recordText({ tag, fields }: GivenRecord, domains: readonly Domain[]): string {
  const definitions = definitionsOf(
    tag,
    fields.map(({ name }) => name),
    domains,
  )
  const texts = fields.map(field => {
    // The domains of a header are names, which need no quotes.
    const isOfHeader = tag === 'DOC' && field.name === 'domain' && field.type === undefined
    if (isOfHeader) return `domain=${field.isList ? field.value : bareOrQuoted(field.value)}`
    return fieldText(field, declaredType(definitions, field.name))
  })
  return texts.length === 0 ? `@${tag}` : `@${tag} ${texts.join(' | ')}`
}

function fieldText({ name, type, look, value, isList }: GivenField, declared: DeclaredType): string {
  const said = type === undefined ? undefined : (typeNamed(type) ?? type)
  if (isList) return said === undefined || said === declared ? `${name}=${value}` : `${name}:${said}=${value}`
  // If it is uncertain which descriptor counts, the value is written so that all of them read it in the same way.
  if (said === undefined && declared === 'open')
    return `${name}=${look === 'string' ? quote(value) : bareOrQuoted(value)}`
  const meant = said ?? (declared === 'open' ? undefined : declared) ?? look
  const isImplied = meant === (declared ?? 'string')
  const known = typeNamed(meant)
  if (known && (isImplied || declared === undefined)) {
    return isImplied && !valueTypes[known].accepts(value)
      ? `${name}=${quote(value)}`
      : canonicalStart(name, known) + canonicalValue(name, known, value)
  }
  return `${name}:${meant}=${meant === 'string' ? quote(value) : bareOrQuoted(value)}`
}

const bareOrQuoted = (value: string): string => (isBareSafe(value) ? value : quote(value))
