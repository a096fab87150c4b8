import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver-types'
import { renameIn } from '../../shared/config/rename-in-rules.ts'
import { show } from '../../shared/domains/message-text.ts'
import { symbolsOf } from '../../shared/expression/symbols.ts'
import { isWord } from '../../shared/expression/write.ts'
import type { Refusal } from '../../shared/protocol/refusal.ts'
import { descriptorEdits } from '../snapshot/descriptor-text.ts'
import { type JsonSnapshot, rangeOf, symbolAt } from '../snapshot/json-snapshot.ts'
import { nameOf, type PartPlan, planPart, refusalOf } from '../snapshot/part-plan.ts'
import { editOf } from '../snapshot/workspace-edit.ts'
import { partAt } from './part-at.ts'

const nothingHere: Refusal = {
  refusal: 'Only tags, fields and allowed values can be renamed here, and names for the items of a list.',
}

/** The range and the text of the name at a position, or why it cannot be changed. */
export function prepareExpressionRename(
  snapshot: JsonSnapshot,
  position: Position,
): { range: Range; placeholder: string } | Refusal {
  const found = symbolAt(snapshot, position)
  if (found?.symbol.kind === 'variable')
    return { range: rangeOf(snapshot, found.expression, found.symbol), placeholder: found.symbol.name }
  const place = partAt(snapshot, position)
  const { document, registry } = snapshot
  const tag = place && registry.domains.get(place.part.domain)?.tags.get(place.part.tag)
  if (!place || !tag) return nothingHere
  const name = nameOf(place.part)
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
  return place ? planPart(place.part, newName, snapshot) : nothingHere
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
