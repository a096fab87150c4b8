import type { Change, ChangeKind } from '../../../shared/diff/changes.ts'
import { definitionFor } from '../../../shared/diff/record-fields.ts'
import { tagOf } from '../../../shared/diff/record-key.ts'
import type { Unit } from '../../../shared/diff/units.ts'
import { titleOf } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'

/** The name of what changed, for people: tag, id and title of a record, or the start of other text. */
export function nameOf(
  { record, key, body }: Unit,
  registry: Registry,
): { readonly name: string; readonly title: string } {
  if (!record) return { name: body.startsWith('#') ? 'comment' : 'text', title: body.trim().split(/[\r\n]/)[0]! }
  return { name: key ?? tagOf(record), title: titleOf(record, definitionFor(record, registry)) }
}

/** How often each kind of change is there, without those that never happened. */
export function countKinds(changes: readonly Change[]): Map<ChangeKind, number> {
  const counts = new Map<ChangeKind, number>()
  for (const kind of order) {
    const number = changes.filter(change => change.kind === kind).length
    if (number > 0) counts.set(kind, number)
  }
  return counts
}

/** What happened, as in `2 changed`. */
export const kindWord = (kind: ChangeKind): string => (kind === 'format' ? 'formatted' : kind)

const order: readonly ChangeKind[] = ['added', 'removed', 'changed', 'moved', 'reordered', 'format']
