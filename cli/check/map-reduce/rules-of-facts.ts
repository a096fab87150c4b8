import { addToGroup } from '../../../shared/basics/group.ts'
import { followedColumns } from '../../../shared/check/declared/followed-columns.ts'
import { isValueOf } from '../../../shared/check/declared/followed-records.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { FieldDefinition, Registry, Tag } from '../../../shared/domains/registry.ts'
import { RunBudget } from '../../../shared/domains/rule-budget.ts'
import type { Timestamp } from '../../../shared/expression/run/values.ts'
import { RowList } from '../../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import type { Failure } from '../../files/failure.ts'
import type { Details } from '../../output/file-result.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { evaluateRules, takeBrokenRules } from '../across-rules.ts'
import { contextOf } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import { tagOfFact } from './fact-subjects.ts'
import type { Fact, PartFact, ValuesFact } from './facts.ts'
import { rulesOfParts } from './facts-of-part.ts'
import type { FactsAt } from './name-facts.ts'

/**
 * Fails if a rule of this reduce did not run in the map of a part, or reads values that the map did not write. Rules of
 * domains without records in a part do not matter.
 */
export function missingValues(
  planned: PlannedFile,
  parts: readonly PartFact[],
  registry: Registry,
): Failure | undefined {
  const rulesOf = rulesOfParts(contextOf(planned, registry))
  const isMissing = ({ data }: PartFact): boolean => {
    const own = rulesOf(Object.keys(data.counts))
    return lacks(data.followed, own.followed) || lacks(data.rules, own.rules)
  }
  if (!parts.some(isMissing)) return undefined
  const why = `${planned.source.file} was mapped with fewer rules than this reduce has`
  return { failure: `${why}; use the same configuration, --descriptors and --rule for --map and --reduce.` }
}

type NamesByPath = Readonly<Record<string, readonly string[]>>

/** Whether some lists of names lack names of others. */
const lacks = (written: NamesByPath, wanted: NamesByPath): boolean =>
  Object.entries(wanted).some(([path, names]) =>
    names.some(name => !Object.hasOwn(written, path) || !written[path]!.includes(name)),
  )

/** Records of one tag in a part, as rows. */
interface FactRowsOfPart {
  readonly file: string
  readonly planned: PlannedFile
  readonly tag: Tag
  readonly rows: RowList
  readonly context: FileContext
  /** The time of the map. */
  readonly now: Timestamp
}

/** Whether a value is a whole number that JSON does not hold exactly, and that a map writes as its digits. */
const isLargeNumber = ({ type, list, target }: FieldDefinition, value: unknown): value is string =>
  (type === 'int' || type === 'float') &&
  !list &&
  !target &&
  typeof value === 'string' &&
  /^-?\d+$/.test(value) &&
  !Number.isSafeInteger(Number(value))

/** The values in the facts of files that rules about several records read, and these rules. */
export class ValuesOfFacts {
  private readonly lists = new Map<PartFact, Map<Tag, FactRowsOfPart>>()
  /** The values of undecided records, which are no facts. They have negative numbers. */
  private readonly decided: ValuesFact[] = []
  private readonly ruleBudget = new RunBudget()

  constructor(
    private readonly registry: Registry,
    private readonly hasher: NameHasher,
  ) {}

  /** Adds the values of a record of a part, which are in the fact with a number. */
  add({ entry, data }: ValuesFact, tag: Tag, number: number, planned: PlannedFile, part: PartFact): void {
    const rows = this.rowsFor(tag, planned, part)
    rows?.start(number, entry)
    rows?.columns.forEach(({ field }, column) => {
      const written = Object.hasOwn(data.values, field.name) ? data.values[field.name] : undefined
      const value = isLargeNumber(field, written) ? BigInt(written) : written
      const isWrong = value !== undefined && value !== null && !isValueOf(field, value)
      rows.setValue(column, isWrong ? null : value)
    })
  }

  /** Adds the values of an undecided record. */
  addDecided(fact: ValuesFact, planned: PlannedFile, part: PartFact): void {
    this.add(fact, tagOfFact(fact, this.registry)!, -this.decided.push(fact), planned, part)
  }

  /**
   * Runs the rules on the records of some files, when all are added. As the records have no text around them, their
   * problems have no fixes.
   *
   * @returns the problems of each file, in the order of their places
   */
  async problems(
    files: ReadonlySet<string>,
    factsAt: FactsAt,
    details: Details,
  ): Promise<ReadonlyMap<string, FoundProblem[]>> {
    const lists = [...this.lists.values()]
      .flatMap(byTag => [...byTag.values()])
      .filter(({ file }) => files.has(file))
      .map(({ rows, ...list }) => ({ ...list, rows: rows.taken(list.tag.fullName.path) }))
    const { records, broken } = evaluateRules(lists, this.registry, this.hasher)
    const byNumber = new Map(
      [...broken].flatMap(([list, some]) => some.map(record => [record.byte, { list, record }] as const)),
    )
    const written = new Set([...byNumber.keys()].filter(number => number >= 0))
    const facts: Iterable<readonly [number, Fact]> = [
      ...(written.size === 0 ? [] : await factsAt(written)),
      ...this.decided.map((fact, index) => [-1 - index, fact] as const),
    ]
    const problems = new Map<string, FoundProblem[]>()
    for (const [number, fact] of facts) {
      const found = byNumber.get(number)
      if (!found || fact.kind !== 'values' || fact.data.text === undefined) continue
      const { list, record } = found
      const { file, planned, now } = list
      const text = { text: fact.data.text, line: fact.entry }
      const own: FoundProblem[] = []
      takeBrokenRules(text, record.record, planned, list.context, records, details, own, now)
      for (const problem of own) addToGroup(problems, file, problem)
    }
    for (const some of problems.values()) some.sort((one, other) => one.entry - other.entry)
    return problems
  }

  /** The rows of a tag in a part; undefined if the rules of this run read nothing of them. */
  private rowsFor(tag: Tag, planned: PlannedFile, part: PartFact): RowList | undefined {
    const byTag = this.lists.get(part) ?? new Map<Tag, FactRowsOfPart>()
    const known = byTag.get(tag)
    if (known) return known.rows
    const context = { ...contextOf(planned, this.registry), ruleBudget: this.ruleBudget }
    const columns = followedColumns(context).get(tag)
    if (!columns) return undefined
    const rows = new RowList(columns, this.hasher)
    const now = { time: part.data.now, isDate: false }
    byTag.set(tag, { file: part.file, planned, tag, rows, context, now })
    this.lists.set(part, byTag)
    return rows
  }
}
