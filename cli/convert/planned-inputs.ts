import type { ColumnField } from '../../shared/convert/foreign-tables/column-fields.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { Plan } from '../plan/plan.ts'
import type { AskedMapping } from './ask-mapping.ts'
import type { Input, InputChoices } from './batch.ts'
import type { Form } from './forms.ts'
import { type ImportOptions, saidColumnsOf } from './import-options.ts'
import { stemOf } from './jobs.ts'
import { LearnedMapping } from './mapping-file.ts'
import { CannotConvert } from './problems.ts'
import { firstUntold, readTable } from './read-tables.ts'
import { inputsOfSheets } from './sheet-inputs.ts'

/** The files of a plan as inputs, and what is learned about their columns while they are read. */
export interface PlannedInputs {
  readonly inputs: readonly Input[]
  readonly learned: LearnedMapping
  /** The names of the columns of all tables that were read. */
  readonly columns: ReadonlySet<string>
  /** Where to save how the data were read. */
  readonly saveMapping: string | undefined
}

/**
 * The files of a plan as inputs. Asks on a terminal how data become records, if they do not say it. Throws a
 * `CannotConvert` if the user cancels that, or if a workbook cannot be read.
 *
 * @param from the form of each file
 */
export async function plannedInputs(
  { files, registry }: Plan,
  from: readonly Form[],
  options: ImportOptions & { readonly tag?: string },
): Promise<PlannedInputs> {
  const choices = inputChoicesOf(options)
  const ofFiles = files.map(
    ({ source, settings }, index): Input => ({
      source,
      form: from[index]!,
      tag: options.tag,
      context: { registry, fileName: recordFileName(source.file, registry), ...domainSettings(settings) },
      choices,
    }),
  )
  const planned: Input[] = []
  for (const input of ofFiles) planned.push(...(await inputsOfSheets(input, options.sheet)))
  const learned = new LearnedMapping()
  const columns = new Set<string>()
  const onFound = (tag: string, found: readonly ColumnField[]): void => {
    learned.add(tag, found)
    for (const { column } of found) columns.add(column)
  }
  const asked = await askOnTerminal(planned)
  if (asked === 'canceled') throw new CannotConvert([localize('Nothing is converted.')])
  const inputs = planned.map(input => ({
    ...input,
    tag: input.tag ?? asked?.tag,
    choices: { ...(asked?.choices ?? choices), onFound },
  }))
  return { inputs, learned, columns, saveMapping: asked?.saveMapping ?? options.saveMapping }
}

/** Asks how data become records that do not say it, if the user can be asked. */
async function askOnTerminal(inputs: readonly Input[]): Promise<AskedMapping | 'canceled' | undefined> {
  if (!host.stdin.isTTY || !host.stderr.isTTY) return undefined
  const untold = await firstUntold(inputs)
  if (!untold) return undefined
  const { askMapping } = await import('./ask-mapping.ts')
  return (await askMapping(untold, readTable)) ?? 'canceled'
}

/** What the options of a command say about data. */
export const inputChoicesOf = (options: ImportOptions): InputChoices => ({
  saidColumns: options.saidColumns ?? saidColumnsOf(options),
  fields: options.mapColumn,
  values: options.mapValue,
  nulls: options.null,
  dateOrder: options.dateOrder,
  decimalMark: options.decimalMark,
  timeZone: options.timeZone?.ofAll,
  timeZones: options.timeZone?.byColumn,
  header: options.header,
  sheets: options.sheet,
  records: options.records,
  isFlattened: options.flatten,
})

/** The name of the `.rec` file that belongs to a converted file. This name can imply a domain. */
export const recordFileName = (file: string, registry: Registry): string => `${stemOf(file, registry)}.rec`

/**
 * Runs some work. If the work throws a `CannotConvert`, says its sentences and returns, so that other work can follow.
 */
export async function orSay(work: () => Promise<void>, say: (sentence: string) => void = complain): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CannotConvert)) throw error
    for (const sentence of error.sentences) say(sentence)
    host.exitCode = ExitCode.CouldNotRun
  }
}
