import { definitionFor } from '../diff/record-fields.ts'
import { keyOf } from '../diff/record-key.ts'
import type { Unit } from '../diff/units.ts'
import { identityOf } from '../domains/identity.ts'
import type { Registry } from '../domains/registry.ts'
import { parseEntries } from '../syntax/parse.ts'
import { conflictOf, type MergedUnit, whatChanged } from './merge-unit.ts'
import type { Slot } from './slots.ts'

/** A slot and its result; undefined if it is removed. */
export interface MergedSlot {
  readonly slot: Slot
  readonly merged: MergedUnit | undefined
}

/**
 * Finds conflicts between different units of a result: an id that two records have now, and a record that one side
 * removed or renamed although the other side now refers to it.
 */
export function withConflictsAmong(all: readonly MergedSlot[], registry: Registry): MergedUnit[] {
  // What all versions have cannot conflict with anything that one side alone changed.
  const changed = all.filter(({ slot }) => !isSame(slot))
  const keys = changed.map(({ merged }) => (merged ? keysOf(merged, registry) : []))
  const present = countsOf(keys.flat())
  const needed = neededKeys(changed, present, registry)
  const restored = changed.map(({ slot, merged }) => restoredUnit(slot, needed) ?? merged)
  const units = withoutRepeatedIds(restored, keys, present, changed)
  let next = 0
  return all.map(({ slot, merged }) => (isSame(slot) ? merged : units[next++])).filter(unit => unit !== undefined)
}

const isSame = ({ base, ours, theirs }: Slot): boolean =>
  base !== undefined && base.body === ours?.body && base.body === theirs?.body

/** The ids in the result of a unit; both of them if its id is in conflict. */
function keysOf({ slot: { ours, theirs }, ours: text, conflict }: MergedUnit, registry: Registry): string[] {
  const keys = new Set([ours, theirs].flatMap(unit => (unit ? [unit.key] : [])))
  if (conflict || keys.size === 1) return [...keys].filter(key => key !== undefined)
  const record = parseEntries(text).find(entry => entry.kind === 'record')
  const key = record && keyOf(record, registry)
  return key === undefined ? [] : [key]
}

function countsOf(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The missing ids that one side newly refers to, each with the record that refers to it. */
interface Needed {
  readonly ours: ReadonlyMap<string | undefined, string>
  readonly theirs: ReadonlyMap<string | undefined, string>
}

function neededKeys(all: readonly MergedSlot[], present: ReadonlyMap<string, number>, registry: Registry): Needed {
  const missing = new Set<string>()
  for (const { slot } of all)
    for (const unit of [slot.ours, slot.theirs])
      if (unit?.key !== undefined && !present.has(unit.key)) missing.add(unit.key)
  const neededBy = (side: 'ours' | 'theirs'): Map<string, string> => {
    const needed = new Map<string, string>()
    for (const { slot } of all) {
      const unit = slot[side]
      if (!unit || unit.body === slot.base?.body) continue
      const before = new Set(referencesOf(slot.base, registry))
      for (const key of referencesOf(unit, registry))
        if (missing.has(key) && !before.has(key)) needed.set(key, unit.key ?? unit.body.trim())
    }
    return needed
  }
  if (missing.size === 0) return { ours: new Map(), theirs: new Map() }
  return { ours: neededBy('ours'), theirs: neededBy('theirs') }
}

function referencesOf(unit: Unit | undefined, registry: Registry): string[] {
  const tag = unit?.record && definitionFor(unit.record, registry)
  return tag ? identityOf(unit.record!, tag).references.map(reference => `${reference.tag} ${reference.id}`) : []
}

/** The conflict for a record that is not in the result although one side refers to it. */
function restoredUnit(slot: Slot, needed: Needed): MergedUnit | undefined {
  const ourReason = needed.ours.get(slot.ours?.key)
  const theirReason = needed.theirs.get(slot.theirs?.key)
  if (ourReason === undefined && theirReason === undefined) return undefined
  return conflictOf(
    slot,
    ourReason === undefined ? whatChanged(slot.base, slot.ours) : `needed by ${ourReason}`,
    theirReason === undefined ? whatChanged(slot.base, slot.theirs) : `needed by ${theirReason}`,
  )
}

/**
 * Makes one conflict of two records that have the same id now, if neither side had both. A record that is in conflict
 * already stays as it is: one conflict has no room for its other version.
 */
function withoutRepeatedIds(
  units: readonly (MergedUnit | undefined)[],
  keys: readonly (readonly string[])[],
  present: ReadonlyMap<string, number>,
  changed: readonly MergedSlot[],
): (MergedUnit | undefined)[] {
  const result = [...units]
  const ourCounts = countsOf(changed.flatMap(({ slot }) => slot.ours?.key ?? []))
  const theirCounts = countsOf(changed.flatMap(({ slot }) => slot.theirs?.key ?? []))
  const first = new Map<string, number>()
  keys.forEach((own, index) => {
    for (const key of own) {
      if (present.get(key)! <= Math.max(1, ourCounts.get(key) ?? 0, theirCounts.get(key) ?? 0)) continue
      const other = first.get(key)
      if (other === undefined) first.set(key, index)
      else if (isClean(result[other]) && isClean(result[index])) {
        result[other] = sameId(result[other], result[index], key)
        result[index] = undefined
      }
    }
  })
  return result
}

const isClean = (unit: MergedUnit | undefined): unit is MergedUnit => unit !== undefined && !unit.conflict

/** A conflict of two records with the same id, of which one is from ours and one from theirs. */
function sameId(one: MergedUnit, other: MergedUnit, key: string): MergedUnit {
  const [ours, theirs] = one.slot.ours?.key === key ? [one, other] : [other, one]
  const label = `another record with the id ${key.slice(key.indexOf(' ') + 1)}`
  return { ...one, ours: ours.ours, theirs: theirs.theirs, conflict: { ours: label, theirs: label } }
}
