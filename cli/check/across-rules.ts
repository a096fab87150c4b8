import { acrossRuleFindings, nowIn } from '../../shared/check/declared-rules.ts'
import { type FollowedColumns, followedColumns } from '../../shared/check/followed-columns.ts'
import { problemAt } from '../../shared/check/problem.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { FollowedRows } from '../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../shared/scan/names.ts'
import type { EntryPlace } from '../../shared/scan/part.ts'
import type { Details } from '../output/file-result.ts'
import { contextOf } from './file-state.ts'
import { type FoundProblem, foundProblems } from './found-problem.ts'
import { LinkedRecords } from './linked-records.ts'
import type { LinkedRecord } from './linked-table.ts'
import { checkAt } from './parts/check-at.ts'
import { entriesAbove } from './parts/check-part.ts'
import type { PartReader } from './parts/part-reader.ts'
import type { KeptPart } from './parts/read-files.ts'

/** The rows of a part. */
export interface RowsOfPart {
  readonly part: KeptPart
  readonly rows: readonly FollowedRows[]
}

/** A record that breaks a rule. */
interface BrokenRecord extends EntryPlace {
  readonly record: LinkedRecord
}

/** The rules about several records, on the records of all parts. */
export class AcrossRules {
  private readonly records: LinkedRecords
  /** The records that break a rule, by the numbers of their parts. */
  private readonly broken = new Map<number, BrokenRecord[]>()

  /** @param parts all parts that were read; their records are evaluated at once */
  constructor(
    parts: readonly RowsOfPart[],
    private readonly registry: Registry,
    hasher: NameHasher,
    private readonly reader: PartReader,
  ) {
    const counting = parts.filter(({ part }) => !part.file.hasFailed)
    const [first] = counting
    // All files of a run have the same columns.
    const columns: FollowedColumns = first ? followedColumns(this.contextOf(first.part)) : new Map()
    this.records = new LinkedRecords(
      counting.flatMap(({ rows }) => rows),
      columns,
      registry,
      hasher,
    )
    for (const { part, rows } of counting) for (const some of rows) this.evaluate(part, some)
  }

  /** The problems of a part, in the order of their places. Reads the records that break rules again. */
  problemsIn(part: KeptPart, details: Details): FoundProblem[] {
    const broken = this.broken.get(part.number)
    if (!broken) return []
    const { planned, content } = part.file
    const { headers, before } = part.result
    const above = entriesAbove([], before.header)
    const context = this.contextOf(part)
    const checked = checkAt(content, part.range, [...headers, ...broken], above, context, this.reader)
    if (!checked) return []
    const recordAt = new Map(broken.map(({ line, record }) => [line, record]))
    const problems = checked.entries.flatMap(({ tag }, entry) => {
      const record = checked.tree.entries[entry]!
      if (entry < above.length || !tag || record.kind !== 'record') return []
      const links = recordAt.get(checked.tree.lines[entry]!)
      // As for names, what needs other records gets no fixes: the facts of a map do not have the text that they change.
      return acrossRuleFindings(record, tag, context, this.records, links).map(finding =>
        problemAt(entry, { ...finding, fixes: undefined }),
      )
    })
    return foundProblems(planned, checked, problems, details)
  }

  /** Evaluates the rules for records of a part. */
  private evaluate(part: KeptPart, rows: FollowedRows): void {
    const context = this.contextOf(part)
    for (const { row, record } of this.records.breaking(rows, context, nowIn(context))) {
      const broken = this.broken.get(part.number) ?? []
      this.broken.set(part.number, broken)
      broken.push({ byte: rows.places[row * 2]!, line: rows.places[row * 2 + 1]!, record })
    }
  }

  private contextOf({ file: { planned, decidingCounts } }: KeptPart): FileContext {
    return contextOf(planned, this.registry, decidingCounts)
  }
}
