import { type CheckedFile, checkFile, ownProblems } from '../../../shared/check/check.ts'
import type { Problem } from '../../../shared/check/problem.ts'
import { suppressedBy, suppressionsOf, unusedIn } from '../../../shared/check/suppression.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { type PlacedText, treeOf } from '../../../shared/scan/part.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import type { Details, PlacedProblem } from '../../output/file-result.ts'
import { aboveOf, type FoundProblem, foundProblems, type PartFindings, type PartSetting } from './check-part.ts'
import { type FileRun, type PartRun, taskOf } from './file-run.ts'
import { inOrder } from './in-order.ts'
import type { PartRunner } from './runner.ts'

/** What the problems of a file depend on besides the file. */
export interface Surroundings {
  readonly registry: Registry
  readonly details: Details
  readonly runner: PartRunner
  /** What is around a part, for fixes that change it. */
  settingOf(part: PartRun): PartSetting
  /** The problems of a part's records among those of all files. */
  amongAll(part: PartRun): readonly FoundProblem[]
}

/** The problems of a file whose parts are all read, in the order of their places, part by part. */
export async function* problemsOfFile(file: FileRun, around: Surroundings): AsyncGenerator<readonly PlacedProblem[]> {
  let some: PlacedProblem[] = []
  for await (const found of file.directives.length > 0 ? unsuppressed(file, around) : allFound(file, around)) {
    takePlaced(found, some)
    // Those that come together are laid out together, whatever parts they are of.
    if (some.length < togetherAtLeast) continue
    yield some
    some = []
  }
  yield some
}

const togetherAtLeast = 1000

function takePlaced(found: readonly FoundProblem[], into: PlacedProblem[]): void {
  for (const { placed } of found) if (placed) into.push(placed)
}

/** The problems that no comment suppresses, with one for every suppression that suppresses nothing. */
async function* unsuppressed(file: FileRun, around: Surroundings): AsyncGenerator<readonly FoundProblem[]> {
  const suppressions = suppressionsOf(file.directives)
  const isHit = suppressedBy(suppressions)
  // What a suppression suppresses can stand behind much else, so all is looked through before anything is said.
  for await (const found of allFound(file, around)) for (const { entryLine, code } of found) isHit(entryLine, code)
  const unused = unusedIn(suppressions, file.hasNames).flatMap(({ place, comment, ...problem }) =>
    foundAlone({ text: comment, line: place }, file, around, (_, entry) => [{ ...problem, entry }]),
  )

  const isSuppressed = suppressedBy(suppressionsOf(file.directives))
  let next = 0
  for await (const found of allFound(file, around)) {
    const left: FoundProblem[] = []
    for (const problem of found) {
      while (next < unused.length && unused[next]!.entryLine < problem.entryLine) left.push(unused[next++]!)
      if (!isSuppressed(problem.entryLine, problem.code)) left.push(problem)
    }
    yield left
  }
  yield unused.slice(next)
}

/** All problems, in the order of their places; their lines are the file's. */
async function* allFound(file: FileRun, around: Surroundings): AsyncGenerator<readonly FoundProblem[]> {
  for await (const [part, found] of inOrder(file.parts, around.runner.ahead, part => findingsOf(part, around))) {
    const across = around.amongAll(part)
    yield across.length === 0 ? found : merged(across, found)
  }
  if (file.openBlock)
    yield foundAlone(file.openBlock, file, around, (checked, entry) =>
      ownProblems(checked).filter(problem => problem.entry === entry),
    )
}

async function findingsOf(part: PartRun, { runner, details, settingOf }: Surroundings): Promise<PartFindings> {
  const { file, index, facts, findings } = part
  if (!facts.hasFindings) return []
  if (findings) return findings
  const result = await runner.run(taskOf(file, index, facts.before, { details, setting: settingOf(part) }))
  if (typeof result === 'object' && 'facts' in result) return result.findings!
  throw new Error(
    typeof result === 'object' && 'failure' in result ? result.failure : `${file.planned.source.file} has changed`,
  )
}

/** Problems of one entry that stands by itself. */
function foundAlone(
  { text, line }: PlacedText,
  { planned: { source, settings }, parts }: FileRun,
  { registry, details, settingOf }: Surroundings,
  find: (file: CheckedFile, entry: number) => Problem[],
): FoundProblem[] {
  const context: FileContext = { registry, fileName: source.file, settingDomains: settings.settingDomains }
  const above = aboveOf(settingOf(parts[0]!))
  const entries = [...above, { text, line }].map(({ text }) => parseEntries(text)[0]!)
  const checked = checkFile(treeOf(entries, [...above.map(({ line }) => line), line]), context)
  const problems = find(checked, above.length)
  return foundProblems({ file: source.file, severity: settings.severity }, checked, problems, details)
}

/** Problems among all records, and other problems, both in the order of their places, as one. */
function merged(across: readonly FoundProblem[], others: readonly FoundProblem[]): FoundProblem[] {
  return [...across, ...others].sort((one, other) => one.entryLine - other.entryLine || one.start - other.start)
}
