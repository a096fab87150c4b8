import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { codesOfWriting, helpEnd } from '../options/help.ts'
import { excludeOption, ownDescriptors } from '../options/record-options.ts'
import { purposeOf, type WriteOptions, writeOptions } from '../options/write-options.ts'
import { complain } from '../output/exit.ts'
import { reportOptions } from '../output/report.ts'

interface RenameCommandOptions extends WriteOptions {
  readonly in: readonly string[]
  readonly tag?: string
  readonly exclude: readonly string[]
  readonly dryRun?: true
  readonly descriptors: readonly string[]
}

/** Adds `recline rename ID NEW` to the program. */
export const renameCommand = (program: Command): Command =>
  ownDescriptors(
    writeOptions(program.command('rename').description('change the id of a record, and all references to it'))
      .argument('<id>', 'the id of the record')
      .argument('<new-id>', 'its new id')
      .addOption(
        new Option('--in <path>', 'file, folder or glob with all records; can be repeated')
          .argParser<readonly string[]>((path, paths = []) => [...(paths === here ? [] : paths), path])
          .default(here, 'the working directory'),
      )
      .addOption(excludeOption())
      .option('--tag <tag>', 'the tag of the record, if several records have the id')
      .addOption(new Option('--dry-run', 'the same as without it').conflicts(['write', 'check']).hideHelp()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline rename CTL-1 CTL-9', 'show the changes of the record and of all references'],
          ['recline rename CTL-1 CTL-9 --write', 'write them'],
          ['recline rename CTL-1 CTL-9 --in audit/', 'look only in this folder'],
        ],
        codesOfWriting,
        'command-line.md#rename-a-record',
      ),
    )
    .action(runRename)

const here: readonly string[] = ['.']

async function runRename(id: string, newId: string, options: RenameCommandOptions, command: Command): Promise<void> {
  if (options.in.includes('-'))
    command.error(`error: ${localize('--in cannot read standard input; give the paths of files')}`)
  if (options.dryRun) complain(localize('The changes are shown without --dry-run too; --write writes them.'))
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const plan = await planRun(options.in, { ...options, domain: [], rule: {} })
  if (!reportPlan(plan)) {
    complain(localize('Nothing was renamed; see the message above.'))
    return
  }
  const { renameRecord } = await import('./rename-record.ts')
  await renameRecord(
    plan,
    { id, newId: newId.trim(), tag: options.tag },
    purposeOf(options),
    reportOptions(command).hasColors,
  )
}
