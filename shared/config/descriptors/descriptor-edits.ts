import { findNodeAtLocation, type Edit as JsonEdit, modify, type Node } from 'jsonc-parser'
import { isTagOfPart } from '../../domains/defining-part.ts'
import type { DomainPart } from '../../domains/descriptor.ts'
import { isOrExtends, type Registry } from '../../domains/registry.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { arrayItems, parseJson, propertyOf, propertyValue, spanOf } from '../json.ts'
import { writtenRules } from '../written-expressions.ts'
import { renameInRules } from '../written-rules.ts'
import { tagIn } from './descriptor-schema.ts'

/**
 * The changes that give a part of a domain another name in a descriptor or a configuration: where a descriptor defines
 * it, in fields that refer to its tag, and in the rules of all domains. Examples of records are not changed here.
 *
 * @param registry the domains before the change
 * @returns undefined if the text is not JSON
 */
export function renameInJson(text: string, part: DomainPart, to: string, registry: Registry): TextChange[] | undefined {
  const root = parseJson(text)
  if ('reason' in root) return undefined
  const own = registry.domains.get(String(propertyValue(root, 'domain')?.value))
  const owner = registry.domains.get(part.domain)
  const isOwn = own && owner ? isOrExtends(own, owner) : propertyValue(root, 'domain')?.value === part.domain
  const isPath = (ref: unknown): boolean => {
    const tag = registry.tags.get(String(ref))
    return tag ? isTagOfPart(tag, part, registry) : ref === `${part.domain}.${part.tag}`
  }
  const nodes = part.field === undefined ? namesOfTag(root, part, isOwn, isPath) : namesOfField(root, part, isOwn)
  const definitions = nodes.map(node => ({ ...spanOf(node), text: JSON.stringify(newText(node, part, to)) }))
  return [...definitions, ...renameInRules(writtenRules(text, registry), part, to, registry)].sort(
    (one, other) => one.start - other.start,
  )
}

/** A reference to a tag can have the path of its domain before it. */
function newText({ value }: Node, { tag, field }: DomainPart, to: string): string {
  const path = String(value)
  return field === undefined && path.endsWith(`.${tag}`) ? `${path.slice(0, -tag.length)}${to}` : to
}

function namesOfTag(root: Node, { tag }: DomainPart, isOwn: boolean, isPath: (ref: unknown) => boolean): Node[] {
  const records = nodesIn(root, 'records')
  const targets = records
    .flatMap(record => nodesIn(record, 'fields'))
    .flatMap(field => propertyValue(field, 'ref') ?? [])
    .filter(({ value }) => isPath(value) || (isOwn && value === tag))
  if (!isOwn) return targets
  const meta = propertyValue(root, 'meta')
  const contexts = meta && propertyValue(meta, 'tag_context')
  const context = contexts && propertyOf(contexts, tag)?.children?.[0]
  const useCases = meta ? nodesIn(meta, 'use_cases') : []
  return [
    ...records.filter(record => tagIn(record) === tag).flatMap(record => propertyValue(record, 'tag') ?? []),
    ...targets,
    ...(context ? [context] : []),
    ...useCases
      .flatMap(useCase => [...nodesIn(useCase, 'tags_used'), ...nodesIn(useCase, 'tags')])
      .filter(isJsonTextOf(tag)),
  ]
}

function namesOfField(root: Node, { tag, field, value }: DomainPart, isOwn: boolean): Node[] {
  if (!isOwn) return []
  const fields = nodesIn(root, 'records')
    .filter(record => tagIn(record) === tag)
    .flatMap(record => nodesIn(record, 'fields'))
  if (value === undefined) return named(fields, 'name', field!)
  return fields
    .filter(one => propertyValue(one, 'name')?.value === field)
    .flatMap(one => {
      const descriptions = propertyValue(one, 'enumDescriptions')
      const description = descriptions && propertyOf(descriptions, value)?.children?.[0]
      return [
        ...nodesIn(one, 'enum').filter(isJsonTextOf(value)),
        ...(description ? [description] : []),
        ...named([one], 'example', value),
        ...namesInside(propertyValue(one, 'transitions'), value),
      ]
    })
}

/** The keys and texts anywhere in a node that are a text. */
const namesInside = (node: Node | undefined, text: string): Node[] =>
  node
    ? [...(isJsonTextOf(text)(node) ? [node] : []), ...(node.children ?? []).flatMap(child => namesInside(child, text))]
    : []

const named = (objects: readonly Node[], property: string, text: string): Node[] =>
  objects.flatMap(object => propertyValue(object, property) ?? []).filter(isJsonTextOf(text))

const isJsonTextOf =
  (text: string) =>
  ({ value }: Node): boolean =>
    value === text

const nodesIn = (object: Node, key: string): readonly Node[] => arrayItems(propertyValue(object, key))

/** A field to add, as a record has it; or one that is there, with the values that it allows so far. */
export type NewField =
  | { readonly name: string; readonly type: TypeName; readonly isRequired?: boolean }
  | { readonly name: string; readonly allowed: readonly string[] }

/**
 * The changes that add a tag, a field of a tag or an allowed value to a descriptor, whichever of these `part` names.
 * The counts of records and fields in it stay right.
 *
 * @param fields the fields of a new tag, or the new field. For a value, the field with those that it allows so far: an
 *   extension that does not write them gets all
 * @returns undefined if the text is not JSON, has no such place, or has the part already
 */
export function addToDescriptor(text: string, part: DomainPart, fields: readonly NewField[]): TextChange[] | undefined {
  const root = parseJson(text)
  if ('reason' in root) return undefined
  const place = placeToAdd(root, part)
  if (!place) return undefined
  const inserted = insertedAt(text, root, place, newValue(part, fields, place))
  const counts = isInField(place) ? [] : countChanges(root, isInRecords(place), fields.length)
  return [...inserted, ...counts].sort((one, other) => one.start - other.start)
}

/** Whether something is added to the list of records, or to a field. */
const isInRecords = (place: readonly unknown[]): boolean => place.length === 2
const isInField = (place: readonly unknown[]): boolean => place.length > 4

/** The changes that add an item to a list, which may be empty or not there yet. */
function insertedAt(text: string, root: Node, place: readonly (string | number)[], item: unknown): TextChange[] {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  const list = findNodeAtLocation(root, place.slice(0, -1))
  const items = arrayItems(list)
  if (items.length > 0) return [appendItem(text, items, item, indent)]
  // What is formatted goes to the end of the line, where counts can stand that change too.
  const behind = list ? text.slice(nodeEnd(list)).split('\n', 1)[0]! : ''
  const isFormatted = !behind.includes('"') && !hasLongLine(text)
  const formattingOptions = { tabSize: indent.length, insertSpaces: !indent.includes('\t') }
  return modify(text, [...place], item, isFormatted ? { formattingOptions } : {}).map(toChange)
}

/** Whether a descriptor is written for programs. Formatting formats a whole line, which takes quadratic time. */
const hasLongLine = (text: string): boolean => text.split('\n').some(line => line.length > 10_000)

function placeToAdd(root: Node, { tag, field, value }: DomainPart): (string | number)[] | undefined {
  const records = nodesIn(root, 'records')
  const record = records.findIndex(one => tagIn(one) === tag)
  if (field === undefined) return record < 0 ? ['records', records.length] : undefined
  // An extension changes an inherited tag or field with an object of its own.
  const isExtension = propertyValue(root, 'extends') !== undefined
  if (record < 0) return isExtension ? ['records', records.length] : undefined
  const fields = nodesIn(records[record]!, 'fields')
  const index = fields.findIndex(one => propertyValue(one, 'name')?.value === field)
  const isMissing = index < 0
  if (value === undefined) return isMissing ? ['records', record, 'fields', fields.length] : undefined
  if (isMissing) return isExtension ? ['records', record, 'fields', fields.length] : undefined
  const values = nodesIn(fields[index]!, 'enum')
  if (values.some(isJsonTextOf(value))) return undefined
  const place = ['records', record, 'fields', index, 'enum']
  return isExtension && !propertyValue(fields[index]!, 'enum') ? place : [...place, values.length]
}

function newValue(
  { tag, field, value }: DomainPart,
  fields: readonly NewField[],
  place: readonly (string | number)[],
): unknown {
  const definitions = fields.map(one =>
    'allowed' in one
      ? { name: one.name, enum: [...one.allowed, value] }
      : { name: one.name, type: one.type, ...(one.isRequired && { required: true }), description: '' },
  )
  if (isInField(place)) return place.at(-1) === 'enum' ? definitions[0]?.enum : value
  if (field === undefined) return { tag, description: '', fields: definitions }
  return isInRecords(place) ? { tag, fields: definitions } : definitions[0]
}

/**
 * The text of a descriptor that extends a domain by a tag, a field or a value.
 *
 * @param fields as for `addToDescriptor`
 */
export function newExtension(part: DomainPart, base: string, fields: readonly NewField[]): string {
  const descriptor = {
    domain: part.domain,
    version: '1.0',
    description: `What we add to ${base}.`,
    extends: base,
    records: [newValue(part, fields, ['records', 0])],
  }
  return `${JSON.stringify(descriptor, undefined, 2)}\n`
}

/**
 * The changes of a configuration that let a domain stand for the one that it extends.
 *
 * @returns undefined if the text is not JSON
 */
export function standForBase(config: string, base: string, extension: string): TextChange[] | undefined {
  if ('reason' in parseJson(config)) return undefined
  const indent = /^[ \t]+(?=")/m.exec(config)?.[0] ?? '  '
  const formattingOptions = { tabSize: indent.length, insertSpaces: !indent.includes('\t') }
  return modify(config, ['extensions', base], extension, { formattingOptions }).map(toChange)
}

function countChanges(root: Node, isNewRecord: boolean, added: number): TextChange[] {
  const change = (property: string, by: number): TextChange[] => {
    const count = propertyValue(root, property)
    return count?.type === 'number' ? [{ ...spanOf(count), text: String(count.value + by) }] : []
  }
  return [...(isNewRecord ? change('recordCount', 1) : []), ...change('totalFieldCount', added)]
}

const toChange = ({ offset, length, content }: JsonEdit): TextChange => ({
  start: offset,
  end: offset + length,
  text: content,
})

/**
 * The change that adds an item behind the last one of a JSON list, in the form of the items there: on a line of its own
 * or not, and in one line or in several. So a diff shows nothing else.
 *
 * @param items the items of the list, at least one
 * @param indent the indentation of one level
 */
export function appendItem(text: string, items: readonly Node[], item: unknown, indent: string): TextChange {
  const [previous, last] = [items.at(-2), items.at(-1)!]
  const end = nodeEnd(last)
  const written = text.slice(last.offset, end)
  const lineStart = text.lastIndexOf('\n', last.offset - 1) + 1
  const before = text.slice(lineStart, last.offset)
  const ownIndent = /^\s*/.exec(before)![0]
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const content = written.includes('\n')
    ? JSON.stringify(item, undefined, indent).replaceAll('\n', lineEnd + ownIndent)
    : inOneLine(item, written)
  const alone = before === ownIndent ? `,${lineEnd}${ownIndent}` : ', '
  const between = previous ? text.slice(nodeEnd(previous), last.offset) : alone
  return { start: end, end, text: between + content }
}

const nodeEnd = ({ offset, length }: Node): number => offset + length

/** JSON with blanks where another JSON text has them: behind colons and commas, and inside of brackets. */
function inOneLine(item: unknown, like: string): string {
  if (!/"\s*:\s/.test(like)) return JSON.stringify(item)
  const inside = /^[{[]\s/.test(like) ? ' ' : ''
  return JSON.stringify(item, undefined, 1).replace(
    /([{[])\n\s*|\n\s*([}\]])|\n\s*/g,
    (_, open?: string, close?: string) => {
      if (open) return open + inside
      return close ? inside + close : ' '
    },
  )
}
