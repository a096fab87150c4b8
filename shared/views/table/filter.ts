import { valueTypes } from '../../domains/value-types/index.ts'
import type { ColumnKind } from '../../protocol/table.ts'

/** Whether a cell passes a filter. */
export type Filter = (cell: string | null) => boolean

/**
 * Reads what someone typed to filter a column. Plain text matches anywhere in the cell, ignoring case; `!` before it
 * negates the filter. `=text` wants the whole cell, and `=` alone an empty one, `!=` the opposite. `>5`, `>=5`, `<5`,
 * `<=5` and `1..5` compare numbers and timestamps. Empty text lets everything pass.
 */
export function readFilter(typed: string, kind: ColumnKind): Filter {
  const text = typed.trim()
  if (text === '') return () => true
  const comparison = readComparison(text, kind)
  if (comparison) return comparison
  if (text.startsWith('!=')) return not(equals(text.slice(2)))
  if (text.startsWith('!') && text.length > 1) return not(contains(text.slice(1)))
  return text.startsWith('=') ? equals(text.slice(1)) : contains(text)
}

const not =
  (filter: Filter): Filter =>
  cell =>
    !filter(cell)

function equals(text: string): Filter {
  const wanted = text.trim().toLowerCase()
  return cell => (cell ?? '').toLowerCase() === wanted
}

function contains(text: string): Filter {
  const wanted = text.trim().toLowerCase()
  return cell => cell?.toLowerCase().includes(wanted) ?? false
}

/** A comparison, or undefined where the text or the column has none: then the text is looked for as it is. */
function readComparison(text: string, kind: ColumnKind): Filter | undefined {
  if (kind === 'reference' || kind === 'enum') return undefined
  const { sortKey, limitKey } = valueTypes[kind]
  if (!sortKey || !limitKey) return undefined
  const [, operator, operand] = /^(>=|<=|>|<)(.+)$/.exec(text) ?? []
  const [, least, greatest] = /^(.+?)\.\.(.+)$/.exec(text) ?? []
  const limits = operator === undefined ? [least, greatest] : [operand]
  const [first = NaN, second = first] = limits.map(limit => limitKey(limit?.trim() ?? ''))
  if (Number.isNaN(first) || Number.isNaN(second)) return undefined
  const inRange = comparisons[operator ?? '..']!
  return cell => {
    const value = cell === null ? NaN : sortKey(cell)
    return !Number.isNaN(value) && inRange(value, first, second)
  }
}

const comparisons: Readonly<Record<string, (value: number, first: number, second: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '..': (value, least, greatest) => value >= least && value <= greatest,
}
