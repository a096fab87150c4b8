import { Argument, type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { timestampOf } from '../../shared/expression/run/values.ts'
import { didYouMean } from './did-you-mean.ts'
import { wrongOptionValue } from './wrong-option-value.ts'

/** Gives a command the paths of its files. Without any, it takes the working directory. */
export const recordPaths = (command: Command, more = ''): Command =>
  command.addArgument(
    new Argument('[paths...]', `files, folders (all .rec files below), globs, or - for standard input${more}`).default(
      ['.'],
      'the working directory',
    ),
  )

/** Gives a command the options on how records are read: their domains, and the name of standard input. */
export const recordOptions = (command: Command): Command =>
  ownDescriptors(
    command
      .addOption(
        new Option('--domain <name>', 'domain of files without a header; can be repeated')
          .argParser<readonly string[]>((name, names) => [...names, name])
          .default([], 'from recline.json or the name of the file'),
      )
      .addOption(excludeOption())
      .option('--config <path>', 'use this recline.json, and none of those in the folders of the files')
      .option('--show-files', 'list the files that would be read and tell what is left out, and do nothing more')
      .option('--stdin-filename <name>', 'name of the file on standard input; it can decide the domain'),
  )

/** The option that leaves files out, which all commands with many files have. */
export const excludeOption = (): Option =>
  new Option('--exclude <glob>', 'ignore files and folders that match this glob; can be repeated')
    .argParser<readonly string[]>((glob, globs) => [...globs, glob])
    .default([], 'none')

/** Gives a command the option that names the user's descriptor files. */
export const ownDescriptors = (command: Command): Command =>
  command.addOption(
    new Option('--descriptors <path>', 'descriptors of your own domains: a file, folder or glob; can be repeated')
      .argParser<readonly string[]>((path, paths) => [...paths, path])
      .default([], 'from recline.json'),
  )

/** The option that withholds the values of sensitive fields. */
export const redactOption = (): Option =>
  new Option('--redact', 'withhold the values of sensitive fields, such as names and salaries')

/** The option that says what `now` means in expressions. */
export const nowOption = (): Option =>
  new Option('--now <time>', 'what "now" means in expressions: a date, or a date and time').argParser(text => {
    const found = timestampOf(text)
    if (!found) throw wrongOptionValue(() => localize('Write a date or a date and time, such as 2026-06-30.'))
    return found.time
  })

/** Ends the run where a domain does not exist. */
export function mustBeDomains(names: readonly string[], registry: Registry, command: Command): void {
  const unknown = names.find(name => !registry.domainNamed(name))
  if (unknown === undefined) return
  const domains = [...registry.domains.keys()]
  const known = [...domains, ...domains.map(path => path.replace(/^core\./, ''))]
  const wrong = localize("option '{option}' argument '{value}' is invalid.", {
    option: '--domain <name>',
    value: unknown,
  })
  const advice = localize('"recline descriptors list" lists the domains.')
  command.error(`error: ${wrong} ${advice}${didYouMean(unknown, known)}`)
}
