import type { Registry } from '../domains/registry.ts'
import type { FoundRecord } from '../query/found-record.ts'
import type { CountedOverTime } from '../query/over-time.ts'
import type { QueryOptions, QueryPlan } from '../query/query-plan.ts'
import type { ReadNotes } from '../query/read-notes.ts'

/** The records that a report is about. */
export interface ReportSource {
  readonly registry: Registry
  /** What `now` means, in milliseconds since 1970. */
  readonly now: number
  /** The domains in which tags are looked up first. */
  readonly domains: readonly string[]
  /** The records that a query finds, all of them. Notes what should be known of what it reads. */
  find(plan: QueryPlan, notes: ReadNotes): Promise<readonly FoundRecord[]>
  problems(): Promise<readonly ProblemInReport[]>
  /** What a query counts at the ends of periods. */
  overTime(plan: QueryPlan, options: QueryOptions): Promise<CountedOverTime | { readonly problem: string }>
  /** What changed since another version; a sentence where there is no other one. */
  changes(): Promise<ChangesInReport | { readonly problem: string }>
}

/** What changed in the records since a version. */
export interface ChangesInReport {
  /** How the version is called. */
  readonly since: string
  readonly changes: readonly ChangeInReport[]
}

/** A record that is not the same in two versions. */
export interface ChangeInReport {
  /** What happened to it, such as `added`. */
  readonly what: string
  readonly tag: string
  /** Its id, or what else it is called. */
  readonly name: string
  /** The fields that changed, with their values. */
  readonly fields: string
  readonly file: string
  readonly line: number
}

/** A problem of a record, and its place. */
export interface ProblemInReport {
  readonly severity: string
  readonly code: string
  readonly message: string
  readonly tag: string | null
  readonly file: string
  readonly line: number
}
