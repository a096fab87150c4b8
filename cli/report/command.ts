import type { Command } from 'commander'
import { periods } from '../../shared/query/periods.ts'
import { choice } from '../options/choice.ts'
import { helpEnd } from '../options/help.ts'
import { outputOption } from '../options/output-options.ts'
import { nowOption, recordOptions, recordPaths, redactOption } from '../options/record-options.ts'
import type { ReportCommandOptions } from './write-report.ts'

/** Adds `recline report PATHS…` to the program. */
export const reportCommand = (program: Command): Command =>
  recordOptions(
    recordPaths(program.command('report').description('write a report about records, as one page to read and print'))
      .option('--template <file>', 'Markdown with blocks of queries; without it, an overview of the records')
      .addOption(choice('--to <form>', 'form of the report', reportForms).default(reportForms[0]))
      .addOption(outputOption('file for the report; by default standard output'))
      .option('--check', 'fail if the file of --output is not what the records say, and write nothing')
      .option('--since <revision>', 'tell what changed since the current branch left this revision')
      .addOption(
        choice('--every <period>', 'in an overview, count at the ends of the last twelve periods too', periods),
      )
      .addOption(redactOption())
      .addOption(nowOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline report audit/ --output audit.html', 'write an overview'],
          ['recline report audit/ --template quarterly.md --output quarterly.html', 'fill a template'],
          ['recline report audit/ --template quarterly.md --output quarterly.html --check', 'compare it'],
        ],
        { 0: 'it is done', 1: 'with --check: the report is not what the records say' },
        'reports.md',
      ),
    )
    .action(async (paths: readonly string[], options: ReportCommandOptions, command: Command) =>
      (await import('./write-report.ts')).writeReport(paths, options, command),
    )

const reportForms = ['html', 'markdown'] as const
