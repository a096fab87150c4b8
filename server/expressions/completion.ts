import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver-types'
import { escapeSnippet } from '../../shared/check/fixes/edits.ts'
import { escapeJson } from '../../shared/config/json.ts'
import { nameAt, stateAt, type WrittenExpression } from '../../shared/config/written-expressions.ts'
import { type FieldDefinition, type Registry, type Tag, tagOfField } from '../../shared/domains/registry.ts'
import { completeExpression, type ExpressionItem } from '../../shared/expression/help/complete.ts'
import { type CompletionEntry, toItems } from '../completion/item.ts'
import { describeField } from '../snapshot/describe.ts'
import { cursorInExpression, type JsonSnapshot, rangeOfExpression } from '../snapshot/json-snapshot.ts'
import { describeFieldHere, describeFunction } from './hover.ts'

/** The characters after which an editor asks for completions in a JSON file. */
export const expressionTriggers = ['"', "'", '.', '(', '[', ',', ' ', '{'] as const

/** The completions in an expression, of fields that a rule names, and of states in transitions. */
export function expressionCompletion(snapshot: JsonSnapshot, position: Position): CompletionItem[] | null {
  const here = { start: position, end: position }
  const cursor = cursorInExpression(snapshot, position)
  if (!cursor) return fieldNames(snapshot, position) ?? stateNames(snapshot, position)
  const { expression, offset } = cursor
  const { source, scope } = expression.read
  const context = { ...scope, ...(expression.expected && { expected: expression.expected }) }
  const items = completeExpression(source, offset, context)
  return toItems(
    items.map(item => suggestionOf(item, snapshot, expression)),
    here,
    snapshot,
  )
}

function suggestionOf(item: ExpressionItem, snapshot: JsonSnapshot, expression: WrittenExpression): CompletionEntry {
  const { text, cursor, called } = item
  const [before, behind] = [text.slice(0, cursor), text.slice(cursor)].map(part => escapeSnippet(escapeJson(part)))
  const documentation = documentationOf(item, snapshot.registry)
  return {
    label: item.label,
    kind: kinds[item.kind],
    snippet: behind ? `${before}$0${behind}` : before!,
    range: rangeOfExpression(snapshot, expression, item.replaced),
    filter: escapeJson(item.filter),
    ...(item.detail && { detail: item.detail }),
    ...(documentation && { documentation }),
    suggestsNext: called !== undefined && behind !== '',
  }
}

function documentationOf({ called, field }: ExpressionItem, registry: Registry): string | undefined {
  if (called) return describeFunction(called)
  const tag = field && tagOfField(registry, field)
  return field && tag ? describeFieldHere(field, tag, registry) : undefined
}

const kinds: Readonly<Record<ExpressionItem['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  tag: CompletionItemKind.Class,
  word: CompletionItemKind.Keyword,
  operator: CompletionItemKind.Operator,
}

/** The fields that can be the `field` of a rule, or a key of its `fix`. */
function fieldNames({ document, rules, client }: JsonSnapshot, position: Position): CompletionItem[] | null {
  const name = nameAt(rules, document.offsetAt(position))
  if (name?.kind !== 'field') return null
  const range = { start: document.positionAt(name.start), end: document.positionAt(name.end) }
  return toItems(suggestFields(name.tag), range, { client })
}

/** The values of a field that its transitions can name. */
function stateNames({ document, rules, client }: JsonSnapshot, position: Position): CompletionItem[] | null {
  const state = stateAt(rules, document.offsetAt(position))
  if (!state) return null
  const range = { start: document.positionAt(state.start), end: document.positionAt(state.end) }
  return toItems(suggestStates(state.field), range, { client })
}

const suggestStates = ({ enum: values = [], enumDescriptions }: FieldDefinition): CompletionEntry[] =>
  values.map(value => {
    const documentation = enumDescriptions?.[value]
    const snippet = escapeSnippet(escapeJson(value))
    return { label: value, kind: CompletionItemKind.EnumMember, snippet, ...(documentation && { documentation }) }
  })

const suggestFields = (tag: Tag): CompletionEntry[] =>
  [...tag.fields.values()].map(field => ({
    label: field.name,
    kind: CompletionItemKind.Field,
    snippet: escapeSnippet(escapeJson(field.name)),
    documentation: describeField(field, tag),
  }))
