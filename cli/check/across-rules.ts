import type { CheckedFile } from '../../shared/check/check.ts'
import { nowIn } from '../../shared/check/declared/declared-rules.ts'
import { type FollowedColumns, followedColumns } from '../../shared/check/declared/followed-columns.ts'
import { acrossRuleProblems } from '../../shared/check/declared/rule-evaluation.ts'
import type { Problem } from '../../shared/check/problem.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { RunBudget } from '../../shared/domains/rule-budget.ts'
import type { Timestamp } from '../../shared/expression/run/values.ts'
import type { FollowedRows } from '../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../shared/scan/names.ts'
import type { EntryPlace } from '../../shared/scan/part.ts'
import type { Details } from '../output/file-result.ts'
import { contextOf } from './file-state.ts'
import { type FoundProblem, foundProblems } from './found-problem.ts'
import { LinkedRecords } from './linked-records.ts'
import type { LinkedRecord } from './linked-table.ts'
import { checkAt } from './parts/check-at.ts'
import type { PartReader } from './parts/part-reader.ts'
import type { KeptPart } from './parts/read-files.ts'

/** The rows of a part. */
export interface RowsOfPart {
  readonly part: KeptPart
  readonly rows: readonly FollowedRows[]
}

/** Records of one tag, as rows, and what decides which rules run on them. */
export interface RuledRows {
  readonly rows: FollowedRows
  readonly context: FileContext
  /** What `now` means in the rules. */
  readonly now: Timestamp
}

/** A record that breaks a rule, with its place in its rows. */
export interface BrokenRecord extends EntryPlace {
  readonly record: LinkedRecord
}

/**
 * Evaluates the rules about several records.
 *
 * @param lists all records; the rules in force are those of the same run
 * @returns the records, and those of each list that break a rule; lists without such records are left out
 */
export function evaluateRules<List extends RuledRows>(
  lists: readonly List[],
  registry: Registry,
  hasher: NameHasher,
): { readonly records: LinkedRecords; readonly broken: ReadonlyMap<List, readonly BrokenRecord[]> } {
  // All files of a run have the same columns.
  const columns: FollowedColumns = lists[0] ? followedColumns(lists[0].context) : new Map()
  const all = lists.map(({ rows }) => rows)
  const records = new LinkedRecords(all, columns, registry, hasher)
  const broken = new Map<List, BrokenRecord[]>()
  for (const list of lists) {
    const { rows, context, now } = list
    const found = Array.from(records.breaking(rows, context, now), ({ row, record }) => ({
      byte: rows.places[row * 2]!,
      line: rows.places[row * 2 + 1]!,
      record,
    }))
    if (found.length > 0) broken.set(list, found)
  }
  return { records, broken }
}

/** The rules about several records, on the records of all parts. */
export class AcrossRules {
  private readonly records: LinkedRecords
  /** The records that break a rule, by the numbers of their parts. */
  private readonly broken = new Map<number, BrokenRecord[]>()
  private readonly ruleBudget = new RunBudget()

  /** @param parts all parts that were read; their records are evaluated at once */
  constructor(
    parts: readonly RowsOfPart[],
    private readonly registry: Registry,
    hasher: NameHasher,
    private readonly reader: PartReader,
  ) {
    const lists = parts
      .filter(({ part }) => !part.file.hasFailed)
      .flatMap(({ part, rows: all }) => {
        const context = this.contextOf(part)
        const now = nowIn(context)
        return all.map(rows => ({ part, rows, context, now }))
      })
    const { records, broken } = evaluateRules(lists, registry, hasher)
    this.records = records
    for (const [{ part }, some] of broken)
      this.broken.set(part.number, [...(this.broken.get(part.number) ?? []), ...some])
  }

  /** The problems of a part, in the order of their places. Reads the records that break rules again. */
  problemsIn(part: KeptPart, details: Details): FoundProblem[] {
    const broken = this.broken.get(part.number)
    if (!broken) return []
    const { planned, content } = part.file
    const read = { ...part.result, content, range: part.range }
    const recordAt = new Map(broken.map(({ line, record }) => [line, record]))
    const found: FoundProblem[] = []
    for (const { checked, first } of checkAt(read, broken, this.contextOf(part), this.reader)) {
      const problems = brokenRuleProblems(checked, first, recordAt, this.records)
      for (const problem of foundProblems(planned, checked, problems, details)) found.push(problem)
    }
    return found
  }

  private contextOf({ file: { planned, decidingCounts } }: KeptPart): FileContext {
    return { ...contextOf(planned, this.registry, decidingCounts), ruleBudget: this.ruleBudget }
  }
}

/**
 * The problems of records that break rules about several records.
 *
 * @param first the index of the first entry to look at
 * @param recordAt the records that break rules, by their lines
 * @param now what `now` means in the rules
 */
export function brokenRuleProblems(
  checked: CheckedFile,
  first: number,
  recordAt: ReadonlyMap<number, LinkedRecord>,
  records: LinkedRecords,
  now?: Timestamp,
): Problem[] {
  const linksOf = (entry: number): LinkedRecord | undefined => recordAt.get(checked.tree.lines[entry]!)
  const entries = Array.from(checked.entries.keys()).filter(
    entry => entry >= first && linksOf(entry) && checked.entries[entry]!.tag,
  )
  // As for names, what needs other records gets no fixes: the facts of a map do not have the text that they change.
  return acrossRuleProblems(checked, entries, records, linksOf, now).map(problem => ({ ...problem, fixes: undefined }))
}
