import { ownProblems } from '../../../shared/check/check.ts'
import { checkOne } from '../../../shared/check/check-some.ts'
import { conflictsAmong, sidesOf } from '../../../shared/check/conflicts.ts'
import { followedFields } from '../../../shared/check/declared/followed-records.ts'
import { checksFiles } from '../../../shared/check/file-findings.ts'
import { chosenSeverity, merged, type Severities } from '../../../shared/check/problem.ts'
import type { Registry, Tag } from '../../../shared/domains/registry.ts'
import type { NamedRecord } from '../../../shared/index/identity-rules.ts'
import { NameHasher, randomKey } from '../../../shared/scan/names.ts'
import type { Failure } from '../../files/failure.ts'
import { excerptAt } from '../../output/excerpt.ts'
import type { Details, Excerpt, FileResult, PlacedProblem } from '../../output/file-result.ts'
import type { Plan, PlannedFile } from '../../plan/plan.ts'
import { contextOf, type FileState } from '../file-state.ts'
import { type FoundProblem, foundProblems } from '../found-problem.ts'
import { entriesAbove } from '../parts/check-part.ts'
import { problemsOfFile } from '../problems-of-file.ts'
import { FactSubjects, pathOfFact } from './fact-subjects.ts'
import { type Fact, isName, type NameFact, type PartFact, type ValuesFact } from './facts.ts'
import { namesOf, valuesOf } from './facts-of-part.ts'
import { addFact, fileOfParts, type MappedFile, missingPart, stateOf } from './mapped-file.ts'
import { type FactsAt, NameFacts } from './name-facts.ts'
import { checkNames } from './named-facts.ts'
import type { FactBatch, WantedFacts } from './read-facts.ts'
import { missingValues, ValuesOfFacts } from './rules-of-facts.ts'

/** Where the facts come from, and what the reduce needs besides them. */
export interface FactSource {
  /** Returns facts in any order, which is the same each time, some at a time. */
  facts(wanted: WantedFacts): AsyncIterable<FactBatch>
  /** Returns the plan for files with these names. */
  plan(files: readonly string[]): Promise<Plan>
  /** Returns a line of a file, without its line end; undefined if the file cannot be read. Excerpts need it. */
  lineOf(part: PartFact, line: number): string | undefined
  /** Is told how many records name files, which facts do not check; not about files whose rules for it are off. */
  tellUnchecked(records: number): void
}

/** A file with the facts of all its parts. */
interface WholeFile {
  readonly state: FileState
  readonly facts: MappedFile
  readonly decided: readonly FoundProblem[]
}

/**
 * The reduce: returns the results of all files that have facts, sorted by their names. They are the same as in one
 * check of these files. Facts are read several times, and few of them are kept.
 */
export async function* reduceFacts(source: FactSource, details: Details): AsyncGenerator<FileResult | Failure> {
  const partsOf = await partsByFile(source)
  const { files, registry, failures } = await source.plan([...partsOf.keys()].sort())
  yield* failures
  const naming = files
    .filter(({ settings }) => checksFiles(settings.severity))
    .flatMap(({ source }) => partsOf.get(source.file)!.map(({ data }) => data.namingFiles ?? 0))
  source.tellUnchecked(naming.reduce((sum, records) => sum + records, 0))

  const hasher = new NameHasher(randomKey())
  const names = new NameFacts(hasher)
  const values = new ValuesOfFacts(registry, hasher)
  const mapped = new Map(files.map(planned => [planned.source.file, newFile(planned, partsOf, registry)]))
  const withoutParts = new Set<string>()
  const subjects = new FactSubjects(registry)
  let latest: NewFile | undefined
  for await (const { facts, numbers } of source.facts('all'))
    for (let index = 0; index < facts.length; index++) {
      const fact = facts[index]!
      // Facts of a file follow each other, and are many.
      const file = latest?.planned.source.file === fact.file ? latest : mapped.get(fact.file)
      latest = file
      if (!file) {
        if (!partsOf.has(fact.file)) withoutParts.add(fact.file)
        continue
      }
      if (!isName(fact) && fact.kind !== 'values') {
        addFact(file.facts, fact)
        continue
      }
      const { tag, unknown } = subjects.of(fact, file.follows)
      if (unknown !== undefined || !tag) file.failure ??= unknownSubject(fact.file, unknown)
      else if (isName(fact)) names.add(fact, pathOfFact(fact, tag), numbers[index]!)
      else {
        const part = file.partAt.get(fact.part)
        if (part && !file.failure) values.add(fact, tag, numbers[index]!, file.planned, part)
      }
    }

  const results = Array.from(mapped.values(), ({ planned, facts, failure, partAt }): WholeFile | Failure => {
    const state = stateOf(planned, facts)
    if ('failure' in state) return state
    if (failure) return failure
    const decided = decideUndecided(state, facts, registry, details)
    for (const name of decided.names) names.addDecided(name)
    for (const fact of decided.values) values.addDecided(fact, planned, partAt.get(fact.part)!)
    return { state, facts, decided: decided.problems }
  })
  const whole = results.filter((result): result is WholeFile => !('failure' in result))
  const factsAt: FactsAt = async numbers => {
    const found = new Map<number, Fact>()
    for await (const { facts, numbers: own } of source.facts(numbers))
      facts.forEach((fact, index) => void found.set(own[index]!, fact))
    return found
  }
  const complete = new Set(whole.map(({ state }) => state.planned.source.file))
  const problemsOfRules = await values.problems(complete, factsAt, details)
  const problemsOfNames = checkNames(await names.suspects(registry, factsAt), registry, sidesOfFiles(whole))

  for (const file of withoutParts) yield missingPart(file, [])!
  for (const result of results) {
    if ('failure' in result) {
      yield result
      continue
    }
    const { file } = result.state.planned.source
    yield resultOfFile(result, problemsOfNames(file), problemsOfRules.get(file) ?? [], registry, source, details)
  }
}

/** The facts about parts, by the names of their files. */
async function partsByFile(source: FactSource): Promise<ReadonlyMap<string, readonly PartFact[]>> {
  const parts = new Map<string, PartFact[]>()
  for await (const { facts } of source.facts('parts'))
    for (const fact of facts) {
      if (fact.kind !== 'part') continue
      const others = parts.get(fact.file)
      if (others) others.push(fact)
      else parts.set(fact.file, [fact])
    }
  return parts
}

const unknownSubject = (file: string, what = 'something'): Failure => {
  const why = `${file} has facts about ${what}, which the descriptors of this reduce do not have`
  return { failure: `${why}; use the same configuration and --descriptors, and run --map for the file again.` }
}

/** What is known of a file while its facts are read. */
interface NewFile {
  readonly planned: PlannedFile
  readonly facts: MappedFile
  readonly partAt: ReadonlyMap<number, PartFact>
  /** Whether a rule reads a field of a tag. */
  readonly follows: (tag: Tag, field: string) => boolean
  failure: Failure | undefined
}

function newFile(planned: PlannedFile, partsOf: ReadonlyMap<string, readonly PartFact[]>, registry: Registry): NewFile {
  const parts = partsOf.get(planned.source.file)!
  return {
    planned,
    facts: fileOfParts(parts),
    partAt: new Map(parts.map(fact => [fact.part, fact])),
    follows: (tag, field) =>
      followedFields(contextOf(planned, registry))
        .get(tag)
        ?.some(({ name }) => name === field) ?? false,
    failure: missingValues(planned, parts, registry),
  }
}

/** For each file with merge conflicts, a function that tells which lines are on different sides of one. */
function sidesOfFiles(files: readonly WholeFile[]): Map<string, NamedRecord['areOnOtherSides']> {
  const sides = new Map<string, NamedRecord['areOnOtherSides']>()
  for (const { state } of files) {
    const { conflicts } = conflictsAmong(state.markers)
    if (conflicts.length > 0) sides.set(state.planned.source.file, sidesOf(conflicts))
  }
  return sides
}

function resultOfFile(
  { state, facts, decided }: WholeFile,
  ofNames: readonly FoundProblem[],
  ofRules: readonly FoundProblem[],
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
  const amongAll = merged([...ofRules], ofNames.map(asWanted))
  const found = merged(amongAll, [...facts.problems.map(asWanted), ...decided])
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
      ofOthers: [],
      top,
      registry,
      details,
    }),
  }
}

/** The problems, names and values of the undecided records of a file. */
interface Decided {
  readonly problems: readonly FoundProblem[]
  readonly names: readonly NameFact[]
  readonly values: readonly ValuesFact[]
}

/** Checks the undecided records of a file. The state of the file must have the counts of all its parts. */
function decideUndecided(
  { planned, counts }: FileState,
  { parts, undecided }: MappedFile,
  registry: Registry,
  details: Details,
): Decided {
  const context = contextOf(planned, registry, counts)
  const top = parts[0]!.data.top ?? []
  const problems: FoundProblem[] = []
  const names: NameFact[] = []
  const values: ValuesFact[] = []
  for (const { file, part, entry: line, data } of undecided) {
    const above = entriesAbove(top, data.header)
    const checked = checkOne(above, { text: data.text, line }, context)
    const own = ownProblems(checked).filter(({ entry }) => entry === above.length)
    for (const problem of foundProblems(planned, checked, own, details)) problems.push(problem)
    for (const name of namesOf({ file, part }, checked, above.length)) names.push(name)
    values.push(...valuesOf({ file, part }, checked, above.length))
  }
  return { problems, names, values }
}

/**
 * Reduces a problem from facts, which has all details and the standard severity, to the details and the severity of
 * this run.
 *
 * @param lineAt returns a line of the file, counted from 1, if the file can be read. Problems of names need it, as they
 *   have no excerpt
 */
export function wantedProblem(
  problem: FoundProblem,
  severities: Severities,
  details: Details,
  lineAt: (line: number) => string | undefined,
): FoundProblem {
  const { placed } = problem
  const severity = placed ? chosenSeverity(severities, placed) : 'off'
  if (!placed || severity === 'off') return { ...problem, placed: undefined }
  const { identity, excerpt, related, isFixable = false, hasAnswer = false, fixes = [], ...rest } = placed
  return {
    ...problem,
    placed: {
      ...rest,
      severity,
      ...(details.identities && { identity }),
      ...(details.excerpts && { excerpt: excerpt ?? excerptOfLine(placed, lineAt(placed.line)) }),
      ...(details.related && { related }),
      ...(details.fixability && { isFixable, hasAnswer }),
      ...(details.fixes && { fixes }),
    },
  }
}

const excerptOfLine = ({ column }: PlacedProblem, line: string | undefined): Excerpt | undefined =>
  line === undefined ? undefined : excerptAt(line, [...line].slice(0, column - 1).join('').length, column)
