import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Severities } from '../../shared/check/problem.ts'
import { rules } from '../../shared/check/rules/index.ts'
import type { Failure } from '../files/failure.ts'
import { choice, chosen, didYouMean, wholeNumber } from '../options/choice.ts'
import { mustBeDomains, recordOptions } from '../options/record-options.ts'
import { complain, stopOnInterrupt } from '../output/exit.ts'
import type { FileResult } from '../output/file-result.ts'
import { type FormatName, formats } from '../output/formats/index.ts'
import { report, reportOptions } from '../output/report.ts'
import type { Choices, Plan } from '../plan/plan.ts'
import { type FactsFormat, factsFormats } from './map-reduce/format.ts'
import type { Range } from './map-reduce/pieces.ts'

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
  readonly range?: Range
  readonly factsFormat?: FactsFormat
  readonly reduce?: true
}

/** Adds `recline check PATHS…` to the program. */
export const checkCommand = (program: Command): Command =>
  recordOptions(
    program
      .command('check')
      .description('check records and list the problems found')
      .argument(
        '<paths...>',
        'files, folders (all .rec files below), globs, or - for standard input; with --reduce, files of facts',
      )
      .addOption(choice('--format <format>', 'how to list them', Object.keys(formats)).default('text'))
      .option('--fix', 'first mend what can be mended without changing what the records say')
      .addOption(
        new Option('--fix-dry-run', 'only show what --fix would change, as a unified diff').conflicts([
          'fix',
          'format',
          'quiet',
          'maxWarnings',
          'since',
          'stats',
        ]),
      )
      .addOption(
        new Option('--since <revision>', 'list only problems in records that changed since a git revision').conflicts(
          'fix',
        ),
      )
      .option('--watch', 'check again whenever a file changes, until Ctrl-C')
      .option(
        '--stats',
        'say in the end what was read, in what time and memory, and how many problems there are of each code',
      )
      .option('--quiet', 'list errors only')
      .addOption(new Option('--max-warnings <number>', 'fail where there are more warnings').argParser(wholeNumber))
      .addOption(
        new Option('--rule <code=severity>', 'give a code another severity, or off; may be repeated')
          .argParser<Severities>(withRule)
          .default({}, 'the severities of the codes'),
      ),
  )
    .addOption(
      new Option(
        '--map',
        'check each record by itself, and write what was found and what records are called and refer to, as facts for --reduce',
      ).conflicts([...ofWholeRuns, 'format', 'quiet', 'maxWarnings', 'stats', 'reduce']),
    )
    .addOption(
      new Option(
        '--range <start-end>',
        'with --map: of one file only the records that start at these bytes; the end may be left out',
      ).argParser(range),
    )
    .addOption(
      choice('--facts-format <format>', 'with --map: how to write facts, ndjson if nothing is said', factsFormats),
    )
    .addOption(
      new Option(
        '--reduce',
        'put facts of all parts together and list the problems of all files, as one check of them all does',
      ).conflicts(ofWholeRuns),
    )
    .action(check)

/** What needs the files, all of them, and so goes neither with --map nor with --reduce. */
const ofWholeRuns = ['fix', 'fixDryRun', 'since', 'watch']

async function check(paths: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  mustBeFiles(paths, options, command)
  if (options.map) return mapRecords(paths, options, command)
  if (options.range) command.error('error: --range says what --map reads; give --map too')
  if (options.factsFormat) command.error('error: --facts-format says how --map writes; give --map too')
  if (options.reduce) return reduceToReport(paths, options, command)
  if (options.watch)
    return (await import('./watch.ts')).watch(paths, () => checkOnce(paths, options, command, performance.now()))
  stopOnInterrupt()
  await checkOnce(paths, options, command, 0)
}

/**
 * Plans and does one check; gives the plan.
 *
 * @param started when it started, in milliseconds since the process did
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
  const { checkPlanned } = await import('./check-paths.ts')
  const progress = process.stderr.isTTY ? (await import('./progress.ts')).showProgress(plan) : undefined
  // Standard input cannot be mended.
  const details = paths.includes('-') ? { ...format.details, fixability: false } : (format.details ?? {})
  const results = all([...plan.failures, ...unwritten], checkPlanned(plan, details, progress?.onRead))
  const wanted = options.since === undefined ? results : await changedSince(options.since, results, plan, command)
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
    command.error('error: --range is a part of one file; name one file')
  }
  await map(plan, options.range, options.factsFormat ?? 'ndjson')
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

/** Ends the run where an option needs files and gets standard input. */
function mustBeFiles(paths: readonly string[], options: CheckOptions, command: Command): void {
  if (!paths.includes('-')) return
  if (options.fix || options.fixDryRun)
    command.error('error: --fix mends files, and standard input is none; name the files')
  if (options.watch) command.error('error: --watch follows files, and standard input is none; name the files')
  if (options.since !== undefined)
    command.error('error: --since compares files, and standard input is none; name the files')
}

type Results = AsyncIterable<FileResult | Failure>

async function changedSince(name: string, results: Results, plan: Plan, command: Command): Promise<Results> {
  const { openRevision } = await import('./since/revision.ts')
  const revision = await openRevision(name)
  if ('failure' in revision) return command.error(`error: ${revision.failure}`)
  return (await import('./since/only-changed.ts')).onlyChanged(results, plan, revision)
}

/** What could not be read before the check, and what the check finds. */
async function* all(failures: readonly Failure[], results: Results): AsyncGenerator<FileResult | Failure> {
  yield* failures
  yield* results
}

function range(text: string): Range {
  const [, start, end] = /^(\d{1,15})-(\d{1,15})?$/.exec(text) ?? []
  const found: Range = { start: Number(start), end: end === undefined ? Infinity : Number(end) }
  if (start === undefined || found.end < found.start)
    throw new InvalidArgumentError(
      'Write the first byte and the one behind the last, as in 0-1000000, or 1000000- up to the end.',
    )
  return found
}

function withRule(text: string, severities: Severities): Severities {
  const [code = '', severity, ...more] = text.split('=')
  if (severity === undefined || more.length > 0)
    throw new InvalidArgumentError('Write a code and its severity, as in notation=off.')
  const codes = rules.map(rule => rule.code)
  if (!codes.includes(code)) throw new InvalidArgumentError(`There is no code ${code}.${didYouMean(code, codes)}`)
  return { ...severities, [code]: chosen(severity, ['error', 'warning', 'information', 'off']) }
}
