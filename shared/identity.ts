import { fieldOf, type FieldDefinition, type Tag, type TagName } from './registry.ts'
import { fieldName, rawValue, valueText, type RecordNode, type Span, type Value } from './syntax.ts'

/** What other records need to know of one: what it is called, and what it refers to. */
export interface Identity {
  readonly definition: Definition | undefined
  readonly references: readonly Reference[]
}

/** The identity of a record, with the span of its id in the record. */
export interface Definition extends Span, RecordName {}

/** One reference of a record to another, with the span of the id in the record. */
export interface Reference extends Span, RecordName {
  /** The field that refers. */
  readonly field: string
}

/** What a record is known by in the whole workspace: its tag and its id. */
export interface RecordName extends TagName {
  readonly id: string
}

/** The name of the record of a tag with an id. */
export const recordName = ({ path, domain, tag }: TagName, id: string): RecordName => ({ path, domain, tag, id })

/** Whether two names are those of one record. */
export const isSameRecord = (one: RecordName, other: RecordName): boolean => one.id === other.id && one.path === other.path

/** The field that identifies the records of a tag: `rid`, or the `id` of a tag that requires one and defines no `rid`. */
export const identityField = (tag: Tag): string => (!tag.fields.has('rid') && tag.fields.get('id')?.required ? 'id' : 'rid')

/** The identity of a record and its references; undefined where it has neither. */
export function identityOf(record: RecordNode, tag: Tag): Identity | undefined {
  const ownField = identityField(tag)
  let definition: Definition | undefined
  let references: Reference[] | undefined
  for (const node of record.fields) {
    if (!node.value) continue
    const name = fieldName(record, node)
    if (name === ownField) definition ??= definitionIn(record, node.value, tag)
    const field = fieldOf(tag, name)
    if (field?.target) (references ??= []).push(...referencesIn(record, node.value, field))
  }
  return definition || references ? { definition, references: references ?? none } : undefined
}

const none: readonly Reference[] = []

function definitionIn(record: RecordNode, value: Value, tag: Tag): Definition | undefined {
  const id = valueText(record, value)
  return id === '' ? undefined : { ...recordName(tag.fullName, id), ...insideOf(value) }
}

/** The references of one value: its items between commas, with or without quotes or brackets around them. */
function referencesIn(record: RecordNode, value: Value, { name: field, target }: FieldDefinition): Reference[] {
  const raw = rawValue(record, value)
  if (raw.includes('\\')) {
    const id = valueText(record, value)
    return id === '' ? [] : [{ ...recordName(target!, id), ...insideOf(value), field }]
  }
  return [...raw.matchAll(/[^,"[\]]+/g)].flatMap(({ 0: part, index }) => {
    const id = part.trim()
    const start = value.start + index + part.indexOf(id)
    return id === '' ? [] : [{ ...recordName(target!, id), start, end: start + id.length, field }]
  })
}

/** The value's span without its quotes. */
const insideOf = ({ kind, start, end, closed }: Value): Span =>
  kind === 'quoted' ? { start: start + 1, end: closed ? end - 1 : end } : { start, end }
