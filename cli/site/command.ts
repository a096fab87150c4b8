import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { problemOfAddress } from '../../shared/link/playground-address.ts'
import { helpEnd } from '../options/help.ts'
import { nowOption, recordOptions, redactOption } from '../options/record-options.ts'
import { wrongOptionValue } from '../options/wrong-option-value.ts'
import type { SiteOptions } from './site-of-run.ts'

/** Adds `recline site PATHS… --output FOLDER` to the program. */
export const siteCommand = (program: Command): Command =>
  recordOptions(
    program
      .command('site')
      .description('write records and their domains as a static site')
      .addArgument(
        new Argument(
          '[paths...]',
          'files, folders (all .rec files below), globs, or - for standard input; without any, only the domains',
        ),
      )
      .addOption(
        new Option('-o, --output <path>', 'folder for the pages; created if missing')
          .argParser(folderForPages)
          .makeOptionMandatory(),
      )
      .addOption(playgroundOption())
      .addOption(redactOption())
      .addOption(nowOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline site audit/ --output public/', 'write pages of records and domains'],
          ['recline site audit/ --output public/ --redact', 'for readers who may not see sensitive fields'],
          ['recline site --output public/', 'write only the pages of the domains'],
        ],
        { 0: 'it is done', 2: 'something could not be read, so that the site lacks it, or nothing was written' },
        'site.md',
      ),
    )
    .action(async (paths: readonly string[], options: SiteOptions, command: Command) =>
      (await import('./site-of-run.ts')).siteOfRun(paths, options, command),
    )

/** The option that gives examples a link to a playground. */
export const playgroundOption = (): Option =>
  new Option('--playground <address>', 'address of a playground to open examples in').argParser(address => {
    const problem = problemOfAddress(address)
    if (problem !== undefined) throw new InvalidArgumentError(problem)
    return address
  })

/** An unset variable of a shell gives an empty text, which would be the working directory. */
function folderForPages(path: string): string {
  if (path === '') throw wrongOptionValue(() => localize('Name a folder, such as public/.'))
  return path
}
