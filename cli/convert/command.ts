import type { Command } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { host } from '../host/host.ts'
import { choice } from '../options/choice.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { forceOption, outputOption } from '../options/output-options.ts'
import { mustBeDomains, recordOptions, recordPaths, redactOption } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { ConvertOptions } from './convert-files.ts'
import { type Form, formNames, formOfName } from './forms.ts'
import { importOptions, knownForms, mustFit } from './import-options.ts'
import { withSavedMapping } from './saved-mapping.ts'

interface Options extends ConvertOptions {
  readonly to?: Form
  readonly from?: Form
  readonly stdinFilename?: string
  readonly descriptors: readonly string[]
  readonly showFiles?: true
  readonly exclude: readonly string[]
}

/** Adds `recline convert PATHS…` to the program. */
export const convertCommand = (program: Command): Command =>
  recordOptions(
    importOptions(
      recordPaths(
        program.command('convert').description('convert records to JSON, CSV, Excel, Parquet or Markdown, and back'),
      )
        .addOption(
          choice(
            '--to <format>',
            'target format; by default from the name of --output, or rec if no input is a .rec file',
            formNames,
          ),
        )
        .addOption(
          choice(
            '--from <format>',
            'format of the input; by default from the names of the files',
            formNames.filter(form => form !== 'markdown'),
          ),
        )
        .addOption(outputOption('file or folder to write; by default standard output'))
        .addOption(forceOption())
        .option(
          '--tag <tag>',
          'convert only records of this tag; for input without tags, such as CSV: the tag of its records',
        )
        .option('--escape-formulas', 'in CSV: put an apostrophe before cells that a spreadsheet would run as formulas')
        .addOption(redactOption()),
    ),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline convert --to csv --tag FINDING --output findings.csv', 'write the findings as a table'],
          ['recline convert findings.csv --tag FINDING --output findings.rec', 'read a table as records'],
          ['recline convert --to json audit/', 'print all records as JSON'],
        ],
        codesOfOutput,
        'convert.md',
      ),
    )
    .action(convert)

async function convert(paths: readonly string[], said: Options, command: Command): Promise<void> {
  const options = await withSavedMapping(said)
  if (!options) return
  const { isTag } = await import('../../shared/convert/plain-record.ts')
  if (options.tag !== undefined && !isTag(options.tag)) {
    const wrong = localize("option '{option}' argument '{value}' is invalid.", {
      option: '--tag <tag>',
      value: options.tag,
    })
    command.error(`error: ${wrong} ${localize('A tag has upper case letters, digits and _, such as CONTROL.')}`)
  }
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const { placeOfTable } = await import('./place-of-table.ts')
  const placeOf = placeOfTable(options)
  const plan = await planRun(paths, { ...options, rule: {}, placeOf, withoutMarkdown: true })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  // Converting only some of the files could look like a complete result.
  if (!reportPlan(plan)) return
  const from = plan.files.map(({ source: { file } }) => options.from ?? formOfName(file))
  if (options.tag !== undefined && plan.registry.tagsNamed(options.tag).length === 0) {
    const { noSuchTag } = await import('../../shared/check/tag-of-name.ts')
    const sentence = noSuchTag(options.tag, plan.registry)
    // Records of a tag that no domain defines can be converted, and a mistyped tag is no reason to write such records.
    complain(sentence)
    if (!from.includes('rec')) {
      host.exitCode = ExitCode.CouldNotRun
      return
    }
  }
  const to = options.to ?? formOfName(options.output ?? '') ?? (from.includes('rec') ? undefined : 'rec')
  if (to === undefined)
    command.error(
      `error: ${localize('the target format is missing; add --to json, ndjson, csv, markdown, parquet or xlsx')}`,
    )
  if (to === 'csv' && options.output?.toLowerCase().endsWith('.tsv'))
    command.error(
      `error: ${localize('the CSV of Recline has commas and not tabs; let the name of the file end with .csv')}`,
    )
  if (to === 'xlsx' && options.output?.toLowerCase().endsWith('.xlsm'))
    command.error(`error: ${localize('a workbook of Recline has no macros; let the name of the file end with .xlsx')}`)
  const forms = knownForms(plan.files, from, command)
  mustFit(options, from, command)
  if ((to === 'parquet' || to === 'xlsx') && options.output === undefined && host.stdout.isTTY)
    command.error(
      `error: ${
        to === 'parquet'
          ? localize('Parquet is not text; write it to a file with --output')
          : localize('An Excel workbook is not text; write it to a file with --output')
      }`,
    )
  if (options.redact && from.some(form => form !== 'rec'))
    command.error(
      `error: ${localize('--redact withholds values of .rec files only; convert the other files to records first')}`,
    )
  const { convertFiles } = await import('./convert-files.ts')
  await convertFiles(plan, paths, forms, to, options)
}
