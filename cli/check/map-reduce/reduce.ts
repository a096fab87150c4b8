import { checkFile, ownProblems } from '../../../shared/check/check.ts'
import { type Problem, withSeverities } from '../../../shared/check/problem.ts'
import { suppressedBy, suppressionsOf, unusedIn } from '../../../shared/check/suppression.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Domain } from '../../../shared/domains/registry.ts'
import { treeOf } from '../../../shared/scan/part.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import type { DirectiveFact, FindingFact, NameFact, PartFact, PlacedText, UndecidedFact } from './facts.ts'
import { entriesAbove, factsOf, findingFacts } from './map-part.ts'

/** The facts of one file but for names, from all its parts. */
export interface FileFacts {
  /** In order. */
  readonly parts: PartFact[]
  readonly findings: FindingFact[]
  readonly directives: DirectiveFact[]
  readonly undecided: UndecidedFact[]
}

/** A problem, and where its entry and itself start, to put it in order. */
export type FoundProblem = Pick<FindingFact, 'entry' | 'start'> & { readonly data: PlacedProblem }

/** Checks the records of which only the whole file decides what their tags mean. */
export function decideUndecided({ parts, undecided }: FileFacts, context: FileContext): Decided {
  if (undecided.length === 0) return { findings: [], names: [] }
  const domainCounts = new Map<Domain, number>()
  for (const domain of context.registry.domains.values()) {
    const count = parts.reduce((sum, { data: { counts } }) => sum + (counts[domain.path] ?? 0), 0)
    if (count > 0) domainCounts.set(domain, count)
  }
  const top = parts[0]!.data.top ?? []
  const findings: FindingFact[] = []
  const names: NameFact[] = []
  for (const {
    file,
    part,
    entry,
    data: { text, header },
  } of undecided) {
    const above = entriesAbove(top, header)
    const checked = checkFile(treeWith(above, { text, line: entry }), { ...context, domainCounts })
    const decided = { ...checked, entries: checked.entries.map(({ candidates: _, ...one }) => one) }
    for (const fact of factsOf({ file, part }, decided, above.length, header)) {
      if (fact.kind === 'finding') findings.push(fact)
      else if (fact.kind === 'definition' || fact.kind === 'reference') names.push(fact)
    }
  }
  return { findings, names }
}

/** What is found in records whose tags are decided. */
interface Decided {
  readonly findings: FindingFact[]
  readonly names: NameFact[]
}

/**
 * The problems of a file, from the facts of its parts, in the order of their places: the same as those of a check of the
 * whole file.
 *
 * @param decided the findings of its undecided records
 * @param across its problems among the records of all files, in order
 */
export function problemsOfFile(
  facts: FileFacts,
  decided: readonly FindingFact[],
  across: readonly FoundProblem[],
  { settings }: PlannedFile,
  context: FileContext,
): PlacedProblem[] {
  const { parts, findings, directives } = facts
  const found = [...across, ...findings, ...decided, ...openBlockProblems(facts, context)].sort(
    (one, other) => one.entry - other.entry || one.start - other.start,
  )
  const suppressions = suppressionsOf(
    directives.sort((one, other) => one.entry - other.entry).map(({ entry, data }) => ({ ...data, place: entry })),
  )
  const isSuppressed = suppressedBy(suppressions)
  const left = found.filter(({ entry, data: { code } }) => !isSuppressed(entry, code))
  const unused = unusedIn(suppressions, true).flatMap(({ place, comment, ...problem }) =>
    foundAlone({ text: comment, line: place }, parts, context, entry => [{ ...problem, entry }]),
  )
  return withSeverities(
    [...left, ...unused].sort((one, other) => one.entry - other.entry).map(({ data }) => data),
    settings.severity,
  )
}

/** The problem of a block that is never closed. */
function openBlockProblems({ parts }: FileFacts, context: FileContext): FindingFact[] {
  if (!parts.at(-1)!.data.after.isInBlock) return []
  const { openBlock } = parts.findLast(({ data }) => data.openBlock !== undefined)!.data
  return foundAlone(openBlock!, parts, context, undefined)
}

/** The problems of one entry that stands by itself; its own where no others are given. */
function foundAlone(
  text: PlacedText,
  parts: readonly PartFact[],
  context: FileContext,
  find: ((entry: number) => Problem[]) | undefined,
): FindingFact[] {
  const [
    {
      file,
      part,
      data: { top = [] },
    },
  ] = parts as [PartFact, ...PartFact[]]
  const checked = checkFile(treeWith(top, text), context)
  const problems = find ? find(top.length) : ownProblems(checked).filter(({ entry }) => entry === top.length)
  return findingFacts({ file, part }, checked, problems)
}

function treeWith(above: readonly PlacedText[], text: PlacedText): ReturnType<typeof treeOf> {
  const all = [...above, text]
  return treeOf(
    all.map(one => parseEntries(one.text)[0]!),
    all.map(({ line }) => line),
  )
}
