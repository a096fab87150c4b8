import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import type { ChangeEffect, ChangeKindId } from './kinds.ts'

/** A change of a domain. */
export interface DomainChange {
  readonly kind: ChangeKindId
  /** Where it is: the tag as it is called now, or was called if it is gone, and the field, rule or value in it. */
  readonly tag?: string
  readonly field?: string
  readonly rule?: string
  /** The old name of a part that is called otherwise now. */
  readonly was?: string
  /** The values of an enum that it is about. */
  readonly values?: readonly string[]
  readonly message: string
  readonly records: ChangeEffect
  readonly readers: ChangeEffect
}

/** Notes a change of a part. The effects are those of the kind, unless others are given. */
export type NoteChange = (
  kind: ChangeKindId,
  message: string,
  more?: Partial<Omit<DomainChange, 'kind' | 'message'>>,
) => void

/** The id of a change for an exception, such as `field-removed:VEHICLE.plate`. Two changes of a domain may share it. */
export const changeId = ({ kind, tag, field, rule }: DomainChange): string =>
  [kind, [tag, field ?? rule].filter(part => part !== undefined).join('.')].filter(Boolean).join(':')

/** Values in a sentence: `"a", "b" and 3 more`. */
export function someValues(values: readonly string[]): string {
  const shown = values.slice(0, 5).map(value => show(value))
  const more = values.length - shown.length
  return more > 0
    ? localize('{words} and {last}', { words: shown.join(', '), last: localize('{count} more', { count: more }) })
    : shown.join(', ')
}

/**
 * The changes that are not allowed, and the exceptions that allow nothing.
 *
 * @param allowed the `allowedChanges` of the new descriptor
 */
export function withoutAllowed(
  changes: readonly DomainChange[],
  allowed: Readonly<Record<string, string>> = {},
): { readonly changes: readonly DomainChange[]; readonly unused: readonly string[] } {
  const found = new Set(changes.map(changeId))
  return {
    changes: changes.filter(change => !Object.hasOwn(allowed, changeId(change))),
    unused: Object.keys(allowed).filter(id => !found.has(id)),
  }
}
