import { type Command, Option } from 'commander'
import type { FormatOptions } from '../../shared/check/fixes/format.ts'
import { wholeNumber } from '../options/choice.ts'
import { mustBeDomains, recordOptions } from '../options/record-options.ts'
import { complain } from '../output/exit.ts'
import { reportOptions } from '../output/report.ts'
import type { Purpose } from './format-files.ts'

interface FormatCommandOptions extends Partial<FormatOptions> {
  readonly check?: true
  readonly diff?: true
  readonly write?: true
  readonly forceExclude?: true
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly exclude: readonly string[]
  readonly stdinFilename?: string
}

/** Adds `recline format PATHS…` to the program. */
export const formatCommand = (program: Command): Command =>
  recordOptions(
    program
      .command('format')
      .description('format records in canonical form')
      .argument('<paths...>', 'files, folders (all .rec files below), globs, or - for standard input')
      .addOption(
        new Option('--check', 'list the files that are not formatted; exit with code 1 if there are any').conflicts([
          'diff',
          'write',
        ]),
      )
      .addOption(
        new Option('--diff', 'print the changes as a unified diff; exit with code 1 if there are any').conflicts([
          'check',
          'write',
        ]),
      )
      .option('--write', 'write the formatted files')
      .option('--force-exclude', 'leave out files that recline.json excludes also if they are named, as hooks do')
      .addOption(
        new Option(
          '--wrap-column <column>',
          'wrap records that are longer than this number of columns; 0 disables wrapping',
        ).argParser(wholeNumber),
      )
      .option('--align-columns', 'align the fields of adjacent records with the same tag')
      .option('--no-align-columns', 'do not align fields, also if recline.json enables it'),
  ).action(format)

function purposeOf({ check, diff, write }: FormatCommandOptions): Purpose {
  if (check) return 'check'
  if (diff) return 'diff'
  return write ? 'write' : 'print'
}

async function format(paths: readonly string[], options: FormatCommandOptions, command: Command): Promise<void> {
  const purpose = purposeOf(options)
  if (purpose === 'write' && paths.includes('-'))
    command.error('error: --write cannot write to standard input; omit it to print the formatted text')
  const { planRun } = await import('../plan/plan.ts')
  const plan = await planRun(paths, { ...options, rule: {} })
  mustBeDomains(options.domain, plan.registry, command)
  if (purpose === 'print' && plan.files.length > 1) {
    command.error(
      `error: only the text of one file can be printed, and there are ${plan.files.length} files; add --write, --diff or --check`,
    )
  }
  for (const sentence of plan.warnings) complain(sentence)
  const { wrapColumn, alignColumns } = options
  const chosen = {
    ...(wrapColumn !== undefined && { wrapColumn }),
    ...(alignColumns !== undefined && { alignColumns }),
  }
  const { formatFiles } = await import('./format-files.ts')
  await formatFiles(plan, chosen, purpose, reportOptions(command).hasColors)
}
