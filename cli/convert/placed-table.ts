import type { PlainTable } from '../../shared/convert/table.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import type { SourceLine } from './problems.ts'

/** The records of one tag and their sources. */
export interface PlacedTable {
  readonly table: PlainTable
  /** For each row, its position among all records, from 1. */
  readonly orders: readonly number[]
  readonly places: readonly SourceLine[]
  /** The domains in force at all of them; undefined if they differ. */
  readonly domains: readonly Domain[] | undefined
}
