import { type Command, Option } from 'commander'
import { choice } from '../options/choice.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { formatOption, outputOption } from '../options/output-options.ts'
import { ownDescriptors } from '../options/record-options.ts'
import { formats } from '../output/formats/index.ts'
import type { BreakingOptions } from './breaking.ts'
import type { DescriptorsDiffOptions } from './diff-domains.ts'

/** Adds the commands that compare versions of descriptors to `recline descriptors`. */
export function addVersionCommands(descriptors: Command): void {
  ownDescriptors(
    descriptors
      .command('diff')
      .description('list what differs between two versions of descriptors, and what each change breaks'),
  )
    .argument('<old>', 'a file, a folder, a registry, or REV:path for one of a git revision')
    .argument('<new>', 'the same of the new version')
    .addOption(formatOption(['text', 'json', 'markdown']))
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors diff old.json new.json', 'compare two files'],
          ['recline descriptors diff HEAD:./fleet.domain.json fleet.domain.json', 'what is not committed yet'],
          ['recline descriptors diff v1:domains domains --format markdown', 'for a pull request'],
        ],
        codesOfOutput,
        'custom-domains.md#compare-versions-of-a-descriptor',
      ),
    )
    .action(async (oldName: string, newName: string, options: DescriptorsDiffOptions) =>
      (await import('./diff-domains.ts')).diffDomains(oldName, newName, options),
    )

  ownDescriptors(
    descriptors
      .command('breaking')
      .description('list the changes of descriptors that break records, or programs that read them'),
  )
    .argument('[files...]', 'descriptors, and folders of them', ['.'])
    .requiredOption('--against <version>', 'the old version: a git revision, a file, a folder, a registry, or REV:path')
    .addOption(
      new Option(
        '--records <path>',
        'decide by the records of these files, folders and globs; can be repeated',
      ).argParser<readonly string[]>((path, paths) => [...(paths ?? []), path]),
    )
    .addOption(choice('--for <who>', 'whom a change may not break', ['both', 'records', 'readers']).default('both'))
    .addOption(formatOption(Object.keys(formats)))
    .addOption(outputOption('file for the results; by default standard output'))
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors breaking --against main', 'compare all descriptors below with those of a branch'],
          ['recline descriptors breaking --against ../registry', 'compare with what is published'],
          ['recline descriptors breaking --against main --records .', 'say how many records each change breaks'],
        ],
        { 0: 'nothing breaks for certain', 1: 'something breaks', 2: 'something could not be compared' },
        'custom-domains.md#compare-versions-of-a-descriptor',
      ),
    )
    .action(async (files: readonly string[], options: BreakingOptions, command: Command) =>
      (await import('./breaking.ts')).breaking(files, options, command),
    )
}
