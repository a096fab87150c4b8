import type { Command } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { Redactor } from '../../shared/domains/redact.ts'
import {
  lastPeriods,
  type Period,
  type PeriodEnd,
  periodEnds,
  type TimeSpan,
  timeSpanOf,
} from '../../shared/query/periods.ts'
import { fillTemplate, problemsOfTemplate, readTemplate } from '../../shared/reports/fill-template.ts'
import { reportAsMarkdown } from '../../shared/reports/markdown.ts'
import { overviewTemplate } from '../../shared/reports/overview-template.ts'
import type { ReportSource } from '../../shared/reports/report-source.ts'
import type { TemplateProblem } from '../../shared/reports/template.ts'
import { escapeControls } from '../../shared/syntax/controls.ts'
import { printed } from '../files/paths.ts'
import { readText } from '../files/read-text.ts'
import { writePieces } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { writtenInEnglish } from '../options/language-option.ts'
import { mustBeDomains } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { printData } from '../output/output.ts'
import { type Plan, planRun, reportPlan } from '../plan/plan.ts'
import { redactionNote } from '../plan/redacted.ts'
import { withRedactedPlan } from '../plan/redacted-plan.ts'
import { readByPlan, targetOfRun } from '../plan/targets.ts'
import { countByTag } from '../query/find-records.ts'
import { PastCommits } from '../query/over-time/past-commits.ts'
import { sourceOfPlan } from './source-of-plan.ts'

export interface ReportCommandOptions {
  readonly template?: string
  readonly to: 'html' | 'markdown'
  readonly output?: string
  readonly check?: true
  readonly since?: string
  readonly every?: Period
  readonly now?: number
  readonly redact?: true
  readonly stdinFilename?: string
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly exclude: readonly string[]
  readonly showFiles?: true
}

/** Writes a report about records, or compares it with the one that is there. */
export async function writeReport(
  paths: readonly string[],
  options: ReportCommandOptions,
  command: Command,
): Promise<void> {
  const { output, template, to, every } = options
  if (options.check && output === undefined)
    command.error(`error: ${localize('--check needs --output, the report to compare')}`)
  if (every && template !== undefined)
    command.error(
      `error: ${localize('--every is for an overview; write "{text}" into a block of the template instead', {
        text: `every ${every}`,
      })}`,
    )
  const committed = options.check ? await readOrEnd(output!, command) : undefined
  const now = options.now ?? (committed === undefined ? undefined : timeOfReport(committed)) ?? Date.now()
  const text = template === undefined ? undefined : await readOrEnd(template, command)
  const span = every && lastPeriods(every, now)
  const wanted = text === undefined ? endsOfSpan(span, now) : endsInTemplate(text, now)
  const ends = options.showFiles ? [] : wanted
  const commits = ends.length > 0 ? await PastCommits.open(paths, options.exclude, ends) : undefined
  if (commits && 'failure' in commits) return command.error(`error: ${commits.failure}`)
  const plan = await planRun(paths, { ...options, rule: {}, now, ...commits?.choices })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  const isComplete = reportPlan(plan)
  const read = [...readByPlan(plan), ...(template === undefined ? [] : [template])]
  const target = options.check ? undefined : await targetOfRun(output, read)
  if (target && 'failure' in target) command.error(`error: ${target.failure}`)
  // Mistakes in the template are told in the language of the user, and all that is filled in is in English.
  const mistakes = text === undefined ? [] : problemsOfTemplate(text, plan.registry, options.domain)
  if (mistakes.length > 0) return tellMistakes(template!, mistakes)
  const withoutSince = localize('A block of changes needs the option --since of recline report, such as --since main.')
  const failures = new Set<string>()
  const redactor = options.redact && new Redactor(plan.registry)
  const history = commits && { commits, plan, ...(redactor && { redactor }) }
  const fail = (sentence: string): void => void failures.add(sentence)
  const fill = async (read: Plan, written: Plan): ReturnType<typeof fillTemplate> => {
    const source = sourceOfPlan(read, {
      written,
      history,
      domains: options.domain,
      now,
      fail,
      changes: () => changesOfRun(paths, options, plan, redactor, withoutSince),
    })
    return fillTemplate(
      text ??
        overviewTemplate(await countByTag(read, () => undefined), {
          hasChanges: options.since !== undefined,
          ...(span && { span }),
        }),
      source,
    )
  }
  const redacted = options.redact
    ? await withRedactedPlan(plan, (...plans) => writtenInEnglish(() => fill(...plans)))
    : undefined
  if (redacted && 'failure' in redacted) command.error(`error: ${redacted.failure}`)
  const filled = redacted ? redacted.result : await writtenInEnglish(() => fill(plan, plan))
  if (redacted) complain(redacted.note())
  if (redactor && history) complain(localize('In earlier commits, {sentence}', { sentence: redactionNote(redactor) }))
  for (const failure of failures) complain(failure)
  if ('problems' in filled) return tellMistakes(template ?? 'overview', filled.problems)
  // A report that lacks records would say something wrong.
  if (!isComplete || failures.size > 0) {
    complain(localize('The report is not written, because some records could not be read: see above.'))
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const page = await writtenInEnglish(async () =>
    to === 'html'
      ? (await import('./report-page.ts')).reportAsHtml(filled, now)
      : `${markOfMarkdown}${new Date(now).toISOString()} -->\n\n${reportAsMarkdown(filled)}`,
  )
  if (committed !== undefined) {
    if (contentOfPage(committed) === contentOfPage(page)) return
    complain(
      localize('{file} is not what the records say; write it again without --check.', { file: printed(output!) }),
    )
    host.exitCode = ExitCode.Errors
  } else if (target === undefined) await printData([page])
  else {
    const unwritten = await writePieces(target, [page])
    if (unwritten) {
      complain(unwritten.failure)
      host.exitCode = ExitCode.CouldNotRun
    }
  }
}

function tellMistakes(template: string, mistakes: readonly TemplateProblem[]): void {
  for (const { line, message } of mistakes) {
    // Behind the sentence can stand the expression with carets below it.
    const [sentence, ...excerpt] = message.split('\n')
    complain(`${printed(template)}:${line}: ${sentence}`)
    for (const text of excerpt) host.stderr.write(`${escapeControls(text)}\n`)
  }
  host.exitCode = ExitCode.CouldNotRun
}

const markOfMarkdown = '<!-- recline report, as of '

/** What `now` meant in a report; undefined if it does not say so. */
function timeOfReport(text: string): number | undefined {
  const [, time = ''] =
    /(?:<meta name="recline-now" content="|<!-- recline report, as of )([\d:.TZ-]+)/.exec(text) ?? []
  const found = Date.parse(time)
  return Number.isNaN(found) ? undefined : found
}

/** A report without its style sheet, which another version of Recline can have, and without the form of its lines. */
const contentOfPage = (page: string): string => page.replaceAll('\r\n', '\n').replace(/<style>[^<]*<\/style>/, '')

async function readOrEnd(path: string, command: Command): Promise<string> {
  const found = await readText({ file: path, path })
  return 'failure' in found ? command.error(`error: ${found.failure}`) : found.text
}

/** The ends of the periods of all blocks over time. Their mistakes are told where the template is filled. */
const endsInTemplate = (template: string, now: number): PeriodEnd[] =>
  readTemplate(template).parts.flatMap(part => {
    const span = typeof part !== 'string' && 'look' in part ? timeSpanOf(part.query) : undefined
    return span && 'problem' in span ? [] : endsOfSpan(span, now)
  })

function endsOfSpan(span: TimeSpan | undefined, now: number): readonly PeriodEnd[] {
  const ends = span ? periodEnds(span, now) : []
  return 'problem' in ends ? [] : ends
}

/** What changed since the revision of `--since`, without values that the report withholds. */
async function changesOfRun(
  paths: readonly string[],
  { since, exclude }: ReportCommandOptions,
  { registry }: Plan,
  redactor: Redactor | undefined,
  withoutSince: string,
): ReturnType<ReportSource['changes']> {
  if (since === undefined) return { problem: withoutSince }
  const { changesSince } = await import('./changes-since.ts')
  return changesSince(since, paths, exclude, registry, redactor && new Redactor(registry, true))
}
