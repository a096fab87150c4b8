import { groupBy } from '../../shared/basics/group.ts'
import { compareText } from '../../shared/basics/text.ts'
import { checkFile } from '../../shared/check/check.ts'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { dayLength } from '../../shared/domains/value-types/ts.ts'
import { calendarOf } from '../../shared/due/calendar.ts'
import { type DueDay, dueRecordsIn, listedBy } from '../../shared/due/due-days.ts'
import type { Row } from '../../shared/query/cells.ts'
import { parse } from '../../shared/syntax/tree.ts'
import type { Target } from '../files/target.ts'
import { writePieces } from '../files/write-pieces.ts'
import { complain } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { printData } from '../output/output.ts'
import { type Plan, readPlanned } from '../plan/plan.ts'
import { rowFormats } from '../query/row-formats.ts'
import { tagInFiles } from '../query/tag-in-files.ts'
import type { DueFormat } from './formats.ts'

/** What of the due days is listed, and how. */
interface HowToList {
  readonly now: number
  /** In milliseconds; undefined for 30 days, and for all days of a calendar. */
  readonly within?: number
  /** The name of the field whose values the list is sorted by. */
  readonly by?: string
  readonly tag?: string
  readonly domain: readonly string[]
  readonly format: DueFormat
  readonly target: Target | undefined
  /** Is called with a sentence for each file that cannot be read. */
  readonly fail: (sentence: string) => void
}

/** A due day of a record of a file. */
interface ListedDay extends DueDay {
  readonly tag: string
  /** The path of its tag, in the names of records. */
  readonly path: string
  readonly id: string
  readonly title: string
  /** The value of the field that the list is sorted by; empty for none. */
  readonly group: string
  readonly file: string
  /** From 1. */
  readonly line: number
}

const defaultSpan = 30 * dayLength

/**
 * Prints the due days of all files, the earliest first.
 *
 * @returns whether all could be read and written, and how many days are overdue
 */
export async function printDue(
  plan: Plan,
  how: HowToList,
): Promise<{ readonly isComplete: boolean; readonly overdue: number }> {
  const { by, format, target, within = format === 'ics' ? Infinity : defaultSpan } = how
  let isComplete = true
  const all = await findDue(plan, how, sentence => {
    isComplete = false
    how.fail(sentence)
  })
  if (!all) return { isComplete: false, overdue: 0 }
  const listed = all
    .filter(({ rest }) => rest < within)
    .sort((one, other) => compareText(one.group, other.group) || one.rest - other.rest)
  const pieces = listIn(format, listed, how)
  if (target === undefined) await printData(pieces)
  else {
    const failure = await writePieces(target, pieces)
    if (failure) {
      isComplete = false
      how.fail(failure.failure)
    }
  }
  const overdue = all.filter(({ span }) => span === 'overdue').length
  const later = all.length - listed.length
  complain(dueSummary({ overdue, soon: listed.length - overdue }, later))
  if (by !== undefined && all.length > 0 && all.every(({ group }) => group === ''))
    complain(localize('None of the records with a due day has the field {field}.', { field: shorten(by) }))
  return { isComplete, overdue }
}

function dueSummary(counts: Readonly<Record<'overdue' | 'soon', number>>, later: number): string {
  if (later === 0) return localize('{overdue} overdue, {soon} due soon.', { ...counts })
  return later === 1
    ? localize('{overdue} overdue, {soon} due soon; 1 day after that is not listed, see --within.', { ...counts })
    : localize('{overdue} overdue, {soon} due soon; {later} days after that are not listed, see --within.', {
        ...counts,
        later,
      })
}

/** The due days of all files; undefined if the tag does not exist, and a message says so. */
async function findDue(
  plan: Plan,
  { now, by, tag: name, domain }: HowToList,
  fail: (sentence: string) => void,
): Promise<ListedDay[] | undefined> {
  const { files, registry } = plan
  const only = name === undefined ? undefined : tagOfName(await tagInFiles(name, plan, domain), registry, domain)
  if (only && 'problem' in only) return void fail(only.problem)
  const found: ListedDay[] = []
  for (const planned of files) {
    const { source, settings } = planned
    const read = await readPlanned(planned)
    if ('failure' in read) {
      fail(read.failure)
      continue
    }
    const context = { registry, fileName: source.file, ...domainSettings(settings), onlyNames: true }
    const file = checkFile(parse(read.text), context)
    for (const { node, tag, entry, ...due } of dueRecordsIn(file, registry, now)) {
      if (only && tag.nameOfRecords.path !== only.nameOfRecords.path) continue
      found.push({
        ...due,
        tag: tag.name,
        path: tag.nameOfRecords.path,
        group: by === undefined ? '' : listedBy(node, by),
        file: source.file,
        line: file.tree.lines[entry]! + 1,
      })
    }
  }
  return found
}

/** The list in one of the formats. */
function listIn(
  format: DueFormat,
  listed: readonly ListedDay[],
  { now, by }: HowToList,
): AsyncIterable<string> | Iterable<string> {
  if (format === 'ics') return [calendar(listed, now)]
  return format === 'text' ? linesOfDays(listed, by) : tableOfDays(listed, format, by)
}

function tableOfDays(
  listed: readonly ListedDay[],
  format: Exclude<DueFormat, 'ics' | 'text'>,
  by: string | undefined,
): AsyncIterable<string> {
  async function* rows(): AsyncGenerator<Row> {
    for (const { group, text, span, tag, id, title, field, file, line } of listed) {
      const record = [text, span, tag, id || undefined, title, field.name, `${file}:${line}`]
      yield by === undefined ? record : [group || undefined, ...record]
    }
  }
  const columns = ['day', 'due', 'tag', 'id', 'title', 'field', 'place']
  return rowFormats[format](by === undefined ? columns : [by, ...columns], rows, cell => cell)
}

/** A line for each day, with a place that terminals make a link of, below the value that the list is sorted by. */
function* linesOfDays(listed: readonly ListedDay[], by: string | undefined): Generator<string> {
  for (const [group, days] of groupBy(listed, one => one.group)) {
    if (by !== undefined) yield `${oneLine(group === '' ? localize('without {field}', { field: by }) : group)}\n`
    for (const { text, span, tag, id, title, file, line } of days) {
      const record = [`${tag} ${id}`.trim(), shorten(title)].filter(Boolean).join(': ')
      yield oneLine(`${text.slice(0, 10)}  ${span.padEnd(7)}  ${file}:${line}  ${record}`) + '\n'
    }
  }
}

const calendar = (listed: readonly ListedDay[], now: number): string =>
  calendarOf(
    listed.map(({ path, tag, id, title, field, text, group, file, line }) => ({
      names: [path, ...(id === '' ? [title, file] : [id]), field.name],
      day: text.slice(0, 10),
      summary: [`${tag} ${id}`.trim(), shorten(title)].filter(Boolean).join(': '),
      description: [`${field.name} of ${file}:${line}`, group].filter(Boolean).join('\n'),
    })),
    now,
  )
