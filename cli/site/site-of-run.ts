import type { Command } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { practiceDescriptors, practicePaths } from '../../shared/domains/practice.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import { fillTemplate } from '../../shared/reports/fill-template.ts'
import type { FilledReport } from '../../shared/reports/filled-report.ts'
import { overviewTemplate } from '../../shared/reports/overview-template.ts'
import type { ProblemInReport } from '../../shared/reports/report-source.ts'
import { printed } from '../files/paths.ts'
import { host } from '../host/host.ts'
import { writtenInEnglish } from '../options/language-option.ts'
import { mustBeDomains } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { type Plan, planRun, reportPlan } from '../plan/plan.ts'
import { withRedactedPlan } from '../plan/redacted-plan.ts'
import { domainsHere } from '../plan/registry.ts'
import { leftOutSentences } from '../plan/show-files.ts'
import { readByPlan } from '../plan/targets.ts'
import { countByTag } from '../query/find-records.ts'
import { sourceOfPlan } from '../report/source-of-plan.ts'
import { removeOldPages } from './old-pages.ts'
import { readRecordsOfSite, type SiteContent } from './records/read-records.ts'
import { recordPages } from './records/record-pages.ts'
import { type RecordsOfSite, recordsOfSite } from './records/records-of-site.ts'
import { siteFiles } from './site.ts'
import { writeSiteFiles } from './write-site.ts'

export interface SiteOptions {
  readonly output: string
  readonly playground?: string
  readonly redact?: true
  readonly now?: number
  readonly stdinFilename?: string
  readonly config?: string
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly exclude: readonly string[]
  readonly showFiles?: true
}

/** Writes a site of records and domains into a folder, and prints the path of its start page. */
export async function siteOfRun(paths: readonly string[], options: SiteOptions, command: Command): Promise<void> {
  if (paths.length === 0) return siteOfDomains(options.output, options)
  // Two runs on a day write the same pages.
  const now = options.now ?? Date.parse(new Date().toISOString().slice(0, 10))
  // What it says of files that cannot be read stands in the site too.
  const plan = await writtenInEnglish(() => planRun(paths, { ...options, rule: {}, now, passWithNoFiles: true }))
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  reportPlan(plan)
  const failures = new Set<string>()
  const fail = (sentence: string): void => void failures.add(sentence)
  const choices = { domains: options.domain, now, fail }
  const read = (files: Plan, written: Plan): Promise<ReadSite> =>
    writtenInEnglish(() => readSite(files, written, choices))
  const redacted = options.redact ? await withRedactedPlan(plan, read) : undefined
  if (redacted && 'failure' in redacted) {
    complain(redacted.failure)
    complain(localize('The site is not written: with --redact, all files must be readable.'))
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const { content, records, report, problems } = redacted ? redacted.result : await read(plan, plan)
  for (const sentence of failures) complain(sentence)
  const couldNotRead = [...new Set([...plan.failures.map(({ failure }) => failure), ...failures])]
  if (couldNotRead.length > 0) host.exitCode = ExitCode.CouldNotRun
  const registry = withPractice(plan.registry)
  const { playground } = options
  if (content.records.length === 0) {
    if (couldNotRead.length > 0)
      return complain(localize('The site is not written, because no records could be read: see above.'))
    complain(localize('There are no records, so the site has only the pages of the domains.'))
    return writeAndTell(options.output, await filesOfSite(registry, { playground }), readByPlan(plan))
  }
  const special = (): string[] => [...(redacted ? [redacted.note()] : []), ...notesOf(content)]
  // Which files git ignores was told when they were looked for.
  for (const note of [...leftOutSentences(plan, ({ by }) => by !== 'git'), ...special()]) complain(note)
  const pages = await writtenInEnglish(async () => {
    const notes = [...couldNotRead, ...plan.warnings, ...leftOutSentences(plan), ...special()]
    return recordPages(registry, { records, report, problems, now, files: content.files, notes })
  })
  return writeAndTell(options.output, await filesOfSite(registry, { playground, records: pages }), readByPlan(plan))
}

/** Writes the site of the domains that count in the working directory. */
export async function siteOfDomains(
  folder: string,
  { descriptors, playground }: Pick<SiteOptions, 'descriptors' | 'playground'>,
): Promise<void> {
  const { registry, failures, warnings, paths } = await domainsHere(descriptors, practicePaths)
  for (const sentence of [...failures.map(({ failure }) => failure), ...warnings]) complain(sentence)
  if (failures.length > 0) host.exitCode = ExitCode.CouldNotRun
  return writeAndTell(folder, await filesOfSite(registry, { playground }), paths)
}

const filesOfSite: (...site: Parameters<typeof siteFiles>) => Promise<ReturnType<typeof siteFiles>> = (...site) =>
  writtenInEnglish(async () => siteFiles(...site))

async function writeAndTell(
  folder: string,
  files: ReadonlyMap<string, string>,
  read: readonly string[],
): Promise<void> {
  const written = await writeSiteFiles(folder, files, read)
  if ('failure' in written) {
    complain(written.failure)
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const { removed, kept } = removeOldPages(folder, files)
  const there = printed(folder)
  if (removed > 0)
    complain(
      removed === 1
        ? localize('Removed 1 page of an earlier site from {folder}.', { folder: there })
        : localize('Removed {count} pages of an earlier site from {folder}.', { count: removed, folder: there }),
    )
  if (kept.length > 0)
    complain(
      kept.length === 1
        ? localize('{folder} has 1 file that this site did not write, such as {file}; it is kept.', {
            folder: there,
            file: kept[0]!,
          })
        : localize('{folder} has {count} files that this site did not write, such as {file}; they are kept.', {
            folder: there,
            count: kept.length,
            file: kept[0]!,
          }),
    )
  const start = oneLine(written.start)
  const wrote =
    written.pages === 1
      ? localize('Wrote 1 page. Open {file}', { file: start })
      : localize('Wrote {count} pages. Open {file}', { count: written.pages, file: start })
  host.stdout.write(`${wrote}\n`)
}

/** What a site with records is made of. */
interface ReadSite {
  readonly content: SiteContent
  readonly records: RecordsOfSite
  readonly report: FilledReport
  readonly problems: readonly ProblemInReport[]
}

/** @param read the plan of the files to read, which can be copies without the values of sensitive fields */
async function readSite(
  read: Plan,
  written: Plan,
  {
    domains,
    now,
    fail,
  }: { readonly domains: readonly string[]; readonly now: number; readonly fail: (sentence: string) => void },
): Promise<ReadSite> {
  const content = await readRecordsOfSite(read, written, fail)
  const records = recordsOfSite(content.records)
  const changes = async (): Promise<{ readonly problem: string }> => ({ problem: 'A site does not tell what changed.' })
  const source = sourceOfPlan(read, { written, history: undefined, domains, now, fail, changes })
  const pages = new Map(records.tables.flatMap(({ tag, page }) => (tag ? [[tag, page] as const] : [])))
  const counts = await countByTag(read, fail)
  const filled = await fillTemplate(overviewTemplate(counts, { hrefOfTag: tag => pages.get(tag) }), source)
  if ('problems' in filled) for (const { message } of filled.problems) fail(message)
  const report = 'problems' in filled ? { parts: ['# Overview\n'], notes: [], records: [] } : filled
  return { content, records, report, problems: await source.problems() }
}

/** What the records of a site have that a reader may not expect. */
function notesOf({ records, blocks }: SiteContent): string[] {
  const without = records.filter(({ tag, id }) => tag && id === undefined).length
  const unknown = records.filter(({ tag }) => !tag).length
  return [
    ...(without > 0
      ? [
          without === 1
            ? localize('1 record without an id is named by its place.')
            : localize('{count} records without an id are named by their places.', { count: without }),
        ]
      : []),
    ...(unknown > 0
      ? [
          unknown === 1
            ? localize('1 record has a tag that no domain defines, so its ids and references are not known.')
            : localize('{count} records have tags that no domain defines, so their ids and references are not known.', {
                count: unknown,
              }),
        ]
      : []),
    ...(blocks > 0
      ? [
          blocks === 1
            ? localize('1 block between records is not shown.')
            : localize('{count} blocks between records are not shown.', { count: blocks }),
        ]
      : []),
  ]
}

/** The domains of a run, with the extensions that come with Recline: they have pages also where nothing names them. */
const withPractice = ({ domains }: Registry): Registry =>
  createRegistry([
    ...practiceDescriptors.filter(({ domain }) => !domains.has(domain)),
    ...[...domains.values()].map(({ written }) => written),
  ])
