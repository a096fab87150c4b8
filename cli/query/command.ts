import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { queryFormats } from '../../shared/query/format-names.ts'
import { type PeriodEnd, periodEnds, periods, timeSpanOf } from '../../shared/query/periods.ts'
import type { QueryOptions, QueryPlan } from '../../shared/query/query-plan.ts'
import type { Failure } from '../files/failure.ts'
import type { Target } from '../files/target.ts'
import { host } from '../host/host.ts'
import { choice, wholeNumber } from '../options/choice.ts'
import { helpEnd } from '../options/help.ts'
import { formatOption, outputOption } from '../options/output-options.ts'
import { mustBeDomains, nowOption, recordOptions, recordPaths, redactOption } from '../options/record-options.ts'
import { saidToUser } from '../options/wrong-option-value.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { Plan } from '../plan/plan.ts'
import type { PastCommits } from './over-time/past-commits.ts'
import type { PrintedQuery } from './print-query.ts'

interface QueryCommandOptions extends Omit<QueryOptions, 'tag'> {
  readonly tag?: string
  readonly stdinFilename?: string
  readonly output?: string
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly exclude: readonly string[]
  readonly showFiles?: true
  readonly now?: number
  readonly failIfAny?: true
  readonly failIfNone?: true
  readonly redact?: true
  readonly explain?: true
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
      .option('--count-items', 'with --count-by or --rows: count a record for each item of its lists')
      .option('--sum <expressions>', 'sums, for each group of --count-by or for all records')
      .option('--min <expressions>', 'smallest values, likewise')
      .option('--max <expressions>', 'greatest values, likewise')
      .option('--avg <expressions>', 'averages, likewise')
      .option('--rows <expression>', 'count the records in a matrix: a row for each value of this')
      .option('--columns <expression>', 'with --rows: a column for each value of this')
      .option('--limit <number>', 'print at most this many rows', wholeNumber)
      .addOption(new Option('--fail-if-any', 'exit with code 1 if any record is found').conflicts('failIfNone'))
      .option('--fail-if-none', 'exit with code 1 if no record is found')
      .option('--explain', 'say on standard error what was read, skipped and invalid')
      .addOption(choice('--every <period>', 'count at the end of each period, in the commits of git', periods))
      .option('--since <day>', 'with --every: the first day, month or year, such as 2026-01')
      .option('--until <day>', 'with --every: the last one; by default today')
      .addOption(redactOption())
      .addOption(nowOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline query --tag FINDING --where \'severity == "high"\'', 'list the records that fit'],
          ['recline query --tag RISK --select rid,owner --format csv', 'print some fields as CSV'],
          [
            'recline query --tag FINDING --count-by status --every month --since 2026-01',
            'count them by a field, at the end of each month',
          ],
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
  if (options.tag === undefined && isQuery)
    command.error(`error: ${localize("required option '{option}' not specified", { option: '--tag <tag>' })}`)
  const now = options.now ?? Date.now()
  const past = options.showFiles ? undefined : await pastOf(paths, options, now, command)
  const plan = await planRun(paths, {
    ...options,
    rule: {},
    now,
    ...(past && { ...past.commits.choices, onlyOthers: true as const }),
  })
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
  const printed = await (past
    ? printPast(plan, past, wanted, { ...options, tag }, target)
    : printNow(plan, wanted, now, target, options))
  if ('failure' in printed) command.error(`error: ${printed.failure}`)
  const { found, notes, failures } = printed
  for (const note of notes) complain(note)
  for (const failure of failures) complain(failure)
  if (failures.length > 0) host.exitCode = ExitCode.CouldNotRun
  else if ((options.failIfAny && found > 0) || (options.failIfNone && found === 0)) host.exitCode ??= ExitCode.Errors
}

/** The commits that a query over time counts. */
interface Past {
  readonly commits: PastCommits
  readonly ends: readonly PeriodEnd[]
}

/** Finds the commits of a query over time; undefined for any other query. */
async function pastOf(
  paths: readonly string[],
  options: QueryCommandOptions,
  now: number,
  command: Command,
): Promise<Past | undefined> {
  const span = timeSpanOf(options)
  if (!span) return undefined
  if ('problem' in span) return command.error(`error: ${span.problem}`)
  const fails = options.failIfAny ? '--fail-if-any' : options.failIfNone && '--fail-if-none'
  const ofNow = options.explain ? '--explain' : fails
  if (ofNow)
    command.error(
      `error: ${localize('{option} is about the records of now; leave out --every or {option}.', { option: ofNow })}`,
    )
  const ends = periodEnds(span, now)
  if ('problem' in ends) return command.error(`error: ${ends.problem}`)
  const { PastCommits } = await import('./over-time/past-commits.ts')
  const commits = await PastCommits.open(paths, options.exclude, ends)
  return 'failure' in commits ? command.error(`error: ${commits.failure}`) : { commits, ends }
}

async function printPast(
  plan: Plan,
  { commits, ends }: Past,
  query: QueryPlan,
  options: QueryOptions & Pick<QueryCommandOptions, 'redact'>,
  target: Target | undefined,
): Promise<PrintedQuery | Failure> {
  const { printOverTime } = await import('./over-time/print-over-time.ts')
  if (!options.redact) return printOverTime({ commits, plan }, query, options, ends, target)
  const { Redactor } = await import('../../shared/domains/redact.ts')
  const { redactionNote } = await import('../plan/redacted.ts')
  const redactor = new Redactor(plan.registry)
  const printed = await printOverTime({ commits, plan, redactor }, query, options, ends, target)
  return 'failure' in printed ? printed : { ...printed, notes: [...printed.notes, redactionNote(redactor)] }
}

/** Runs a query on the files; with `--redact` without the values of sensitive fields, which its last note says. */
async function printNow(
  plan: Plan,
  query: QueryPlan,
  now: number,
  target: Target | undefined,
  { redact, explain }: Pick<QueryCommandOptions, 'redact' | 'explain'>,
): Promise<PrintedQuery | Failure> {
  const { printQuery } = await import('./print-query.ts')
  const run = async (read: Plan): Promise<PrintedQuery> => {
    const printed = await printQuery(read, query, now, target)
    if (!explain) return printed
    const { explainQuery } = await import('./explain-query.ts')
    return { ...printed, notes: [...printed.notes, ...(await explainQuery(read, query, now, printed.found))] }
  }
  if (!redact) return run(plan)
  const { withRedactedPlan } = await import('../plan/redacted-plan.ts')
  const done = await withRedactedPlan(plan, run)
  return 'failure' in done ? done : { ...done.result, notes: [...done.result.notes, done.note()] }
}

/** The options that say what to do with the records of a tag. */
const ownOptions = [
  ...(['where', 'select', 'sort', 'limit', 'countBy', 'countItems', 'sum', 'min', 'max', 'avg'] as const),
  ...(['rows', 'columns'] as const),
  ...(['output', 'escapeFormulas', 'failIfAny', 'failIfNone', 'redact', 'every', 'since', 'until', 'explain'] as const),
]

/** Words of SQL that are no options, and what to do instead. */
const sqlAdvice = {
  'order-by': () => localize('there is no option --order-by; write --sort'),
  'group-by': () => localize('there is no option --group-by; write --count-by'),
  distinct: () => localize('there is no option --distinct; to list each value once, write --count-by'),
  offset: () =>
    localize(
      'there is no option --offset; rows cannot be skipped; sort the other way with --sort, or leave out --limit and skip rows of the result',
    ),
  having: () =>
    localize(
      'there is no option --having; groups cannot be filtered; print them with --format json, csv or parquet, and filter the result',
    ),
}

/** Answers options that someone who knows SQL may write with what to do instead. `--help` does not show them. */
function answerSqlOptions(command: Command): Command {
  for (const [name, instead] of Object.entries(sqlAdvice)) {
    command.addOption(new Option(`--${name} [value]`).hideHelp())
    command.on(`option:${name}`, () => command.error(`error: ${saidToUser(instead)}`))
  }
  return command
}
