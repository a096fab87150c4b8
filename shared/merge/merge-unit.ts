import { recordText, saysTheSame } from '../diff/record-fields.ts'
import { hasSameText, type Unit } from '../diff/units.ts'
import type { Registry } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { mergeRecord } from './merge-record.ts'
import type { Slot } from './slots.ts'

/** A unit in the result of a merge. */
export interface MergedUnit {
  readonly slot: Slot
  /** The blank lines above. */
  readonly blank: string
  /** Its comments and its body; those of ours and of theirs if there is a conflict, empty if that side removed it. */
  readonly ours: string
  readonly theirs: string
  readonly conflict: ConflictLabels | undefined
}

/** What a side did, for the label of a conflict marker. */
interface ConflictLabels {
  readonly ours: string
  readonly theirs: string
}

/**
 * Merges the three versions of a unit.
 *
 * @param isStrict whether a record that both sides changed is always a conflict
 * @returns undefined if the result does not have it
 */
export function mergeUnit(slot: Slot, registry: Registry, isStrict: boolean): MergedUnit | undefined {
  const { base, ours, theirs } = slot
  if (!ours && !theirs) return undefined
  if (!ours || !theirs) {
    const left = (ours ?? theirs)!
    if (!base) return unitAs(left, slot)
    return isUnchangedSide(base, left)
      ? undefined
      : conflictOf(slot, whatChanged(base, ours), whatChanged(base, theirs))
  }
  if (hasSameText(ours, theirs) || (base && hasSameText(base, theirs))) return unitAs(ours, slot)
  if (base && hasSameText(base, ours)) return unitAs(theirs, slot)
  return mergeTexts(slot, ours, theirs, registry, isStrict)
}

/** Which side decides about conflicts; `union` keeps what both have. */
export type Favor = (typeof favors)[number]
export const favors = ['ours', 'theirs', 'union'] as const

/** A unit without a conflict, as one side has it or with the versions of both; undefined if it is removed. */
export function decidedUnit(unit: MergedUnit, favor: Favor): MergedUnit | undefined {
  if (!unit.conflict) return unit
  const { ours, theirs } = unit
  const text = favor === 'union' ? ours + theirs : unit[favor]
  return text === '' ? undefined : { ...unit, ours: text, theirs: text, conflict: undefined }
}

/** Whether a unit of a result is a record, other text or the end of the file. */
export const unitKind = ({ slot: { ours, theirs } }: MergedUnit): Unit['kind'] => (ours ?? theirs)!.kind

/** A slot as a conflict, in which each side has its own version. */
export const conflictOf = (slot: Slot, ours: string, theirs: string): MergedUnit => ({
  slot,
  blank: blankOf(slot),
  ours: textOfUnit(slot.ours),
  theirs: textOfUnit(slot.theirs),
  conflict: { ours, theirs },
})

/** What a side did to a unit, in words: the names of the changed fields, if it is a record. */
export function whatChanged(base: Unit | undefined, side: Unit | undefined): string {
  if (!side) return base ? 'removed' : 'not there'
  if (!base) return 'added'
  const names = base.record && side.record ? namesOfDifferent(base.record, side.record) : []
  if (base.comments !== side.comments) names.push('comments')
  return names.length === 0 ? 'changed' : names.join(', ')
}

const textOfUnit = (unit: Unit | undefined): string => (unit ? unit.comments + unit.body : '')

function unitAs(unit: Unit, slot: Slot): MergedUnit {
  const text = textOfUnit(unit)
  return { slot, blank: blankOf(slot), ours: text, theirs: text, conflict: undefined }
}

function blankOf({ base, ours, theirs }: Slot): string {
  if (!ours || !theirs) return (ours ?? theirs)!.blank
  return ours.blank === base?.blank ? theirs.blank : ours.blank
}

/** Whether a version only has another layout or notation. */
const isUnchangedSide = (base: Unit, side: Unit): boolean =>
  hasSameText(base, side) ||
  (base.comments === side.comments &&
    base.record !== undefined &&
    side.record !== undefined &&
    saysTheSame(base.record, side.record))

function mergeTexts(
  slot: Slot,
  ours: Unit,
  theirs: Unit,
  registry: Registry,
  isStrict: boolean,
): MergedUnit | undefined {
  const { base } = slot
  const differing = ours.record && theirs.record ? namesOfDifferent(ours.record, theirs.record) : []
  if (!ours.record || !theirs.record || (isStrict && differing.length > 0))
    return conflictOf(slot, listedNames(differing), listedNames(differing))
  const record = mergeRecord(base?.record, ours.record, theirs.record, registry)
  if (!record) return conflictOf(slot, 'the whole record', 'the whole record')
  // Two sides that added the same id have added two records, unless these say the same.
  const conflicts = [...(base ? record.conflicts : differing)]
  const comments = mergeComments(base?.comments, ours.comments, theirs.comments)
  if (comments === undefined) conflicts.push('comments')
  const end = /[\r\n]*$/.exec(ours.body)![0]
  const sideText = (text: string, own: Unit): string =>
    (comments ?? own.comments) + (base ? text.replace(/[\r\n]+$/, '') + end : own.body)
  const blank = blankOf(slot)
  if (conflicts.length === 0) {
    const text = sideText(record.ours, ours)
    return { slot, blank, ours: text, theirs: text, conflict: undefined }
  }
  const label = listedNames(conflicts)
  return {
    slot,
    blank,
    ours: sideText(record.ours, ours),
    theirs: sideText(record.theirs, theirs),
    conflict: { ours: label, theirs: label },
  }
}

const listedNames = (names: readonly string[]): string => (names.length === 0 ? 'changed' : names.join(', '))

/** @returns undefined if both sides changed them */
function mergeComments(base: string | undefined, ours: string, theirs: string): string | undefined {
  if (ours === theirs || theirs === base) return ours
  return ours === base ? theirs : undefined
}

/** The names of the fields whose texts differ, or that only one of the records has. */
function namesOfDifferent(one: RecordNode, other: RecordNode): string[] {
  const [ones, others] = [one, other].map(
    record => new Map(recordText(record).fields.map(({ name, said }) => [name, said])),
  ) as [Map<string, string | undefined>, Map<string, string | undefined>]
  return [...new Set([...ones.keys(), ...others.keys()])].filter(
    name => ones.has(name) !== others.has(name) || ones.get(name) !== others.get(name),
  )
}
