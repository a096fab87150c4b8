import { dirname } from 'node:path'
import { definitionsOf, followHeaders } from '../../shared/convert/declared-types.ts'
import { lostEntries } from '../../shared/convert/lost-entries.ts'
import { recordsInWords } from '../../shared/domains/counts-in-words.ts'
import { domainSettings, domainsOfFile, type FileContext, tagsInForce } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { Redactor } from '../../shared/domains/redact.ts'
import type { Domain, Registry } from '../../shared/domains/registry.ts'
import { NewRecordDefaults } from '../../shared/import/new-record-defaults.ts'
import { tagName } from '../../shared/syntax/nodes.ts'
import type { Failure } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { isFileAt, printed } from '../files/paths.ts'
import { type ReadText, readText } from '../files/read-text.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { printData } from '../output/output.ts'
import { Configs } from '../plan/configs.ts'
import type { Plan } from '../plan/plan.ts'
import { redactionNote, withRedacted } from '../plan/redacted.ts'
import { filesRead, readByPlan } from '../plan/targets.ts'
import type { Batch, Input } from './batch.ts'
import { throwUnknownColumns } from './foreign-rows.ts'
import { type Form, formOfName, isTable } from './forms.ts'
import type { ImportOptions } from './import-options.ts'
import { readInputs } from './inputs.ts'
import { type Job, jobsOf, type Output, outputName, stemOf, tagInName } from './jobs.ts'
import { Notes } from './notes.ts'
import { type ClaimTargets, claimTargets, type OutputOptions, outputsOf } from './outputs.ts'
import { withOwnSuppressions } from './own-suppressions.ts'
import { orSay, plannedInputs, recordFileName } from './planned-inputs.ts'
import { CannotConvert, type SourceLine } from './problems.ts'
import { mustHaveColumns } from './read-tables.ts'
import { toldDomains, type Untold, untoldSentences, withHeaders } from './told-domains.ts'
import { ToldTables } from './told-tables.ts'
import { havingTag, notingUndefinedTags } from './undefined-tags.ts'
import { writeWhole } from './write-output.ts'

/** The options of the command line, apart from the files and their forms. */
export interface ConvertOptions extends OutputOptions, ImportOptions {
  readonly output?: string
  /** The file with the mapping of an earlier run. */
  readonly mapping?: string
  readonly domain: readonly string[]
  readonly redact?: true
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
  host.exitCode = ExitCode.Clean
  await orSay(async () => {
    const { registry } = plan
    const { inputs: planned, learned, columns, saveMapping } = await plannedInputs(plan, from, options)
    const defaults = new NewRecordDefaults(registry, Date.now())
    const inputs =
      to === 'rec' ? planned.map(input => ({ ...input, choices: { ...input.choices, defaults } })) : planned
    const jobs = jobsOf(inputs, to, options.output, registry, paths)
    const outputs = jobs.flatMap(({ output }) => (output.kind === 'file' ? output.path : []))
    const saved = saveMapping === undefined ? [] : [saveMapping]
    const isWritten = options.output !== undefined || saveMapping !== undefined
    const read = isWritten ? await filesRead(readByPlan(plan)) : []
    const [mappingTarget] = claimTargets({ read }, options)(saved)
    const mapping = options.mapping === undefined ? [] : [options.mapping]
    const claim = claimTargets({ read: [...read, ...mapping], haveRecords: to === 'rec' }, options)
    claim(outputs)
    claimTargets({ read, haveRecords: true }, options)([...outputs, ...saved])
    await mustHaveColumns(inputs)
    const run: ConversionRun = { notes: new Notes(to), tables: new ToldTables(), untold: [], sentences: [], lines: [] }
    const failures: string[] = []
    const convertJobs = async (all: readonly Job[]): Promise<void> => {
      for (const job of all)
        await orSay(
          () => convertJob(job, to, options, registry, run, claim),
          sentence => failures.push(sentence),
        )
    }
    if (options.redact) {
      const redactor = new Redactor(registry)
      const sources = plan.files.map(({ source }) => source)
      const failed = await withRedacted(sources, redactor, copyOf =>
        convertJobs(
          jobs.map(job => ({ ...job, inputs: job.inputs.map(input => ({ ...input, source: copyOf(input.source) })) })),
        ),
      )
      if (failed) throw new CannotConvert([failed.failure])
      run.sentences.push(redactionNote(redactor))
    } else await convertJobs(jobs)
    // A file can have lost a column since the columns were looked for.
    if (failures.length === 0)
      await orSay(
        async () => throwUnknownColumns([...columns], inputs[0]?.choices.saidColumns ?? []),
        sentence => failures.push(sentence),
      )
    for (const sentence of [
      ...run.tables.sentences(),
      ...untoldSentences(run.untold),
      ...run.sentences,
      ...defaults.notes(),
      ...run.notes.sentences(),
      ...failures,
    ])
      complain(sentence)
    const [first] = inputs
    if (mappingTarget && first && failures.length === 0) await orSay(() => learned.save(mappingTarget, first.choices))
    const hasLosses = run.notes.haveLosses() || run.tables.haveLosses()
    if (hasLosses && host.exitCode === ExitCode.Clean) host.exitCode = ExitCode.Errors
    for (const line of run.lines) host.stderr.write(`${line}\n`)
  })
}

/** What is told behind all conversions of a run, so that a folder of many files gets each sentence once. */
interface ConversionRun {
  readonly notes: Notes
  readonly tables: ToldTables
  readonly untold: Untold[]
  readonly sentences: string[]
  /** A line for each output. */
  readonly lines: string[]
}

async function convertJob(
  job: Job,
  to: Form,
  options: ConvertOptions,
  registry: Registry,
  run: ConversionRun,
  claim: ClaimTargets,
): Promise<void> {
  const notes = new Notes(to)
  const context = await outputContext(job.output, registry)
  const inputs = job.inputs.map(input => inheriting(input, context, options.domain.length > 0))
  const told = toldDomains(inputs, to, context, options.domain.length > 0)
  let isUntold = false
  const isUnknownTag = options.tag !== undefined && registry.tagsNamed(options.tag).length === 0
  const read = notingUndefinedTags(
    readInputs(inputs, (file, note) => run.tables.tell(file, note)),
    notes,
    sentence => run.sentences.push(sentence),
  )
  const batches = withHeaders(
    withOwnSuppressions(notingDoubtfulDomains(isUnknownTag ? havingTag(read, options.tag!) : read, notes)),
    told,
    () => {
      isUntold = true
    },
  )
  const paths: string[] = []
  for await (const { target, pieces } of outputsOf(job.output, batches, to, options, notes, claim)) {
    if (target === undefined) {
      if (pieces instanceof Uint8Array) host.stdout.write(pieces)
      else await printData(pieces)
      continue
    }
    if (options.output !== undefined && (await leadsOut(target.path, options.output)))
      throw new CannotConvert([writesNoLink(printed(target.path)).failure])
    const before = to === 'rec' ? await textOfFileAt(target.path) : undefined
    await writeWhole(target, pieces)
    if (before !== undefined) run.sentences.push(...lostSentences(target.path, before, await textOfFileAt(target.path)))
    paths.push(printed(target.path))
  }
  if (told.untold && isUntold) run.untold.push(told.untold)
  if (job.output.kind === 'file' && formOfName(job.output.path) === 'csv')
    run.sentences.push(...untoldTags(job.output.path, notes.tags, registry))
  run.notes.addAll(notes)
  const [first] = paths
  if (first === undefined) return
  const said = { records: recordsInWords(notes.records), file: oneLine(first) }
  run.lines.push(
    paths.length === 1
      ? localize('{records} in {file}.', { ...said })
      : localize('{records} in {file} and {count} more.', { ...said, count: paths.length - 1 }),
  )
}

/** The text of a regular file that is there, or why it cannot be read. */
async function textOfFileAt(path: string): Promise<ReadText | Failure | undefined> {
  return isFileAt(path) ? readText({ file: printed(path), path }) : undefined
}

/** A sentence for what a file had before it was replaced and lacks now, or why that is not known. */
function lostSentences(path: string, before: ReadText | Failure, after: ReadText | Failure | undefined): string[] {
  if ('failure' in before) return [uncountedLosses(before)]
  if (after && 'failure' in after) return [uncountedLosses(after)]
  const { records, fields, comments, blocks } = lostEntries(before.text, after?.text ?? '')
  const lost = [
    ...(records > 0 ? [recordsInWords(records)] : []),
    ...(fields > 0 ? [fields === 1 ? localize('1 field') : localize('{count} fields', { count: fields })] : []),
    ...(comments > 0
      ? [comments === 1 ? localize('1 comment') : localize('{count} comments', { count: comments })]
      : []),
    ...(blocks > 0 ? [blocks === 1 ? localize('1 block') : localize('{count} blocks', { count: blocks })] : []),
  ]
  if (lost.length === 0) return []
  return [
    localize('{file} had {things} that it lacks now; "recline import" changes records and keeps the rest.', {
      file: printed(path),
      things: { and: lost },
    }),
  ]
}

const uncountedLosses = ({ failure }: Failure): string =>
  localize('What was lost when the file was replaced is not counted: {reason}', { reason: failure })

/** A sentence for the tag of a table that is not in the name of its file. */
function untoldTags(path: string, tags: ReadonlySet<string>, registry: Registry): string[] {
  const stem = stemOf(path, registry)
  return [...tags]
    .filter(tag => tagInName(path, registry) !== tag)
    .map(tag =>
      localize(
        '{file} does not tell the tag of its records; call it {name}, or add --tag {tag} when you convert it back.',
        { file: printed(path), name: outputName(stem, 'csv', tag), tag },
      ),
    )
}

function outputPath(output: Output): string | undefined {
  if (output.kind === 'file') return output.path
  return output.kind === 'tables' ? `${output.folder}/${output.stem}.rec` : undefined
}

/** What decides the domains of an output apart from headers: its name, and the configuration of its folder. */
async function outputContext(output: Output, registry: Registry): Promise<FileContext> {
  const path = outputPath(output)
  if (path === undefined) {
    // What is printed has no place of its own, but the extensions of the working folder hold there too.
    const { extensions } = domainSettings(await new Configs().settingsOf({ file: 'printed.rec', path: undefined }))
    return { registry, fileName: '', settingDomains: [], ...(extensions && { extensions }) }
  }
  const fileName = recordFileName(path, registry)
  const settings = await new Configs().settingsOf({
    file: printed(path),
    path: `${dirname(path)}/${fileName}`,
  })
  return { registry, fileName, ...domainSettings(settings) }
}

/**
 * Gives an input the domains of the output if it does not have its own: those of a header, of its name, or of the
 * command line. The settings of the working folder only count where the output tells nothing.
 */
function inheriting(input: Input, output: FileContext, isGiven: boolean): Input {
  const { source } = domainsOfFile(input.context)
  const isOwn =
    source === 'file name' || (source === 'setting' && (isGiven || domainsOfFile(output).source === 'registry'))
  return input.form === 'rec' || isOwn ? input : { ...input, context: output }
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
