import type { Command } from 'commander'
import { helpEnd } from '../options/help.ts'
import type { PublishOptions } from './publish.ts'

/** Adds the commands of registries to `recline descriptors`. */
export function registryCommands(descriptors: Command): void {
  descriptors
    .command('publish')
    .description('add descriptors to a registry: a folder that any web server can serve')
    .argument('<folder>', 'folder of the registry; created if missing')
    .argument('[files...]', 'descriptor files, folders or globs; by default the working directory')
    .option('--built-in', 'publish the domains that come with Recline, and no files unless they are named')
    .option('--check', 'write nothing, and tell by the exit code whether everything can be published')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors publish ../registry', 'publish all descriptors below the folder'],
          ['recline descriptors publish ../registry fleet.domain.json', 'publish one'],
          ['recline descriptors publish ../registry --check', 'look whether this can be done, as in CI'],
        ],
        {
          0: 'the registry has all of them',
          1: 'the registry cannot take one, so it takes none',
          2: 'something could not be read or written',
        },
        'registry.md#publish',
      ),
    )
    .action(async (folder: string, files: readonly string[], options: PublishOptions) =>
      (await import('./publish.ts')).publish(folder, files, options),
    )

  descriptors
    .command('yank')
    .description('mark a version in a registry, so that nobody gets it anew; it is not deleted')
    .argument('<folder>', 'folder of the registry')
    .argument('<version>', 'domain and version, such as acme.fleet@1.2')
    .requiredOption('--notice <text>', 'why, and what to use instead')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors yank ../registry acme.fleet@1.2 --notice "Use 1.3."', 'mark a version'],
          ['recline descriptors outdated', 'see who uses a version that is marked'],
          ['recline descriptors update acme.fleet', 'take another version'],
        ],
        { 0: 'the version is marked', 2: 'it could not be marked' },
        'registry.md#publish',
      ),
    )
    .action(async (folder: string, version: string, { notice }: { readonly notice: string }) =>
      (await import('./yank.ts')).yank(folder, version, notice),
    )
}
