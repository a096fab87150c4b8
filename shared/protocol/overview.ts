import type { Severity } from '../check/rule.ts'

/** The messages about overviews that client and server exchange. */

/** Client to server: what there is in a file, or without one in all files of the workspace; null for a file that is not open. */
export const overviewMethod = 'recline/overview'

export interface OverviewParams {
  readonly uri?: string | undefined
}

/** Client to server: the records behind a number of the overview that was asked for last, the first of them. */
export const overviewRecordsMethod = 'recline/overviewRecords'

/** How many records are listed behind a number. */
export const listLimit = 500

/** What there is in some files. */
export interface Overview {
  readonly files: number
  readonly records: number
  readonly tags: readonly TagCount[]
  /** How the records of a tag are spread over the values of a field, in the field's order. */
  readonly lifecycles: readonly Chart[]
  /** How the numbers of a field are spread over its range. */
  readonly numbers: readonly Chart[]
  /** What is due, by when; empty where nothing is. */
  readonly due: readonly Bar[]
  readonly problems: readonly ProblemCount[]
}

/** A number that stands for records; its key asks for them. */
export interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
}

export interface TagCount extends Bar {
  /** The path of its domain; empty for a tag that no domain in force defines. */
  readonly domain: string
}

export interface ProblemCount extends Bar {
  readonly severity: Severity
}

export interface Chart {
  /** `core.compliance.CONTROL.status`. */
  readonly path: string
  /** `CONTROL.status`. */
  readonly title: string
  /** The unit of its numbers; empty where there is none. */
  readonly unit: string
  /** Of numbers the first and last are those below and above the range. */
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
}
