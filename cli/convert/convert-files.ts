import { dirname } from 'node:path'
import { counted } from '../../shared/basics/text.ts'
import { definitionsOf, followHeaders } from '../../shared/convert/declared-types.ts'
import type { DateOrder, DecimalMark } from '../../shared/convert/value-choices.ts'
import {
  domainSettings,
  domainsOfFile,
  type FileContext,
  isHeader,
  namedDomains,
  tagsInForce,
} from '../../shared/domains/domains-in-force.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { Domain, Registry } from '../../shared/domains/registry.ts'
import { type RecordNode, tagName } from '../../shared/syntax/nodes.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { printed } from '../files/paths.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { printData } from '../output/output.ts'
import { Configs } from '../plan/configs.ts'
import type { Plan } from '../plan/plan.ts'
import type { Batch, Input } from './batch.ts'
import { type Form, formOfName, isTable } from './forms.ts'
import { readInputs } from './inputs.ts'
import { type Job, jobsOf, type Output, outputName, stemOf, tagInName } from './jobs.ts'
import { Notes } from './notes.ts'
import { mustBeFree, type OutputOptions, outputsOf } from './outputs.ts'
import { withOwnSuppressions } from './own-suppressions.ts'
import { CannotConvert, type SourceLine } from './problems.ts'
import { toldDomains, type Untold, untoldSentences, withHeaders } from './told-domains.ts'
import { writeWhole } from './write-output.ts'

/** The options of the command line, apart from the files and their forms. */
export interface ConvertOptions extends OutputOptions {
  readonly output?: string
  readonly domain: readonly string[]
  /** By the name of a column the name of its field; an empty text leaves the column out. */
  readonly mapColumn: ReadonlyMap<string, string>
  readonly dateOrder?: DateOrder
  readonly decimalMark?: DecimalMark
}

/**
 * Converts the files of a plan, prints notes and failures to standard error, and sets the exit code.
 *
 * @param paths the files, folders and globs of the command line
 * @param from the form of each file
 */
export async function convertFiles(
  plan: Plan,
  paths: readonly string[],
  from: readonly Form[],
  to: Form,
  options: ConvertOptions,
): Promise<void> {
  process.exitCode = ExitCode.Clean
  await orSay(async () => {
    const { registry } = plan
    const choices = { fields: options.mapColumn, dateOrder: options.dateOrder, decimalMark: options.decimalMark }
    const inputs = plan.files.map(
      ({ source, settings }, index): Input => ({
        source,
        form: from[index]!,
        tag: options.tag,
        context: { registry, fileName: recordName(source.file, registry), ...domainSettings(settings) },
        choices,
      }),
    )
    const jobs = jobsOf(inputs, to, options.output, registry, paths)
    mustBeFree(
      jobs.map(({ output }) => (output.kind === 'file' ? output.path : undefined)),
      to,
      options,
    )
    const run: ConversionRun = { notes: new Notes(to), untold: [], sentences: [], lines: [] }
    for (const job of jobs) await orSay(() => convert(job, to, options, registry, run))
    for (const sentence of [...untoldSentences(run.untold), ...run.sentences, ...run.notes.sentences()])
      complain(sentence)
    if (run.notes.haveLosses() && process.exitCode === ExitCode.Clean) process.exitCode = ExitCode.Errors
    for (const line of run.lines) process.stderr.write(`${line}\n`)
  })
}

/** What is told behind all conversions of a run, so that a folder of many files gets each sentence once. */
interface ConversionRun {
  readonly notes: Notes
  readonly untold: Untold[]
  readonly sentences: string[]
  /** A line for each output. */
  readonly lines: string[]
}

async function convert(
  job: Job,
  to: Form,
  options: ConvertOptions,
  registry: Registry,
  run: ConversionRun,
): Promise<void> {
  const notes = new Notes(to)
  const context = await contextOf(job.output, registry)
  const inputs = job.inputs.map(input => inheriting(input, context))
  const told = toldDomains(inputs, to, context, options.domain.length > 0)
  let isUntold = false
  const read = notingUndefinedTags(readInputs(inputs, complain), notes, sentence => run.sentences.push(sentence))
  const batches = withHeaders(withOwnSuppressions(notingDoubtfulDomains(read, notes)), told, () => {
    isUntold = true
  })
  const paths: string[] = []
  for await (const { path, pieces } of outputsOf(job.output, batches, to, options, notes)) {
    if (path === undefined) {
      if (pieces instanceof Uint8Array) process.stdout.write(pieces)
      else await printData(pieces)
      continue
    }
    if (options.output !== undefined && (await leadsOut(path, options.output)))
      throw new CannotConvert([writesNoLink(printed(path)).failure])
    await writeWhole(path, pieces)
    paths.push(printed(path))
  }
  if (told.untold && isUntold) run.untold.push(told.untold)
  if (job.output.kind === 'file' && formOfName(job.output.path) === 'csv')
    run.sentences.push(...untoldTags(job.output.path, notes.tags, registry))
  run.notes.addAll(notes)
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : ''
  if (paths.length > 0) run.lines.push(`${counted(notes.records, 'record')} in ${oneLine(paths[0]!)}${more}.`)
}

/** A sentence for the tag of a table that is not in the name of its file. */
function untoldTags(path: string, tags: ReadonlySet<string>, registry: Registry): string[] {
  const stem = stemOf(path, registry)
  return [...tags]
    .filter(tag => tagInName(path, registry) !== tag)
    .map(
      tag =>
        `${printed(path)} does not tell the tag of its records; call it ${outputName(stem, 'csv', tag)}, or add --tag ${tag} when you convert it back.`,
    )
}

/**
 * Runs some work. If the work throws a `CannotConvert`, prints its sentences and returns, so that other work can
 * follow.
 */
async function orSay(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CannotConvert)) throw error
    for (const sentence of error.sentences) complain(sentence)
    process.exitCode = ExitCode.CouldNotRun
  }
}

function pathOf(output: Output): string | undefined {
  if (output.kind === 'file') return output.path
  return output.kind === 'tables' ? `${output.folder}/${output.stem}.rec` : undefined
}

/** What decides the domains of an output apart from headers: its name, and the configuration of its folder. */
async function contextOf(output: Output, registry: Registry): Promise<FileContext> {
  const path = pathOf(output)
  if (path === undefined) return { registry, fileName: '', settingDomains: [] }
  const fileName = recordName(path, registry)
  const settings = await new Configs().settingsOf({
    file: printed(path),
    path: `${dirname(path)}/${fileName}`,
  })
  return { registry, fileName, ...domainSettings(settings) }
}

/** The name of the `.rec` file that belongs to a converted file. This name can imply a domain. */
const recordName = (file: string, registry: Registry): string => `${stemOf(file, registry)}.rec`

/** Gives an input the domains of the output if it does not have its own. */
function inheriting(input: Input, output: FileContext): Input {
  if (input.form === 'rec' || domainsOfFile(input.context).source !== 'registry') return input
  return { ...input, context: output }
}

/** A record of a table whose tag and fields fit several domains equally well. */
interface DomainDoubt {
  readonly input: Input
  readonly domains: readonly Domain[]
  readonly place: SourceLine
}

/**
 * Yields the same entries. Notes the records of tables that can be of several domains: their tag and fields fit these
 * domains equally well, and the other records do not point to one of them.
 */
async function* notingDoubtfulDomains(batches: AsyncIterable<Batch>, notes: Notes): AsyncGenerator<Batch> {
  const doubts: DomainDoubt[] = []
  /** By input the domains that other records of it belong to. */
  const met = new Map<Input, Set<Domain>>()
  let domainsAt: ReturnType<typeof followHeaders> | undefined
  for await (const batch of batches) {
    const { input, entries, places } = batch
    if (isTable(input.form)) {
      let metHere = met.get(input)
      if (!metHere) {
        metHere = new Set()
        met.set(input, metHere)
        domainsAt = followHeaders(input.context)
      }
      entries.forEach((entry, index) => {
        const domains = domainsAt!(entry)
        if (entry.kind !== 'record') return
        const tag = tagName(entry) ?? ''
        const inForce = tagsInForce(tag, domains)
        const names = inForce.length > 1 ? entry.fields.map(({ name }) => name) : []
        const fitting = definitionsOf(tag, names, domains).map(({ domain }) => domain)
        if (fitting.length === 1) metHere.add(fitting[0]!)
        else if (fitting.length > 1) doubts.push({ input, domains: fitting, place: places[index]! })
      })
    }
    yield batch
  }
  const all = new Set([...met.values()].flatMap(some => [...some]))
  for (const { input, domains, place } of doubts) {
    const isDecidedBy = (some: ReadonlySet<Domain>): boolean => domains.filter(domain => some.has(domain)).length === 1
    if (!isDecidedBy(met.get(input)!) || !isDecidedBy(all)) notes.add('doubtful', place)
  }
}

/**
 * Yields the same entries. If no domain defines the tag of a record from another form, nobody knows the types of its
 * values: notes those that look as if they had one, and the domains in headers that do not exist.
 *
 * @param say is called with a sentence for each such domain
 */
async function* notingUndefinedTags(
  batches: AsyncIterable<Batch>,
  notes: Notes,
  say: (sentence: string) => void,
): AsyncGenerator<Batch> {
  const unknown = new Set<string>()
  let last: Batch | undefined
  let domainsAt: ReturnType<typeof followHeaders> | undefined
  for await (const batch of batches) {
    const { input, entries, places } = batch
    if (input !== last?.input) domainsAt = followHeaders(input.context)
    last = batch
    const looksTyped = looks[input.form as keyof typeof looks]
    if (looksTyped)
      entries.forEach((entry, index) => {
        if (entry.kind !== 'record') return
        const domains = domainsAt!(entry)
        if (isHeader(entry)) tellUnknown(entry, batch, index)
        else if (!isDefined(entry, domains) && looksTyped.test(entry.text)) notes.add('undefined', places[index]!)
      })
    yield batch
  }

  function tellUnknown(header: RecordNode, { input, places }: Batch, index: number): void {
    for (const { name, domain } of namedDomains(header, input.context.registry)) {
      if (domain || unknown.has(name)) continue
      unknown.add(name)
      const { file, line } = places[index]!
      say(`${file}:${line}: ${show(name)} is not a known domain; add its descriptor with --descriptors.`)
    }
  }
}

/** Most records have the tag and the domains of the one before. */
let latest: { readonly tag: string; readonly domains: readonly Domain[]; readonly isDefined: boolean } | undefined

function isDefined(record: RecordNode, domains: readonly Domain[]): boolean {
  const tag = tagName(record) ?? ''
  if (latest?.tag !== tag || latest.domains !== domains)
    latest = { tag, domains, isDefined: tagsInForce(tag, domains).length > 0 }
  return latest.isDefined
}

/** A text in a record that looks like a value of another type, in forms that do not tell the types of all values. */
const looks = {
  json: /="\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?"/,
  ndjson: /="\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?"/,
  csv: /="(?:\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?|[+-]?\d+(?:\.\d+)?|true|false)"/,
} as const
