import { type FieldDefinition, fieldOf, type Registry } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { inOrder } from './in-order.ts'
import { match } from './match.ts'
import { saidBy, saysTheSame } from './record-fields.ts'
import { definitionFor, tagOfRecord } from './record-key.ts'
import type { Unit } from './units.ts'

/** A difference between two versions: a record, or other text, that is not the same in both. */
export interface Change {
  readonly kind: ChangeKind
  /** Undefined if it was added. */
  readonly before: Unit | undefined
  /** Undefined if it was removed. */
  readonly after: Unit | undefined
  /** Whether it is at another place, also if it changed too. */
  readonly isMoved: boolean
  /** The fields with another value, in the order of the record; empty for an added or removed record. */
  readonly fields: readonly FieldChange[]
}

/**
 * `moved`: only its place changed; `reordered`: only the order of its fields; `format`: only its notation, or the blank
 * lines above it.
 */
export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'reordered' | 'format'

/** The values of a field, without quotes; undefined if a version does not have the field. */
export interface FieldChange {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** How an enumerated state moves in its lifecycle. */
  readonly direction: Direction | undefined
}

/** Which changes to leave out. */
export interface ChangeFilter {
  readonly ignoreFormat?: boolean
  /** Leaves out moved records and another order of fields. */
  readonly ignoreOrder?: boolean
  /** Only these tags count; all if it is empty. */
  readonly tags?: readonly string[]
}

/** A record or other text in two versions, whether it changed or not. */
export interface Compared extends Omit<Change, 'kind'> {
  readonly kind: ChangeKind | 'same'
}

/** The changes from one version to another, in the order of the version after; removed records are where they were. */
export function changesOf(
  before: readonly Unit[],
  after: readonly Unit[],
  registry: Registry,
  { ignoreFormat = false, ignoreOrder = false, tags = [] }: ChangeFilter = {},
): Change[] {
  const isWanted = (compared: Compared): compared is Change => {
    const { kind, before: old, after: unit } = compared
    if (kind === 'same' || (ignoreFormat && kind === 'format') || (ignoreOrder && kind === 'reordered')) return false
    // The end of a file is there to compare the blank lines above it, and is no change itself.
    if ((unit ?? old)!.kind === 'end' && (kind !== 'format' || old!.file !== unit!.file)) return false
    return tags.length === 0 || [old, unit].some(one => one?.record && tags.includes(tagOfRecord(one.record)))
  }
  return compare(before, after, registry, ignoreOrder).filter(isWanted)
}

/**
 * Compares two versions: all their units in the order of the version after; removed ones are where they were.
 *
 * @param ignoreOrder whether the place of a unit does not count
 */
export function compare(
  before: readonly Unit[],
  after: readonly Unit[],
  registry: Registry,
  ignoreOrder = false,
): Compared[] {
  const matching = match(before, after)
  const stable = inOrder(matching.before)
  const compared: Compared[] = []
  const addRemoved = (start: number): void => {
    for (let index = start; index < before.length && matching.after[index]! < 0; index++)
      compared.push({ kind: 'removed', before: before[index], after: undefined, isMoved: false, fields: [] })
  }
  addRemoved(0)
  after.forEach((unit, index) => {
    const old = before[matching.before[index]!]
    if (!old) {
      compared.push({ kind: 'added', before: undefined, after: unit, isMoved: false, fields: [] })
      return
    }
    const isMoved = !ignoreOrder && unit.kind !== 'end' && (stable[index] === 0 || old.file !== unit.file)
    const fields = old.record && unit.record ? fieldChangesBetween(old.record, unit.record, registry) : []
    compared.push({ kind: comparedKind(old, unit, fields, isMoved), before: old, after: unit, isMoved, fields })
    addRemoved(matching.before[index]! + 1)
  })
  return compared
}

function comparedKind(before: Unit, after: Unit, fields: readonly FieldChange[], isMoved: boolean): Compared['kind'] {
  if (fields.length > 0 || before.comments !== after.comments) return 'changed'
  if (before.record && after.record && !saysTheSame(before.record, after.record))
    return areReordered(before.record, after.record) ? 'reordered' : 'changed'
  if (!before.record && before.body !== after.body) return 'changed'
  if (isMoved) return 'moved'
  return before.body === after.body && before.blank === after.blank ? 'same' : 'format'
}

function areReordered(before: RecordNode, after: RecordNode): boolean {
  const [old, now] = [before, after].map(({ fields }) => fields.map(({ name }) => name)) as [string[], string[]]
  return old.join(' ') !== now.join(' ') && old.toSorted().join(' ') === now.toSorted().join(' ')
}

function fieldChangesBetween(before: RecordNode, after: RecordNode, registry: Registry): FieldChange[] {
  if (before.text === after.text) return []
  const [old, now] = [saidBy(before), saidBy(after)]
  const names = new Set([...old.keys(), ...now.keys()])
  const tag = definitionFor(after, registry)
  const definitionOf = (name: string): FieldDefinition | undefined => tag && fieldOf(tag, name)
  return [...names]
    .filter(name => old.has(name) !== now.has(name) || old.get(name) !== now.get(name))
    .map(name => {
      const [one, other] = [old.get(name), now.get(name)]
      return { name, before: one, after: other, direction: directionOf(definitionOf(name), one, other) }
    })
}

/** How a state moves in its lifecycle. */
type Direction = 'forward' | 'backward'

/**
 * Tells how a state moves in the lifecycle of its record: in the order in which the descriptor lists the states.
 *
 * @returns undefined if the field has no states, or one of the values is not a state
 */
export function directionOf(
  field: FieldDefinition | undefined,
  before: string | undefined,
  after: string | undefined,
): Direction | undefined {
  if (!field?.enum || !isState.test(field.name) || before === undefined || after === undefined) return undefined
  const [old, now] = [field.enum.indexOf(before), field.enum.indexOf(after)]
  if (old < 0 || now < 0 || old === now) return undefined
  return old < now ? 'forward' : 'backward'
}

/** The names of fields whose values are states, which follow one another; other values just differ. */
const isState = /(^|_)(status|state|stage|phase)$/
