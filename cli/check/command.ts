import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Severities } from '../../shared/check/problem.ts'
import { ruleCodePrefix } from '../../shared/check/rule-settings.ts'
import { rules } from '../../shared/check/rules/index.ts'
import type { Failure } from '../files/failure.ts'
import { choice, chosen, didYouMean, wholeNumber } from '../options/choice.ts'
import { mustBeDomains, recordOptions } from '../options/record-options.ts'
import { complain, stopOnInterrupt } from '../output/exit.ts'
import type { FileResult } from '../output/file-result.ts'
import { type FormatName, formats } from '../output/formats/index.ts'
import { report, reportOptions } from '../output/report.ts'
import type { Choices, Plan } from '../plan/plan.ts'
import type { KnownProblems } from './known-problems.ts'
import { type FactsFormat, factsFormats } from './map-reduce/format.ts'
import type { ByteRange } from './parts/part-reader.ts'

interface CheckOptions extends Choices {
  readonly format: FormatName
  readonly quiet?: true
  readonly maxWarnings?: number
  readonly fix?: true
  readonly fixDryRun?: true
  readonly since?: string
  readonly stats?: true
  readonly watch?: true
  readonly map?: true
  readonly range?: ByteRange
  readonly factsFormat?: FactsFormat
  readonly reduce?: true
}

/** Adds `recline check PATHS…` to the program. */
export const checkCommand = (program: Command): Command =>
  recordOptions(
    program
      .command('check')
      .description('check records and list their problems')
      .argument(
        '<paths...>',
        'files, folders (all .rec files below), globs, or - for standard input; with --reduce: files of facts',
      )
      .addOption(choice('--format <format>', 'output format', Object.keys(formats)).default('text'))
      .option('--fix', 'apply the safe fixes first; they do not change what the records say')
      .addOption(
        new Option('--fix-dry-run', 'print what --fix would change as a unified diff; write nothing').conflicts([
          'fix',
          'format',
          'quiet',
          'maxWarnings',
          'since',
          'stats',
        ]),
      )
      .addOption(
        new Option('--since <revision>', 'list only problems that a git revision did not have').conflicts('fix'),
      )
      .option('--watch', 'check again after each change of a file, until Ctrl-C')
      .option('--stats', 'print what was read, the time, the memory, and the number of problems of each code')
      .option('--quiet', 'list only errors')
      .addOption(
        new Option('--max-warnings <number>', 'exit with code 1 if there are more warnings').argParser(wholeNumber),
      )
      .addOption(
        new Option(
          '--rule <code=severity>',
          'set the severity of a code: error, warning, information or off; can be repeated',
        )
          .argParser<Severities>(withRule)
          .default({}, 'the severity of each code'),
      ),
  )
    .addOption(
      new Option('--map', 'check a part of the records, and write facts for --reduce to standard output').conflicts([
        ...ofWholeRuns,
        'format',
        'quiet',
        'maxWarnings',
        'stats',
        'reduce',
      ]),
    )
    .addOption(
      new Option(
        '--range <start-end>',
        'with --map: read only the records of one file that start in this range of bytes; the end is optional',
      ).argParser(range),
    )
    .addOption(choice('--facts-format <format>', 'with --map: format of the facts; ndjson by default', factsFormats))
    .addOption(
      new Option('--reduce', 'read the facts of all parts, and list the problems of all files').conflicts(ofWholeRuns),
    )
    .action(check)

/** The options that need all files, so they conflict with --map and --reduce. */
const ofWholeRuns = ['fix', 'fixDryRun', 'since', 'watch']

async function check(paths: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  mustBeFiles(paths, options, command)
  if (options.map) return mapRecords(paths, options, command)
  if (options.range) command.error('error: --range needs --map')
  if (options.factsFormat) command.error('error: --facts-format needs --map')
  if (options.reduce) return reduceToReport(paths, options, command)
  if (options.watch)
    return (await import('./watch.ts')).watch(paths, () => checkOnce(paths, options, command, performance.now()))
  stopOnInterrupt()
  await checkOnce(paths, options, command, 0)
}

/**
 * Runs one check.
 *
 * @param started when it started, in milliseconds since the start of the process
 * @returns the plan of the check
 */
async function checkOnce(
  paths: readonly string[],
  options: CheckOptions,
  command: Command,
  started: number,
): Promise<Plan> {
  const { planRun } = await import('../plan/plan.ts')
  const plan = await planRun(paths, options)
  mustBeDomains(options.domain, plan.registry, command)
  for (const sentence of plan.warnings) complain(sentence)
  const shape = reportOptions(command)
  if (options.fixDryRun) {
    await (await import('./fix/print-fixes.ts')).printFixes(plan, shape.hasColours)
    return plan
  }
  const unwritten = options.fix ? await (await import('./fix/write-fixes.ts')).writeFixes(plan) : []
  const format = await formats[options.format]()
  const { checkFiles } = await import('./check-files.ts')
  const known = await problemsSince(paths, options, plan, command)
  const progress = process.stderr.isTTY ? (await import('./progress.ts')).showProgress(plan) : undefined
  // Standard input cannot be mended.
  const details = {
    ...format.details,
    ...(paths.includes('-') && { fixability: false }),
    ...(known && { identities: true }),
  }
  const results = all([...plan.failures, ...unwritten], checkFiles(plan, details, progress?.onRead))
  const wanted = known ? (await import('./known-problems.ts')).withoutKnown(results, known) : results
  await report(wanted, format, { ...shape, ...options, started, ...(progress && { beforeWriting: progress.stop }) })
  return plan
}

async function mapRecords(paths: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  const { planRun } = await import('../plan/plan.ts')
  const { map } = await import('./map-reduce/map.ts')
  stopOnInterrupt()
  const plan = await planRun(paths, options)
  mustBeDomains(options.domain, plan.registry, command)
  if (options.range && (plan.files.length > 1 || plan.files.some(({ source: { path } }) => path === undefined))) {
    command.error('error: --range works with one file; give its path')
  }
  await map(plan, options.range ?? { start: 0, end: Infinity }, options.factsFormat ?? 'ndjson')
}

async function reduceToReport(paths: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  const { reduceFiles } = await import('./map-reduce/reduce-files.ts')
  stopOnInterrupt()
  const format = await formats[options.format]()
  await report(reduceFiles(paths, options, format.details ?? {}), format, {
    ...reportOptions(command),
    ...options,
    started: 0,
  })
}

/** Ends the run if an option needs files and gets standard input. */
function mustBeFiles(paths: readonly string[], options: CheckOptions, command: Command): void {
  if (!paths.includes('-')) return
  if (options.fix || options.fixDryRun)
    command.error('error: --fix cannot write to standard input; give the paths of files')
  if (options.watch) command.error('error: --watch cannot watch standard input; give the paths of files')
  if (options.since !== undefined)
    command.error('error: --since cannot compare standard input; give the paths of files')
}

type Results = AsyncIterable<FileResult | Failure>

/** The problems of a revision; without `--since`, none. */
async function problemsSince(
  paths: readonly string[],
  options: CheckOptions,
  plan: Plan,
  command: Command,
): Promise<KnownProblems | undefined> {
  if (options.since === undefined) return undefined
  const { problemsBefore } = await import('./since/problems-before.ts')
  const known = await problemsBefore(options.since, paths, options, plan)
  return 'failure' in known ? command.error(`error: ${known.failure}`) : known
}

/** Puts the failures from before the check in front of its results. */
async function* all(failures: readonly Failure[], results: Results): AsyncGenerator<FileResult | Failure> {
  yield* failures
  yield* results
}

function range(text: string): ByteRange {
  const [, start, end] = /^(\d{1,15})-(\d{1,15})?$/.exec(text) ?? []
  const found: ByteRange = { start: Number(start), end: end === undefined ? Infinity : Number(end) }
  if (start === undefined || found.end < found.start)
    throw new InvalidArgumentError(
      'Write the first byte and the byte after the last, such as 0-1000000, or 1000000- for the rest of the file.',
    )
  return found
}

function withRule(text: string, severities: Severities): Severities {
  const [code = '', severity, ...more] = text.split('=')
  if (severity === undefined || more.length > 0)
    throw new InvalidArgumentError('Write a code and its severity, such as notation=off.')
  const codes = rules.map(rule => rule.code)
  if (!codes.includes(code) && !code.startsWith(ruleCodePrefix))
    throw new InvalidArgumentError(`There is no code ${code}.${didYouMean(code, codes)}`)
  return { ...severities, [code]: chosen(severity, ['error', 'warning', 'information', 'off']) }
}
