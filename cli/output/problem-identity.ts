import { createHash } from 'node:crypto'
import { lastIndex } from '../../shared/basics/binary-search.ts'
import { hasMarkers } from '../../shared/check/conflicts.ts'
import type { Finding } from '../../shared/check/problem.ts'
import { identityOf, type RecordName } from '../../shared/domains/identity.ts'
import { itemsOf } from '../../shared/domains/list-items.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type Entry, type Field, insideOf, type RecordNode, tagWord, valueText } from '../../shared/syntax/nodes.ts'
import { withoutIdents } from '../files/idents.ts'
import type { PlacedProblem, ProblemIdentity } from './file-result.ts'

/**
 * The identity of a problem in an entry.
 *
 * @param tag the tag of the record; undefined if it is unknown
 * @param from the offset in the entry that the finding's own offsets start from
 */
export function identityOfProblem(
  entry: Entry,
  tag: Tag | undefined,
  { start, end, subject }: Pick<Finding, 'start' | 'end' | 'subject'>,
  from = 0,
): ProblemIdentity {
  // A conflict marker between the lines of a record says nothing about the record.
  const isMarker = hasMarkers(entry) && entry.strays.some(stray => stray.kind === 'marker' && stray.start === start)
  if (entry.kind !== 'record' || isMarker)
    return { record: '', value: shortText(entry.text.slice(from + start, from + end)) }
  return {
    record: identityOfRecord(entry, tag),
    value: shortText(subject ?? valueTextAt(entry, from + start, from + end)),
  }
}

/** A text that two problems share if they have the same identity, field and code. */
export const problemKey = ({ identity, field, code }: Pick<PlacedProblem, 'identity' | 'field' | 'code'>): string =>
  JSON.stringify([code, identity!.record, field, identity!.value])

/** The identity of a record: its tag and id, or its fields if it has no id. */
export function identityOfRecord(record: RecordNode, tag: Tag | undefined): string {
  // A record can have very many problems.
  const known =
    latestIdentity?.record === record && latestIdentity.tag === tag ? latestIdentity.identity : newIdentity(record, tag)
  latestIdentity = { record, tag, identity: known }
  return known
}

let latestIdentity:
  | { readonly record: RecordNode; readonly tag: Tag | undefined; readonly identity: string }
  | undefined

function newIdentity(record: RecordNode, tag: Tag | undefined): string {
  const definition = tag && identityOf(record, tag).definition
  if (definition) return identityOfName(definition)
  // The tag of a record with an unknown tag does not say which field has the id.
  const rid = tag ? undefined : record.fields.find(({ name, value }) => name === 'rid' && value)
  return `${tag?.nameOfRecords.path ?? tagWord(record)} ${rid ? valueText(record, rid.value!) : digest(contentOfRecord(record, tag))}`
}

/** The path of the tag of a record without an id, from its identity; undefined for another one. */
export const pathOfUnnamed = (identity: string): string | undefined => /^(\S+) [0-9a-f]{16}$/.exec(identity)?.[1]

/** What a record says, whatever the order of its fields and its layout, quotes and types are. */
function contentOfRecord(record: RecordNode, tag: Tag | undefined): string {
  const fields = record.fields.map(({ name, value }) => {
    const text = value ? valueText(record, value) : ''
    return JSON.stringify([name, tag?.fields.get(name)?.list ? itemsOf(text) : text])
  })
  const strays = record.strays.map(({ start, end }) => onLine(record.text.slice(start, end)))
  return [...fields.sort(), ...strays].join(' ')
}

/** The identity of a record with a name. */
export const identityOfName = ({ path, id }: Pick<RecordName, 'path' | 'id'>): string => `${path} ${id}`

/** The text between two offsets; of a whole value, its meaning. So quotes make no difference. */
function valueTextAt(record: RecordNode, start: number, end: number): string {
  const value = lastFieldAt(record, start)?.value
  const inside = value && value.start <= start && value.end >= end ? insideOf(record, value) : undefined
  return inside && start <= inside.start && end >= inside.end
    ? valueText(record, value!)
    : record.text.slice(start, end)
}

/** The last field that starts at an offset or before it. */
const lastFieldAt = ({ fields }: RecordNode, offset: number): Field | undefined =>
  fields[lastIndex(fields, ({ nameStart }) => nameStart <= offset)]

/** A text on one line, with a digest instead of the end of a long one. */
export function shortText(text: string): string {
  const line = onLine(text)
  return line.length > longestIdentityValue ? `${line.slice(0, longestIdentityValue / 2)}… ${digest(text)}` : line
}

/** The maximum length of a value in an identity, in UTF-16 code units. */
const longestIdentityValue = 200

const digest = (text: string): string => createHash('sha256').update(onLine(text)).digest('hex').slice(0, 16)

/** Line ends, white space at the end of lines, and the object ids that git writes into `$Id$`, make no difference. */
const onLine = (text: string): string => withoutIdents(text).replace(/\s+/g, ' ').trim()
