import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { lookAheadOf } from '../../shared/due/look-ahead.ts'
import { host } from '../host/host.ts'
import { helpEnd } from '../options/help.ts'
import { formatOption, outputOption } from '../options/output-options.ts'
import { mustBeDomains, nowOption, recordOptions, recordPaths } from '../options/record-options.ts'
import { wrongOptionValue } from '../options/wrong-option-value.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { type DueFormat, dueFormats } from './formats.ts'

interface DueOptions {
  readonly within?: number
  readonly by?: string
  readonly tag?: string
  readonly format: DueFormat
  readonly output?: string
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly showFiles?: true
  readonly now?: number
  readonly failIfOverdue?: true
}

/** Adds `recline due PATHS…` to the program. */
export const dueCommand = (program: Command): Command =>
  recordOptions(
    recordPaths(program.command('due').description('list what is overdue and what is due soon'))
      .addOption(
        new Option('--within <duration>', 'how far to look ahead in days and hours, such as 30d or 12h')
          .argParser(readLookAhead)
          .default(undefined, '30d; in a calendar, all days'),
      )
      .option('--by <field>', 'list by the values of this field, such as owner')
      .option('--tag <tag>', 'only records of this tag, such as FINDING')
      .addOption(formatOption(dueFormats))
      .addOption(outputOption('file for the list; by default standard output'))
      .option('--fail-if-overdue', 'exit with code 1 if anything is overdue')
      .addOption(nowOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline due', 'list what is overdue, and what is due within 30 days'],
          ['recline due audit/ --within 90d --by owner', 'list a quarter by owner'],
          ['recline due --format ics --output due.ics', 'write a calendar'],
        ],
        { 0: 'it is done', 1: 'with --fail-if-overdue: something is overdue' },
        'due.md',
      ),
    )
    .action(due)

function readLookAhead(text: string): number {
  const duration = lookAheadOf(text)
  if (duration === undefined)
    throw wrongOptionValue(() =>
      localize('Write days and hours, such as 90d, 12h or 1d12h; months and minutes have no unit.'),
    )
  return duration
}

async function due(paths: readonly string[], options: DueOptions, command: Command): Promise<void> {
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const now = options.now ?? Date.now()
  const plan = await planRun(paths, { ...options, rule: {}, now })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  reportPlan(plan)
  const { readByPlan, targetOfRun } = await import('../plan/targets.ts')
  const target = await targetOfRun(options.output, readByPlan(plan))
  if (target && 'failure' in target) command.error(`error: ${target.failure}`)
  const { printDue } = await import('./print-due.ts')
  const { isComplete, overdue } = await printDue(plan, { ...options, now, target, fail: complain })
  if (!isComplete) host.exitCode = ExitCode.CouldNotRun
  else if (options.failIfOverdue && overdue > 0) host.exitCode ??= ExitCode.Errors
}
