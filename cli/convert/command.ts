import type { Command } from 'commander'
import { choice } from '../options/choice.ts'
import { mustBeDomains, recordOptions } from '../options/record-options.ts'
import { complain, ExitCode, stopOnInterrupt } from '../output/exit.ts'
import type { ConvertOptions } from './convert-files.ts'
import { type Form, formNames, formOfName } from './forms.ts'

interface Options extends ConvertOptions {
  readonly to?: Form
  readonly from?: Form
  readonly stdinFilename?: string
  readonly descriptors: readonly string[]
}

/** Adds `recline convert PATHS…` to the program. */
export const convertCommand = (program: Command): Command =>
  recordOptions(
    program
      .command('convert')
      .description('turn records into JSON, CSV, Parquet or Markdown, and back')
      .argument('<paths...>', 'files, folders (all .rec files below), globs, or - for standard input')
      .addOption(
        choice(
          '--to <form>',
          'what to make; by default what --output ends in, and records of all that is none',
          formNames,
        ),
      )
      .addOption(
        choice(
          '--from <form>',
          'what the files are; by default what they end in',
          formNames.filter(form => form !== 'markdown'),
        ),
      )
      .option(
        '--output <path>',
        'the file to write, or a folder for files of the same names; by default standard output',
      )
      .option('--force', 'replace files that are there already')
      .option('--tag <tag>', 'only the records of this tag; for files that do not say a tag, the tag of their records')
      .option('--escape-formulas', 'in CSV, put an apostrophe before cells that a spreadsheet would run as formulas'),
  ).action(convert)

async function convert(paths: readonly string[], options: Options, command: Command): Promise<void> {
  const { isTag } = await import('../../shared/convert/plain-record.ts')
  if (options.tag !== undefined && !isTag(options.tag)) {
    const rule = 'A tag is made of capital letters, digits and _, as in CONTROL.'
    command.error(`error: option '--tag <tag>' argument '${options.tag}' is invalid. ${rule}`)
  }
  stopOnInterrupt()
  const { planRun } = await import('../plan/plan.ts')
  const plan = await planRun(paths, { ...options, rule: {} })
  mustBeDomains(options.domain, plan.registry, command)
  for (const sentence of plan.warnings) complain(sentence)
  for (const { failure } of plan.failures) complain(failure)
  // Half of what was asked for could be taken for the whole.
  if (plan.failures.length > 0) {
    process.exitCode = ExitCode.CouldNotRun
    return
  }
  const from = plan.files.map(({ source: { file } }) => options.from ?? formOfName(file))
  const to = options.to ?? formOfName(options.output ?? '') ?? (from.includes('rec') ? undefined : 'rec')
  if (to === undefined)
    command.error('error: say what to make of the records: --to json, ndjson, csv, markdown or parquet')
  plan.files.forEach(({ source: { file } }, index) => {
    const form = from[index]
    if (form === 'markdown') command.error(`error: ${file} is Markdown, which cannot be read back as records`)
    if (form !== undefined) return
    const name = file === '-' ? 'standard input' : file
    command.error(`error: ${name} does not say what it is; give --from rec, json, ndjson, csv or parquet`)
  })
  if (to === 'parquet' && options.output === undefined) {
    command.error('error: Parquet is no text to print; give the file or folder to write as --output')
  }
  const { convertFiles } = await import('./convert-files.ts')
  await convertFiles(
    plan,
    from.filter(form => form !== undefined),
    to,
    options,
  )
}
