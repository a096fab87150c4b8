import type { Node } from 'jsonc-parser'
import { tagsOfRule } from '../check/declared/declared-rules.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { type Type, typeOfField } from '../expression/check/types.ts'
import { type ReadExpression, readExpression } from '../expression/expression.ts'
import { readMessage } from '../expression/run/message.ts'
import type { Span } from '../syntax/nodes.ts'
import { tagIn } from './descriptors/descriptor-schema.ts'
import { arrayItems, offsetsInString, parseBrokenJson, propertiesOf, propertyValue, spanOf } from './json.ts'

/**
 * What the rules of a descriptor or a configuration say, with its place in the JSON. All features for these files read
 * this. The JSON and the expressions can be incomplete. Offsets of the file count UTF-16 code units from its start.
 */
export interface WrittenRules {
  readonly expressions: readonly WrittenExpression[]
  readonly names: readonly WrittenName[]
  readonly states: readonly WrittenState[]
}

/** A condition, a part of a message in braces, or the new value of a fix. Its span is that of its text in the file. */
export interface WrittenExpression extends Span {
  readonly read: ReadExpression
  /** The type that it should have; undefined for any. */
  readonly expected: Type | undefined
  /** The offset in the file of an offset of the expression. */
  toFile(offset: number): number
  /** The offset in the expression of an offset of the file. */
  toExpression(offset: number): number
}

/** A JSON string that names a field, or the tag of a rule. Its span is that of its text, without the quotes. */
export interface WrittenName extends Span {
  readonly kind: 'field' | 'tag'
  readonly text: string
  readonly tag: Tag
  /** The field with this name; undefined if there is none. */
  readonly field: FieldDefinition | undefined
}

/** A JSON string in the `transitions` of a field, which names one of its values. Its span is that of its text. */
export interface WrittenState extends Span {
  readonly field: FieldDefinition
}

/** Finds the expressions and names in all rules and unique lists of known tags, and the states in transitions. */
export function writtenRules(text: string, registry: Registry): WrittenRules {
  const root = parseBrokenJson(text)
  const rules = root ? rulesIn(root, registry) : []
  return {
    states: root ? statesIn(root, registry) : [],
    expressions: rules.flatMap(({ rule, tag }) => [
      ...conditionOf(rule, text, tag, registry),
      ...messageExpressions(rule, text, tag, registry),
      ...fixExpressions(rule, text, tag, registry),
    ]),
    names: [
      ...(root ? uniqueNamesIn(root, registry) : []),
      ...rules.flatMap(({ rule, tag }) => {
        const fields = [propertyValue(rule, 'field'), ...propertiesOf(propertyValue(rule, 'fix')).map(([key]) => key)]
        return [...writtenNamesOf('tag', tag, [propertyValue(rule, 'tag')]), ...writtenNamesOf('field', tag, fields)]
      }),
    ],
  }
}

/** The expression at an offset of the file; at its end too, where the user types. */
export const expressionAt = ({ expressions }: WrittenRules, offset: number): WrittenExpression | undefined =>
  expressions.find(({ start, end }) => start <= offset && offset <= end)

/** The name at an offset of the file. */
export const nameAt = ({ names }: WrittenRules, offset: number): WrittenName | undefined =>
  names.find(({ start, end }) => start <= offset && offset <= end)

/** The state at an offset of the file. */
export const stateAt = ({ states }: WrittenRules, offset: number): WrittenState | undefined =>
  states.find(({ start, end }) => start <= offset && offset <= end)

interface RuleNode {
  readonly rule: Node
  readonly tag: Tag
}

/** The rules of a descriptor are in its records, and those of a configuration name their tag. */
function rulesIn(root: Node, registry: Registry): RuleNode[] {
  const ofRecords = recordsIn(root, registry).flatMap(({ record, tag }) =>
    objectsIn(record, 'rules').map(rule => ({ rule, tag })),
  )
  const ofConfiguration = objectsIn(root, 'rules').flatMap(rule => {
    const [tag, other] = tagsOfRule(textOfNode(propertyValue(rule, 'tag')), registry)
    return tag && !other ? [{ rule, tag }] : []
  })
  return [...ofRecords, ...ofConfiguration]
}

/** The records of a descriptor with their tags. */
function recordsIn(root: Node, registry: Registry): { readonly record: Node; readonly tag: Tag }[] {
  const domain = registry.domains.get(textOfNode(propertyValue(root, 'domain')))
  return objectsIn(root, 'records').flatMap(record => {
    const tag = domain?.tags.get(tagIn(record) ?? '')
    return tag ? [{ record, tag }] : []
  })
}

/** The fields that unique lists name. */
const uniqueNamesIn = (root: Node, registry: Registry): WrittenName[] =>
  recordsIn(root, registry).flatMap(({ record, tag }) =>
    writtenNamesOf('field', tag, arrayItems(propertyValue(record, 'unique')).flatMap(arrayItems)),
  )

function statesIn(root: Node, registry: Registry): WrittenState[] {
  return recordsIn(root, registry).flatMap(({ record, tag }) =>
    objectsIn(record, 'fields').flatMap(node => {
      const field = fieldOf(tag, textOfNode(propertyValue(node, 'name')))
      const states = propertiesOf(propertyValue(node, 'transitions')).flatMap(([from, to]) => [from, ...arrayItems(to)])
      return field ? states.filter(({ type }) => type === 'string').map(state => ({ field, ...textSpanOf(state) })) : []
    }),
  )
}

function conditionOf(rule: Node, text: string, tag: Tag, registry: Registry): WrittenExpression[] {
  const node = stringAt(rule, 'expression')
  if (!node) return []
  return [writtenSymbols(readExpression(textOfNode(node), tag, registry), { kind: 'bool' }, node, text)]
}

function messageExpressions(rule: Node, text: string, tag: Tag, registry: Registry): WrittenExpression[] {
  const node = stringAt(rule, 'message')
  if (!node) return []
  const { expressions } = readMessage(textOfNode(node), tag, registry)
  return expressions.map(({ start, read }) => writtenSymbols(read, undefined, node, text, start))
}

function fixExpressions(rule: Node, text: string, tag: Tag, registry: Registry): WrittenExpression[] {
  return propertiesOf(propertyValue(rule, 'fix')).flatMap(([key, value]) => {
    if (value?.type !== 'string') return []
    const field = fieldOf(tag, textOfNode(key))
    const expected = field && typeOfField(field, registry)
    return [writtenSymbols(readExpression(textOfNode(value), tag, registry), expected, value, text)]
  })
}

/** @param from the offset of the expression in what the string says */
function writtenSymbols(
  read: ReadExpression,
  expected: Type | undefined,
  node: Node,
  text: string,
  from = 0,
): WrittenExpression {
  const offsets = offsetsInString(text, node)
  const { length } = read.source
  return {
    read,
    expected,
    start: offsets.toFile(from),
    end: offsets.toFile(from + length),
    toFile: offset => offsets.toFile(from + offset),
    toExpression: offset => Math.max(0, Math.min(offsets.toText(offset) - from, length)),
  }
}

const writtenNamesOf = (kind: WrittenName['kind'], tag: Tag, nodes: readonly (Node | undefined)[]): WrittenName[] =>
  nodes.flatMap(node => {
    if (node?.type !== 'string') return []
    const text = textOfNode(node)
    const field = kind === 'field' ? fieldOf(tag, text) : undefined
    return [{ kind, text, tag, field, ...textSpanOf(node) }]
  })

/** The span of the text of a JSON string, without its quotes. */
function textSpanOf(node: Node): Span {
  const { start, end } = spanOf(node)
  return { start: start + 1, end: Math.max(start + 1, end - 1) }
}

const textOfNode = (node: Node | undefined): string => (typeof node?.value === 'string' ? node.value : '')

function stringAt(object: Node, key: string): Node | undefined {
  const node = propertyValue(object, key)
  return node?.type === 'string' ? node : undefined
}

const objectsIn = (object: Node, key: string): readonly Node[] =>
  arrayItems(propertyValue(object, key)).filter(({ type }) => type === 'object')
