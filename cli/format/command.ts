import { type Command, Option } from 'commander'
import type { FormatOptions } from '../../shared/check/fixes/format.ts'
import { localize } from '../../shared/domains/localize.ts'
import { host } from '../host/host.ts'
import { wholeNumber } from '../options/choice.ts'
import { codesOfWriting, helpEnd } from '../options/help.ts'
import { mustBeDomains, recordOptions, recordPaths } from '../options/record-options.ts'
import { mustBeWritable, purposeOf, type WriteOptions, writeOptions } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { reportOptions } from '../output/report.ts'

interface FormatCommandOptions extends Partial<FormatOptions>, WriteOptions {
  readonly diff?: true
  readonly forceExclude?: true
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly showFiles?: true
  readonly exclude: readonly string[]
  readonly stdinFilename?: string
}

/** Adds `recline format [PATHS…]` to the program. */
export const formatCommand = (program: Command): Command =>
  recordOptions(
    writeOptions(recordPaths(program.command('format').description('format records in canonical form')))
      .addOption(
        new Option('--diff', 'the same as without it, but with exit code 1 if there are changes')
          .conflicts(['check', 'write'])
          .hideHelp(),
      )
      .option('--force-exclude', 'leave out files that recline.json excludes also if they are named, as hooks do')
      .addOption(
        new Option(
          '--wrap-column <column>',
          'wrap records that are longer than this number of columns; 0 disables wrapping',
        ).argParser(wholeNumber),
      )
      .option('--align-columns', 'align the fields of adjacent records with the same tag')
      .option('--no-align-columns', 'do not align fields, also if recline.json enables it'),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline format', 'show what would change'],
          ['recline format --write audit/', 'format the files'],
          ['recline format --check', 'list the files that are not formatted'],
        ],
        codesOfWriting,
        'command-line.md#format-records',
      ),
    )
    .action(format)

async function format(paths: readonly string[], options: FormatCommandOptions, command: Command): Promise<void> {
  mustBeWritable(options, paths, command)
  if (options.diff)
    complain(localize('The changes are shown without --diff too; --check tells by its exit code if there are any.'))
  const { planRun } = await import('../plan/plan.ts')
  const plan = await planRun(paths, { ...options, rule: {}, withoutMarkdown: true })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  for (const sentence of plan.warnings) complain(sentence)
  const { wrapColumn, alignColumns } = options
  const chosen = {
    ...(wrapColumn !== undefined && { wrapColumn }),
    ...(alignColumns !== undefined && { alignColumns }),
  }
  const { formatFiles } = await import('./format-files.ts')
  const hasChanges = await formatFiles(plan, chosen, purposeOf(options), reportOptions(command).hasColors)
  if (options.diff && host.exitCode === ExitCode.Clean && hasChanges) host.exitCode = ExitCode.Errors
}
