import { type Command, Option } from 'commander'
import { queryFormats } from '../../shared/query/format-names.ts'
import type { QueryOptions } from '../../shared/query/query-plan.ts'
import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { wholeNumber } from '../options/choice.ts'
import { helpEnd } from '../options/help.ts'
import { formatOption, outputOption } from '../options/output-options.ts'
import { mustBeDomains, nowOption, recordOptions, recordPaths, redactOption } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { Plan } from '../plan/plan.ts'
import type { PrintedQuery } from './print-query.ts'

interface QueryCommandOptions extends Omit<QueryOptions, 'tag'> {
  readonly tag?: string
  readonly stdinFilename?: string
  readonly output?: string
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly showFiles?: true
  readonly now?: number
  readonly failIfAny?: true
  readonly failIfNone?: true
  readonly redact?: true
}

/** Adds `recline query PATHS…` to the program. */
export const queryCommand = (program: Command): Command =>
  recordOptions(
    recordPaths(
      answerSqlOptions(program.command('query')).description('find records of a tag, and list, count or sum them'),
    )
      .option('--tag <tag>', 'tag of the records, such as FINDING; without it, the tags that are there are listed')
      .option('--where <expression>', 'only records for which this is true')
      .option('--select <expressions>', 'columns, separated by commas, such as rid,control_ref.title')
      .option('--sort <expressions>', 'sort by these, separated by commas; - before one sorts from the end')
      .addOption(formatOption(queryFormats))
      .addOption(outputOption('file for the result; by default standard output'))
      .option('--escape-formulas', 'in CSV: put an apostrophe before cells that a spreadsheet would run as formulas')
      .option('--count-by <expressions>', 'count the records for each value of these')
      .option('--count-items', 'with --count-by: count a record for each item of its lists')
      .option('--sum <expressions>', 'sums, for each group of --count-by or for all records')
      .option('--min <expressions>', 'smallest values, likewise')
      .option('--max <expressions>', 'greatest values, likewise')
      .option('--avg <expressions>', 'averages, likewise')
      .option('--limit <number>', 'print at most this many rows', wholeNumber)
      .addOption(new Option('--fail-if-any', 'exit with code 1 if any record is found').conflicts('failIfNone'))
      .option('--fail-if-none', 'exit with code 1 if no record is found')
      .addOption(redactOption())
      .addOption(nowOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline query --tag FINDING --where \'severity == "high"\'', 'list the records that fit'],
          ['recline query --tag FINDING --count-by status', 'count them by a field'],
          ['recline query --tag RISK --select rid,owner --format csv', 'print some fields as CSV'],
        ],
        { 0: 'it is done', 1: 'as --fail-if-any and --fail-if-none say' },
        'query.md',
      ),
    )
    .action(query)

async function query(paths: readonly string[], options: QueryCommandOptions, command: Command): Promise<void> {
  if (options.format === 'parquet' && options.output === undefined && host.stdout.isTTY)
    command.error('error: Parquet is not text; write it to a file, such as --output findings.parquet')
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const isQuery = ownOptions.some(name => options[name] !== undefined)
  if (options.tag === undefined && isQuery) command.error("error: required option '--tag <tag>' not specified")
  const now = options.now ?? Date.now()
  const plan = await planRun(paths, { ...options, rule: {}, now })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  reportPlan(plan)
  if (options.tag === undefined) {
    const { printTags } = await import('./print-tags.ts')
    if (!(await printTags(plan))) host.exitCode = ExitCode.CouldNotRun
    return
  }
  const { queryPlan } = await import('../../shared/query/query-plan.ts')
  const { tagInFiles } = await import('./tag-in-files.ts')
  const tag = await tagInFiles(options.tag, plan, options.domain)
  const wanted = queryPlan({ ...options, tag }, plan.registry, options.domain)
  if ('problem' in wanted) command.error(`error: ${wanted.problem}`)
  const { readByPlan, targetOfRun } = await import('../plan/targets.ts')
  const target = await targetOfRun(options.output, readByPlan(plan), options.format === 'rec')
  if (target && 'failure' in target) command.error(`error: ${target.failure}`)
  const { printQuery } = await import('./print-query.ts')
  const run = (read: Plan): Promise<PrintedQuery> => printQuery(read, wanted, now, target)
  const printed = options.redact ? await redacted(plan, run) : await run(plan)
  if ('failure' in printed) command.error(`error: ${printed.failure}`)
  const { found, notes, failures } = printed
  for (const note of notes) complain(note)
  for (const failure of failures) complain(failure)
  if (failures.length > 0) host.exitCode = ExitCode.CouldNotRun
  else if ((options.failIfAny && found > 0) || (options.failIfNone && found === 0)) host.exitCode ??= ExitCode.Errors
}

/** Runs a query on records without the values of sensitive fields, and says so behind its other notes. */
async function redacted(plan: Plan, run: (plan: Plan) => Promise<PrintedQuery>): Promise<PrintedQuery | Failure> {
  const { withRedactedPlan } = await import('../plan/redacted-plan.ts')
  const done = await withRedactedPlan(plan, run)
  return 'failure' in done ? done : { ...done.result, notes: [...done.result.notes, done.note] }
}

/** The options that say what to do with the records of a tag. */
const ownOptions = [
  ...(['where', 'select', 'sort', 'limit', 'countBy', 'countItems', 'sum', 'min', 'max', 'avg'] as const),
  ...(['output', 'escapeFormulas', 'failIfAny', 'failIfNone', 'redact'] as const),
]

/** Words of SQL that are no options, and what to do instead. */
const sqlAdvice = {
  'order-by': 'write --sort',
  'group-by': 'write --count-by',
  columns: 'write --select',
  distinct: 'to list each value once, write --count-by',
  offset: 'rows cannot be skipped; sort the other way with --sort, or leave out --limit and skip rows of the result',
  having: 'groups cannot be filtered; print them with --format json, csv or parquet, and filter the result',
}

/** Answers options that someone who knows SQL may write with what to do instead. `--help` does not show them. */
function answerSqlOptions(command: Command): Command {
  for (const [name, instead] of Object.entries(sqlAdvice)) {
    command.addOption(new Option(`--${name} [value]`).hideHelp())
    command.on(`option:${name}`, () => command.error(`error: there is no option --${name}; ${instead}`))
  }
  return command
}
