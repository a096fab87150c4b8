import { type Command, Option } from 'commander'
import type { ChangeFilter } from '../../shared/diff/changes.ts'
import { choice } from '../options/choice.ts'
import { helpEnd } from '../options/help.ts'
import { ownDescriptors } from '../options/record-options.ts'
import { reportOptions } from '../output/report.ts'
import { type DiffOptions, diffFormats } from './diff.ts'

/** Adds `recline diff A B` to the program. */
export const diffCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('diff')
      .description('compare the records of two versions: what was added, removed, changed and moved')
      .argument(
        '[versions...]',
        'two files or folders; REV:path is the version of a git revision, and - is standard input; with --since: files and folders',
      )
      .option('--since <revision>', 'compare the work tree with a git revision')
      .addOption(choice('--format <format>', 'output format', diffFormats).default('text'))
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
          ['recline diff --since main .', 'compare with where the branch main was left'],
          ['recline diff old.rec new.rec', 'compare two files'],
          ['recline diff HEAD~1:. HEAD:.', 'compare two revisions'],
        ],
        { 0: 'the versions are compared', 1: 'with --exit-code: there are changes' },
        'command-line.md#compare-versions',
      ),
    )
    .action(diff)

async function diff(versions: readonly string[], options: DiffOptions, command: Command): Promise<void> {
  if (options.since === undefined && versions.length !== 2)
    command.error('error: give two versions to compare, or --since and the files to compare')
  if (versions.length === 0) command.error('error: give the files or folders to compare, such as . for all of them')
  const { ignoreFormat = false, ignoreOrder = false, tag: tags } = options
  const filter: ChangeFilter = { ignoreFormat, ignoreOrder, tags }
  const { diffVersions } = await import('./diff-versions.ts')
  await diffVersions(versions, options, filter, reportOptions(command).hasColors)
}
