import { insideOf, isEmpty, type RecordNode, type Span, type ValueNode, valueText } from '../syntax/nodes.ts'
import { keyIdOf } from './key-values.ts'
import { itemSpans, trimmedSpan, writtenItems } from './list-items.ts'
import { type FieldDefinition, fieldOf, type Tag, type TagName } from './registry.ts'

/** What other records can see of a record: its identity and its references. */
export interface Identity {
  /** A text that says what the record is about, from `titleOf`; without an id and such a text, its first values. */
  readonly title: string
  readonly definition: Definition | undefined
  readonly references: readonly Reference[]
  /**
   * What it is called by its values in the fields of each unique list of its tag, of which it lacks none, with the span
   * of the first of these values.
   */
  readonly keys: readonly Definition[]
}

/** The tag and id of a record, with the span of the id in the record. */
export interface Definition extends Span, RecordName {}

/** A reference of a record to another one, with the span of the id in the record. */
export interface Reference extends Span, RecordName {
  /** The name of the field with the reference. */
  readonly field: string
}

/** A tag and an id: they identify a record in the workspace. */
export interface RecordName extends TagName {
  readonly id: string
}

/** The part of a record's name that identifies it. */
export type RecordKey = Pick<RecordName, 'path' | 'id'>

/** A record's name as a text, for maps. */
export const recordNameKey = ({ path, id }: RecordKey): string => `${path} ${id}`

/** The name of the record with an id under a tag. */
export const recordName = ({ path, domain, tag }: TagName, id: string): RecordName => ({ path, domain, tag, id })

/** The name of a record in lists: its tag with its id, or else with its title, if it has one. */
export function recordLabel(tag: string, id: string | undefined, title = ''): string {
  const name = id ?? title
  return name === '' ? tag : `${tag} ${name}`
}

/** Whether two names are the same. */
export const isSameRecord = (one: RecordKey, other: RecordKey): boolean =>
  one.id === other.id && one.path === other.path

/** The identity of a record and its references. */
export function identityOf(record: RecordNode, tag: Tag): Identity {
  let definition: Definition | undefined
  let references: Reference[] | undefined
  for (const node of record.fields) {
    if (!node.value) continue
    if (node.name === tag.identityField) definition ??= definitionIn(record, node.value, tag)
    const field = tag.hasReferences ? fieldOf(tag, node.name) : undefined
    if (!field?.target) continue
    references ??= []
    addReferences(references, record, node.value, field)
  }
  const title = titleOf(record, tag)
  return {
    title: title === '' && !definition ? firstValues(record, tag) : title,
    definition,
    references: references ?? noReferenceList,
    keys: keysOfRecord(record, tag),
  }
}

/**
 * What a record of a file is called besides its id, in all lists of records: its title, or its first values if it has
 * neither an id nor a title.
 *
 * @param known its tag and identity, undefined if no domain in force defines its tag
 */
export const titleIn = (
  record: RecordNode,
  { tag, identity }: { readonly tag: Tag | undefined; readonly identity?: Identity | undefined },
): string => identity?.title ?? (titleOf(record, tag) || firstValues(record, tag))

/** The first values of a record, for one that nothing else names: `CTL-1, log, size 3`. */
function firstValues(record: RecordNode, tag: Tag | undefined): string {
  const texts: string[] = []
  for (const { name, value } of record.fields) {
    if (texts.length === 3) break
    if (!value || isEmpty(record, value) || name.endsWith('_encrypted')) continue
    const type = tag?.fields.get(name)?.type
    const text = valueText(record, value)
    texts.push(type === 'int' || type === 'float' || type === 'bool' ? `${name} ${text}` : text)
  }
  return titleText(texts.join(', '))
}

/**
 * A text that says what a record is about. It is the first of its title, name, summary and description that is not
 * empty, or else its first text that is not an id, a reference, an encrypted or an enumerated value.
 *
 * @param tag undefined for an unknown tag; then the first text can be any text in quotes
 * @returns the text on one line, cut if it is long; empty if there is none
 */
export function titleOf(record: RecordNode, tag: Tag | undefined): string {
  let found: ValueNode | undefined
  let foundRank = Infinity
  for (const { name, value } of record.fields) {
    if (!value) continue
    const rank = tag ? titleRank(name, tag) : rankInUnknown(name, value)
    if (rank >= foundRank || isEmpty(record, value)) continue
    found = value
    foundRank = rank
    if (rank === 0) break
  }
  return found ? titleText(valueText(record, found)) : ''
}

const tellingFields: ReadonlyMap<string, number> = new Map([
  ['title', 0],
  ['name', 1],
  ['summary', 2],
  ['description', 3],
])

/**
 * How well a field of a tag says what a record is about: the lower, the better. Of several fields with the same rank,
 * the first one in the record does. Infinity for a field that does not say it.
 */
export const titleRank = (name: string, tag: Tag): number =>
  tellingFields.get(name) ?? (isFreeText(name, tag) ? tellingFields.size : Infinity)

function isFreeText(name: string, tag: Tag): boolean {
  const field = tag.fields.get(name)
  return (
    field?.type === 'string' &&
    !field.isTypeUnknown &&
    !field.enum &&
    !field.target &&
    name !== tag.identityField &&
    !name.endsWith('_encrypted')
  )
}

/** The same as `titleRank` in a record of an unknown tag, in which any text in quotes can be a free text. */
const rankInUnknown = (name: string, { kind }: ValueNode): number =>
  tellingFields.get(name) ?? (kind === 'quoted' && name !== 'rid' ? tellingFields.size : Infinity)

/** A text on one line, cut if it is long. Texts that need no change, which are most of them, are not copied. */
export function titleText(text: string): string {
  const line = /[^\x20-\x7e]|^ | {2}| $/.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : text
  const characters = line.length > 100 ? [...line.slice(0, 202)] : []
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : line
}

const noReferenceList: readonly Reference[] = []

/** What a record is called by its values in the fields of each unique list of its tag. */
export function keysOfRecord(record: RecordNode, tag: Tag): readonly Definition[] {
  if (tag.keys.length === 0) return noKeyList
  const written = new Map<string, ValueNode | undefined>()
  for (const { name, value } of record.fields) {
    // If a field is there twice, nobody knows which value counts.
    if (value) written.set(name, written.has(name) ? undefined : value)
  }
  return tag.keys.flatMap(({ name, fields }) => {
    const id = keyIdOf(fields, field => {
      const value = written.get(field.name)
      return value && keyText(valueText(record, value), field)
    })
    return id === undefined ? [] : [{ ...recordName(name, id), ...insideOf(record, written.get(fields[0]!.name)!) }]
  })
}

/** The text of a value as unique lists compare it. */
export const keyText = (text: string, { target }: FieldDefinition): string => (target ? withoutPrefixes(text) : text)

const noKeyList: readonly Definition[] = []

function definitionIn(record: RecordNode, value: ValueNode, tag: Tag): Definition | undefined {
  const id = valueText(record, value)
  if (id === '') return undefined
  const { path, domain, tag: name } = tag.nameOfRecords
  const { start, end } = insideOf(record, value)
  return { path, domain, tag: name, id, start, end }
}

/**
 * Adds the references in one value: its items between commas, with or without quotes or brackets. These characters can
 * be escaped, too. In a field with one reference, several items with escapes are one unusual id instead.
 */
function addReferences(
  references: Reference[],
  record: RecordNode,
  value: ValueNode,
  { name: field, target, list }: FieldDefinition,
): void {
  const { path, domain, tag } = target!
  const { text, hasEscapes, placeOf } = writtenItems(record, value)
  const items = itemSpans(text)
  const all = hasEscapes && !list && items.length > 1 ? [trimmedSpan(text, 0, text.length)] : items
  for (const item of all) {
    const start = item.start + prefixLength(text.slice(item.start, item.end))
    const { end } = item
    references.push({ path, domain, tag, id: text.slice(start, end), start: placeOf(start), end: placeOf(end), field })
  }
}

/** The length of `rid:` or `ref:` before the id of a reference, which are read as part of its notation. */
const prefixLength = (item: string): number => prefixBefore.exec(item)?.[0].length ?? 0

const prefixBefore = /^(?:rid|ref):\s*(?=\S)/

/** The value of a reference, or of a list of them, without `rid:` and `ref:` before the ids. */
export const withoutPrefixes = (references: string): string =>
  references.includes(':') ? references.replace(/(^|[,"[\]])(\s*)(?:rid|ref):\s*(?=[^\s,"[\]])/g, '$1$2') : references
