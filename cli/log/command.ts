import { type Command, Option } from 'commander'
import { host } from '../host/host.ts'
import { helpEnd } from '../options/help.ts'
import { formatOption } from '../options/output-options.ts'
import { ownDescriptors } from '../options/record-options.ts'
import { reportOptions } from '../output/report.ts'

interface LogOptions {
  readonly tag?: string
  readonly format: 'text' | 'json'
  readonly descriptors: readonly string[]
}

/** Adds `recline log ID` to the program. */
export const logCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('log')
      .description('list the commits that changed a record, with the old and new values of its fields')
      .argument('<id>', 'the id of the record, such as CTL-1')
      .addOption(
        new Option('--tag <tag>', 'the tag of the record, if records of several tags have the id').argParser(tag =>
          tag.toUpperCase(),
        ),
      )
      .addOption(formatOption(['text', 'json'])),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline log CTL-1', 'list what changed the record'],
          ['recline log CTL-1 --tag CONTROL', 'choose between records with the same id'],
          ['recline log CTL-1 --format json', 'the same for a program'],
        ],
        { 0: 'the commits are listed', 1: 'no commit has the record' },
        'version-control.md#history-of-a-record',
      ),
    )
    .action(async (id: string, { tag, format, descriptors }: LogOptions, command: Command) => {
      const { log } = await import('./log.ts')
      host.exitCode = await log(id, tag, descriptors, format, reportOptions(command).hasColors)
    })
