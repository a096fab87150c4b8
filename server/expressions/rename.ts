import type { Location, Position, Range, WorkspaceEdit } from 'vscode-languageserver-types'
import { renameInJson } from '../../shared/config/descriptors/descriptor-edits.ts'
import { partDefinedAt } from '../../shared/config/descriptors/descriptor-place.ts'
import { nameAt } from '../../shared/config/written-expressions.ts'
import { renameIn } from '../../shared/config/written-rules.ts'
import { definingPart } from '../../shared/domains/defining-part.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { Registry, Tag } from '../../shared/domains/registry.ts'
import { type ExpressionSymbol, symbolsOf } from '../../shared/expression/help/symbols.ts'
import { isWord } from '../../shared/expression/read/write.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import {
  type DescriptorText,
  descriptorEdits,
  type JsonSnapshot,
  rangeOfExpression,
  symbolAt,
} from '../snapshot/json-snapshot.ts'
import { type PartPlan, partName, planPart, refusalOf } from '../snapshot/part-plan.ts'
import { editOf } from '../snapshot/workspace-edit.ts'

const nothingHere = (): Refusal => ({
  refusal: localize('Only tags, fields and allowed values can be renamed here, and names for the items of a list.'),
})

/** The range and the text of the name at a position, or why it cannot be changed. */
export function prepareExpressionRename(
  snapshot: JsonSnapshot,
  position: Position,
): { range: Range; placeholder: string } | Refusal {
  const found = symbolAt(snapshot, position)
  if (found?.symbol.kind === 'variable')
    return { range: rangeOfExpression(snapshot, found.expression, found.symbol), placeholder: found.symbol.name }
  const place = partAt(snapshot, position)
  const { document, registry } = snapshot
  const tag = place && registry.domains.get(place.part.domain)?.tags.get(place.part.tag)
  if (!place || !tag) return nothingHere()
  const name = partName(place.part)
  // The name can have a path or quotes around it.
  const start = place.start + Math.max(0, document.getText().slice(place.start, place.end).lastIndexOf(name))
  const range = { start: document.positionAt(start), end: document.positionAt(start + name.length) }
  return refusalOf(place.part, tag, snapshot) ?? { range, placeholder: name }
}

/** Plans the rename of the part of a domain at a position; the edit itself if only this expression changes. */
export function planExpressionRename(
  snapshot: JsonSnapshot,
  position: Position,
  newName: string,
): PartPlan | WorkspaceEdit | Refusal {
  const found = symbolAt(snapshot, position)
  if (found?.symbol.kind === 'variable') return renameVariable(snapshot, found, newName.trim())
  const place = partAt(snapshot, position)
  return place ? planPart(place.part, newName, snapshot) : nothingHere()
}

function renameVariable(
  { document, uri, version, client }: JsonSnapshot,
  { expression, symbol }: NonNullable<ReturnType<typeof symbolAt>>,
  to: string,
): WorkspaceEdit | Refusal {
  if (!isWord(to)) return { refusal: `${show(to)} cannot be a name; use letters, digits and underscores.` }
  const changes = symbolsOf(expression.read)
    .filter(other => 'declaration' in symbol && 'declaration' in other && other.declaration === symbol.declaration)
    .map(other => renameIn(expression, other, to))
  return editOf(client, [descriptorEdits({ uri, version, text: document.getText() }, changes)])
}

/**
 * Where descriptors and configurations name a part of a domain: the places that a rename changes.
 *
 * @param withDefinition whether the place counts where the part is defined
 */
export const referencesInJson = (
  part: DomainPart,
  json: readonly DescriptorText[],
  registry: Registry,
  withDefinition: boolean,
): Location[] =>
  json.flatMap(file => {
    const places = renameInJson(file.text, part, partName(part), registry) ?? []
    const wanted = places.filter(({ start }) => withDefinition || !isDefinitionOf(file.text, start + 1, part))
    return descriptorEdits(file, wanted).edits.map(({ range }) => ({ uri: file.uri, range }))
  })

function isDefinitionOf(text: string, offset: number, part: DomainPart): boolean {
  const defined = partDefinedAt(text, offset)?.part
  return defined !== undefined && JSON.stringify(defined) === JSON.stringify(part)
}

/** The part of a domain that a descriptor or a rule names at a position, and the span of its name in the file. */
export function partAt(snapshot: JsonSnapshot, position: Position): (Span & { readonly part: DomainPart }) | undefined {
  const found = writtenPartAt(snapshot, position)
  return found && { ...found, part: definingPart(found.part, snapshot.registry) }
}

function writtenPartAt(snapshot: JsonSnapshot, position: Position): (Span & { readonly part: DomainPart }) | undefined {
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
