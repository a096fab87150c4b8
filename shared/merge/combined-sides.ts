import type { CheckedFile } from '../check/check.ts'
import { type Conflict, labelOf, type Marker } from '../check/conflicts.ts'
import { recordText, saidBy } from '../diff/record-fields.ts'
import { keyOfRecordNode, tagOfRecord } from '../diff/record-key.ts'
import type { Registry } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { skipBlanks } from '../syntax/record-line.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { type Tree, textBetween } from '../syntax/tree.ts'
import { merge } from './merge.ts'

/** The sides of a conflict after what only one of them changed is in both. */
export interface CombinedSides {
  readonly ours: string
  readonly theirs: string
  /** Whether nothing is in conflict any more. */
  readonly isSame: boolean
  /** Stands before both texts if a side starts in the middle of a record. */
  readonly head: string
  /** Both sides as they were. */
  readonly originals: readonly string[]
}

/** @returns undefined if the sides cannot be combined */
export function combinedSides(file: CheckedFile, conflict: Conflict): CombinedSides | undefined {
  const known = combinedOf.get(file) ?? new Map<string, CombinedSides | undefined>()
  combinedOf.set(file, known)
  const key = `${conflict.ours.place} ${conflict.ours.start}`
  if (!known.has(key)) known.set(key, combine(file, conflict))
  return known.get(key)
}

/** Each way to resolve a conflict asks again. */
const combinedOf = new WeakMap<CheckedFile, Map<string, CombinedSides | undefined>>()

function combine(file: CheckedFile, conflict: Conflict): CombinedSides | undefined {
  const texts = sideTextsOf(file.tree, conflict)
  // A side can start in the middle of a record, so it gets the start of one.
  const head = [texts.ours, texts.theirs].some(startsInRecord) ? `@RECORD rid=this${lineBreakIn(texts.ours)}` : ''
  const whole = (text: string): string => (text === '' ? '' : head + text)
  const [our, their] = [whole(texts.ours), whole(texts.theirs)]
  const base = conflict.base ? whole(texts.base) : commonTo(our, their, file.context.registry)
  const labels = { ours: labelOf(conflict.ours), theirs: labelOf(conflict.end) }
  const result = merge(
    { base, ours: our, theirs: their },
    { context: file.context, isStrict: false, markerSize: 7, ...labels },
  )
  if ('reason' in result) return undefined
  const originals = [our, their]
  if (result.conflicts === 0) return { ours: result.text, theirs: result.text, isSame: true, head, originals }
  const textOfSide = (side: 'ours' | 'theirs'): string => result.units.map(unit => unit.blank + unit[side]).join('')
  return { ours: textOfSide('ours'), theirs: textOfSide('theirs'), isSame: false, head, originals }
}

/**
 * What both sides say: their common records with the fields that have the same value. As the version before both
 * changes, it makes everything else an addition of one side.
 */
function commonTo(ours: string, theirs: string, registry: Registry): string {
  const records = (text: string): RecordNode[] => parseEntries(text).filter(entry => entry.kind === 'record')
  const byKey = new Map(records(ours).map(record => [keyOfRecordNode(record, registry), record]))
  return records(theirs)
    .map(record => {
      const key = keyOfRecordNode(record, registry)
      const other = key === undefined ? undefined : byKey.get(key)
      if (!other) return ''
      const said = saidBy(other)
      const common = recordText(record).fields.filter(
        field => said.has(field.name) && said.get(field.name) === field.said,
      )
      return `@${tagOfRecord(record)} ${common.map(({ text }) => text).join(' | ')}${lineBreakIn(theirs)}`
    })
    .join('')
}

const startsInRecord = (text: string): boolean => text !== '' && /^\|/.test(text.slice(skipBlanks(text, 0)))

const lineBreakIn = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'

/** The text of each side of a conflict; that of the base is empty if git wrote none. */
function sideTextsOf(
  tree: Tree,
  { ours, base, theirs, end }: Conflict,
): { base: string; ours: string; theirs: string } {
  const between = (above: Marker, below: Marker): string =>
    textOfLines(tree, above, below, linesBetween(tree, above, above).end, linesBetween(tree, below, below).start)
  return {
    base: base ? between(base, theirs) : '',
    ours: between(ours, base ?? theirs),
    theirs: between(theirs, end),
  }
}

/** The text between two offsets, which are in the entries from one marker to another. A whole file can be long. */
export function textOfLines(tree: Tree, first: Marker, last: Marker, start: number, end: number): string {
  const offset = tree.startOf(first.place)
  return textBetween(tree, first.place, last.place + 1).slice(start - offset, end - offset)
}

/** Removes the lines from one marker to another. */
export function linesBetween({ entries, starts }: Tree, first: Marker, last: Marker): TextChange {
  const behind = last.start + last.text.length
  const [lineEnd] = /^(?:\r\n|\r|\n)?/.exec(entries[last.place]!.text.slice(behind))!
  return { start: starts[first.place]! + first.start, end: starts[last.place]! + behind + lineEnd.length, text: '' }
}
