import type { Location, Position } from 'vscode-languageserver-types'
import { nameAt } from '../../shared/config/written-expressions.ts'
import type { DescriptorPart, FindDescriptor } from '../features/definition.ts'
import { type JsonSnapshot, rangeOfExpression, symbolAt } from '../snapshot/json-snapshot.ts'

/** Where the field, value, tag or variable at a position is defined. */
export function expressionDefinition(
  snapshot: JsonSnapshot,
  position: Position,
  findDescriptor: FindDescriptor,
): Location[] | null {
  const found = symbolAt(snapshot, position)
  if (found?.symbol.kind === 'variable') {
    const range = rangeOfExpression(snapshot, found.expression, found.symbol.declaration)
    return [{ uri: snapshot.uri, range }]
  }
  const part = definedPartAt(snapshot, position)
  if (!part) return null
  // Every record can have a rid, which its tag need not define.
  const location = findDescriptor(part) ?? (part.tag && findDescriptor({ domain: part.domain, tag: part.tag }))
  return location ? [location] : null
}

function definedPartAt(snapshot: JsonSnapshot, position: Position): DescriptorPart | undefined {
  const symbol = symbolAt(snapshot, position)?.symbol
  if (symbol?.kind === 'field' || symbol?.kind === 'value')
    return { domain: symbol.tag.domain, tag: symbol.tag, field: symbol.field }
  if (symbol) return symbol.kind === 'tag' ? { domain: symbol.tag.domain, tag: symbol.tag } : undefined
  const name = nameAt(snapshot.rules, snapshot.document.offsetAt(position))
  return name && { domain: name.tag.domain, tag: name.tag, ...(name.field && { field: name.field }) }
}
