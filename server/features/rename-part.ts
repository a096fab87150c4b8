import type { Position, Range } from 'vscode-languageserver-types'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { Refusal } from '../../shared/protocol/refusal.ts'
import { insideOf, type Span, valueText } from '../../shared/syntax/nodes.ts'
import { type Cursor, cursorAt } from '../snapshot/cursor.ts'
import { nameOf, type PartPlan, planPart, refusalOf } from '../snapshot/part-plan.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The range and the text of the tag, field or allowed value at a position, if a descriptor of the workspace has it. */
export function preparePartRename(
  snapshot: Snapshot,
  position: Position,
): { range: Range; placeholder: string } | Refusal | undefined {
  const found = partAtPosition(snapshot, position)
  if (!found) return undefined
  const { tag, entry, span, part } = found
  return refusalOf(part, tag, snapshot) ?? { range: rangeIn(snapshot, entry, span), placeholder: nameOf(part) }
}

/** Plans the rename of the part at a position; undefined if there is none. */
export function planPartRename(
  snapshot: Snapshot,
  position: Position,
  newName: string,
): PartPlan | Refusal | undefined {
  const found = partAtPosition(snapshot, position)
  if (!found) return undefined
  const plan = planPart(found.part, newName, snapshot)
  if ('refusal' in plan) return plan
  // This file changes as it is now, also if it is not one of the workspace.
  const records = new Map(plan.records)
  records.delete(snapshot.uri)
  return { ...plan, records }
}

interface PlacedPart {
  readonly part: DomainPart
  readonly tag: Tag
  readonly entry: number
  readonly span: Span
}

function partAtPosition(snapshot: Snapshot, position: Position): PlacedPart | undefined {
  const cursor = cursorAt(snapshot.file, position)
  const tag = cursor && snapshot.file.entries[cursor.entry]!.tag
  const found = tag && partAt(cursor, tag)
  if (!found) return undefined
  const { span, ...names } = found
  return { part: { domain: tag.domain.path, tag: tag.name, ...names }, tag, entry: cursor.entry, span }
}

function partAt(cursor: Cursor, tag: Tag): (Pick<DomainPart, 'field' | 'value'> & { readonly span: Span }) | undefined {
  if (cursor.kind === 'tag') {
    const { tagStart, tagEnd } = cursor.record
    return { span: { start: tagStart, end: tagEnd } }
  }
  if (cursor.kind !== 'name' && cursor.kind !== 'value') return undefined
  const field = tag.fields.get(cursor.field.name)
  if (!field) return undefined
  if (cursor.kind === 'name') {
    // The name of this field says which value is the id of the record.
    if (field.name === tag.identityField) return undefined
    const { nameStart, nameEnd } = cursor.field
    return { field: field.name, span: { start: nameStart, end: nameEnd } }
  }
  const { record, value } = cursor
  const text = value && value.kind !== 'list' ? valueText(record, value) : undefined
  if (text === undefined || !field.enum?.includes(text)) return undefined
  return { field: field.name, value: text, span: insideOf(record, value!) }
}
