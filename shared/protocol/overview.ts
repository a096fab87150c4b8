import * as v from 'valibot'
import type { Severity } from '../check/rule.ts'
import { request, type SoFar, whenRead } from './request.ts'
import type { TableFilter } from './table/table.ts'

/** The requests for overviews: numbers about a file or the workspace, and the records behind each number. */

const overview = v.object({
  /** The file; without it, the overview is of the whole workspace. */
  uri: v.optional(v.string()),
  whenRead,
})

/** Client to server: the overview of a file or of the workspace. */
export const overviewRequest = request<SoFar<Overview>>()('recline/overview', overview)

/** Client to server: the first records behind a number of the last overview. */
export const overviewRecordsRequest = request<readonly ListedRecord[]>()(
  'recline/overviewRecords',
  v.object({
    ...overview.entries,
    /** The key of the number. */
    key: v.string(),
  }),
)

/** The most records that are listed behind a number. */
export const listLimit = 500

/** What some files contain. */
export interface Overview {
  readonly files: number
  readonly records: number
  readonly tags: readonly TagCount[]
  /** How many records of a tag have each value of a field, in the order of the field's values. */
  readonly lifecycles: readonly Chart[]
  /** How the numbers of a field are distributed over its range. */
  readonly numbers: readonly Chart[]
  /** The records with a due date, by when they are due; empty if there are none. */
  readonly due: readonly Bar[]
  /** The records that are overdue or due within 30 days, by their owners; empty if none of them has an owner. */
  readonly owners: readonly OwnerCount[]
  /** How many owners are left out, as there are too many. */
  readonly otherOwners: number
  /** How many problems of each severity there are. */
  readonly severities: Readonly<Record<Severity, number>>
  /** The problems by code, tag and field: the worst first, and of these the most frequent. */
  readonly problems: readonly ProblemCount[]
  /** How many problems are in none of these groups, as there are too many groups. */
  readonly otherProblems: number
}

/** A number of records, or of problems. Its key is for the request that lists them. */
export interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
}

export interface OwnerCount extends Bar {
  /** How many of the records are overdue. */
  readonly overdue: number
}

export interface TagCount extends Bar {
  /** The path of its domain; empty for a tag that no domain in force defines. */
  readonly domain: string
}

/** Problems with the same code, of the same field or tag. The label says in words what is wrong. */
export interface ProblemCount extends Bar {
  readonly severity: Severity
  /** Their code, behind their field or tag unless the label names it: `CONTROL.maturity: out-of-range`. */
  readonly detail: string
  /** The filter of a table that shows their records; null if they are of no known tag. */
  readonly filter: TableFilter | null
}

export interface Chart {
  /** `core.compliance.CONTROL.status`. */
  readonly path: string
  /** `CONTROL.status`. */
  readonly title: string
  /** The unit of the numbers; empty if there is none. */
  readonly unit: string
  /**
   * In a chart of numbers, the first bar counts those below the range, and the last bar those above it. The others span
   * the numbers that exist within the range.
   */
  readonly bars: readonly Bar[]
}

/** A record in a list. */
export interface ListedRecord {
  readonly uri: string
  /** From 0. */
  readonly line: number
  /** Its tag and id. */
  readonly label: string
  readonly title: string
  /** Why it is in the list: the date that is due, the message of a problem, or its number with the unit. */
  readonly detail?: string
}
