import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Failure } from '../../files/failure.ts'
import { excerptAt } from '../../output/excerpt.ts'
import { allAtOnce, type Details, type FileResult, type PlacedProblem } from '../../output/file-result.ts'
import type { Plan } from '../../plan/plan.ts'
import { type Fact, isName, type NameFact, type PartFact } from './facts.ts'
import { nothingAbove } from './map-part.ts'
import { checkNames, NameCounts } from './named-facts.ts'
import { decideUndecided, type FileFacts, problemsOfFile } from './reduce.ts'

/** Where the facts come from, and what the reduce needs besides them. */
export interface Surroundings {
  /** Gives all facts, in any order; is asked for them up to three times, so that names need not be kept. */
  facts(): AsyncIterable<Fact>
  /** The settings of files, by their names, and the domains. */
  plan(files: readonly string[]): Promise<Plan>
  /** A line of a file, without its line end; undefined where the file is not at hand, and problems go without it. */
  lineOf(part: PartFact, line: number): string | undefined
}

/**
 * The reduce: the results of all files that facts are of, by name, the same as those of one check of them all.
 */
export async function* reduceFacts(
  { facts, plan, lineOf }: Surroundings,
  details: Details,
): AsyncGenerator<FileResult | Failure> {
  const files = new Map<string, FileFacts>()
  const counts = new NameCounts()
  for await (const fact of facts()) {
    if (isName(fact)) counts.add(fact)
    else collect(files, fact)
  }
  const names = [...files.keys()].sort()
  const { files: planned, registry, failures } = await plan(names)
  yield* failures

  const whole = planned.flatMap(file => {
    const of = files.get(file.source.file)!
    of.parts.sort((one, other) => one.part - other.part)
    const failure = whatIsMissing(file.source.file, of.parts)
    if (failure) return failure
    const context: FileContext = { registry, fileName: file.source.file, settingDomains: file.settings.settingDomains }
    const decided = decideUndecided(of, context)
    for (const name of decided.names) counts.add(name)
    return { file, of, context, decided }
  })
  const forAllNames = async (take: (name: NameFact) => void): Promise<void> => {
    for await (const fact of facts()) if (isName(fact)) take(fact)
    for (const one of whole) if (!('failure' in one)) one.decided.names.forEach(take)
  }
  const problemsAmongAll = await checkNames(counts, forAllNames, registry)

  for (const one of whole) {
    if ('failure' in one) {
      yield one
      continue
    }
    const { file, of, context, decided } = one
    const problems = problemsOfFile(of, decided.findings, problemsAmongAll(file.source.file), file, context)
    const lineAt = (line: number): string | undefined => {
      const part = of.parts.findLast(({ data: { before } }) => before.line < line)
      return part && lineOf(part, line)
    }
    yield {
      file: file.source.file,
      records: of.parts.reduce((sum, { data: { records } }) => sum + records, 0),
      bytes: of.parts.at(-1)!.data.end,
      problems: allAtOnce(problems.map(problem => withDetails(problem, details, lineAt))),
    }
  }
}

function collect(files: Map<string, FileFacts>, fact: Exclude<Fact, NameFact>): void {
  let of = files.get(fact.file)
  if (!of) {
    of = { parts: [], findings: [], directives: [], undecided: [] }
    files.set(fact.file, of)
  }
  switch (fact.kind) {
    case 'part':
      of.parts.push(fact)
      break
    case 'finding':
      of.findings.push(fact)
      break
    case 'directive':
      of.directives.push(fact)
      break
    case 'undecided':
      of.undecided.push(fact)
      break
  }
}

/** What says that the parts are not those of one file, each once; undefined where they are. */
function whatIsMissing(file: string, parts: readonly PartFact[]): Failure | undefined {
  let end = 0
  let left = nothingAbove
  for (const { part, data } of parts) {
    if (part > end)
      return { failure: `${file} has no facts for the bytes from ${end} to ${part}; run --map for this range too.` }
    if (part < end)
      return {
        failure: `${file} has facts for the bytes from ${part} to ${end} twice; pass the facts of each range once.`,
      }
    if (JSON.stringify(data.before) !== JSON.stringify(left)) {
      return {
        failure: `${file} changed between two runs of --map, before byte ${part}; run --map for the file again.`,
      }
    }
    end = data.end
    left = data.after
  }
  if (parts.at(-1)?.data.isLast !== true)
    return { failure: `${file} has no facts for the bytes from ${end} on; run --map --range ${end}- too.` }
  return undefined
}

/** A problem with the details that are wanted, in their usual order. */
function withDetails(
  { excerpt, related, isFixable, fixes, ...problem }: PlacedProblem,
  details: Details,
  lineAt: (line: number) => string | undefined,
): PlacedProblem {
  const shown = details.excerpts ? (excerpt ?? excerptOf(problem, lineAt(problem.line))) : undefined
  return {
    ...problem,
    ...(shown && { excerpt: shown }),
    ...(details.related && { related: related ?? [] }),
    ...(details.fixability && { isFixable: isFixable ?? false }),
    ...(details.fixes && { fixes: fixes ?? [] }),
  }
}

const excerptOf = ({ column }: Pick<PlacedProblem, 'column'>, line: string | undefined): PlacedProblem['excerpt'] =>
  line === undefined ? undefined : excerptAt(line, [...line].slice(0, column - 1).join('').length, column)
