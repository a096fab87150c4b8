import { sentencesOf } from '../../shared/convert/foreign-tables/table-notes.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { draftDescriptor } from '../../shared/draft/draft-descriptor.ts'
import { draftOfSchema, joinedSchemas } from '../../shared/draft/schemas/draft-schema.ts'
import { readSchema } from '../../shared/draft/schemas/read-schema.ts'
import type { ReadSchema } from '../../shared/draft/schemas/schema-tags.ts'
import {
  baseOfTables,
  type DraftData,
  type DraftTable,
  draftDataIn,
  draftDataOf,
  newDomainPath,
} from '../../shared/draft/tables.ts'
import type { InputChoices } from '../convert/batch.ts'
import { throwUnknownColumns } from '../convert/foreign-rows.ts'
import { formOfName, otherSpreadsheet } from '../convert/forms.ts'
import type { ImportOptions } from '../convert/import-options.ts'
import { claimTargets } from '../convert/outputs.ts'
import { inputChoicesOf, orSay } from '../convert/planned-inputs.ts'
import { CannotConvert } from '../convert/problems.ts'
import { withSavedMapping } from '../convert/saved-mapping.ts'
import { chosenSheets } from '../convert/sheet-inputs.ts'
import { wholeText } from '../convert/whole-text.ts'
import { writeWhole } from '../convert/write-output.ts'
import { reasonOf } from '../files/failure.ts'
import type { Source } from '../files/read-text.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { print } from '../output/output.ts'
import { excluder, findFiles } from '../plan/find-files.ts'
import { domainsHere } from '../plan/registry.ts'
import { filesRead } from '../plan/targets.ts'

export interface DraftOptions extends ImportOptions {
  readonly extends?: string
  readonly domain?: string
  readonly tag?: string
  readonly mapping?: string
  readonly output?: string
  readonly force?: true
  readonly exclude: readonly string[]
  readonly descriptors: readonly string[]
}

/** Prints a descriptor that files suggest, or writes it, and says on standard error why it is so. */
export async function draft(paths: readonly string[], said: DraftOptions): Promise<void> {
  const options = await withSavedMapping(said)
  if (!options) return
  const { output, mapping } = options
  // A draft is made as if the descriptor that it replaces were not there.
  const replaced = output === undefined ? undefined : { paths: [output], inForce: [] }
  const { registry, failures, paths: ofDomains } = await domainsHere(options.descriptors, [], replaced)
  for (const { failure } of failures) complain(failure)
  const fail = (sentence: string): void => {
    complain(sentence)
    host.exitCode = ExitCode.CouldNotRun
  }
  const base = options.extends === undefined ? undefined : registry.domainNamed(options.extends)
  if (options.extends !== undefined && !base)
    return fail(
      localize('There is no domain {name} to extend; recline descriptors list lists all.', {
        name: show(options.extends),
      }),
    )
  const tables: DraftTable[] = []
  const schemas: ReadSchema[] = []
  const names: string[] = []
  const data: string[] = []
  const choices = inputChoicesOf(options)
  const excluded = excluder(options.exclude)
  const [badGlob] = excluded.failures
  if (badGlob) return fail(badGlob.failure)
  for await (const source of findFiles([...paths])) {
    if ('failure' in source) return fail(source.failure)
    if (excluded.excludes(source.file)) continue
    names.push(source.file)
    data.push(source.path ?? '-')
    const schema = await schemaIn(source)
    if (schema && 'problem' in schema) return fail(`${source.file}: ${schema.problem}`)
    if (schema) {
      schemas.push(schema)
      continue
    }
    const read = await tablesIn(source, registry, options.tag, choices)
    if ('problems' in read) return fail(`${source.file}: ${read.problems[0]}`)
    tables.push(...read.tables)
  }
  if (schemas.length > 0 && tables.length > 0)
    return fail(localize('Some files are schemas and others data; draft each alone.'))
  const unused = schemas.length > 0 ? dataOptionIn(options) : undefined
  if (unused !== undefined)
    return fail(
      localize('{option} is for data, and {file} is a schema; leave the option out.', {
        option: `--${unused}`,
        file: names[0]!,
      }),
    )
  const unknown = unknownColumn(
    tables.flatMap(table => table.names ?? []),
    choices,
  )
  if (unknown !== undefined) return fail(unknown)
  const extended = base ?? baseOfTables(tables)
  const domain = options.domain ?? newDomainPath(extended, names[0] ?? 'data')
  if (registry.domains.has(domain))
    return fail(localize('There is a domain {domain} already; choose another with --domain.', { domain }))
  const { text, reasons } =
    schemas.length > 0
      ? draftOfSchema(domain, joinedSchemas(schemas), extended)
      : draftDescriptor(domain, tables, extended)
  await orSay(async () => {
    const read = [...data, ...(await filesRead([...ofDomains, ...(mapping === undefined ? [] : [mapping])]))]
    const claim = claimTargets({ read, areDescriptors: true }, options)
    const [target] = claim(output === undefined ? [] : [output])
    for (const reason of reasons) host.stderr.write(`${reason}\n`)
    await (target ? writeWhole(target, [text]) : print(text))
  })
}

/** The schema that a file is; undefined if it is data. */
async function schemaIn(source: Source): Promise<ReadSchema | { readonly problem: string } | undefined> {
  if (!/\.(?:json|ya?ml|sql)$/i.test(source.file)) return undefined
  try {
    return await readSchema(await wholeText(source), source.file, async text => (await import('yaml')).parse(text))
  } catch (error) {
    // A parser may show the place below its sentence.
    return { problem: `${reasonOf(error).replace(/:?\n[\s\S]*$/, '')}.` }
  }
}

/** The first option about data that the user gives; undefined if there is none. */
function dataOptionIn(options: DraftOptions): string | undefined {
  const given: readonly (readonly [option: string, isGiven: boolean])[] = [
    ['tag', options.tag !== undefined],
    ['header', options.header !== undefined],
    ['sheet', options.sheet.length > 0],
    ['null', options.null.length > 0],
    ['mapping', options.mapping !== undefined],
    ['map-column', options.mapColumn.size > 0],
    ['map-value', options.mapValue.size > 0],
    ['date-order', options.dateOrder !== undefined],
    ['decimal-mark', options.decimalMark !== undefined],
    ['time-zone', options.timeZone !== undefined],
    ['records', options.records !== undefined],
    ['flatten', options.flatten !== undefined],
  ]
  return given.find(([, isGiven]) => isGiven)?.[0]
}

/** A sentence if the command line names a column that no table has. */
function unknownColumn(columns: readonly string[], { saidColumns }: InputChoices): string | undefined {
  try {
    throwUnknownColumns(columns, saidColumns)
  } catch (error) {
    if (error instanceof CannotConvert) return error.sentences[0]
    throw error
  }
  return undefined
}

/** The tables in a file, read as an import reads them. */
async function tablesIn(
  source: Source,
  registry: Registry,
  tag: string | undefined,
  choices: InputChoices,
): Promise<DraftData> {
  const { file } = source
  try {
    if (formOfName(file) === 'parquet') {
      const { readParquetTable } = await import('../convert/parquet/read-parquet.ts')
      const notes: string[] = []
      const table = await readParquetTable(source, (_, note) => notes.push(...sentencesOf([note])))
      return draftDataOf(table, file, { ...choices, tag: tag ?? table.tag }, { notes })
    }
    if (formOfName(file) === 'xlsx') return await tablesOfSheets(source, registry, tag, choices)
    const other = otherSpreadsheet(file)
    if (other !== undefined) return { problems: [localize('It {problem}.', { problem: other })] }
    const context = { registry, fileName: file, settingDomains: [] }
    return draftDataIn(await wholeText(source), file, context, { ...choices, tag })
  } catch (error) {
    return { problems: [reasonOf(error)] }
  }
}

/** The sheets of a workbook; those without cells are none. */
async function tablesOfSheets(
  source: Source,
  registry: Registry,
  tag: string | undefined,
  choices: InputChoices,
): Promise<DraftData> {
  const { sheets, notes } = await chosenSheets(source, registry, { sheet: choices.sheets ?? [], tag })
  const filled = sheets.flatMap(({ name, ownTag, table }) => {
    const read = table(choices.header)
    return read ? [{ name, ownTag, read }] : []
  })
  const tables: DraftTable[] = []
  for (const [index, { name, ownTag, read }] of filled.entries()) {
    const file = filled.length > 1 ? name : source.file
    const data = draftDataOf(read, file, { ...choices, tag: tag ?? ownTag }, { notes: index === 0 ? notes : [] })
    if ('problems' in data) return data
    tables.push(...data.tables)
  }
  return tables.length === 0 ? { problems: [localize('It has no records.')] } : { tables }
}
