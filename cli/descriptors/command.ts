import { Argument, type Command } from 'commander'
import { schemaForms, sqlDialects } from '../../shared/schemas/form-names.ts'
import { dataOptions } from '../convert/import-options.ts'
import { choice } from '../options/choice.ts'
import { codesOfOutput, codesOfProblems, helpEnd } from '../options/help.ts'
import { languageOption } from '../options/language-option.ts'
import { forceOption, formatOption, outputOption } from '../options/output-options.ts'
import { excludeOption, ownDescriptors } from '../options/record-options.ts'
import { type FormatName, formats } from '../output/formats/index.ts'
import { report, reportOptions } from '../output/report.ts'
import { dependencyCommands, publishingCommands } from '../registry/command.ts'
import { playgroundOption } from '../site/command.ts'
import type { SiteOptions } from '../site/site-of-run.ts'
import type { DraftOptions } from './draft.ts'
import type { ExportOptions } from './export.ts'
import type { LookUpOptions } from './look-up.ts'
import { addVersionCommands } from './version-commands.ts'

interface DescriptorsCheckOptions {
  readonly format: FormatName
  readonly output?: string
  readonly exclude: readonly string[]
}

/** Adds `recline descriptors` with its commands to the program. */
export function descriptorsCommand(program: Command): Command {
  const descriptors = program
    .command('descriptors')
    .description('look up domains, tags and fields; check, compare and share descriptor files')

  descriptors
    .command('check')
    .description('check descriptor files and list their problems')
    .addArgument(
      new Argument(
        '[paths...]',
        'files, folders (all .domain.json files below), globs, or - for standard input',
      ).default(['.'], 'the working directory'),
    )
    .addOption(formatOption(Object.keys(formats)))
    .addOption(outputOption('file for the results; by default standard output'))
    .addOption(excludeOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors check', 'check all descriptors below the folder'],
          ['recline descriptors check acme.domain.json', 'check one'],
          ['recline descriptors check --format json .', 'the same for a program'],
        ],
        codesOfProblems,
        'custom-domains.md',
      ),
    )
    .action(async (paths: readonly string[], options: DescriptorsCheckOptions, command: Command) => {
      const { checkDescriptors } = await import('./check-descriptors.ts')
      const { targetOfRun } = await import('../plan/targets.ts')
      const format = await formats[options.format]()
      const output = await targetOfRun(options.output, paths)
      if (output && 'failure' in output) return command.error(`error: ${output.failure}`)
      const results = checkDescriptors(paths, options.exclude, format.details ?? {})
      await report(results, format, { ...reportOptions(command), output })
    })

  lookUp(descriptors.command('list').description('list all domains'))
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors list', 'list all domains'],
          ['recline descriptors list --format json', 'the same for a program'],
          ['recline descriptors list --descriptors domains/', 'with your own'],
        ],
        codesOfOutput,
        'command-line.md#look-up-domains',
      ),
    )
    .action(async (options: LookUpOptions) => (await import('./look-up.ts')).list(options))

  lookUp(descriptors.command('show').description('show a domain with its tags, or a tag with its fields'))
    .argument('<domain>', 'a domain, such as core.compliance or compliance')
    .argument('[tag]', 'a tag, such as CONTROL')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors show compliance', 'show the tags of a domain'],
          ['recline descriptors show compliance CONTROL', 'show the fields of a tag'],
          ['recline descriptors show compliance --format json', 'the same for a program'],
        ],
        codesOfOutput,
        'command-line.md#look-up-domains',
      ),
    )
    .action(async (domain: string, tag: string | undefined, options: LookUpOptions) =>
      (await import('./look-up.ts')).showDefinitions(domain, tag, options),
    )

  lookUp(
    descriptors.command('search').description('find domains, tags and fields by words in their names and descriptions'),
  )
    .argument('<words...>', 'words that must all occur')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors search review', 'find a word in all domains'],
          ['recline descriptors search access review', 'all words must occur'],
          ['recline descriptors search review --format json', 'the same for a program'],
        ],
        codesOfOutput,
        'command-line.md#look-up-domains',
      ),
    )
    .action(async (words: readonly string[], options: LookUpOptions) =>
      (await import('./look-up.ts')).searchDefinitions(words, options),
    )

  dataOptions(
    ownDescriptors(
      descriptors.command('draft').description('propose a descriptor for data, or for a schema of another program'),
    )
      .argument('<files...>', 'CSV, JSON, NDJSON, Parquet, Excel or .rec files; JSON Schema, OpenAPI, LinkML or SQL')
      .option('--extends <domain>', 'propose only what this domain lacks')
      .option('--domain <path>', 'path of the new domain, such as acme.fleet')
      .option('--tag <tag>', 'tag of the records; by default, after the name of each file'),
  )
    .addOption(excludeOption())
    .addOption(outputOption('new file to write the descriptor to; by default standard output'))
    .addOption(forceOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors draft airports.csv', 'print a descriptor for a table'],
          ['recline descriptors draft july.csv --mapping july.json', 'with the columns as in recline convert'],
          ['recline descriptors draft schema.sql --output fleet.json', 'from create table statements'],
        ],
        codesOfOutput,
        'custom-domains.md#draft-a-descriptor-from-data',
      ),
    )
    .action(async (files: readonly string[], options: DraftOptions) =>
      (await import('./draft.ts')).draft(files, options),
    )

  ownDescriptors(
    descriptors.command('export').description('write a domain as JSON Schema, types, models, SQL or Markdown'),
  )
    .argument('<domain>', 'a domain, such as core.compliance or compliance')
    .addOption(choice('--to <form>', 'form of the result', schemaForms).makeOptionMandatory())
    .addOption(choice('--dialect <database>', 'database that SQL is for', sqlDialects).default(sqlDialects[0]))
    .addOption(outputOption('new file for the result; by default standard output'))
    .addOption(forceOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors export compliance --to json-schema', 'for programs that check JSON'],
          ['recline descriptors export compliance --to typescript -o compliance.ts', 'types for a program'],
          ['recline descriptors export compliance --to sql --dialect postgresql', 'tables for a database'],
        ],
        codesOfOutput,
        'custom-domains.md#use-a-domain-in-other-programs',
      ),
    )
    .action(async (domain: string, options: ExportOptions) =>
      (await import('./export.ts')).exportDomain(domain, options),
    )

  // `recline site` without records does the same; this name is in scripts of users.
  ownDescriptors(descriptors.command('site').description('write a static site of all domains, as recline site does'))
    .argument('<folder>', 'target folder; created if missing')
    .addOption(playgroundOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline descriptors site site/', 'write the pages of all domains'],
          ['recline descriptors site site/ --descriptors domains/', 'with your own'],
          ['recline site audit/ --output site/', 'the same with records'],
        ],
        codesOfOutput,
        'site.md',
      ),
    )
    .action(async (folder: string, options: Pick<SiteOptions, 'descriptors' | 'playground'>) =>
      (await import('../site/site-of-run.ts')).siteOfDomains(folder, options),
    )

  addVersionCommands(descriptors)
  publishingCommands(descriptors, async (folder, registry) =>
    (await import('../site/write-site.ts')).writeSite(folder, registry),
  )
  dependencyCommands(descriptors)
  return descriptors
}

/** Adds the common options of the commands that look something up. */
const lookUp = (command: Command): Command =>
  ownDescriptors(command.addOption(formatOption(['text', 'json']))).addOption(languageOption())
