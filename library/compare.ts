import { changesOf } from '../shared/diff/changes.ts'
import { type Unit, unitsOf } from '../shared/diff/units.ts'
import type { Registry } from '../shared/domains/registry.ts'
import { merge as mergeTexts } from '../shared/merge/merge.ts'
import { parse } from '../shared/syntax/tree.ts'
import type { Options } from './options.ts'
import { contextFor, registryOf } from './read.ts'

/** A field with another value; undefined if a version does not have it. Values are without quotes. */
export interface FieldDifference {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A record or other text that is not the same in two versions. */
export interface Difference {
  /**
   * `moved`: only its place is another one; `reordered`: only the order of its fields; `format`: only its notation, or
   * the blank lines above it.
   */
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'reordered' | 'format'
  /** Its text in both versions, with the comments above it; undefined where it is not there. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** Where it is, from 1; undefined where it is not there. */
  readonly lineBefore: number | undefined
  readonly lineAfter: number | undefined
  readonly fields: readonly FieldDifference[]
}

/** What is no difference. */
export interface Ignored {
  /** Another notation of the same values, and blank lines. */
  readonly ignoreFormat?: boolean
  /** Another place of a record, and another order of its fields. */
  readonly ignoreOrder?: boolean
}

/**
 * Compares two versions of a file by record: records are the same if they have the same id.
 *
 * @example
 * diff('@CONTROL rid=C-1 | status="draft"\n', '@CONTROL rid=C-1 | status="tested"\n')[0]?.fields
 * // [{ field: 'status', before: 'draft', after: 'tested' }]
 */
export function diff(before: string, after: string, options: Options & Ignored = {}): Difference[] {
  const registry = registryOf(options)
  return changesOf(unitsIn(before, registry), unitsIn(after, registry), registry, options).map(change => ({
    kind: change.kind,
    before: change.before && textOfUnit(change.before),
    after: change.after && textOfUnit(change.after),
    lineBefore: change.before && change.before.line + 1,
    lineAfter: change.after && change.after.line + 1,
    fields: change.fields.map(({ name, before: old, after: now }) => ({ field: name, before: old, after: now })),
  }))
}

const unitsIn = (text: string, registry: Registry): Unit[] => unitsOf(parse(text), registry, '\n')

const textOfUnit = ({ comments, body }: Unit): string => comments + body

/** Three versions of a file: the one that both sides changed, and theirs. */
export interface Versions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** A merged file. */
export interface Merged {
  /** With git's markers around each record that is in conflict. */
  readonly text: string
  /** How many records are in conflict. */
  readonly conflicts: number
}

/** What becomes of conflicts. */
export interface Favored {
  /** Which side decides, or `union` for the lines of both. Without it, conflicts stay, with markers. */
  readonly favor?: 'ours' | 'theirs' | 'union'
}

/**
 * Merges two changed versions of a file by record and field: two sides that change different records, or different
 * fields of one, are no conflict.
 *
 * @throws {Error} if the versions cannot be merged by record, such as those with different line ends
 * @example
 * merge({
 *   base: '@CONTROL rid=C-1 | status="tested" | owner="Ana"\n',
 *   ours: '@CONTROL rid=C-1 | status="effective" | owner="Ana"\n',
 *   theirs: '@CONTROL rid=C-1 | status="tested" | owner="Bob"\n',
 * })
 * // { text: '@CONTROL rid=C-1 | status="effective" | owner="Bob"\n', conflicts: 0 }
 */
export function merge(versions: Versions, options: Options & Favored = {}): Merged {
  const merged = mergeTexts(versions, {
    context: contextFor(options.file ?? '', options),
    isStrict: false,
    favor: options.favor,
    markerSize: 7,
    ours: 'ours',
    theirs: 'theirs',
  })
  if ('reason' in merged) throw new Error(`The versions cannot be merged by record: ${merged.reason}.`)
  return { text: merged.text, conflicts: merged.conflicts }
}
