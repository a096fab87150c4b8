import { type CheckedFile, conflictsOf, markersOf } from '../check/check.ts'
import { type Conflict, findingsOf, labelOf, type Marker, type MarkerFinding } from '../check/conflicts.ts'
import type { Problem } from '../check/problem.ts'
import { mergeConflict } from '../check/rules/merge-conflict.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import type { Registry } from '../domains/registry.ts'
import { applyChanges, type TextChange } from '../syntax/text-change.ts'
import { parse } from '../syntax/tree.ts'
import { comparisonOf, versionsOf } from '../views/compare/rows.ts'
import { changeThatTakes } from '../views/compare/take.ts'
import { type CombinedSides, combinedSides, linesBetween, textOfLines } from './combined-sides.ts'

/** A side of a merge conflict. */
type Side = 'ours' | 'theirs'

/** How a conflict is resolved. */
export type ConflictResolution =
  | { readonly kind: 'keep'; readonly side: Side }
  /** Combines both sides by record and field. Without a side that decides, what both changed stays in conflict. */
  | { readonly kind: 'combine'; readonly side?: Side | undefined }
  /** One side decides about a field, and all else stays in conflict. An empty name means the comments. */
  | { readonly kind: 'field'; readonly side: Side; readonly name: string }

/** A way to resolve a merge conflict. */
export interface ConflictFix {
  readonly title: string
  /** Sorted, not overlapping, with offsets in the file. */
  readonly changes: readonly TextChange[]
  readonly isPreferred?: boolean
}

/** What becomes of the conflicts of a file. */
export interface ResolvedConflicts {
  readonly changes: readonly TextChange[]
  /** How many conflicts are gone, and how many are changed and still there. */
  readonly resolved: number
  readonly narrowed: number
  readonly left: number
}

/** Resolves all conflicts of a file in one way, as far as they can be. */
export function resolveAll(file: CheckedFile, how: ConflictResolution): ResolvedConflicts {
  const changes: TextChange[] = []
  let [resolved, narrowed] = [0, 0]
  const conflicts = conflictsOf(file)
  for (const conflict of conflicts) {
    const made = changesFor(file, conflict, how)
    if (!made) continue
    changes.push(...made.changes)
    if (made.isResolved) resolved++
    else narrowed++
  }
  return { changes, resolved, narrowed, left: conflicts.length - resolved }
}

/** The problems of the merge conflicts that some lines are in, from the first to the last. */
export function problemsOfConflicts(
  file: CheckedFile,
  problems: readonly Problem[],
  first: number,
  last: number,
): Problem[] {
  const around = conflictsOf(file).filter(({ ours, end }) => ours.line <= last && end.line >= first)
  const starts = new Set(around.map(({ ours }) => `${ours.place} ${ours.start}`))
  return problems.filter(({ code, entry, start }) => code === mergeConflict.code && starts.has(`${entry} ${start}`))
}

/**
 * The ways to resolve the merge conflict that starts where a problem starts: to keep one side, or to combine both by
 * record and field. For a conflict marker without the others, the way to remove it. Empty for all other problems.
 */
export function conflictFixes(file: CheckedFile, problem: Problem): ConflictFix[] {
  const finding = markerFindings(file).get(`${problem.entry} ${problem.start}`)
  if (finding?.code !== problem.code) return []
  const { tree } = file
  const { conflict, marker } = finding
  if (!conflict) return [{ title: 'Remove the line', changes: [linesBetween(tree, marker, marker)], isPreferred: true }]
  const ways = resolutionsOf(file, conflict)
  return ways.flatMap((how): ConflictFix[] => {
    const made = changesFor(file, conflict, how)
    return made ? [{ title: resolutionTitle(how, conflict), changes: made.changes }] : []
  })
}

/**
 * The ways to resolve the conflict that starts where a problem starts, for all conflicts of the file. Empty if the file
 * has no other conflict that can be resolved so.
 */
export function allConflictFixes(file: CheckedFile, problem: Problem): ConflictFix[] {
  const conflict = markerFindings(file).get(`${problem.entry} ${problem.start}`)?.conflict
  const { length } = conflictsOf(file)
  if (!conflict || length < 2 || length > mostOfAll) return []
  const ways = resolutionsOf(file, conflict)
  return ways.flatMap(how => {
    const { changes, resolved, narrowed } = resolveAll(file, how)
    const count = resolved + narrowed
    return count < 2
      ? []
      : [
          {
            title: localize('Resolve all {count} conflicts of this file like this: {how}', {
              count,
              how: lowerFirst(resolutionTitle(how)),
            }),
            changes,
          },
        ]
  })
}

/** To resolve more conflicts in all ways takes too long for a menu; `recline resolve` does it. */
const mostOfAll = 100

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The name of a way. Without a conflict, its sides are those of any. */
function resolutionTitle(how: ConflictResolution, conflict?: Conflict): string {
  const side = how.side && nameOfSide(how.side, conflict)
  const places = { side: side ?? '' }
  if (how.kind === 'keep') return localize('Keep {side}', places)
  if (how.kind === 'field')
    return localize('Use {side} for {field}', {
      ...places,
      field: how.name === '' ? localize('the comments') : shorten(how.name),
    })
  return side === undefined
    ? localize('Combine both sides')
    : localize('Combine both sides, with {side} where they differ', places)
}

/** What git calls a side: a branch or commit. */
function nameOfSide(side: Side, conflict: Conflict | undefined): string {
  const label = conflict && labelOf(side === 'ours' ? conflict.ours : conflict.end)
  return label ? `${side} (${label})` : side
}

const sides = ['ours', 'theirs'] as const

/** The ways that are offered for a conflict. */
function resolutionsOf(file: CheckedFile, conflict: Conflict): ConflictResolution[] {
  const combined = combinedSides(file, conflict)
  const both = combined?.isSame ? [undefined] : sides
  const fields = combined ? fieldsToDecide(combined, file.context.registry) : []
  return [
    ...both.map((side): ConflictResolution => ({ kind: 'combine', side })),
    ...fields.flatMap(name => sides.map((side): ConflictResolution => ({ kind: 'field', side, name }))),
    ...sides.map((side): ConflictResolution => ({ kind: 'keep', side })),
  ]
}

interface Made {
  readonly changes: readonly TextChange[]
  /** Whether the conflict is gone. */
  readonly isResolved: boolean
}

/** The changes that resolve a conflict in one way; undefined if it cannot be resolved so. */
function changesFor(file: CheckedFile, conflict: Conflict, how: ConflictResolution): Made | undefined {
  const { tree } = file
  const { ours, base, theirs, end } = conflict
  if (how.kind === 'keep') {
    const changes =
      how.side === 'ours'
        ? [linesBetween(tree, ours, ours), linesBetween(tree, base ?? theirs, end)]
        : [linesBetween(tree, ours, theirs), linesBetween(tree, end, end)]
    return { changes, isResolved: true }
  }
  const combined = combinedSides(file, conflict)
  if (!combined) return undefined
  if (how.kind === 'field') return decidedField(file, conflict, combined, how)
  if (how.side === undefined && !combined.isSame) return undefined
  const { head, [how.side ?? 'ours']: text, originals } = combined
  if (originals.includes(text) || !text.startsWith(head)) return undefined
  return { changes: [{ ...linesBetween(tree, ours, end), text: text.slice(head.length) }], isResolved: true }
}

/** The fields that can be decided one by one, if the sides are one record with several different fields. */
function fieldsToDecide({ ours, theirs, isSame, head }: CombinedSides, registry: Registry): string[] {
  // In the middle of a record, the rest of the conflict would not be read as the two sides of one.
  if (isSame || head !== '') return []
  const { rows } = comparisonOf(versionsOf(ours, parse(theirs), registry), registry)
  const changed = rows.filter(({ kind }) => kind !== 'same')
  const fields = (changed[0]?.fields ?? []).filter(one => !one.isSame)
  const isOne = rows.length === 1 && changed[0]?.kind === 'changed' && fields.length > 1
  return isOne ? fields.slice(0, mostFields).map(({ name }) => name) : []
}

/** Lets one side decide about a field in all records of a conflict. */
function decidedField(
  { tree, context }: CheckedFile,
  conflict: Conflict,
  { ours: our, theirs: their, isSame, head }: CombinedSides,
  { side, name }: Extract<ConflictResolution, { kind: 'field' }>,
): Made | undefined {
  if (isSame || head !== '') return undefined
  const { ours, base, theirs, end } = conflict
  const into = side === 'ours' ? 'right' : 'left'
  const now = { left: our, right: their }
  for (;;) {
    const versions = versionsOf(now.left, parse(now.right), context.registry)
    const { rows } = comparisonOf(versions, context.registry)
    const row = rows.findIndex(
      ({ kind, fields }) => kind === 'changed' && fields.some(field => field.name === name && !field.isSame),
    )
    const change = row < 0 ? undefined : changeThatTakes(versions, { into, row, field: name })
    const changed = change ? applyChanges(versions[into], [change]) : now[into]
    if (changed === now[into]) break
    now[into] = changed
  }
  if (now.left === our && now.right === their) return undefined
  if (now.left === now.right)
    return { changes: [{ ...linesBetween(tree, ours, end), text: now.left }], isResolved: true }
  const linesOf = (first: Marker, last: Marker): string => {
    const { start, end: stop } = linesBetween(tree, first, last)
    return textOfLines(tree, first, last, start, stop)
  }
  const [start, stop] = [ours, end].map(marker => markerWithoutField(linesOf(marker, marker), name)) as [string, string]
  const text = start + now.left + linesOf(base ?? theirs, theirs) + now.right + stop
  return { changes: [{ ...linesBetween(tree, ours, end), text }], isResolved: false }
}

/** The findings of a file's conflict markers, by the entries and offsets of the markers. */
function markerFindings(file: CheckedFile): ReadonlyMap<string, MarkerFinding> {
  const known = rememberedFindings.get(file)
  if (known) return known
  const found = new Map(findingsOf(markersOf(file)).map(one => [`${one.marker.place} ${one.start}`, one]))
  rememberedFindings.set(file, found)
  return found
}

/** Of files with conflicts that were asked for their fixes: each fix asks again. */
const rememberedFindings = new WeakMap<CheckedFile, ReadonlyMap<string, MarkerFinding>>()

/** A marker that names the fields in conflict, as `recline merge` writes it, without one of them. */
const markerWithoutField = (marker: string, name: string): string =>
  marker.replace(/: ([^\r\n]+)/, (label, names: string) => {
    const all = names.split(', ')
    return all.includes(name) ? `: ${all.filter(other => other !== name).join(', ')}` : label
  })

/** For more fields, no fixes are offered: nobody reads a longer menu. */
const mostFields = 5
