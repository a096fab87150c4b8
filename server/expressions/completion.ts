import { type CompletionItem, CompletionItemKind, type Position, type Range } from 'vscode-languageserver-types'
import { escapeSnippet } from '../../shared/check/fixes/edits.ts'
import { configFileName } from '../../shared/config/config.ts'
import { dependencyWords } from '../../shared/config/descriptors/dependency-text.ts'
import { type InheritedNames, inheritedNames } from '../../shared/config/descriptors/inherited-names.ts'
import { escapeJson } from '../../shared/config/json.ts'
import { nameAt, stateAt } from '../../shared/config/written-expressions.ts'
import { phraseOf } from '../../shared/domains/field-text.ts'
import { type FieldDefinition, type Registry, type Tag, tagOfField } from '../../shared/domains/registry.ts'
import { completeExpression, type ExpressionItem } from '../../shared/expression/help/complete.ts'
import { type CompletionEntry, toItems } from '../completion/item.ts'
import { describeDomain, describeField, describeTag, markdownProse } from '../snapshot/describe.ts'
import { cursorInExpression, type JsonSnapshot, rangeOfExpression } from '../snapshot/json-snapshot.ts'
import { describeFieldHere, describeFunction } from './hover.ts'

/** The characters after which an editor asks for completions in a JSON file. */
export const expressionTriggers = ['"', "'", '.', '(', '[', ',', ' ', '{'] as const

/** The completions in an expression, and of fields that a rule names, states in transitions, and inherited names. */
export function expressionCompletion(snapshot: JsonSnapshot, position: Position): CompletionItem[] | null {
  const here = { start: position, end: position }
  const cursor = cursorInExpression(snapshot, position)
  if (!cursor)
    return (
      fieldNameItems(snapshot, position) ??
      stateNames(snapshot, position) ??
      namesToExtend(snapshot, position) ??
      dependencies(snapshot, position)
    )
  const { expression, offset } = cursor
  const { source, scope } = expression.read
  const context = { ...scope, ...(expression.expected && { expected: expression.expected }) }
  const items = completeExpression(source, offset, context)
  return toItems(
    items.map(item =>
      expressionEntry(item, rangeOfExpression(snapshot, expression, item.replaced), snapshot.registry, escapeJson),
    ),
    here,
    snapshot,
  )
}

/**
 * A suggestion for an expression.
 *
 * @param range what it replaces
 * @param toFile writes a text as the file around the expression needs it
 */
export function expressionEntry(
  item: ExpressionItem,
  range: Range,
  registry: Registry,
  toFile: (text: string) => string,
): CompletionEntry {
  const { text, cursor, called } = item
  const [before, behind] = [text.slice(0, cursor), text.slice(cursor)].map(part => escapeSnippet(toFile(part)))
  const documentation = documentationOf(item, registry)
  return {
    label: item.label,
    kind: itemKinds[item.kind],
    snippet: behind ? `${before}$0${behind}` : before!,
    range,
    filter: toFile(item.filter),
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

const itemKinds: Readonly<Record<ExpressionItem['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  tag: CompletionItemKind.Class,
  word: CompletionItemKind.Keyword,
  operator: CompletionItemKind.Operator,
}

/** The fields that can be the `field` of a rule, or a key of its `fix`. */
function fieldNameItems({ document, rules, client }: JsonSnapshot, position: Position): CompletionItem[] | null {
  const name = nameAt(rules, document.offsetAt(position))
  if (name?.kind !== 'field') return null
  const range = { start: document.positionAt(name.start), end: document.positionAt(name.end) }
  return toItems(suggestFieldsOf(name.tag), range, { client })
}

/** The values of a field that its transitions can name. */
function stateNames({ document, rules, client }: JsonSnapshot, position: Position): CompletionItem[] | null {
  const state = stateAt(rules, document.offsetAt(position))
  if (!state) return null
  const range = { start: document.positionAt(state.start), end: document.positionAt(state.end) }
  return toItems(suggestStates(state.field), range, { client })
}

/** The tags and fields of the domain that a descriptor extends. */
function namesToExtend({ document, registry, client }: JsonSnapshot, position: Position): CompletionItem[] | null {
  const found = inheritedNames(document.getText(), document.offsetAt(position), registry)
  if (!found) return null
  const range = { start: document.positionAt(found.start), end: document.positionAt(found.end) }
  return toItems(suggestInherited(found), range, { client })
}

function suggestInherited(names: InheritedNames): CompletionEntry[] {
  if ('domains' in names)
    return names.domains.map(one => nameEntry(one.path, CompletionItemKind.Module, describeDomain(one)))
  if ('tags' in names) return names.tags.map(tag => nameEntry(tag.name, CompletionItemKind.Class, describeTag(tag)))
  return suggestFieldsOf(names.tag, names.fields)
}

/** The domains and sources in `dependencies` of a `recline.json`. */
function dependencies({ uri, document, client, known }: JsonSnapshot, position: Position): CompletionItem[] | null {
  if (!known || !uri.endsWith(`/${configFileName}`)) return null
  const found = dependencyWords(document.getText(), document.offsetAt(position), known)
  if (!found) return null
  const range = { start: document.positionAt(found.start), end: document.positionAt(found.end) }
  const entries = found.words.map(({ text, note }) => nameEntry(text, CompletionItemKind.Module, markdownProse(note)))
  return toItems(entries, range, { client })
}

const nameEntry = (label: string, kind: CompletionItemKind, documentation: string): CompletionEntry => ({
  label,
  kind,
  snippet: escapeSnippet(escapeJson(label)),
  documentation,
})

const suggestStates = ({ enum: values = [], enumDescriptions }: FieldDefinition): CompletionEntry[] =>
  values.map(value => {
    const documentation = markdownProse(phraseOf({ enumDescriptions }, value) ?? '')
    const snippet = escapeSnippet(escapeJson(value))
    return { label: value, kind: CompletionItemKind.EnumMember, snippet, ...(documentation && { documentation }) }
  })

const suggestFieldsOf = (tag: Tag, fields: Iterable<FieldDefinition> = tag.fields.values()): CompletionEntry[] =>
  [...fields].map(field => nameEntry(field.name, CompletionItemKind.Field, describeField(field, tag)))
