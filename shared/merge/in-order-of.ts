import { inOrder } from '../diff/in-order.ts'
import { match } from '../diff/match.ts'
import { type Unit, unitsOf, unitText } from '../diff/units.ts'
import type { Registry } from '../domains/registry.ts'
import { isHeader } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'

/** A text whose records were put into another order. */
export interface Reordered {
  readonly text: string
  /** How many records have another place than before. */
  readonly moved: number
}

/**
 * A version of a file with its records in the order of another version. What the other version does not have stays
 * below the record above it. A version with several headers stays as it is, because a header counts for the records
 * below it.
 */
export function inOrderOf(text: string, other: string, registry: Registry): Reordered {
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  const units = unitsOf(parse(text), registry, lineBreak)
  const wanted = unitsOf(parse(other), registry, lineBreak)
  if ([units, wanted].some(hasHeaderInside)) return { text, moved: 0 }
  const { before: placeOf } = match(wanted.slice(0, -1), units.slice(0, -1))
  const places = units.slice(0, -1).map((unit, index) => (unit.kind === 'record' ? placeOf[index]! : -1))
  const known = places.filter(place => place >= 0)
  const moved = known.length - inOrder(known).reduce((count, isStable) => count + isStable, 0)
  if (moved === 0) return { text, moved }
  const groups: { readonly place: number; readonly units: Unit[] }[] = [{ place: -1, units: [] }]
  units.slice(0, -1).forEach((unit, index) => {
    if (places[index]! >= 0) groups.push({ place: places[index]!, units: [unit] })
    else groups.at(-1)!.units.push(unit)
  })
  groups.sort((one, another) => one.place - another.place)
  const ordered = [...groups.flatMap(group => group.units), units.at(-1)!].map(unitText).join('')
  return { text: /[\r\n]$/.test(text) ? ordered : ordered.replace(/(?:\r\n|\r|\n)$/, ''), moved }
}

/** Whether a header stands below other records. */
const hasHeaderInside = (units: readonly Unit[]): boolean =>
  units
    .filter(({ kind }) => kind === 'record')
    .slice(1)
    .some(({ record }) => isHeader(record!))
