import { addToGroup } from '../../shared/basics/group.ts'
import type { Conflict } from '../../shared/check/conflicts.ts'
import { merged } from '../../shared/check/problem.ts'
import type { RecordName } from '../../shared/domains/identity.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { integrityOfSome, metBefore } from '../../shared/index/integrity.ts'
import type { NameHasher } from '../../shared/scan/names.ts'
import type { EntryPlace } from '../../shared/scan/part.ts'
import type { Details } from '../output/file-result.ts'
import { AcrossRules, type RowsOfPart } from './across-rules.ts'
import { contextOf } from './file-state.ts'
import { type FoundProblem, foundProblems } from './found-problem.ts'
import { NameTable } from './names/name-table.ts'
import { RecordsByHash } from './names/records-by-hash.ts'
import { checkAt } from './parts/check-at.ts'
import type { PartResult } from './parts/check-part.ts'
import type { PartReader } from './parts/part-reader.ts'
import type { KeptPart } from './parts/read-files.ts'

/** A part, and what the rules among records read of it. */
export interface NamedPart extends Pick<PartResult, 'names' | 'rows'> {
  readonly part: KeptPart
}

/** What the problems among records need of a run. */
interface AmongRecords {
  readonly registry: Registry
  readonly details: Details
  readonly hasher: NameHasher
  readonly reader: PartReader
  /** Reads the ids of other records while a part is in use. */
  readonly idReader: PartReader
  readonly partAt: (number: number) => KeptPart
}

/** The records whose ids and references count together: those of the folder, or these and those of one page. */
export class RecordsTogether {
  private readonly table: NameTable
  private readonly rows: RowsOfPart[] = []
  private readonly tags = new Set<string>()

  constructor(private readonly run: AmongRecords) {
    this.table = new NameTable(number => {
      const { file } = run.partAt(number)
      return file.hasFailed ? undefined : file.number
    })
  }

  /** Adds the records of a part. Parts must be added in their order. */
  add({ part, names: { definitions, references }, rows }: NamedPart): void {
    this.table.add(part.number, definitions, references)
    if (rows.length > 0) this.rows.push({ part, rows })
    for (const tag of part.result.tags) this.tags.add(tag)
  }

  /**
   * Finds the problems among all records that were added.
   *
   * @param isWanted the parts whose problems are wanted; all of them without it
   * @returns gives those of a part, in the order of their places; takes the merge conflicts of its file
   */
  problems(
    isWanted: (part: KeptPart) => boolean = () => true,
  ): (part: KeptPart, conflicts: readonly Conflict[]) => readonly FoundProblem[] {
    const { registry, details, hasher, reader, idReader, partAt } = this.run
    const suspects = suspectsByPart(this.table)
    const rules = new AcrossRules(this.rows.splice(0), registry, hasher, reader, isWanted)
    const records = new RecordsByHash(this.table, partAt, registry, hasher, idReader, [...this.tags])
    return (part, conflicts) => {
      const own = suspects.get(part.number)
      const names = own ? checkSuspects(part, own, records, conflicts, registry, reader, details) : []
      const ruled = rules.problemsIn(part, details)
      return ruled.length === 0 ? names : merged(ruled, names)
    }
  }
}

/**
 * The problems of a file whose records count only in it. References lead from there to the records of the folder, which
 * do not know them.
 *
 * @param folder the parts with the records of the folder, in their order
 * @param own those of the file
 */
export function problemsBeside(
  folder: readonly NamedPart[],
  own: readonly NamedPart[],
  run: AmongRecords,
): ReturnType<RecordsTogether['problems']> {
  // Most files of Markdown have no records, and nothing is compared for them.
  if (own.every(({ names, rows }) => names.definitions.length + names.references.length + rows.length === 0))
    return () => []
  const together = new RecordsTogether(run)
  for (const part of [...folder, ...own].sort((one, other) => one.part.number - other.part.number)) together.add(part)
  const numbers = new Set(own.map(({ part }) => part.number))
  return together.problems(({ number }) => numbers.has(number))
}

/** The records that may have problems among those of all files, by the numbers of their parts. */
function suspectsByPart(table: NameTable): Map<number, EntryPlace[]> {
  const byPart = new Map<number, EntryPlace[]>()
  for (const { part, byte, line } of table.suspects()) {
    addToGroup(byPart, part, { byte, line })
  }
  return byPart
}

/**
 * Reads the suspects of a part again, and runs the rules about names on them. Returns their problems in the order of
 * their places.
 */
function checkSuspects(
  part: KeptPart,
  suspects: readonly EntryPlace[],
  records: RecordsByHash,
  conflicts: readonly Conflict[],
  registry: Registry,
  reader: PartReader,
  details: Details,
): FoundProblem[] {
  const { planned, content, decidingCounts } = part.file
  const read = { ...part.result, content, range: part.range }
  // What the records have alone is known.
  const context = { ...contextOf(planned, registry, decidingCounts), onlyNames: true }
  const isMet = metBefore()
  const isLater = (name: RecordName): boolean => isMet(name) || records.isAbove(name, part.number)
  const found: FoundProblem[] = []
  for (const { checked, first } of checkAt(read, suspects, context, reader)) {
    records.take(part, checked, first)
    const problems = integrityOfSome(planned.source.file, checked, first, records, isLater, conflicts)
    for (const problem of foundProblems(planned, checked, problems, details)) found.push(problem)
  }
  return found
}
