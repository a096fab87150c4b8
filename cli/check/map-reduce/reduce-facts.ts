import { conflictsAmong, sidesOf } from '../../../shared/check/conflicts.ts'
import { merged } from '../../../shared/check/problem.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import type { NamedRecord } from '../../../shared/index/identity-rules.ts'
import { NameHasher, randomKey } from '../../../shared/scan/names.ts'
import type { Failure } from '../../files/failure.ts'
import type { Details, FileResult } from '../../output/file-result.ts'
import type { Plan } from '../../plan/plan.ts'
import type { FileState } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import { problemsOfFile } from '../problems-of-file.ts'
import { type Decided, decideUndecided } from './decide-undecided.ts'
import { type Fact, hasNames, isName, type PartFact } from './facts.ts'
import { addFact, type MappedFile, stateOf } from './mapped-file.ts'
import { NameFacts } from './name-facts.ts'
import { checkNames } from './named-facts.ts'
import { checkRules, missingValues, type RuledFile } from './rules-of-facts.ts'
import { wantedProblem } from './wanted-problem.ts'

/** Where the facts come from, and what the reduce needs besides them. */
export interface FactSource {
  /** Returns all facts, in any order. */
  facts(): AsyncIterable<Fact>
  /** Returns the plan for files with these names. */
  plan(files: readonly string[]): Promise<Plan>
  /** Returns a line of a file, without its line end; undefined if the file cannot be read. Excerpts need it. */
  lineOf(part: PartFact, line: number): string | undefined
}

/** A file with the facts of all its parts. */
interface WholeFile {
  readonly state: FileState
  readonly facts: MappedFile
  readonly decided: Decided
}

/**
 * The reduce: returns the results of all files that have facts, sorted by their names. They are the same as in one
 * check of these files.
 */
export async function* reduceFacts(source: FactSource, details: Details): AsyncGenerator<FileResult | Failure> {
  const byFile = new Map<string, MappedFile>()
  const hasher = new NameHasher(randomKey())
  const names = new NameFacts(hasher)
  for await (const fact of source.facts()) {
    addFact(byFile, fact)
    if (hasNames(fact)) names.addAll(fact)
    else if (isName(fact)) names.add(fact)
  }
  const { files, registry, failures } = await source.plan([...byFile.keys()].sort())
  yield* failures

  const results = files.map((planned): WholeFile | Failure => {
    const facts = byFile.get(planned.source.file)!
    const state = stateOf(planned, facts)
    if ('failure' in state) return state
    const failure =
      missingValues({ planned, parts: facts.parts }, registry) ??
      facts.subjects.unknownTo(registry, planned.source.file)
    return failure ?? { state, facts, decided: decideUndecided(state, facts, registry, details) }
  })
  for (const result of results) if (!('failure' in result)) result.decided.names.forEach(name => void names.add(name))
  const sides = new Map<string, NamedRecord['areOnOtherSides']>()
  for (const result of results) {
    if ('failure' in result) continue
    const { conflicts } = conflictsAmong(result.state.markers)
    if (conflicts.length > 0) sides.set(result.state.planned.source.file, sidesOf(conflicts))
  }
  const problemsOfNames = checkNames(names, registry, sides)
  const problemsOfRules = checkRules(
    results.flatMap(result => ('failure' in result ? [] : ruledFile(result))),
    registry,
    hasher,
  )
  const problemsAmongAll = (file: string): FoundProblem[] => merged(problemsOfRules(file), problemsOfNames(file))

  for (const result of results) {
    if ('failure' in result) yield result
    else yield resultOf(result, problemsAmongAll(result.state.planned.source.file), registry, source, details)
  }
}

const ruledFile = ({ state: { planned }, facts: { parts, values }, decided }: WholeFile): RuledFile => ({
  planned,
  parts,
  values: [...values, ...decided.values],
})

function resultOf(
  { state, facts, decided }: WholeFile,
  amongAll: readonly FoundProblem[],
  registry: Registry,
  { lineOf }: FactSource,
  details: Details,
): FileResult {
  const { source, settings } = state.planned
  const lineAt = (line: number): string | undefined => {
    const part = facts.parts.findLast(({ data }) => data.before.line < line)
    return part && lineOf(part, line)
  }
  const asWanted = (problem: FoundProblem): FoundProblem => wantedProblem(problem, settings.severity, details, lineAt)
  const found = merged(amongAll.map(asWanted), [...facts.problems.map(asWanted), ...decided.problems])
  const top = facts.parts[0]!.data.top ?? []
  return {
    file: source.file,
    records: state.records,
    bytes: facts.parts.at(-1)!.data.end,
    problems: problemsOfFile(state, {
      async *problemsOfRecords() {
        yield found
      },
      hasAmongAll: true,
      ofChanges: [],
      top,
      registry,
      details,
    }),
  }
}
