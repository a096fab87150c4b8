import { acrossRuleFindings, declaredRules, isBroken, nowIn } from '../../shared/check/declared-rules.ts'
import { type FollowedColumns, followedColumns } from '../../shared/check/followed-columns.ts'
import { problemAt } from '../../shared/check/problem.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { Frame } from '../../shared/expression/frame.ts'
import type { FollowedRows } from '../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../shared/scan/names.ts'
import type { EntryPlace } from '../../shared/scan/part.ts'
import type { Details } from '../output/file-result.ts'
import { contextOf } from './file-state.ts'
import { type FoundProblem, foundProblems } from './found-problem.ts'
import { LinkedRecords } from './linked-records.ts'
import type { LinkedRecord, LinkedTable } from './linked-table.ts'
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
      hasher,
    )
    const rowsAbove = new Map<string, number>()
    for (const { part, rows } of counting)
      for (const some of rows) {
        const above = rowsAbove.get(some.path) ?? 0
        rowsAbove.set(some.path, above + some.length)
        const table = this.records.tableOf(some.path)
        if (table) this.evaluate(part, some, table, above)
      }
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

  /** Evaluates the rules for the records of a part. @param above the number of rows above them in their table */
  private evaluate(part: KeptPart, { length, places }: FollowedRows, table: LinkedTable, above: number): void {
    const context = this.contextOf(part)
    const { across } = declaredRules(table.tag, context)
    if (across.length === 0) return
    const subject = table.record(above)
    const frame = new Frame(subject, nowIn(context), this.records)
    for (let row = 0; row < length; row++) {
      subject.row = above + row
      const isRight = across.every(rule => {
        frame.restart()
        return !isBroken(rule, frame)
      })
      if (isRight) continue
      const broken = this.broken.get(part.number) ?? []
      this.broken.set(part.number, broken)
      broken.push({ byte: places[row * 2]!, line: places[row * 2 + 1]!, record: table.record(subject.row) })
    }
  }

  private contextOf({ file: { planned, decidingCounts } }: KeptPart): FileContext {
    return contextOf(planned, this.registry, decidingCounts)
  }
}
