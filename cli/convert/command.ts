import { type Command, InvalidArgumentError, Option } from 'commander'
import { dateOrders, decimalMarks } from '../../shared/convert/value-choices.ts'
import { choice } from '../options/choice.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { mustBeDomains, recordOptions, recordPaths } from '../options/record-options.ts'
import { complain } from '../output/exit.ts'
import type { ConvertOptions } from './convert-files.ts'
import { type Form, formNames, formOfName } from './forms.ts'

interface Options extends ConvertOptions {
  readonly to?: Form
  readonly from?: Form
  readonly stdinFilename?: string
  readonly descriptors: readonly string[]
  readonly exclude: readonly string[]
}

/** Adds `recline convert PATHS…` to the program. */
export const convertCommand = (program: Command): Command =>
  recordOptions(
    recordPaths(program.command('convert').description('convert records to JSON, CSV, Parquet or Markdown, and back'))
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
      .option('--output <path>', 'file or folder to write; by default standard output', pathToWrite)
      .option('--force', 'replace existing files')
      .option(
        '--tag <tag>',
        'convert only records of this tag; for input without tags, such as CSV: the tag of its records',
      )
      .addOption(
        new Option('--map-column <column=field>', 'read a column of a table as this field, or as none; can be repeated')
          .argParser(addColumn)
          .default(new Map(), 'by the names of the columns'),
      )
      .addOption(
        choice('--date-order <order>', 'how a table has its dates', dateOrders).default(undefined, 'by the column'),
      )
      .addOption(
        choice('--decimal-mark <mark>', 'how a table has its decimal numbers', decimalMarks).default(
          undefined,
          'by the column',
        ),
      )
      .option('--escape-formulas', 'in CSV: put an apostrophe before cells that a spreadsheet would run as formulas'),
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

function pathToWrite(path: string): string {
  if (path === '-') throw new InvalidArgumentError('Omit it to print to standard output.')
  return path
}

/** Reads `Full name=full_name`; nothing after the sign leaves the column out. */
function addColumn(text: string, columns: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const sign = text.lastIndexOf('=')
  const field = text.slice(sign + 1)
  if (sign < 1) throw new InvalidArgumentError('Write the name of the column, "=" and the name of the field.')
  if (field !== '' && !/^[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z0-9_.-]+)?$/.test(field))
    throw new InvalidArgumentError(`"${field}" cannot be the name of a field.`)
  if (columns.has(text.slice(0, sign)))
    throw new InvalidArgumentError(`The column "${text.slice(0, sign)}" is mapped twice; leave one of them out.`)
  return new Map([...columns, [text.slice(0, sign), field]])
}

async function convert(paths: readonly string[], options: Options, command: Command): Promise<void> {
  const { isTag } = await import('../../shared/convert/plain-record.ts')
  if (options.tag !== undefined && !isTag(options.tag)) {
    const rule = 'A tag has upper case letters, digits and _, such as CONTROL.'
    command.error(`error: option '--tag <tag>' argument '${options.tag}' is invalid. ${rule}`)
  }
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const plan = await planRun(paths, { ...options, rule: {} })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.tag !== undefined && plan.registry.tagsNamed(options.tag).length === 0) {
    const { noSuchTag } = await import('../../shared/check/tag-of-name.ts')
    complain(noSuchTag(options.tag, plan.registry))
  }
  // Converting only some of the files could look like a complete result.
  if (!reportPlan(plan)) return
  const from = plan.files.map(({ source: { file } }) => options.from ?? formOfName(file))
  const to = options.to ?? formOfName(options.output ?? '') ?? (from.includes('rec') ? undefined : 'rec')
  if (to === undefined)
    command.error('error: the target format is missing; add --to json, ndjson, csv, markdown or parquet')
  if (to === 'csv' && options.output?.toLowerCase().endsWith('.tsv'))
    command.error('error: the CSV of Recline has commas and not tabs; let the name of the file end with .csv')
  plan.files.forEach(({ source: { file } }, index) => {
    const form = from[index]
    if (form === 'markdown') command.error(`error: ${file} is Markdown, which cannot be converted to records`)
    if (form !== undefined) return
    if (/\.(?:xlsx?|xlsm|ods|numbers)$/i.test(file))
      command.error(`error: ${file} is a spreadsheet, which Recline cannot read; save it as CSV, and convert that`)
    const name = file === '-' ? 'standard input' : file
    command.error(`error: the format of ${name} is unknown; add --from rec, json, ndjson, csv or parquet`)
  })
  if (options.mapColumn.size > 0 && !from.includes('csv') && !from.includes('parquet'))
    command.error('error: --map-column is for CSV and Parquet, and no input is one of these')
  if ((options.dateOrder ?? options.decimalMark) !== undefined && !from.includes('csv'))
    command.error('error: --date-order and --decimal-mark are for CSV, and no input is CSV')
  if (to === 'parquet' && options.output === undefined && process.stdout.isTTY)
    command.error('error: Parquet is not text; write it to a file with --output')
  const { convertFiles } = await import('./convert-files.ts')
  await convertFiles(
    plan,
    paths,
    from.filter(form => form !== undefined),
    to,
    options,
  )
}
