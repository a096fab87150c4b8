import { type Compared, compare } from '../../diff/changes.ts'
import { saidBy } from '../../diff/record-fields.ts'
import { describeUnit, type Unit, unitsOf } from '../../diff/units.ts'
import { compareWords } from '../../diff/words.ts'
import type { Registry } from '../../domains/registry.ts'
import type { ComparedField, ComparedRow, ComparedText, Comparison } from '../../protocol/compare.ts'
import { lineBreakOf, parse, type Tree } from '../../syntax/tree.ts'

/** Two versions of a file, unit by unit. The left one is before, the right one after. */
export interface TwoVersions {
  readonly left: Tree
  readonly right: Tree
  readonly units: readonly Compared[]
}

/** Compares a text with a file. The line ends of the text are read as those of the file. */
export function versionsOf(text: string, right: Tree, registry: Registry): TwoVersions {
  const lineBreak = lineBreakOf(right)
  const left = parse(text.replace(/^\ufeff/, '').replace(/\r\n|\r|\n/g, lineBreak))
  const [before, after] = [left, right].map(tree => unitsOf(tree, registry, lineBreak)) as [Unit[], Unit[]]
  return { left, right, units: compare(before, after, registry) }
}

/** More changes are not shown: nobody reads them, and a page with them is slow. */
const mostRows = 1000

/** More names of unchanged records are not shown. */
const mostNames = 200

/** For how many milliseconds the words of long texts are compared. After that, whole texts count as changed. */
const timeForWords = 1000

/** A comparison as rows: one for each change, and one for all unchanged records between two changes. */
export function comparisonOf({ units }: TwoVersions, registry: Registry): Comparison {
  const end = Date.now() + timeForWords
  const rows: ComparedRow[] = []
  let same: Compared[] = []
  for (const [first, compared] of units.entries()) {
    if (isUnchangedUnit(compared)) {
      if (compared.after?.record) same.push(compared)
    } else {
      if (same.length > 0) rows.push(rowOfSame(same, registry))
      same = []
      rows.push(comparedRowOf(compared, registry, end - Date.now()))
      if (rows.length < mostRows) continue
      return { rows, leftOut: units.slice(first + 1).filter(unit => !isUnchangedUnit(unit)).length }
    }
  }
  if (same.length > 0) rows.push(rowOfSame(same, registry))
  return { rows, leftOut: 0 }
}

/** Returns the units of the rows of a comparison; undefined for a row of unchanged records. */
export function unitsOfRows({ units }: TwoVersions): (number | undefined)[] {
  const indices: (number | undefined)[] = []
  let hasSame = false
  units.forEach((compared, index) => {
    if (isUnchangedUnit(compared)) hasSame ||= compared.after?.record !== undefined
    else {
      if (hasSame) indices.push(undefined)
      hasSame = false
      indices.push(index)
    }
  })
  return indices
}

/** The blank lines at the end of a file are no record, so they are not shown. */
const isUnchangedUnit = ({ kind, before, after }: Compared): boolean =>
  kind === 'same' || (after ?? before)!.kind === 'end'

function rowOfSame(same: readonly Compared[], registry: Registry): ComparedRow {
  const names = same.slice(0, mostNames).map(({ after }) => describeUnit(after!, registry).name)
  return { kind: 'same', names, title: '', count: same.length, isMoved: false, line: same[0]!.after!.line, fields: [] }
}

function comparedRowOf(compared: Compared, registry: Registry, timeout: number): ComparedRow {
  const { kind, before, after, isMoved } = compared
  const { name, title } = describeUnit((after ?? before)!, registry)
  const fields = [...textsBeside(compared, timeout), ...comparedFieldsOf(compared, timeout)]
  return { kind, names: [name], title, count: 1, isMoved, line: after?.line ?? null, fields }
}

/** The comments above a record, and other text, if they changed. */
function textsBeside({ before, after }: Compared, timeout: number): ComparedField[] {
  const textOf = (unit: Unit | undefined): string | undefined => {
    const text = unit?.record ? unit.comments : unit?.body
    return text === '' ? undefined : text?.trimEnd()
  }
  const [left, right] = [textOf(before), textOf(after)]
  return left === right ? [] : [field('', left, right, null, timeout)]
}

/** All fields of a record; those of an added or a removed record are on one side. */
function comparedFieldsOf({ before, after, fields: changes }: Compared, timeout: number): ComparedField[] {
  const [left, right] = [before, after].map(unit => (unit?.record ? saidBy(unit.record) : undefined))
  const directions = new Map(changes.map(({ name, direction }) => [name, direction]))
  return namesOfBothSides(left, right).map(name => {
    const said = (side: typeof left): string | undefined => (side?.has(name) ? (side.get(name) ?? '') : undefined)
    return field(name, said(left), said(right), directions.get(name) ?? null, timeout)
  })
}

type Said = ReadonlyMap<string, string | undefined>

/** The names of the fields of both sides in the order of the right side; others are behind the field above them. */
function namesOfBothSides(left: Said | undefined, right: Said | undefined): string[] {
  const names = [...(right?.keys() ?? [])]
  let above = -1
  for (const name of left?.keys() ?? []) {
    const index = names.indexOf(name)
    if (index < 0) names.splice(above + 1, 0, name)
    above = index < 0 ? above + 1 : index
  }
  return names
}

function field(
  name: string,
  left: string | undefined,
  right: string | undefined,
  direction: ComparedField['direction'],
  timeout: number,
): ComparedField {
  if (left === undefined || right === undefined || left === right) {
    const parts = (text: string | undefined): ComparedText[] | null =>
      text === undefined ? null : [{ text, isChanged: left !== right }]
    return { name, left: parts(left), right: parts(right), isSame: left === right, direction }
  }
  return { name, ...inWords(left, right, timeout), isSame: false, direction }
}

/** Both texts with their different words marked; without white space, there are no words. */
function inWords(left: string, right: string, timeout: number): Pick<ComparedField, 'left' | 'right'> {
  const hasWords = /\s/.test(left) && /\s/.test(right) && timeout > 0
  const words = (hasWords && compareWords(left, right, timeout)) || [
    { text: left, side: 'before' },
    { text: right, side: 'after' },
  ]
  const on = (own: string): ComparedText[] =>
    words
      .filter(({ side }) => side === 'both' || side === own)
      .map(({ text, side }) => ({ text, isChanged: side !== 'both' }))
  return { left: on('before'), right: on('after') }
}
