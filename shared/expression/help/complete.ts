import type { FieldDefinition, Registry, Tag } from '../../domains/registry.ts'
import type { Span } from '../../syntax/nodes.ts'
import { describeType, type Type } from '../check/types.ts'
import { type ReadExpression, readExpression } from '../expression.ts'
import { type ExpressionFunction, signatureOf } from '../functions/function.ts'
import { isMacro } from '../functions/list-functions.ts'
import { type Expression, partsOf } from '../read/nodes.ts'
import { tokensOf } from '../read/tokens.ts'
import { isWord, textLiteral } from '../read/write.ts'
import { type Suggestion, suggestionsAt } from './suggestions.ts'

/** What an expression is about. */
export interface ExpressionContext {
  readonly tag: Tag
  readonly registry: Registry
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
  const read = readExpression(text, context.tag, context.registry)
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
    // A text without an end takes in the rest of the line, of which only the word at the cursor belongs to it.
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
