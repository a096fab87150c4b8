import type { HeaderLine } from '../../shared/convert/foreign-tables/csv-table.ts'
import { sentencesOf } from '../../shared/convert/foreign-tables/table-notes.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { draftDescriptor } from '../../shared/draft/draft-descriptor.ts'
import { draftOfSchema, joinedSchemas } from '../../shared/draft/schemas/draft-schema.ts'
import { readSchema } from '../../shared/draft/schemas/read-schema.ts'
import type { ReadSchema } from '../../shared/draft/schemas/schema-tags.ts'
import {
  baseOfTables,
  type DraftTable,
  draftDataIn,
  draftTableOf,
  newDomainPath,
  tableOfTexts,
  tagOfFile,
} from '../../shared/draft/tables.ts'
import { formOfName, otherSpreadsheet } from '../convert/forms.ts'
import { chosenSheets } from '../convert/sheet-inputs.ts'
import { wholeText } from '../convert/whole-text.ts'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import type { Source } from '../files/read-text.ts'
import { writeNew } from '../files/write-new.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { print } from '../output/output.ts'
import { excluder, findFiles } from '../plan/find-files.ts'
import { domainsHere } from '../plan/registry.ts'

export interface DraftOptions {
  readonly extends?: string
  readonly domain?: string
  readonly tag?: string
  readonly output?: string
  readonly exclude: readonly string[]
  readonly header?: HeaderLine
  readonly sheet?: readonly string[]
  readonly null?: readonly string[]
  readonly descriptors: readonly string[]
}

/** Prints a descriptor that files suggest, or writes it, and says on standard error why it is so. */
export async function draft(paths: readonly string[], options: DraftOptions): Promise<void> {
  const { registry, failures } = await domainsHere(options.descriptors)
  for (const { failure } of failures) complain(failure)
  const fail = (sentence: string): void => {
    complain(sentence)
    host.exitCode = ExitCode.CouldNotRun
  }
  const base = options.extends === undefined ? undefined : registry.domainNamed(options.extends)
  if (options.extends !== undefined && !base)
    return fail(`There is no domain ${show(options.extends)} to extend; recline descriptors list lists all.`)
  const tables: DraftTable[] = []
  const schemas: ReadSchema[] = []
  const names: string[] = []
  const excluded = excluder(options.exclude)
  const [badGlob] = excluded.failures
  if (badGlob) return fail(badGlob.failure)
  for await (const source of findFiles([...paths])) {
    if ('failure' in source) return fail(source.failure)
    if (excluded.excludes(source.file)) continue
    names.push(source.file)
    const schema = await schemaIn(source)
    if (schema && 'problem' in schema) return fail(`${source.file}: ${schema.problem}`)
    if (schema) {
      schemas.push(schema)
      continue
    }
    const read = await tablesIn(source, registry, options)
    if ('problems' in read) return fail(`${source.file}: ${read.problems[0]}`)
    tables.push(...read.tables)
  }
  if (schemas.length > 0 && tables.length > 0) return fail('Some files are schemas and others data; draft each alone.')
  const unused = (['tag', 'header', 'sheet', 'null'] as const).find(name => [options[name] ?? []].flat().length > 0)
  if (schemas.length > 0 && unused !== undefined)
    return fail(`--${unused} is for data, and ${names[0]} is a schema; leave the option out.`)
  const extended = base ?? baseOfTables(tables)
  const domain = options.domain ?? newDomainPath(extended, names[0] ?? 'data')
  if (registry.domains.has(domain)) return fail(`There is a domain ${domain} already; choose another with --domain.`)
  const { text, reasons } =
    schemas.length > 0
      ? draftOfSchema(domain, joinedSchemas(schemas), extended)
      : draftDescriptor(domain, tables, extended)
  for (const reason of reasons) host.stderr.write(`${reason}\n`)
  if (options.output === undefined) return print(text)
  try {
    await writeNew(options.output, text)
  } catch (error) {
    fail(`${printed(options.output)} could not be written: ${reasonOf(error)}.`)
  }
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

async function tablesIn(
  source: Source,
  registry: Registry,
  options: DraftOptions,
): Promise<ReturnType<typeof draftDataIn>> {
  const { tag, header, null: nulls } = options
  const { file, path } = source
  try {
    if (formOfName(file) === 'parquet') {
      const { openParquet } = await import('../convert/parquet/parquet.ts')
      const { names, looks, rows, tag: own } = await openParquet(path!)
      const texts: (string | undefined)[][] = []
      for await (const group of rows())
        for (const cells of group) texts.push(cells.map(cell => (typeof cell === 'object' ? undefined : cell)))
      const lists = looks.map(look => look === 'list')
      return { tables: [tableOfTexts(tag ?? own ?? tagOfFile(file), { names, rows: texts, lists })] }
    }
    if (formOfName(file) === 'xlsx') return await tablesOfSheets(source, registry, options)
    const other = otherSpreadsheet(file)
    if (other !== undefined) return { problems: [`It ${other}.`] }
    const context = { registry, fileName: file, settingDomains: [] }
    return draftDataIn(await wholeText(source), file, context, { tag, header, nulls })
  } catch (error) {
    return { problems: [reasonOf(error)] }
  }
}

/** The sheets of a workbook; those without cells are none. */
async function tablesOfSheets(
  source: Source,
  registry: Registry,
  { tag, header, sheet, null: nulls }: DraftOptions,
): Promise<ReturnType<typeof draftDataIn>> {
  const { sheets, notes } = await chosenSheets(source, registry, { sheet: sheet ?? [], tag })
  const filled = sheets.flatMap(({ name, ownTag, table }) => {
    const read = table(header)
    return read ? [{ name, ownTag, read }] : []
  })
  const problems = filled.flatMap(({ read }) => read.problems.map(({ message }) => message))
  if (filled.length === 0 || problems.length > 0) return { problems: [...problems, 'It has no records.'] }
  const tables = filled.map(({ name, ownTag, read }, index) =>
    draftTableOf(read, tag ?? ownTag ?? tagOfFile(filled.length > 1 ? name : source.file), {
      nulls,
      notes: [...(index === 0 ? notes : []), ...sentencesOf(read.notes)],
    }),
  )
  return { tables }
}
