import type { Command } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { helpEnd } from '../options/help.ts'
import { excludeOption, ownDescriptors, recordPaths } from '../options/record-options.ts'
import { mustBeWritable, purposeOf, type WriteOptions, writeOptions } from '../options/write-options.ts'
import { reportOptions } from '../output/report.ts'
import type { MigrateOptions } from './migrate-files.ts'

/** Adds `recline migrate` to the program. */
export const migrateCommand = (program: Command): Command =>
  ownDescriptors(
    writeOptions(recordPaths(program.command('migrate').description('change records to a new version of their domain')))
      .requiredOption('--from <version>', 'the old version of the domain: a file, a folder, or REV:path')
      .requiredOption('--to <version>', 'the new version: the same')
      .option('--force', 'remove fields that the new version does not have, with what they say')
      .addOption(excludeOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline migrate --from v1:./fleet.domain.json --to fleet.domain.json', 'show the changes'],
          ['recline migrate --from old.json --to new.json --write trips/', 'write them'],
          ['recline migrate --from old.json --to new.json --check', 'list the files that would change'],
        ],
        {
          0: 'the changes are shown or written, and all records are right then',
          1: 'some records need another change, or with --check there is something to write',
          2: 'nothing was written, or not everything',
        },
        'custom-domains.md#migrate-records',
      ),
    )
    .action(migrate)

async function migrate(
  paths: readonly string[],
  options: MigrateOptions & WriteOptions,
  command: Command,
): Promise<void> {
  if (paths.includes('-'))
    command.error(`error: ${localize('recline migrate cannot read standard input; give the paths of files')}`)
  mustBeWritable(options, paths, command)
  const { migrateFiles } = await import('./migrate-files.ts')
  await migrateFiles(paths, options, purposeOf(options), reportOptions(command).hasColors)
}
