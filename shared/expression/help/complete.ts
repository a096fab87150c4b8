import { phraseOf } from '../../domains/field-text.ts'
import { localize } from '../../domains/localize.ts'
import { plainProse } from '../../domains/prose.ts'
import type { FieldDefinition, Registry, Tag } from '../../domains/registry.ts'
import type { Span } from '../../syntax/nodes.ts'
import { expectedAt, typeIn } from '../check/expected.ts'
import { type Scope, tagNamed, type Use } from '../check/scope.ts'
import { describeType, isComparable, type Type, tagOfType, typeOfField } from '../check/types.ts'
import { type ReadExpression, readExpression } from '../expression.ts'
import { type ExpressionFunction, signatureOf } from '../functions/function.ts'
import { functions, functionsBehind, isUsable } from '../functions/functions.ts'
import { isMacro } from '../functions/list-functions.ts'
import { isAboutValue } from '../functions/record-functions.ts'
import { type Expression, partsOf } from '../read/nodes.ts'
import { tokensOf } from '../read/tokens.ts'
import { isWord, textLiteral } from '../read/write.ts'

/** What an expression is about. */
export interface ExpressionContext {
  readonly tag: Tag
  readonly registry: Registry
  /** Without it, a rule. */
  readonly use?: Use
  /** The type that the whole expression should have; without it, any type. */
  readonly expected?: Type
}

/** Something that can be written at a place of an expression. */
export interface ExpressionItem {
  readonly kind: 'field' | 'function' | 'value' | 'variable' | 'tag' | 'word' | 'operator'
  readonly label: string
  /** What it replaces, and what is typed there already. Offsets count UTF-16 code units of the expression. */
  readonly replaced: Span
  readonly text: string
  /** The offset in `text` where the cursor goes. */
  readonly cursor: number
  /** The text that the user types to find it. */
  readonly filter: string
  /** Its type in a few words. */
  readonly detail?: string
  /** What it is about, for its documentation. */
  readonly field?: FieldDefinition
  readonly called?: ExpressionFunction
}

/**
 * What can be written at an offset of an expression, the most likely items first. The expression may be incomplete or
 * wrong. There are no items in a comment, in a number, and in a text that is compared with no enum.
 */
export function completeExpression(source: string, offset: number, context: ExpressionContext): ExpressionItem[] {
  const place = placeAt(source, offset)
  if (!place) return []
  const { start, end } = place.replaced
  // With a word or a text in place of what is typed, the tree has a node there.
  const text = source.slice(0, start) + (place.quote === undefined ? 'x' : '""') + source.slice(end)
  const read = readExpression(text, context.tag, context.registry, context.use)
  const path = pathTo(read.tree, start)
  if (!path) return place.quote === undefined ? operatorsAt(read, place) : []
  return suggestionsAt(read, path, context.expected).map(suggestion => itemFor(suggestion, place, source))
}

/** Where something is completed: a word, or a text in quotes. */
interface CompletionPlace {
  readonly replaced: Span
  /** The quotes of the text around the cursor; undefined for a word. */
  readonly quote?: string
}

function placeAt(source: string, offset: number): CompletionPlace | undefined {
  const tokens = tokensOf(source, () => {})
  const word = tokens.find(({ kind, start, end }) => kind === 'name' && start <= offset && offset <= end)
  if (word) return { replaced: { start: word.start, end: word.end } }
  const before = tokens.findLast(({ start }) => start < offset)
  const isInside = before && (offset < before.end || (offset === before.end && before.isOpen))
  if (before?.kind === 'string' && isInside) {
    const [opening, quote] = /[rR]?("""|'''|"|')/.exec(source.slice(before.start))!
    if (offset < before.start + opening.length) return undefined
    // A text without an end reaches to the end of the line. Only the word at the cursor is meant.
    const end = before.isOpen ? offset + /[\w-]*/.exec(source.slice(offset))![0].length : before.end
    return { replaced: { start: before.start, end }, quote: quote!.charAt(0) }
  }
  if (before && /int|float|date|misquoted/.test(before.kind) && offset <= before.end) return undefined
  const between = source.slice(before?.end ?? 0, offset)
  const isComment = between.slice(between.lastIndexOf('\n') + 1).includes('//')
  return isComment ? undefined : { replaced: { start: offset, end: offset } }
}

/** The nodes from the root to the one whose word or text stands at an offset. */
function pathTo(node: Expression, offset: number): readonly Expression[] | undefined {
  const at = node.kind === 'member' || node.kind === 'call' ? node.nameAt.start : node.start
  const isLeaf = ['name', 'literal', 'member', 'call'].includes(node.kind)
  if (isLeaf && at === offset) return [node]
  for (const part of partsOf(node)) {
    const path = part.start <= offset && pathTo(part, offset)
    if (path) return [node, ...path]
  }
  return undefined
}

/** How a suggestion is written at a place. */
function itemFor(suggestion: Suggestion, { replaced, quote }: CompletionPlace, source: string): ExpressionItem {
  if (suggestion.kind === 'value' || suggestion.kind === 'tag') {
    const { kind, label, detail, field } = suggestion
    const text = textLiteral(label, quote ?? '"')
    const filter = quote === undefined ? label : text
    return {
      kind,
      label,
      replaced,
      text,
      cursor: text.length,
      filter,
      ...(detail && { detail }),
      ...(field && { field }),
    }
  }
  if (suggestion.kind === 'function') {
    const { called, item } = suggestion
    const { name, parameters } = called
    const names = isMacro(name) ? `${item}, ` : ''
    const text = source[replaced.end] === '(' ? name : `${name}(${names})`
    const cursor = parameters.length > 0 && text !== name ? text.length - 1 : text.length
    return { kind: 'function', label: name, replaced, text, cursor, filter: name, detail: signatureOf(called), called }
  }
  if (suggestion.kind !== 'field') {
    const { kind, label, detail } = suggestion
    return { kind, label, replaced, text: label, cursor: label.length, filter: label, ...(detail && { detail }) }
  }
  const { field, type, isMember } = suggestion
  const { name } = field
  const detail = describeType(type)
  const item = { kind: 'field', label: name, detail, field } as const
  if (isWord(name)) return { ...item, replaced, text: name, cursor: name.length, filter: name }
  // A name that is no word stands in brackets instead of behind a dot.
  const text = `${isMember ? '' : 'this'}[${JSON.stringify(name)}]`
  const start = isMember ? source.lastIndexOf('.', replaced.start) : replaced.start
  const filter = `${isMember ? '.' : ''}${name}`
  return { ...item, replaced: { start, end: replaced.end }, text, cursor: text.length, filter }
}

/** The operators that can follow the value before a place. */
function operatorsAt({ source, tree, typed }: ReadExpression, { replaced }: CompletionPlace): ExpressionItem[] {
  const end = tokensOf(source.slice(0, replaced.start), () => {}).at(-2)?.end ?? 0
  const before = endingAt(tree, end)
  const last = before.at(-1)
  if (!last) return []
  const isCompared = before.some(node => node.kind === 'binary' && comparisons.includes(node.operator))
  const kind = isCompared ? 'bool' : (typed.types.get(last)?.kind ?? 'unknown')
  return (operators[kind] ?? []).map(label => {
    return { kind: 'operator', label, replaced, text: label, cursor: label.length, filter: label }
  })
}

/** The nodes that end at an offset, the outermost one first. */
const endingAt = (node: Expression, end: number): Expression[] => [
  ...(node.end === end && node.kind !== 'missing' ? [node] : []),
  ...partsOf(node).flatMap(part => endingAt(part, end)),
]

const equality = ['==', '!=', 'in']
const comparisons: readonly string[] = [...equality, '<', '<=', '>', '>=']

/** The operators that can stand behind a value of a type. */
const operators: Readonly<Partial<Record<Type['kind'], readonly string[]>>> = {
  bool: ['&&', '||', '==', '!=', '?'],
  string: [...equality, '+'],
  reference: equality,
  int: [...comparisons, '+', '-', '*', '/', '%'],
  float: [...comparisons, '+', '-', '*', '/'],
  ts: [...comparisons, '+', '-'],
  duration: [...comparisons, '+', '-'],
  list: ['==', '!=', '+'],
}

/** Something that fits at a place, however it is written there. */
type Suggestion =
  /** A field of the record, or of what stands before a dot. */
  | { readonly kind: 'field'; readonly field: FieldDefinition; readonly type: Type; readonly isMember: boolean }
  /** `item` is a name for the items of a list that is not taken yet. */
  | { readonly kind: 'function'; readonly called: ExpressionFunction; readonly item: string }
  | { readonly kind: 'variable' | 'word'; readonly label: string; readonly detail?: string }
  /** A text in quotes. */
  | {
      readonly kind: 'value' | 'tag'
      readonly label: string
      readonly detail?: string | undefined
      readonly field?: FieldDefinition
    }

/** What fits at the last node of a path from the root, the most likely first. */
function suggestionsAt(
  read: ReadExpression,
  path: readonly Expression[],
  expectedOfAll: Type | undefined,
): Suggestion[] {
  const node = path.at(-1)!
  const parent = path.at(-2)
  const scope = read.typed.scopes.get(node)
  // The place of a new name, such as that for the items of a list, has no scope.
  if (!scope) return []
  if (node.kind === 'member') return behindDot(node.object, read, scope)
  if (node.kind === 'call' && node.receiver) return behindDot(node.receiver, read, scope)
  const expected = expectedAt(path, read, expectedOfAll)
  const texts = textsFor(expected, node, parent, read, scope)
  return node.kind === 'literal' ? texts : [...texts, ...wordsFor(expected, parent, scope)]
}

/** The texts that fit: the values of an enum, or names that stand in quotes. */
function textsFor(
  expected: Type | undefined,
  node: Expression,
  parent: Expression | undefined,
  read: ReadExpression,
  scope: Scope,
): Suggestion[] {
  if (parent?.kind === 'index' && parent.index === node) {
    const tag = tagOfType(typeIn(read, parent.object))
    return tag ? fieldsWithId(tag).map(field => ({ kind: 'value', label: field.name, field })) : []
  }
  if (parent?.kind === 'call' && parent.name === 'referrers') return referring(parent.arguments, node, scope)
  if (expected?.kind !== 'string') return []
  const { values = [], field } = expected
  return values.map(label => ({ kind: 'value', label, detail: field && plainProse(phraseOf(field, label) ?? '') }))
}

function wordsFor(expected: Type | undefined, parent: Expression | undefined, scope: Scope): Suggestion[] {
  const { tag, registry, variables } = scope
  const caller = parent?.kind === 'call' && !parent.receiver ? parent.name : undefined
  if (caller === 'referrers') return []
  const fields = fieldsWithId(tag).map(field => {
    return { kind: 'field' as const, field, type: typeOfField(field, registry), isMember: false }
  })
  if (caller === 'acyclic') return fields.filter(({ field: { target } }) => target?.path === tag.nameOfRecords.path)
  const named = variables.map(({ name, type }) => {
    return { kind: 'variable' as const, label: name, detail: describeType(type), type }
  })
  const own = likelyFirst([...named, ...fields], expected)
  if (caller !== undefined && isAboutValue(caller)) return own
  return [
    ...own,
    ...functions
      .filter(one => !one.receiver && isUsable(one, scope.use))
      .map(called => ({ kind: 'function' as const, called, item: '' })),
    ...wordCompletions(),
  ]
}

function behindDot(object: Expression, read: ReadExpression, { registry, variables }: Scope): Suggestion[] {
  const type = typeIn(read, object)
  const tag = tagOfType(type)
  const fields = (tag ? fieldsWithId(tag) : []).map(field => {
    return { kind: 'field' as const, field, type: typeOfField(field, registry), isMember: true }
  })
  const item = ['x', 'y', 'z'].find(name => variables.every(variable => variable.name !== name)) ?? 'item'
  return [...fields, ...functionsBehind(type).map(called => ({ kind: 'function' as const, called, item }))]
}

/** The tags whose records can refer to this one, or the fields with which they do. */
function referring(args: readonly Expression[], node: Expression, scope: Scope): Suggestion[] {
  const { tag, registry } = scope
  const refersHere = ({ target }: FieldDefinition): boolean => target?.path === tag.nameOfRecords.path
  if (node === args[0])
    return [...registry.domains.values()]
      .flatMap(({ tags }) => [...tags.values()])
      .filter(({ fields }) => [...fields.values()].some(refersHere))
      .map(other => ({
        kind: 'tag',
        label: tagNamed(other.name, scope) === other ? other.name : other.fullName.path,
        detail: other.domain.path,
      }))
  const [first] = args
  const named = first?.kind === 'literal' ? tagNamed(String(first.value), scope) : undefined
  return named
    ? fieldsWithId(named)
        .filter(refersHere)
        .map(field => ({ kind: 'value', label: field.name, field }))
    : []
}

/** Puts those of the expected type first. A truth value can begin with anything, so it changes nothing. */
function likelyFirst<Item extends { type: Type }>(items: readonly Item[], expected: Type | undefined): Item[] {
  if (!expected || expected.kind === 'bool') return [...items]
  const fits = ({ type }: Item): boolean => isComparable(type, expected)
  return [...items.filter(fits), ...items.filter(item => !fits(item))]
}

const wordCompletions = (): readonly Suggestion[] => [
  { kind: 'word', label: 'now', detail: localize('the time of the check') },
  { kind: 'word', label: 'this', detail: localize('the record itself') },
  { kind: 'word', label: 'true' },
  { kind: 'word', label: 'false' },
]

const fieldsWithId = (tag: Tag): FieldDefinition[] => [...new Map(tag.fields).set('rid', tag.rid).values()]
