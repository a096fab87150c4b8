import type { Command } from 'commander'
import { tagsWithFiles } from '../../shared/check/linked-files.ts'
import { danglingReference } from '../../shared/check/rules/dangling-reference.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import type { Target } from '../files/target.ts'
import { host } from '../host/host.ts'
import { mustBeDomains } from '../options/record-options.ts'
import { complain } from '../output/exit.ts'
import type { Details, FileResult, PlacedProblem } from '../output/file-result.ts'
import { formats } from '../output/formats/index.ts'
import { type ReportOptions, report, reportOptions } from '../output/report.ts'
import { type Plan, planRun } from '../plan/plan.ts'
import { readByPlan, targetsOfRun } from '../plan/targets.ts'
import type { Revision } from '../repository/revision.ts'
import type { CheckOptions } from './options.ts'
import type { SinceRevision } from './since/since-revision.ts'

/**
 * Runs one check, and prints its results.
 *
 * @param started when it started, in milliseconds since the start of the process
 * @returns the plan of the check
 */
export async function checkOnce(
  paths: readonly string[],
  options: CheckOptions,
  command: Command,
  started: number,
): Promise<Plan> {
  const plan = await planRun(paths, options)
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) {
    await (await import('../plan/show-files.ts')).showFiles(plan)
    return plan
  }
  const targets = await targetsOfCheck([...readByPlan(plan), options.baseline], options, command)
  for (const sentence of plan.warnings) complain(sentence)
  const fixes = { only: options.fixOnly ?? options.codes, level: options.unsafeFixes ? 'answers' : 'safe' } as const
  if (options.fixDryRun) {
    const { hasColors } = reportOptions(command)
    await (await import('./fix/print-fixes.ts')).printFixes(plan, fixes, hasColors)
    return plan
  }
  const unwritten = options.fix ? await (await import('./fix/write-fixes.ts')).writeFixes(plan, fixes) : []
  const rest = (all: Plan, before?: Revision): Promise<void> =>
    reportChecked(paths, options, all, { command, targets, started }, unwritten, before)
  if (options.since === undefined) await rest(plan)
  else {
    const { openRevision } = await import('../repository/revision.ts')
    const before = await openRevision(options.since, 'shared', paths)
    if ('failure' in before) return command.error(`error: ${before.failure}`)
    if (before.note !== undefined) complain(before.note)
    const { withSkipped } = await import('./since/skipped-files.ts')
    const done = await withSkipped(paths, options, plan, all => rest(all, before))
    if (done && 'failure' in done) command.error(`error: ${done.failure}`)
  }
  return plan
}

/** Checks the files of a plan, and prints the results behind the failures of what could not be written. */
async function reportChecked(
  paths: readonly string[],
  options: CheckOptions,
  plan: Plan,
  run: ReportedCheck,
  unwritten: readonly Failure[],
  before: Revision | undefined,
): Promise<void> {
  const { command } = run
  const since = before && (await problemsSince(before, paths, options, plan, command))
  const { checkFiles } = await import('./check-files.ts')
  const hasFiles = tagsWithFiles(plan.registry).size > 0
  const linked = hasFiles ? new (await import('./linked/file-checks.ts')).FileChecks(plan.registry) : undefined
  const progress = host.stderr.isTTY ? (await import('./progress.ts')).showProgress(plan) : undefined
  const resultsFor = async (details: Details, withoutBaseline: ResultFilter): Promise<Results> => {
    const wanted = {
      ...details,
      // Standard input cannot be fixed.
      ...(paths.includes('-') && { fixability: false }),
      ...(since && { identities: true }),
    }
    const { onRead } = progress ?? {}
    const results = all(
      [...plan.failures, ...unwritten],
      checkFiles(plan, wanted, { onRead, ofChanges: since?.ofChanges, linked }),
    )
    // The baseline comes first: a problem that both know is not gone.
    const found = withoutBaseline(results)
    return since ? (await import('./known-problems.ts')).withoutKnown(found, since.known) : found
  }
  const codes = await reportResults(resultsFor, options, {
    ...run,
    ...(progress && { beforeWriting: progress.stop }),
  })
  progress?.stop()
  await linked?.finish()
  if (options.format !== 'text' || options.quiet || !codes?.has(danglingReference.code)) return
  const note = await (await import('./unread-note.ts')).unreadNote(plan)
  if (note !== undefined) complain(note)
}

/** Reads files of facts, and prints the results of all files that they are about. */
export async function reduceToReport(paths: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  const { reduceFiles } = await import('./map-reduce/reduce-files.ts')
  const targets = await targetsOfCheck([...paths, options.expect, options.baseline], options, command)
  await reportResults(
    async (details, withoutBaseline) => withoutBaseline(reduceFiles(paths, options, details, options)),
    options,
    { command, targets, started: 0 },
  )
}

/** A run of the check, and where its results are written. */
interface ReportedCheck extends Pick<ReportOptions, 'started' | 'beforeWriting'> {
  readonly command: Command
  readonly targets: CheckTargets
}

/** The files for the results of a check. */
interface CheckTargets {
  readonly reports: readonly Target[]
  readonly output?: Target | undefined
  readonly baseline?: Target | undefined
}

/**
 * Where the results are written. Ends the run if they would replace what it reads.
 *
 * @param read the files, folders and globs that it reads
 */
async function targetsOfCheck(
  read: readonly (string | undefined)[],
  { output, report: reports, writeBaseline }: CheckOptions,
  command: Command,
): Promise<CheckTargets> {
  const paths = [...reports.map(({ path }) => path), output ?? writeBaseline].filter(path => path !== undefined)
  const targets = await targetsOfRun(
    paths,
    read.filter(path => path !== undefined),
  )
  if ('failure' in targets) return command.error(`error: ${targets.failure}`)
  if (writeBaseline !== undefined) {
    const { earlierBaseline } = await import('./baseline/baseline-file.ts')
    const earlier = await earlierBaseline(writeBaseline)
    if ('failure' in earlier) return command.error(`error: ${earlier.failure}`)
  }
  const last = targets[reports.length]
  const own = output === undefined ? { baseline: last } : { output: last }
  return { reports: targets.slice(0, reports.length), ...own }
}

type Results = AsyncIterable<FileResult | Failure>

/** Removes problems from results. */
type ResultFilter = (results: Results) => Results

/**
 * Prints results, or writes them to a baseline.
 *
 * @param resultsFor returns the results with the details that the formats need, without the problems of the baseline
 * @returns how many problems of each code were printed; undefined if none were
 */
async function reportResults(
  resultsFor: (details: Details, withoutBaseline: ResultFilter) => Promise<Results>,
  options: CheckOptions,
  { command, targets, ...run }: ReportedCheck,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (targets.baseline !== undefined) {
    const { writeBaseline } = await import('./baseline/write-baseline.ts')
    const results = await resultsFor({ identities: true }, all => all)
    await writeBaseline(targets.baseline, results, options.exclude)
    return undefined
  }
  const format = options.group ? (await import('../output/formats/groups.ts')).groups : await formats[options.format]()
  const reports = await Promise.all(
    options.report.map(async ({ format }, index) => ({
      target: targets.reports[index]!,
      format: await formats[format](),
    })),
  )
  if (options.pruneBaseline && options.baseline === undefined)
    return command.error(`error: ${localize('--prune-baseline needs --baseline, which says the file.')}`)
  const baseline =
    options.baseline === undefined
      ? undefined
      : await (await import('./baseline/baseline.ts')).openBaseline(
          options.baseline,
          code => options.rule[code] !== 'off' && (options.codes?.includes(code) ?? true),
          options.exclude,
        )
  if (baseline && 'failure' in baseline) return command.error(`error: ${baseline.failure}`)
  const details = [format, ...reports.map(report => report.format)].map(({ details = {} }) => details)
  const results = await resultsFor(
    Object.assign({ identities: baseline !== undefined }, ...details) as Details,
    results => {
      const selected = options.codes ? withCodes(results, new Set(options.codes)) : results
      return baseline?.without(selected) ?? selected
    },
  )
  const codes = await report(results, format, {
    ...reportOptions(command),
    ...options,
    ...run,
    output: targets.output,
    reports,
    which: which(options),
  })
  await baseline?.tellGone(options.pruneBaseline)
  return codes
}

/** Removes the problems of other codes. */
async function* withCodes(results: Results, codes: ReadonlySet<string>): AsyncGenerator<FileResult | Failure> {
  for await (const result of results)
    yield 'failure' in result ? result : { ...result, problems: problemsWithCodes(result, codes) }
}

async function* problemsWithCodes(
  { problems }: FileResult,
  codes: ReadonlySet<string>,
): AsyncGenerator<readonly PlacedProblem[]> {
  for await (const some of problems) yield some.filter(({ code }) => codes.has(code))
}

/** Which problems are listed, for the summary; undefined if all are. */
function which({ codes, since, baseline }: CheckOptions): string | undefined {
  const parts = [...(codes ? [localize('of {codes}', { codes: codes.join(', ') })] : []), ...unknownTo(since, baseline)]
  return parts.length > 0 ? parts.join(' ') : undefined
}

/** That what is listed is new. */
function unknownTo(revision: string | undefined, file: string | undefined): string[] {
  if (revision !== undefined && file !== undefined)
    return [localize('that {revision} did not have and {file} does not have', { revision, file })]
  if (revision !== undefined) return [localize('that {revision} did not have', { revision })]
  return file === undefined ? [] : [localize('that {file} does not have', { file })]
}

/** What the check compares with. */
async function problemsSince(
  before: Revision,
  paths: readonly string[],
  options: CheckOptions,
  plan: Plan,
  command: Command,
): Promise<SinceRevision> {
  const { sinceRevision } = await import('./since/since-revision.ts')
  const since = await sinceRevision(before, paths, options, plan)
  return 'failure' in since ? command.error(`error: ${since.failure}`) : since
}

/** Puts the failures from before the check in front of its results. */
async function* all(failures: readonly Failure[], results: Results): AsyncGenerator<FileResult | Failure> {
  yield* failures
  yield* results
}
