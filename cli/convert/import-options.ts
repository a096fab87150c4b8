import { type Command, Option } from 'commander'
import { readTextPairs } from '../../shared/basics/text-pairs.ts'
import { chosenFieldForm } from '../../shared/convert/foreign-tables/chosen-fields.ts'
import type { HeaderLine } from '../../shared/convert/foreign-tables/csv-table.ts'
import {
  type DateOrder,
  type DecimalMark,
  dateOrders,
  decimalMarks,
  isTimeZone,
} from '../../shared/convert/foreign-tables/value-choices.ts'
import { localize } from '../../shared/domains/localize.ts'
import { choice } from '../options/choice.ts'
import { wrongOptionValue } from '../options/wrong-option-value.ts'
import type { PlannedFile } from '../plan/plan.ts'
import { type Form, otherSpreadsheet } from './forms.ts'

/** What the command line says about data from elsewhere. */
export interface ImportOptions {
  /** By the name of a column the names of its fields, with commas; an empty text leaves the column out. */
  readonly mapColumn: ReadonlyMap<string, string>
  /** The columns that have to be there; by default all of `mapColumn`. */
  readonly saidColumns?: readonly string[]
  /** By the name of a field and by a text, the text that it means. */
  readonly mapValue: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly null: readonly string[]
  readonly dateOrder?: DateOrder
  readonly decimalMark?: DecimalMark
  readonly timeZone?: SaidTimeZones
  readonly header?: HeaderLine
  /** The names of the sheets of workbooks that are read; empty for all. */
  readonly sheet: readonly string[]
  readonly records?: string
  readonly flatten?: boolean
  readonly saveMapping?: string
}

/** The names of the columns that the command line has, which have to be there. */
export const saidColumnsOf = ({ mapColumn, timeZone }: Pick<ImportOptions, 'mapColumn' | 'timeZone'>): string[] => [
  ...mapColumn.keys(),
  ...(timeZone?.byColumn?.keys() ?? []),
]

/** Gives a command the options on how data from elsewhere are read, and the one that saves them. */
export const importOptions = (command: Command): Command =>
  dataOptions(command).option('--save-mapping <file>', 'save how the data are read, for --mapping')

/** Gives a command the options on how data from elsewhere are read. */
export const dataOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--map-column <column=field>',
        'read a column as this field, as several (cveID=rid,cve), by parts (Result=value(number),unit(unit)), or as none; can be repeated',
      )
        .argParser(addColumn)
        .default(new Map(), 'by the names of the columns'),
    )
    .addOption(
      new Option('--map-value <values>', 'texts that mean others, such as severity:High=high,N/A=; can be repeated')
        .argParser(addValues)
        .default(new Map(), 'none'),
    )
    .addOption(nullOption())
    .addOption(
      choice('--date-order <order>', 'how the data have their dates', dateOrders).default(undefined, 'by the column'),
    )
    .addOption(
      choice('--decimal-mark <mark>', 'how the data have their decimal numbers', decimalMarks).default(
        undefined,
        'by the column',
      ),
    )
    .addOption(
      new Option(
        '--time-zone <zone>',
        'zone of times without one, such as Z, +02:00 or Europe/Berlin; of one column: column=zone; can be repeated',
      ).argParser(addTimeZone),
    )
    .addOption(headerOption())
    .addOption(sheetOption())
    .option('--records <path>', 'where JSON has its list of records, such as data.items')
    .option('--flatten', 'read the parts of objects in JSON as fields, such as site.name')
    .option('--mapping <file>', 'read the data as in the run that saved this file')

/** The option for texts that mean no value. */
const nullOption = (): Option =>
  new Option('--null <texts>', 'texts that mean no value, such as NA,NULL,-; can be repeated')
    .argParser<readonly string[]>((text, texts) => [...texts, ...text.split(',').map(one => one.trim())])
    .default([], 'none')

/** The option for the line with the names of the columns. */
const headerOption = (): Option =>
  new Option('--header <line>', 'line of CSV, or row of a sheet, with the names of the columns, or "none"')
    .argParser(readHeader)
    .default(undefined, 'the first row; of a sheet, the first below titles')

/** The option for the sheets of a workbook. */
const sheetOption = (): Option =>
  new Option('--sheet <name>', 'sheet of a workbook; can be repeated')
    .argParser<readonly string[]>((name, names) => [...names, name])
    .default([], 'all that are not hidden')

/** Reads `Full name=full_name` or `cveID=rid,cve`; nothing after the sign leaves the column out. */
function addColumn(text: string, columns: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const sign = text.lastIndexOf('=')
  const [column, fields] = [text.slice(0, sign), text.slice(sign + 1)]
  if (sign < 1) throw wrongOptionValue(() => localize('Write the name of the column, "=" and the name of the field.'))
  const wrong = fields === '' ? undefined : fields.split(',').find(field => !chosenFieldForm.test(field))
  if (wrong !== undefined)
    throw wrongOptionValue(() => localize('"{name}" cannot be the name of a field.', { name: wrong }))
  if (columns.has(column))
    throw wrongOptionValue(() =>
      localize('The column "{column}" is mapped twice; write its fields with commas.', { column }),
    )
  return new Map([...columns, [column, fields]])
}

/** Reads `severity:High=high,Moderate=medium`. */
function addValues(text: string, all: ImportOptions['mapValue']): ImportOptions['mapValue'] {
  const [start, field = ''] = /^\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*:/.exec(text) ?? []
  const read = start === undefined ? undefined : readTextPairs(text, start.length)
  if (!read || 'failedAt' in read)
    throw wrongOptionValue(() =>
      localize('Write field:old=new,old=new, such as severity:High=high; a comma or = needs quotes.'),
    )
  const values = new Map(all.get(field))
  for (const { from, to } of read.pairs) {
    if (values.has(from)) throw wrongOptionValue(() => localize('{value} is mapped twice.', { value: `"${from}"` }))
    values.set(from, to)
  }
  return new Map([...all, [field, values]])
}

/** Reads `Europe/Berlin`, or `Collected=Europe/Berlin` for one column. */
function addTimeZone(text: string, said: SaidTimeZones = {}): SaidTimeZones {
  const sign = text.lastIndexOf('=')
  const [column, zone] = [text.slice(0, Math.max(sign, 0)), text.slice(sign + 1)]
  if (!isTimeZone(zone))
    throw wrongOptionValue(() => localize('Write Z, an offset such as +02:00, or a name such as Europe/Berlin.'))
  if (sign < 0) return { ...said, ofAll: zone }
  return { ...said, byColumn: new Map([...(said.byColumn ?? []), [column, zone]]) }
}

/** The zones of times without one: of all columns, and of some by their names. */
export interface SaidTimeZones {
  readonly ofAll?: string
  readonly byColumn?: ReadonlyMap<string, string>
}

function readHeader(text: string): HeaderLine {
  if (text === 'none') return text
  if (!/^[1-9]\d{0,8}$/.test(text)) throw wrongOptionValue(() => localize('Write the number of a line, or none.'))
  return Number(text)
}

/** The forms of files. Ends the run where a file has none that records can be read from. */
export function knownForms(
  files: readonly PlannedFile[],
  from: readonly (Form | undefined)[],
  command: Command,
): readonly Form[] {
  return files.map(({ source: { file } }, index) => {
    const form = from[index]
    if (form === 'markdown')
      command.error(`error: ${localize('{file} is Markdown, which cannot be converted to records', { file })}`)
    if (form !== undefined) return form
    const other = otherSpreadsheet(file)
    if (other !== undefined) command.error(`error: ${file} ${other}`)
    const unknown =
      file === '-'
        ? localize('the format of standard input is unknown; add --from rec, json, ndjson, csv, parquet or xlsx')
        : localize('the format of {file} is unknown; add --from rec, json, ndjson, csv, parquet or xlsx', { file })
    return command.error(`error: ${unknown}`)
  })
}

/** Ends the run where an option is for another form of input. */
export function mustFit(options: ImportOptions, from: readonly (Form | undefined)[], command: Command): void {
  const isFrom = (...forms: readonly Form[]): boolean => forms.some(form => from.includes(form))
  const isSaid = (value: unknown): boolean => value !== undefined
  const { mapColumn, mapValue, dateOrder, decimalMark, timeZone, header, sheet, records, flatten } = options
  const values = mapValue.size > 0 || options.null.length > 0 || [dateOrder, decimalMark, timeZone].some(isSaid)
  if ((mapColumn.size > 0 || values) && !isFrom('csv', 'parquet', 'xlsx', 'json', 'ndjson'))
    command.error(
      `error: ${localize(
        'options on columns and values are for CSV, Parquet, workbooks and JSON, and no input is one of these',
      )}`,
    )
  if (isSaid(header) && !isFrom('csv', 'xlsx'))
    command.error(`error: ${localize('--header is for CSV and workbooks, and no input is one of these')}`)
  if (sheet.length > 0 && !isFrom('xlsx'))
    command.error(`error: ${localize('--sheet is for workbooks, and no input is one')}`)
  if ([records, flatten].some(isSaid) && !isFrom('json', 'ndjson'))
    command.error(`error: ${localize('--records and --flatten are for JSON, and no input is JSON')}`)
}
