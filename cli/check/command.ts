import { type Command, Option } from 'commander'
import type { Severities } from '../../shared/check/problem.ts'
import { codesWithSafeFix } from '../../shared/check/rules/index.ts'
import { localize } from '../../shared/domains/localize.ts'
import { host } from '../host/host.ts'
import { wholeNumber } from '../options/choice.ts'
import { codesOfProblems, helpEnd } from '../options/help.ts'
import { formatOption, outputOption, quietOption } from '../options/output-options.ts'
import { mustBeDomains, nowOption, recordOptions, recordPaths } from '../options/record-options.ts'
import { formats } from '../output/formats/index.ts'
import {
  type CheckOptions,
  factsFormat,
  type ReportChoice,
  range,
  withFixedCode,
  withReport,
  withRule,
  withSelected,
} from './options.ts'

/** Adds `recline check PATHS…` to the program. */
export const checkCommand = (program: Command): Command =>
  recordOptions(
    recordPaths(
      program.command('check').description('check records and list their problems'),
      '; with --reduce: files of facts',
    )
      .addOption(formatOption(Object.keys(formats)))
      .addOption(outputOption('file for the results; by default standard output'))
      .addOption(
        new Option('--report <format=path>', 'write the results to a file too, in this format; can be repeated')
          .argParser<readonly ReportChoice[]>(withReport)
          .default([], 'none'),
      )
      .addOption(
        new Option('--select <codes>', 'list only problems of these codes, separated by commas; can be repeated')
          .argParser<readonly string[]>(withSelected)
          .conflicts(['map', 'writeBaseline']),
      )
      .addOption(
        new Option('--group', 'list no single problems, but their number for each code, tag and field').conflicts([
          'fixDryRun',
          'format',
          'map',
          'writeBaseline',
        ]),
      )
      .option('--fix', 'apply the safe fixes first; they do not change what the records say')
      .addOption(
        new Option('--fix-dry-run', 'print what --fix would change as a unified diff; write nothing').conflicts([
          'fix',
          'format',
          'quiet',
          'maxWarnings',
          'output',
          'report',
          'since',
          'stats',
        ]),
      )
      .option(
        '--unsafe-fixes',
        'with --fix or --fix-dry-run: also make fixes that change what records say and are the only answer',
      )
      .addOption(
        new Option('--fix-only <code>', 'fix only problems of this code; can be repeated').argParser<readonly string[]>(
          withFixedCode,
        ),
      )
      .addOption(
        new Option('--since <revision>', 'list only problems that a git revision did not have').conflicts('fix'),
      )
      .addOption(
        new Option('--baseline <file>', 'do not list the known problems of this file; tell which of them are gone'),
      )
      .addOption(
        new Option(
          '--prune-baseline',
          'with --baseline: remove the known problems that are gone from its file',
        ).conflicts(['writeBaseline', 'map']),
      )
      .addOption(
        new Option('--write-baseline <file>', 'write all problems to this file as known, and list none').conflicts([
          'baseline',
          'fixDryRun',
          'format',
          'maxWarnings',
          'output',
          'quiet',
          'report',
          'since',
          'stats',
          'watch',
        ]),
      )
      .addOption(
        new Option('--markdown', 'also check the records in rec fences of the Markdown files of folders').conflicts(
          'watch',
        ),
      )
      .option('--watch', 'check again after each change of a file, until Ctrl-C')
      .option('--pass-with-no-files', 'exit with code 0 if there are no records to check, as hooks do')
      .option('--stats', 'print what was read, the time, the memory, and the number of problems of each code')
      .addOption(quietOption('list only errors'))
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
    .addOption(nowOption())
    .addOption(
      new Option(
        '--map',
        'check a part of the records, and write facts for --reduce to standard output, as Parquet',
      ).conflicts([
        ...ofWholeRuns,
        'baseline',
        'format',
        'maxWarnings',
        'output',
        'quiet',
        'reduce',
        'report',
        'stats',
        'writeBaseline',
      ]),
    )
    .addOption(
      new Option(
        '--range <start-end>',
        'with --map: read only the records of one file that start in this range of bytes; the end is optional',
      ).argParser(range),
    )
    .addOption(new Option('--facts-format <format>').argParser(factsFormat).hideHelp())
    .addOption(
      new Option('--reduce', 'read the facts of all parts, and list the problems of all files').conflicts([
        ...ofWholeRuns,
        'now',
      ]),
    )
    .option('--expect <file>', 'with --reduce: fail if a file that this file names, one on each line, has no facts')
    .option('--suspects', 'with --reduce: do not fail if names are missing, because a program selected the facts')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline check', 'check all records below the working directory'],
          ['recline check --fix audit/', 'make the safe fixes first'],
          ['recline check --since main', 'list only what is new since the branch main'],
        ],
        codesOfProblems,
        'command-line.md#check-records',
      ),
    )
    .action(check)

/** The options that need all files, so they conflict with --map and --reduce. */
const ofWholeRuns = ['fix', 'fixDryRun', 'showFiles', 'since', 'watch']

async function check(
  paths: readonly string[],
  { select: codes, ...said }: CheckOptions & { readonly select?: readonly string[] },
  command: Command,
): Promise<void> {
  const options = { ...said, codes }
  mustBeFiles(paths, options, command)
  if (options.reduce && command.args.length === 0) command.error('error: --reduce needs the files of facts')
  if (options.map) return mapRecords(paths, options, command)
  if (options.range)
    command.error(`error: ${localize('{option} needs {options}', { option: '--range', options: { or: ['--map'] } })}`)
  if (options.fixOnly && !options.fix && !options.fixDryRun)
    command.error(
      `error: ${localize('{option} needs {options}', { option: '--fix-only', options: { or: ['--fix', '--fix-dry-run'] } })}`,
    )
  if (options.unsafeFixes && !options.fix && !options.fixDryRun)
    command.error(
      `error: ${localize('{option} needs {options}', { option: '--unsafe-fixes', options: { or: ['--fix', '--fix-dry-run'] } })}`,
    )
  const unsafe = options.fixOnly?.find(code => !codesWithSafeFix.has(code))
  if (unsafe !== undefined && !options.unsafeFixes)
    command.error(
      `error: ${localize('the fixes of {code} change what records say; add --unsafe-fixes', { code: unsafe })}`,
    )
  const [before] = options.output?.split('=') ?? []
  if (before !== undefined && before !== options.output && Object.hasOwn(formats, before))
    command.error(
      `error: ${localize('--output takes only the name of a file; write {option}', { option: `--report ${options.output}` })}`,
    )
  if (options.expect !== undefined && !options.reduce)
    command.error(
      `error: ${localize('{option} needs {options}', { option: '--expect', options: { or: ['--reduce'] } })}`,
    )
  if (options.suspects && !options.reduce)
    command.error(
      `error: ${localize('{option} needs {options}', { option: '--suspects', options: { or: ['--reduce'] } })}`,
    )
  const { checkOnce, reduceToReport } = await import('./run-check.ts')
  if (options.reduce) return reduceToReport(paths, options, command)
  if (options.watch)
    return (await import('./watch.ts')).watch(paths, () => checkOnce(paths, options, command, performance.now()))
  await checkOnce(paths, options, command, 0)
}

async function mapRecords(paths: readonly string[], options: CheckOptions, command: Command): Promise<void> {
  if (host.stdout.isTTY)
    command.error('error: facts are Parquet and not text; write them to a file, such as > facts.parquet')
  const { planRun } = await import('../plan/plan.ts')
  const { map } = await import('./map-reduce/map.ts')
  const plan = await planRun(paths, options)
  mustBeDomains(options.domain, plan.registry, command)
  if (options.range && (plan.files.length > 1 || plan.files.some(({ source: { path } }) => path === undefined))) {
    command.error('error: --range works with one file; give its path')
  }
  await map(plan, options.range ?? { start: 0, end: Infinity })
}

/** Ends the run if an option needs files and gets standard input. */
function mustBeFiles(paths: readonly string[], options: CheckOptions, command: Command): void {
  if (!paths.includes('-')) return
  if (options.fix || options.fixDryRun)
    command.error(`error: ${localize('--fix cannot write to standard input; give the paths of files')}`)
  if (options.watch) command.error(`error: ${localize('--watch cannot watch standard input; give the paths of files')}`)
  if (options.since !== undefined)
    command.error(`error: ${localize('--since cannot compare standard input; give the paths of files')}`)
  if (options.reduce) command.error('error: --reduce cannot read standard input; give the paths of files of facts')
}
