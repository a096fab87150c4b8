import type { Position } from 'vscode-languageserver-types'
import { partDefinedAt } from '../../shared/config/descriptor-place.ts'
import { nameAt } from '../../shared/config/written-expressions.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { ExpressionSymbol } from '../../shared/expression/symbols.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import { type JsonSnapshot, symbolAt } from '../snapshot/json-snapshot.ts'

/** The part of a domain that a descriptor or a rule names at a position, and the span of its name in the file. */
export function partAt(snapshot: JsonSnapshot, position: Position): (Span & { readonly part: DomainPart }) | undefined {
  const { document, rules } = snapshot
  const found = symbolAt(snapshot, position)
  if (found) {
    const { expression, symbol } = found
    const part = partOfSymbol(symbol)
    return part && { part, start: expression.toFile(symbol.start), end: expression.toFile(symbol.end) }
  }
  const offset = document.offsetAt(position)
  const name = nameAt(rules, offset)
  if (!name) return partDefinedAt(document.getText(), offset)
  if (name.kind === 'field' && !name.field) return undefined
  return { part: partOf(name.tag, name.field?.name), start: name.start, end: name.end }
}

function partOfSymbol(symbol: ExpressionSymbol): DomainPart | undefined {
  if (symbol.kind === 'tag') return partOf(symbol.tag)
  if (symbol.kind === 'field') return partOf(symbol.tag, symbol.field.name)
  return symbol.kind === 'value' ? partOf(symbol.tag, symbol.field.name, symbol.value) : undefined
}

const partOf = ({ name, domain }: Tag, field?: string, value?: string): DomainPart => ({
  domain: domain.path,
  tag: name,
  ...(field !== undefined && { field }),
  ...(value !== undefined && { value }),
})
