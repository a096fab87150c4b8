import type { DomainPart } from '../domains/descriptor.ts'
import type { Tag } from '../domains/registry.ts'
import { type ExpressionSymbol, symbolsOf } from '../expression/symbols.ts'
import { renameSymbol } from '../expression/write.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { escapeJson } from './json-string.ts'
import type { WrittenExpression, WrittenName, WrittenRules } from './written-expressions.ts'

/** The changes of a file that give a part of a domain another name in its rules. */
export function renameInRules({ expressions, names }: WrittenRules, part: DomainPart, to: string): TextChange[] {
  return [
    ...expressions.flatMap(expression =>
      symbolsOf(expression.read, expression.expected)
        .filter(symbol => isSymbolOf(symbol, part))
        .map(symbol => renameIn(expression, symbol, to)),
    ),
    ...names
      .filter(name => isNameOf(name, part))
      .map(({ start, end, text }) => {
        // The path of a domain can stand before a tag.
        const path = part.field === undefined ? text.slice(0, text.lastIndexOf('.') + 1) : ''
        return { start, end, text: escapeJson(path + to) }
      }),
  ]
}

/** The change of a file that gives a symbol of an expression another name. */
export function renameIn({ read, toFile }: WrittenExpression, symbol: ExpressionSymbol, to: string): TextChange {
  const { start, end, text } = renameSymbol(read.source, symbol, to)
  return { start: toFile(start), end: toFile(end), text: escapeJson(text) }
}

function isSymbolOf(symbol: ExpressionSymbol, part: DomainPart): boolean {
  if (symbol.kind === 'tag') return part.field === undefined && isTag(symbol.tag, part)
  if (symbol.kind !== 'field' && symbol.kind !== 'value') return false
  const value = symbol.kind === 'value' ? symbol.value : undefined
  return isTag(symbol.tag, part) && symbol.field.name === part.field && value === part.value
}

const isNameOf = ({ kind, tag, text }: WrittenName, part: DomainPart): boolean =>
  isTag(tag, part) && part.value === undefined && (kind === 'tag' ? part.field === undefined : part.field === text)

const isTag = ({ name, domain }: Tag, part: DomainPart): boolean => name === part.tag && domain.path === part.domain
