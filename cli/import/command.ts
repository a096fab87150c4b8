import type { Command } from 'commander'
import { type Form, formNames, formOfName } from '../convert/forms.ts'
import { type ImportOptions, importOptions, knownForms, mustFit } from '../convert/import-options.ts'
import { withSavedMapping } from '../convert/saved-mapping.ts'
import { choice } from '../options/choice.ts'
import { codesOfWriting, helpEnd } from '../options/help.ts'
import { formatOption } from '../options/output-options.ts'
import { mustBeDomains, recordOptions } from '../options/record-options.ts'
import { mustBeWritable, purposeOf, type WriteOptions, writeOptions } from '../options/write-options.ts'
import { reportOptions } from '../output/report.ts'

interface ImportCommandOptions extends ImportOptions, WriteOptions {
  readonly into: string
  readonly tag?: string
  readonly from?: Form
  readonly mapping?: string
  readonly key: readonly string[]
  readonly gone: string
  readonly base?: string
  readonly force?: true
  readonly format: 'text' | 'json'
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly exclude: readonly string[]
  readonly config?: string
  readonly showFiles?: true
  readonly stdinFilename?: string
}

/** Adds `recline import FILES… --into PATH` to the program. */
export const importCommand = (program: Command): Command =>
  recordOptions(
    importOptions(
      writeOptions(
        program
          .command('import')
          .description('bring a table into records that exist')
          .argument('<files...>', 'tables: CSV, JSON, NDJSON, Parquet or Excel files, or - for standard input'),
      )
        .requiredOption('--into <path>', 'file, folder or glob with the records')
        .option('--tag <tag>', 'tag of the records; by default from the name of the table')
        .option(
          '--key <fields>',
          'fields that tell which record a row belongs to, separated by commas; by default the id, or the first unique list',
          (text: string) => text.split(',').map(name => name.trim()),
          [],
        )
        .option(
          '--gone <what>',
          'what becomes of records that the table lacks: keep, delete, or new values such as status="withdrawn"',
          'keep',
        )
        .option('--base <file>', 'the table of the last import; then values that were changed by hand since are kept')
        .option('--force', 'write also if the records have new problems then')
        .addOption(
          choice(
            '--from <format>',
            'format of the tables; by default from the names of the files',
            formNames.filter(form => form !== 'markdown'),
          ),
        )
        .addOption(formatOption(['text', 'json'])),
    ),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline import findings.csv --tag FINDING --into audit/', 'show what would change'],
          ['recline import findings.csv --tag FINDING --into audit/ --write', 'write the changes'],
          [
            'recline import july.csv --base june.csv --gone \'status="closed"\' --tag FINDING --into audit/',
            'keep what was changed by hand since June, and close what is gone',
          ],
        ],
        { ...codesOfWriting, 1: 'with --check: there is something to write; or the import adds problems' },
        'import.md',
      ),
    )
    .action(runImport)

async function runImport(files: readonly string[], said: ImportCommandOptions, command: Command): Promise<void> {
  const options = await withSavedMapping(said)
  if (!options) return
  mustBeWritable(options, [options.into], command)
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const records = await planRun([options.into], { ...options, rule: {} })
  mustBeDomains(options.domain, records.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(records)
  // The records decide with which settings and domains the tables are read, and they have told what is wrong there.
  if (!reportPlan(records)) return
  const placeOf = (): string | undefined => records.files[0]?.source.path
  const planTables = (paths: readonly string[]) => planRun(paths, { ...options, exclude: [], rule: {}, placeOf })
  const tables = await planTables(files)
  const base = options.base === undefined ? undefined : await planTables([options.base])
  // Only a part of the rows would make records gone.
  for (const plan of [tables, ...(base ? [base] : [])]) if (!reportPlan({ ...plan, warnings: [] })) return
  const formsOf = (plan: typeof tables): readonly Form[] =>
    knownForms(
      plan.files,
      plan.files.map(({ source: { file } }) => options.from ?? formOfName(file)),
      command,
    )
  const forms = formsOf(tables)
  mustFit(options, forms, command)
  const { importFiles } = await import('./import-files.ts')
  await importFiles(
    { records, tables, forms, base: base && { plan: base, forms: formsOf(base) } },
    {
      ...options,
      purpose: purposeOf(options),
      force: options.force === true,
      hasColors: reportOptions(command).hasColors,
      printsChanges: options.format === 'text',
    },
  )
}
