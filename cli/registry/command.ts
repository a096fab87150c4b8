import { type Command, InvalidArgumentError, Option } from 'commander'
import { helpEnd } from '../options/help.ts'
import type { AddOptions, UpdateOptions } from './dependencies.ts'
import type { PublishOptions } from './publish.ts'
import type { WriteSite } from './registry-folder.ts'

/**
 * Adds the commands that write registries to `recline descriptors`.
 *
 * @param writeSite writes the pages for people
 */
export function publishingCommands(descriptors: Command, writeSite: WriteSite): void {
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
      (await import('./publish.ts')).publish(folder, files, options, writeSite),
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
          ['recline descriptors yank /srv/registry acme.fleet@2.0 --notice "Wrong unit."', 'in another folder'],
          ['recline descriptors outdated', 'see whether a folder uses a version that is marked'],
        ],
        { 0: 'the version is marked', 2: 'it could not be marked' },
        'registry.md#publish',
      ),
    )
    .action(async (folder: string, version: string, { notice }: { readonly notice: string }) =>
      (await import('./yank.ts')).yank(folder, version, notice, writeSite),
    )
}

/** Adds the commands about domains from elsewhere to `recline descriptors`. */
export function dependencyCommands(descriptors: Command): void {
  descriptors
    .command('add')
    .description('depend on a domain that others publish: get it, and pin it in recline.lock')
    .argument('<domain>', 'domain, such as acme.fleet')
    .requiredOption('--from <source>', 'registry (folder or web address), npm:package, or git+address')
    .option('--version <range>', 'versions of a registry: 2.1 (or a compatible later one), 2.x, =2.1')
    .option('--force', 'take the domain from another source than before')
    .addOption(timeoutOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors add acme.fleet --from ../registry', 'from a folder'],
          ['recline descriptors add acme.fleet --from https://example.com/registry --version 1.x', 'from a web server'],
          ['recline descriptors add acme.audit --from npm:@acme/audit-domain@^2', 'from a package'],
        ],
        changeCodes,
        'registry.md#use-a-domain',
      ),
    )
    .action(async (domain: string, options: AddOptions) => (await import('./dependencies.ts')).add(domain, options))

  descriptors
    .command('update')
    .description('get the newest versions that recline.json allows, and all that is missing')
    .argument('[domain]', 'only this domain and what it needs')
    .option('--dry-run', 'write nothing, and say what would change')
    .addOption(timeoutOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors update', 'update all'],
          ['recline descriptors update acme.fleet', 'update one'],
          ['recline descriptors update --dry-run', 'see what would change'],
        ],
        changeCodes,
        'registry.md#use-a-domain',
      ),
    )
    .action(async (domain: string | undefined, options: UpdateOptions) =>
      (await import('./dependencies.ts')).update(domain, options),
    )

  descriptors
    .command('remove')
    .description('depend on a domain no longer; removes what only it needs')
    .argument('<domain>', 'domain, such as acme.fleet')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors remove acme.fleet', 'remove a domain'],
          ['recline descriptors remove acme.audit', 'remove another one'],
          ['recline check', 'see which records lack the domain now'],
        ],
        changeCodes,
        'registry.md#use-a-domain',
      ),
    )
    .action(async (domain: string) => (await import('./dependencies.ts')).remove(domain))

  descriptors
    .command('outdated')
    .description('list newer versions and yanked ones, by what is known without the network')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors outdated', 'list newer versions'],
          ['recline descriptors outdated || echo old', 'do something if there are any'],
          ['recline descriptors update --dry-run', 'ask the registries again'],
        ],
        {
          0: 'no newer version is known',
          1: 'there are newer versions, or a version is yanked',
          2: 'it is not known of all domains',
        },
        'registry.md#use-a-domain',
      ),
    )
    .action(async () => (await import('./outdated.ts')).outdated())

  descriptors
    .command('verify')
    .description('compare the files with recline.lock and recline.json, or those of a registry with its index')
    .argument('[folder]', 'folder of a registry; without it, the domains from elsewhere of this folder')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors verify', 'look whether all is as it was pinned'],
          ['recline descriptors verify && recline check', 'check the records only then'],
          ['recline descriptors verify ../registry', 'compare all files of a registry with its index'],
        ],
        { 0: 'all is as it was pinned', 1: 'something is missing or was changed' },
        'registry.md#use-a-domain',
      ),
    )
    .action(async (folder: string | undefined) =>
      folder === undefined
        ? (await import('./dependencies.ts')).verify()
        : (await import('./verify-registry.ts')).verifyRegistry(folder),
    )
}

const changeCodes = { 0: 'it is done, or there was nothing to do', 2: 'it could not be done, and nothing was changed' }

const timeoutOption = (): Option =>
  new Option('--timeout <seconds>', 'how long one download may take').default(30).argParser(text => {
    const seconds = Number(text)
    if (!(seconds > 0 && seconds <= 3600)) throw new InvalidArgumentError('Write a number of seconds, at most 3600.')
    return seconds
  })
