import { isTimestamp, type Value, valueAsText } from '../shared/expression/run/values.ts'
import { type Cell, isWrittenNumber } from '../shared/query/cells.ts'
import { type QueryOptions, queryPlan } from '../shared/query/query-plan.ts'
import { runQuery } from '../shared/query/run-query.ts'
import type { Files, Options } from './options.ts'
import { domainsOf, nowOf, readFiles, registryOf } from './read.ts'

/** What to look for, in the words of `recline query`. Expressions are those of `docs/expressions.md`. */
export interface Query {
  /** The tag of the records, such as `FINDING` or `core.compliance.FINDING`. */
  readonly tag: string
  /** A condition, such as `severity == "high"`. By default all records of the tag. */
  readonly where?: string
  /** Fields and expressions to show. By default all fields. */
  readonly select?: readonly string[]
  /** Expressions to sort by; one that starts with `-` sorts from the end. */
  readonly sort?: readonly string[]
  /** The most rows. */
  readonly limit?: number
  /** Counts the records by these expressions instead of listing them. */
  readonly countBy?: readonly string[]
  /** Totals of the records, for each group if there is `countBy`. */
  readonly sum?: readonly string[]
  readonly min?: readonly string[]
  readonly max?: readonly string[]
  readonly avg?: readonly string[]
}

/**
 * A value of a row. A time is text, as in `2026-06-30T12:00:00Z`. A whole number that JavaScript does not hold exactly
 * is a bigint, and a number with more digits than it holds is text.
 */
export type QueryValue = string | number | bigint | boolean | readonly QueryValue[]

/** What a query finds. */
export interface QueryResult {
  /** The names of the columns, in their order. */
  readonly columns: readonly string[]
  /** For each row its values by the names of the columns; a value that is absent is left out. */
  readonly rows: readonly Readonly<Record<string, QueryValue>>[]
  /** How many records fit the condition, whatever the limit. */
  readonly found: number
  /** Sentences about what is left out, such as a value that a total cannot use. Show them beside the result. */
  readonly notes: readonly string[]
}

/**
 * Finds records, sorts, counts and totals them.
 *
 * @param source the text of a file, or the texts of several files by their names
 * @throws {Error} for a mistake in the query; its message shows the place
 * @example
 * query('@FINDING rid=F-1 | severity=high\n', { tag: 'FINDING', where: 'severity == "high"', select: ['rid'] }).rows
 * // [{ rid: 'F-1' }]
 */
export function query(source: string | Files, wanted: Query, options: Options = {}): QueryResult {
  const registry = registryOf(options)
  const plan = queryPlan(planOptions(wanted), registry, domainsOf(options, registry))
  if ('problem' in plan) throw new Error(plan.problem)
  const { columns, rows, found, notes } = runQuery(readFiles(source, options), plan, nowOf(options))
  return { columns, rows: rows.map(row => objectOf(columns, row)), found, notes }
}

const listOptions = ['select', 'sort', 'countBy', 'sum', 'min', 'max', 'avg'] as const

function planOptions(wanted: Query): QueryOptions {
  const lists = listOptions.flatMap(name => {
    const expressions = wanted[name]
    return expressions === undefined || expressions.length === 0 ? [] : [[name, expressions.join(',')] as const]
  })
  return {
    tag: wanted.tag,
    format: 'json',
    ...(wanted.where !== undefined && { where: wanted.where }),
    ...(wanted.limit !== undefined && { limit: wanted.limit }),
    ...Object.fromEntries(lists),
  }
}

function objectOf(columns: readonly string[], row: readonly Cell[]): Record<string, QueryValue> {
  const members = columns.flatMap((name, index) => {
    const cell = row[index]
    return cell === undefined ? [] : [[name, plainValue(cell)] as const]
  })
  return Object.fromEntries(members)
}

function plainValue(cell: NonNullable<Cell>): QueryValue {
  if (isWrittenNumber(cell)) return exactNumber(cell.digits) ?? cell.digits
  if (Array.isArray(cell)) return (cell as readonly Value[]).map(plainValue)
  return typeof cell === 'object' && isTimestamp(cell) ? valueAsText(cell) : (cell as QueryValue)
}

/** The number that digits are, if it has all of them. */
function exactNumber(digits: string): number | bigint | undefined {
  if (/^-?\d+$/.test(digits)) {
    const whole = BigInt(digits)
    return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
  }
  return digits.replace(/\D/g, '').length <= 15 ? Number(digits) : undefined
}
