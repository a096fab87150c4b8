import { type Command, Option } from 'commander'
import type { ChangeFilter } from '../../shared/diff/changes.ts'
import { helpEnd } from '../options/help.ts'
import { formatOption, outputOption } from '../options/output-options.ts'
import { excludeOption, ownDescriptors, redactOption } from '../options/record-options.ts'
import { reportOptions } from '../output/report.ts'
import { type DiffOptions, diffFormats } from './diff.ts'

/** Adds `recline diff` to the program. */
export const diffCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('diff')
      .description('compare the records of two versions: what was added, removed, changed and moved')
      .argument(
        '[versions...]',
        'none for what is not committed; a git revision, or two, and the files and folders to compare; or two files or folders, of which REV:path is one of a revision and - standard input',
      )
      .option('--since <revision>', 'compare with the commit where the current branch left this revision')
      .addOption(
        new Option('--stat', 'print a line for each file with the number of its changed records').conflicts('format'),
      )
      .addOption(excludeOption())
      .addOption(formatOption(diffFormats))
      .addOption(outputOption('file for the changes; by default standard output'))
      .addOption(redactOption())
      .option('--exit-code', 'exit with code 1 if there are changes')
      .option('--ignore-format', 'leave out changes of notation and of blank lines')
      .option('--ignore-order', 'leave out moved records and another order of fields')
      .addOption(
        new Option('--tag <tag>', 'compare only the records of this tag; can be repeated')
          .argParser<readonly string[]>((tag, tags) => [...tags, tag.toUpperCase()])
          .default([], 'all tags'),
      )
      .option('--where <condition>', 'compare only the records that fit a condition, before or after'),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline diff', 'what is not committed yet'],
          ['recline diff --since main --stat', 'the changes of a branch, a line for each file'],
          ['recline diff old.rec new.rec', 'compare two files'],
        ],
        { 0: 'the versions are compared', 1: 'with --exit-code: there are changes' },
        'command-line.md#compare-versions',
      ),
    )
    .action(diff)

async function diff(versions: readonly string[], options: DiffOptions, command: Command): Promise<void> {
  const { ignoreFormat = false, ignoreOrder = false, tag: tags } = options
  if (options.redact && options.format === 'patch')
    command.error('error: a patch without some values could not be applied; use --redact with another format')
  const filter: ChangeFilter = { ignoreFormat, ignoreOrder, tags }
  const { diffVersions } = await import('./diff-versions.ts')
  await diffVersions(versions, options, filter, options.output === undefined && reportOptions(command).hasColors)
}
