import { entryOf, type PlacedText } from '../../shared/check/check-some.ts'
import { nowIn } from '../../shared/check/declared/declared-rules.ts'
import { type FollowedColumns, followedColumns } from '../../shared/check/declared/followed-columns.ts'
import { acrossRuleFindings } from '../../shared/check/declared/rule-evaluation.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { RunBudget } from '../../shared/domains/rule-budget.ts'
import type { Timestamp } from '../../shared/expression/run/values.ts'
import type { FollowedRows } from '../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../shared/scan/names.ts'
import { type EntryPlace, textAt } from '../../shared/scan/part.ts'
import type { Details } from '../output/file-result.ts'
import type { PlannedFile } from '../plan/plan.ts'
import { contextOf } from './file-state.ts'
import { type FoundProblem, foundInRecord } from './found-problem.ts'
import { LinkedRecords } from './linked-records.ts'
import type { LinkedRecord } from './linked-table.ts'
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
 * @param isWanted the lists whose records are looked at; all of them without it
 * @returns the records, and those of each list that break a rule; lists without such records are left out
 */
export function evaluateRules<List extends RuledRows>(
  lists: readonly List[],
  registry: Registry,
  hasher: NameHasher,
  isWanted: (list: List) => boolean = () => true,
): { readonly records: LinkedRecords; readonly broken: ReadonlyMap<List, readonly BrokenRecord[]> } {
  // All files of a run have the same columns.
  const columns: FollowedColumns = lists[0] ? followedColumns(lists[0].context) : new Map()
  const all = lists.map(({ rows }) => rows)
  const records = new LinkedRecords(all, columns, registry, hasher)
  const broken = new Map<List, BrokenRecord[]>()
  for (const list of lists.filter(isWanted)) {
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

  /**
   * @param parts all parts that were read; their records are evaluated at once
   * @param isWanted the parts whose problems are asked for; all of them without it
   */
  constructor(
    parts: readonly RowsOfPart[],
    private readonly registry: Registry,
    hasher: NameHasher,
    private readonly reader: PartReader,
    isWanted: (part: KeptPart) => boolean = () => true,
  ) {
    const lists = parts
      .filter(({ part }) => !part.file.hasFailed)
      .flatMap(({ part, rows: all }) => {
        const context = this.contextOf(part.file)
        const now = nowIn(context)
        return all.map(rows => ({ part, rows, context, now }))
      })
    const { records, broken } = evaluateRules(lists, registry, hasher, ({ part }) => isWanted(part))
    this.records = records
    for (const [{ part }, some] of broken)
      this.broken.set(part.number, [...(this.broken.get(part.number) ?? []), ...some])
  }

  /** The problems of a part, in the order of their places. Reads the records that break rules again. */
  problemsIn({ number, file, range }: KeptPart, details: Details): FoundProblem[] {
    const broken = this.broken.get(number)
    const part = broken && this.reader.read(file.content, range)
    if (typeof part !== 'object') return []
    const context = this.contextOf(file)
    const found: FoundProblem[] = []
    for (const { byte, line, record } of broken!.toSorted((one, other) => one.byte - other.byte)) {
      const text = { text: textAt(part, byte), line }
      takeBrokenRules(text, record, file.planned, context, this.records, details, found)
    }
    return found
  }

  private contextOf({ planned, decidingCounts }: KeptPart['file']): FileContext {
    return { ...contextOf(planned, this.registry, decidingCounts), ruleBudget: this.ruleBudget }
  }
}

/**
 * Adds the problems of a record that breaks rules about several records. What else a check finds in it is known
 * already. They have no fixes, as those of names have none: the facts of a map do not have the text that fixes change.
 *
 * @param record its values and references
 * @param now what `now` means in the rules
 */
export function takeBrokenRules(
  placed: PlacedText,
  record: LinkedRecord,
  planned: PlannedFile,
  context: FileContext,
  records: LinkedRecords,
  details: Details,
  into: FoundProblem[],
  now?: Timestamp,
): void {
  const entry = entryOf(placed)
  if (entry.kind !== 'record') return
  const { tag } = record
  const place = { entry, record: () => entry, line: placed.line, tag }
  for (const finding of acrossRuleFindings(entry, tag, context, records, record, now))
    into.push(foundInRecord(planned, place, finding, details))
}
