import type { Hover, Position } from 'vscode-languageserver-types'
import { phraseOf } from '../../shared/domains/field-text.ts'
import { localize, localTemplate } from '../../shared/domains/localize.ts'
import type { FieldDefinition, Registry, Tag } from '../../shared/domains/registry.ts'
import { describeType, typeOfField } from '../../shared/expression/check/types.ts'
import { type ExpressionFunction, signatureOf } from '../../shared/expression/functions/function.ts'
import type { ExpressionSymbol } from '../../shared/expression/help/symbols.ts'
import {
  code,
  codeBlock,
  describeField,
  describeTag,
  escapeMarkdown,
  markdownProse,
  paragraphs,
} from '../snapshot/describe.ts'
import { type JsonSnapshot, rangeOfExpression, symbolAt } from '../snapshot/json-snapshot.ts'
import { markup } from '../snapshot/markup.ts'

/** The type and the meaning of the symbol at a position. */
export function expressionHover(snapshot: JsonSnapshot, position: Position): Hover | null {
  const found = symbolAt(snapshot, position)
  if (!found) return null
  const { expression, symbol } = found
  return {
    contents: markup(describeSymbol(symbol, snapshot.registry), snapshot.client),
    range: rangeOfExpression(snapshot, expression, symbol),
  }
}

/** Describes a symbol of an expression in Markdown: its type and its meaning. */
export function describeSymbol(symbol: ExpressionSymbol, registry: Registry): string {
  switch (symbol.kind) {
    case 'field':
      return describeFieldHere(symbol.field, symbol.tag, registry)
    case 'value': {
      const phrase = phraseOf(symbol.field, symbol.value)
      const what = localize('a value of {field}', { field: escapeMarkdown(symbol.field.label) })
      return paragraphs(
        `**${escapeMarkdown(symbol.value)}** · ${what}`,
        phrase === undefined ? '' : markdownProse(phrase),
      )
    }
    case 'tag':
      return describeTag(symbol.tag)
    case 'function':
      return describeFunction(symbol.called)
    case 'variable': {
      const type = escapeMarkdown(describeType(symbol.type))
      return `**${escapeMarkdown(symbol.name)}** · ${localize('an item of the list: {type}', { type })}`
    }
    case 'word':
      return symbol.name === 'now'
        ? `**now** · ${localize('a timestamp: the time of the check, the same for all records of a run')}`
        : `**this** · ${localize('the record itself')}`
  }
}

/** Describes a field, and its type in expressions where the descriptor does not say it as clearly. */
export function describeFieldHere(field: FieldDefinition, tag: Tag, registry: Registry): string {
  const type = typeOfField(field, registry)
  const hint =
    type.kind === 'list' || type.kind === 'reference'
      ? localize('In expressions: {type}.', { type: describeType(type) })
      : ''
  return paragraphs(describeField(field, tag), hint)
}

/** Describes a function: its signature, its meaning and an example. */
export const describeFunction = (called: ExpressionFunction): string =>
  paragraphs(
    codeBlock(signatureOf(called), 'cel'),
    localTemplate(called.description),
    localize('Example: {examples}', { examples: code(called.example) }),
  )
