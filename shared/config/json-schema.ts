import { distance } from 'fastest-levenshtein'
import type { Node } from 'jsonc-parser'
import type { Fix } from '../check/rule.ts'
import { localize, localTemplate, sentenceOfClauses } from '../domains/localize.ts'
import { withoutPeriod } from '../domains/message-text.ts'
import { nearest } from '../domains/nearest.ts'
import type { Span } from '../syntax/nodes.ts'
import { changeFix, changeFixes, headSpan, propertyValue, removeFix, showNode, spanOf } from './json.ts'

/**
 * Reads JSON with a JSON Schema. Parts that match the schema become a value; all others are left out and reported.
 *
 * It knows only the keywords that our own schemas use; a test compares it with a complete validator. Complete
 * validators do not report offsets, and their time grows with the square of the length of a list.
 */
export interface JsonSchema {
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, JsonSchema>>
  readonly type?: JsonType | readonly JsonType[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  /** Schemas of properties whose names match a pattern. */
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | false
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly examples?: readonly unknown[]
  /** Advice for a wrong value, and for one that does not match the pattern: a sentence. */
  readonly errorMessage?: string
  readonly patternErrorMessage?: string
  /** Only at the root: what the value must also match if it lacks keys that `if` requires. */
  readonly if?: { readonly required: readonly string[] }
  readonly else?: MoreRequired
}

/** What a part must have besides what its schema says. */
interface MoreRequired {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, MoreRequired>>
  readonly items?: MoreRequired
}

type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** A problem that the schema shows. */
export interface SchemaProblem extends Span {
  /** The path of the wrong value. */
  readonly path: Path
  /** What is wrong, as a clause that starts with the name of the value. */
  readonly wrong: (name: string) => string
  /** What to do, as a clause. */
  readonly advice: string
  /** If the schema does not know the key: whether it is a mistake, or may be the author's own and does nothing. */
  readonly unknownKey?: 'wrong' | 'ignored'
  readonly fixes?: () => Fix[]
}

/**
 * The sentence of a problem.
 *
 * @param name of the value
 */
export function schemaSentence({ wrong, advice }: Pick<SchemaProblem, 'wrong' | 'advice'>, name: string): string {
  const sentence = sentenceOfClauses(wrong(name), advice)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The path of a value: the keys and indexes that lead to it from the root. */
export type Path = readonly (string | number)[]

/** A value that was read, and the JSON nodes of its objects. */
export interface SchemaResult {
  /** The parts of the JSON that match the schema; undefined if the root does not match. */
  readonly value: unknown
  readonly nodeOf: (object: object) => Node
}

/**
 * Reads JSON with a schema.
 *
 * @param node the root, or any value that the schema describes
 * @param root the schema of the whole document, whose `definitions` the others refer to
 * @param isLenient whether the root may lack properties that are required
 * @param insteadOf what counts instead of a required property that is wrong or missing; undefined if its object
 *   must not count without it
 */
export function readBySchema(
  node: Node,
  root: JsonSchema,
  report: (problem: SchemaProblem) => void,
  isLenient = false,
  insteadOf: (path: Path, object: Node) => unknown = () => undefined,
): SchemaResult {
  const nodes = new WeakMap<object, Node>()
  const isElse = root.if?.required.some(key => propertyValue(node, key) === undefined)
  const value = read(node, root, [], isElse ? root.else : undefined)
  return { value, nodeOf: object => nodes.get(object)! }

  function read(node: Node, reference: JsonSchema, path: Path, more: MoreRequired = {}): unknown {
    const schema = resolve(reference, root)
    const complain: Complain = (wrong, advice, fixes, at = spanOf(node)) =>
      report({ start: at.start, end: at.end, path, wrong, advice, ...(fixes && { fixes }) })
    const types = schema.type === undefined ? [] : [schema.type].flat()
    if (types.length > 0 && !types.some(type => isOfType(node, type))) {
      const isUnquoted = types.includes('string') && (node.type === 'number' || node.type === 'boolean')
      const advice = adviceFor(schema) ?? mustBeOneOf(types.map(type => jsonTypeWords[type]()))
      complain(isThisValue(node), advice, isUnquoted ? () => [quoteFix(node)] : undefined)
      return undefined
    }
    if (node.type === 'object') return readObject(node, schema, path, complain, more)
    if (node.type === 'array') return readArray(node, schema, path, complain, more)
    return fitsSchema(node, schema, complain) ? node.value : undefined
  }

  function readObject(
    node: Node,
    schema: JsonSchema,
    path: Path,
    complain: Complain,
    more: MoreRequired,
  ): object | undefined {
    const required = [...(schema.required ?? []), ...(more.required ?? [])]
    const properties = new Map<string, { key: Node; value: Node }>()
    for (const property of node.children ?? []) {
      const [key, value] = property.children as [Node, Node]
      const earlier = properties.get(key.value as string)
      if (earlier) {
        complain(
          name => localize('{name} has {key} twice, and the last one counts', { name, key: showNode(key) }),
          localize('remove one of them'),
          () => [removeFix(earlier.key.parent!)],
          spanOf(earlier.key),
        )
      }
      properties.set(key.value as string, { key, value })
    }
    const entries: [string, unknown][] = []
    for (const [name, { key, value }] of properties) {
      const part =
        ownProperty(schema.properties, name) ?? byPattern(schema.patternProperties, name) ?? schema.additionalProperties
      const known = Object.keys(schema.properties ?? {})
      if (part === false || (!part && known.length > 0 && !isOwnKey.test(name)))
        report({ ...spanOf(key), path, ...unknownKey(key, known, new Set(properties.keys()), part === false) })
      const result = part ? read(value, part, [...path, name], ownProperty(more.properties, name)) : undefined
      if (result !== undefined) entries.push([name, result])
    }
    const replaced = required.flatMap((key): [string, unknown][] => {
      const instead = entries.some(([name]) => name === key) ? undefined : insteadOf([...path, key], node)
      return instead === undefined ? [] : [[key, instead]]
    })
    const object = Object.fromEntries([...entries, ...replaced])
    nodes.set(object, node)
    const missing = required.filter(key => !properties.has(key))
    for (const key of missing) {
      complain(
        name => localize('{name} has no {key}', { name, key }),
        localize('add {example}', { example: `"${key}": ${exampleOf(resolve(schema.properties![key]!, root))}` }),
        undefined,
        headSpan(node),
      )
    }
    const isComplete = required.every(key => Object.hasOwn(object, key))
    return isComplete || (isLenient && path.length === 0) ? object : undefined
  }

  function readArray(
    node: Node,
    schema: JsonSchema,
    path: Path,
    complain: Complain,
    more: MoreRequired,
  ): unknown[] | undefined {
    const children = node.children ?? []
    const { items, minItems = 0, maxItems = Infinity } = schema
    const hasItems = (name: string): string =>
      localize('{name} has {items}', { name, items: itemsInWords(children.length) })
    if (children.length < minItems)
      complain(hasItems, adviceFor(schema) ?? localize('write at least {items}', { items: itemsInWords(minItems) }))
    if (children.length > maxItems)
      complain(hasItems, adviceFor(schema) ?? localize('write at most {items}', { items: itemsInWords(maxItems) }))
    const values: unknown[] = []
    const seen = new Set<unknown>()
    for (const [index, child] of children.entries()) {
      const value = items ? read(child, items, [...path, index], more.items) : undefined
      if (value === undefined) continue
      if (schema.uniqueItems && seen.has(value)) {
        complain(
          name => localize('{name} has {value} twice', { name, value: showNode(child) }),
          localize('remove one of them'),
          () => [removeFix(child)],
          spanOf(child),
        )
        continue
      }
      seen.add(value)
      values.push(value)
    }
    return values.length >= minItems && children.length <= maxItems ? values : undefined
  }
}

/** Keys that tell by their names that they are the author's own, and comments. */
const isOwnKey = /^(x-|\$comment$|\/\/|_)/

/** Whether a key is so similar to a known one that it is a mistake. */
function isMisspelled(name: string, known: readonly string[]): boolean {
  const isNear = (key: string): boolean => {
    const [one, other] = [name.toLowerCase(), key.toLowerCase()]
    // Two letters in the wrong order are two changes.
    return distance(one, other) <= (key.length < 6 && lettersOf(one) !== lettersOf(other) ? 1 : 2)
  }
  return known.some(key => Math.abs(key.length - name.length) <= 2 && isNear(key))
}

const lettersOf = (word: string): string => [...word].sort().join('')

/** The problem of a key that the schema does not know, with the most similar known keys. */
function unknownKey(
  key: Node,
  known: readonly string[],
  written: ReadonlySet<string>,
  isRefused: boolean,
): Omit<SchemaProblem, 'path' | 'start' | 'end'> {
  const name = key.value as string
  const isWrong = isRefused || isMisspelled(name, known)
  const meant = isWrong ? nearest(name, known, 1) : []
  // A second one of a known key would be no better.
  const changes = meant.filter(one => !written.has(one))
  const fixes = (): Fix[] => [...changeFixes(key, changes), removeFix(key.parent!)]
  if (!isWrong)
    return {
      unknownKey: 'ignored',
      wrong: name => localize('{name} has {key}, which does nothing here', { name, key: showNode(key) }),
      advice: localize('remove it, or let it start with "x-" if it is your own'),
      fixes,
    }
  return {
    unknownKey: 'wrong',
    wrong: name => localize('{name} has {key}, which is not known', { name, key: showNode(key) }),
    advice: adviceOnKey(meant[0], known),
    fixes,
  }
}

function adviceOnKey(meant: string | undefined, known: readonly string[]): string {
  if (meant !== undefined) return localize('{names} may be meant', { names: `"${meant}"` })
  return known.length > 8 ? localize('remove it') : localize('it can have {keys}', { keys: { or: known } })
}

/** Takes what is wrong, as a clause, of the name of the value, then what to do, as a clause. */
type Complain = (wrong: (name: string) => string, advice: string, fixes?: () => Fix[], at?: Span) => void

const isThisValue =
  (node: Node) =>
  (name: string): string =>
    localize('{name} is {value}', { name, value: showNode(node) })

const mustBeOneOf = (choices: readonly string[]): string => localize('it must be {values}', { values: { or: choices } })

const itemsInWords = (count: number): string =>
  count === 1 ? localize('1 item') : localize('{count} items', { count })

function fitsSchema(node: Node, schema: JsonSchema, complain: Complain): boolean {
  const { enum: allowed, minimum = -Infinity } = schema
  if (allowed && !allowed.includes(node.value as string)) {
    const meant = nearest(node.value as string, allowed, 1)
    complain(isThisValue(node), mustBeOneOf(allowed), () => changeFixes(node, meant))
    return false
  }
  if (
    schema.pattern !== undefined &&
    node.type === 'string' &&
    !new RegExp(schema.pattern, 'u').test(node.value as string)
  ) {
    complain(
      isThisValue(node),
      schema.patternErrorMessage === undefined
        ? localize('write text that matches {pattern}', { pattern: schema.pattern })
        : asAdvice(schema.patternErrorMessage),
    )
    return false
  }
  if ((node.value as number) < minimum) {
    complain(isThisValue(node), localize('it must be at least {minimum}', { minimum }))
    return false
  }
  return true
}

const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : root.definitions![schema.$ref.slice('#/definitions/'.length)]!

const isOfType = ({ type, value }: Node, wanted: JsonType): boolean =>
  wanted === 'integer' ? Number.isInteger(value) : type === wanted

const jsonTypeWords: Readonly<Record<JsonType, () => string>> = {
  object: () => localize('an object in { }'),
  array: () => localize('a list in [ ]'),
  string: () => localize('text in double quotes'),
  number: () => localize('a number without quotes'),
  integer: () => localize('a whole number without quotes'),
  boolean: () => localize('true or false without quotes'),
  null: () => 'null',
}

/** Puts a number or boolean in quotes, where the schema wants a string. */
const quoteFix = (node: Node): Fix => ({
  ...changeFix(node, JSON.stringify(String(node.value))),
  title: localize('Put in double quotes'),
})

const adviceFor = ({ errorMessage }: JsonSchema): string | undefined =>
  errorMessage === undefined ? undefined : asAdvice(errorMessage)

/** A sentence of a schema as a clause, in the language of the reader. */
function asAdvice(english: string): string {
  const sentence = withoutPeriod(localTemplate(english))
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** An example of a missing property, as JSON. */
function exampleOf({ type, examples, enum: allowed }: JsonSchema): string {
  const example = examples?.[0] ?? allowed?.[0]
  if (example !== undefined) return JSON.stringify(example)
  if (type === 'array') return '[…]'
  return type === 'object' ? '{…}' : '"…"'
}

const ownProperty = <Part>(properties: Readonly<Record<string, Part>> | undefined, key: string): Part | undefined =>
  properties && Object.hasOwn(properties, key) ? properties[key] : undefined

const byPattern = (schemas: Readonly<Record<string, JsonSchema>> = {}, key: string): JsonSchema | undefined =>
  Object.entries(schemas).find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1]
