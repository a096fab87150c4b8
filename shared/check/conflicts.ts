import { lastIndex } from '../basics/binary-search.ts'
import { countLineBreaks } from '../basics/text.ts'
import { EQUALS, GREATER_THAN, LESS_THAN } from '../syntax/characters.ts'
import type { Entry } from '../syntax/nodes.ts'
import type { Finding } from './problem.ts'
import { conflictMessage, mergeConflict, strayMarker } from './rules/merge-conflict.ts'
import { syntax } from './rules/syntax.ts'

/** A conflict marker: a line that git writes at the start or the end of a side of a merge conflict. */
export interface Marker {
  /** The place of its entry in the file; places grow from entry to entry: indices or line numbers. */
  readonly place: number
  /** The line of the file on which it stands, from 0. */
  readonly line: number
  /** Where it starts in its entry, in UTF-16 code units. */
  readonly start: number
  /** The line, without its line end. */
  readonly text: string
}

/** A merge conflict, by its markers. The base is the version that both sides changed; git writes it if asked to. */
export interface Conflict {
  readonly ours: Marker
  readonly base: Marker | undefined
  readonly theirs: Marker
  readonly end: Marker
}

/** The conflict markers in an entry: the entry itself, or those between the lines of a record. */
export function markersIn(entry: Entry, place: number, line: number): Marker[] {
  if (entry.kind === 'marker') return [{ place, line, start: 0, text: entry.text.replace(/[\r\n]+$/, '') }]
  if (!hasMarkers(entry)) return []
  return entry.strays.flatMap(({ kind, start, end }) =>
    kind === 'marker'
      ? [{ place, line: line + countLineBreaks(entry.text.slice(0, start)), start, text: entry.text.slice(start, end) }]
      : [],
  )
}

/** Whether a record has conflict markers between its lines. Most records have one line, so this is fast. */
export const hasMarkers = (entry: Entry): entry is Extract<Entry, { kind: 'record' }> =>
  entry.kind === 'record' && entry.lineBreaks > 1 && entry.strays.some(({ kind }) => kind === 'marker')

/** Which markers belong together, in the order in which git writes them, and which ones are no conflict. */
export function conflictsAmong(markers: readonly Marker[]): { conflicts: Conflict[]; others: Marker[] } {
  const conflicts: Conflict[] = []
  const others: Marker[] = []
  let open: { ours: Marker; base?: Marker; theirs?: Marker } | undefined
  const giveUp = (): void => {
    for (const marker of [open?.ours, open?.base, open?.theirs]) if (marker) others.push(marker)
    open = undefined
  }
  for (const marker of markers) {
    const code = marker.text.charCodeAt(0)
    if (code === LESS_THAN) {
      giveUp()
      open = { ours: marker }
    } else if (code === EQUALS && open && !open.theirs) open.theirs = marker
    else if (code === GREATER_THAN && open?.theirs) {
      conflicts.push({ ours: open.ours, base: open.base, theirs: open.theirs, end: marker })
      open = undefined
    } else if (code !== EQUALS && code !== GREATER_THAN && open && !open.base && !open.theirs) open.base = marker
    else others.push(marker)
  }
  giveUp()
  return { conflicts, others: others.sort((one, other) => one.line - other.line) }
}

/** A finding about a marker, with the place of the entry of the marker. */
export interface MarkerFinding extends Omit<Finding, 'fixes'> {
  readonly marker: Marker
  /** The conflict that starts with the marker; undefined if the marker belongs to none. */
  readonly conflict: Conflict | undefined
}

/** One finding for each conflict, and one for each marker that belongs to none, in their order. */
export function findingsOf(markers: readonly Marker[]): MarkerFinding[] {
  const { conflicts, others } = conflictsAmong(markers)
  const at = ({ start, text }: Marker): { start: number; end: number } => ({
    start,
    end: start + text.trimEnd().length,
  })
  return [
    ...conflicts.map(conflict => ({
      ...at(conflict.ours),
      code: mergeConflict.code,
      severity: mergeConflict.severity,
      message: conflictMessage(labelOf(conflict.ours), labelOf(conflict.end)),
      marker: conflict.ours,
      conflict,
    })),
    ...others.map(marker => ({
      ...at(marker),
      code: syntax.code,
      severity: syntax.severity,
      message: strayMarker(marker.text.slice(0, 7)),
      marker,
      conflict: undefined,
    })),
  ].sort((one, other) => one.marker.line - other.marker.line)
}

/** What git writes behind a marker: the name of a branch or commit. */
export const labelOf = ({ text }: Marker): string => text.slice(7).trim()

/** Finds out whether two lines of a file stand on different sides of one conflict. */
export function sidesOf(conflicts: readonly Conflict[]): (line: number, other: number) => boolean {
  const around = (line: number): Conflict | undefined => {
    const conflict = conflicts[lastIndex(conflicts, ({ end }) => end.line < line) + 1]
    return conflict && conflict.ours.line < line ? conflict : undefined
  }
  const sideIn = ({ base, theirs }: Conflict, line: number): number => {
    if (line > theirs.line) return 2
    return base && line > base.line ? 1 : 0
  }
  return (line, other) => {
    const conflict = around(line)
    return conflict !== undefined && conflict === around(other) && sideIn(conflict, line) !== sideIn(conflict, other)
  }
}
