import { type CheckedFile, conflictsOf, markersOf } from '../../shared/check/check.ts'
import { type Conflict, findingsOf, labelOf, type Marker, type MarkerFinding } from '../../shared/check/conflicts.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { mergeConflict } from '../../shared/check/rules/merge-conflict.ts'
import { recordText, saidBy } from '../../shared/diff/record-fields.ts'
import { keyOf, tagOf } from '../../shared/diff/record-key.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { merge } from '../../shared/merge/merge.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { skipBlanks } from '../../shared/syntax/record-line.ts'
import { applyChanges, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse, type Tree, textBetween } from '../../shared/syntax/tree.ts'
import { comparisonOf, versionsOf } from '../../shared/views/compare/rows.ts'
import { changeThatTakes } from '../../shared/views/compare/take.ts'

/** A way to resolve a merge conflict. */
export interface ConflictFix {
  readonly title: string
  /** Sorted, not overlapping, with offsets in the file. */
  readonly changes: readonly TextChange[]
  readonly isPreferred?: boolean
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
  if (!conflict) return [{ title: 'Remove the line', changes: [lines(tree, marker, marker)], isPreferred: true }]
  const { ours, base, theirs, end } = conflict
  return [
    ...combined(file, conflict),
    { title: `Keep ${sideName(ours, 'ours')}`, changes: [lines(tree, ours, ours), lines(tree, base ?? theirs, end)] },
    { title: `Keep ${sideName(end, 'theirs')}`, changes: [lines(tree, ours, theirs), lines(tree, end, end)] },
  ]
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

/** What git calls a side: a branch or commit. */
const sideName = (marker: Marker, side: 'ours' | 'theirs'): string =>
  labelOf(marker) === '' ? side : `${side} (${labelOf(marker)})`

/** Combines both sides. If both changed a field, one side decides about it, so there is a fix for each. */
function combined(file: CheckedFile, conflict: Conflict): ConflictFix[] {
  const { ours, end } = conflict
  const texts = sidesOf(file.tree, conflict)
  // A side can start in the middle of a record, so it gets the start of one.
  const head = [texts.ours, texts.theirs].some(startsInRecord) ? `@RECORD rid=this${lineBreakIn(texts.ours)}` : ''
  const whole = (text: string): string => (text === '' ? '' : head + text)
  const [our, their] = [whole(texts.ours), whole(texts.theirs)]
  const base = conflict.base ? whole(texts.base) : commonTo(our, their, file.context.registry)
  const result = merge(
    { base, ours: our, theirs: their },
    { context: file.context, isStrict: false, markerSize: 7, ours: labelOf(ours), theirs: labelOf(end) },
  )
  if ('reason' in result) return []
  const fix = (title: string, text: string): ConflictFix[] => {
    if (text === our || text === their || !text.startsWith(head)) return []
    return [{ title, changes: [{ ...lines(file.tree, ours, end), text: text.slice(head.length) }] }]
  }
  if (result.conflicts === 0) return fix('Combine both sides', result.text)
  const textOfSide = (side: 'ours' | 'theirs'): string => result.units.map(unit => unit.blank + unit[side]).join('')
  const [combinedOurs, combinedTheirs] = [textOfSide('ours'), textOfSide('theirs')]
  return [
    ...fix(`Combine both sides, with ${sideName(ours, 'ours')} where they differ`, combinedOurs),
    ...fix(`Combine both sides, with ${sideName(end, 'theirs')} where they differ`, combinedTheirs),
    // In the middle of a record, the rest of the conflict would not be read as the two sides of one.
    ...(head === '' ? byField(file, conflict, combinedOurs, combinedTheirs) : []),
  ]
}

/** Fixes for single fields, if the sides are one record with several different fields. The others stay in conflict. */
function byField(file: CheckedFile, conflict: Conflict, our: string, their: string): ConflictFix[] {
  const { tree, context } = file
  const { ours, base, theirs, end } = conflict
  const versions = versionsOf(our, parse(their), context.registry)
  const rows = comparisonOf(versions, context.registry).rows
  const row = rows.findIndex(({ kind }) => kind !== 'same')
  const fields = (rows[row]?.fields ?? []).filter(({ isSame }) => !isSame)
  if (rows.length !== 1 || rows[row]?.kind !== 'changed' || fields.length < 2) return []
  const linesOf = (first: Marker, last: Marker): string => {
    const { start, end } = lines(tree, first, last)
    return textOfLines(tree, first, last, start, end)
  }
  const fix = (into: 'left' | 'right', name: string): ConflictFix[] => {
    const change = changeThatTakes(versions, { into, row, field: name })
    if (!change) return []
    const changed = applyChanges(versions[into], [change])
    const [left, right] = into === 'left' ? [changed, their] : [our, changed]
    const [start, stop] = [ours, end].map(marker => withoutField(linesOf(marker, marker), name)) as [string, string]
    const text = start + left + linesOf(base ?? theirs, theirs) + right + stop
    const side = into === 'left' ? sideName(end, 'theirs') : sideName(ours, 'ours')
    return [
      {
        title: `Use ${side} for ${name === '' ? 'the comments' : shorten(name)}`,
        changes: [{ ...lines(tree, ours, end), text }],
      },
    ]
  }
  return fields.slice(0, mostFields).flatMap(({ name }) => [...fix('right', name), ...fix('left', name)])
}

/** A marker that names the fields in conflict, as `recline merge` writes it, without one of them. */
const withoutField = (marker: string, name: string): string =>
  marker.replace(/: ([^\r\n]+)/, (label, names: string) => {
    const all = names.split(', ')
    return all.includes(name) ? `: ${all.filter(other => other !== name).join(', ')}` : label
  })

/** For more fields, no fixes are offered: nobody reads a longer menu. */
const mostFields = 5

/**
 * What both sides say: their common records with the fields that have the same value. As the version before both
 * changes, it makes everything else an addition of one side.
 */
function commonTo(ours: string, theirs: string, registry: Registry): string {
  const records = (text: string): RecordNode[] => parseEntries(text).filter(entry => entry.kind === 'record')
  const byKey = new Map(records(ours).map(record => [keyOf(record, registry), record]))
  return records(theirs)
    .map(record => {
      const key = keyOf(record, registry)
      const other = key === undefined ? undefined : byKey.get(key)
      if (!other) return ''
      const said = saidBy(other)
      const common = recordText(record).fields.filter(
        field => said.has(field.name) && said.get(field.name) === field.said,
      )
      return `@${tagOf(record)} ${common.map(({ text }) => text).join(' | ')}${lineBreakIn(theirs)}`
    })
    .join('')
}

const startsInRecord = (text: string): boolean => text !== '' && /^\|/.test(text.slice(skipBlanks(text, 0)))

const lineBreakIn = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'

/** The text of each side of a conflict; that of the base is empty if git wrote none. */
function sidesOf(tree: Tree, { ours, base, theirs, end }: Conflict): { base: string; ours: string; theirs: string } {
  const between = (above: Marker, below: Marker): string =>
    textOfLines(tree, above, below, lines(tree, above, above).end, lines(tree, below, below).start)
  return {
    base: base ? between(base, theirs) : '',
    ours: between(ours, base ?? theirs),
    theirs: between(theirs, end),
  }
}

/** The text between two offsets, which are in the entries from one marker to another. A whole file can be long. */
function textOfLines(tree: Tree, first: Marker, last: Marker, start: number, end: number): string {
  const offset = tree.startOf(first.place)
  return textBetween(tree, first.place, last.place + 1).slice(start - offset, end - offset)
}

/** Removes the lines from one marker to another. */
function lines({ entries, starts }: Tree, first: Marker, last: Marker): TextChange {
  const behind = last.start + last.text.length
  const [lineEnd] = /^(?:\r\n|\r|\n)?/.exec(entries[last.place]!.text.slice(behind))!
  return { start: starts[first.place]! + first.start, end: starts[last.place]! + behind + lineEnd.length, text: '' }
}
