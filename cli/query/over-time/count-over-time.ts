import { resolve } from 'node:path'
import { hashInPointer, longestPointer } from '../../../shared/basics/git-lfs.ts'
import { domainSettings } from '../../../shared/domains/domains-in-force.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Redactor } from '../../../shared/domains/redact.ts'
import { GroupTable } from '../../../shared/query/group-table.ts'
import { LeftOut } from '../../../shared/query/left-out.ts'
import { noRecordNote } from '../../../shared/query/missing-note.ts'
import { type CountedOverTime, type CountedPeriod, sentencesOverTime } from '../../../shared/query/over-time.ts'
import type { PeriodEnd } from '../../../shared/query/periods.ts'
import type { QueryOptions, QueryPlan } from '../../../shared/query/query-plan.ts'
import { ReadNotes } from '../../../shared/query/read-notes.ts'
import { contentOfBytes } from '../../check/parts/content.ts'
import type { Failure } from '../../files/failure.ts'
import { notUtf8, type Source } from '../../files/read-text.ts'
import type { Plan, PlannedFile } from '../../plan/plan.ts'
import { redactedText } from '../../plan/redacted.ts'
import { eachContentOrFailure } from '../../repository/contents.ts'
import type { GitFile } from '../../repository/revision.ts'
import { findRecords, type ReadContent } from '../find-records.ts'
import { type CommitCounts, countsKey, pruneCounts, readCounts, writeCounts } from './counts-cache.ts'
import type { PastCommits } from './past-commits.ts'

/** The commits that are counted, and how. */
export interface CountedHistory {
  readonly commits: PastCommits
  /** The plan of the run, made with `choices` of the commits. */
  readonly plan: Plan
  /** Takes the values of sensitive fields out of the records before they are read. */
  readonly redactor?: Redactor
}

/** What numbers over time always say of themselves. */
const whatCounts = (): string =>
  localize(
    'Each row counts the last commit of its day, with the descriptors and recline.json of today; what is not committed does not count.',
  )

/**
 * Counts the records of a query at the ends of some periods, as git has them: nothing is checked out. What was counted
 * in an earlier run is not read again.
 *
 * @param options what the query was made of
 */
export async function countOverTime(
  history: CountedHistory,
  query: QueryPlan,
  options: QueryOptions,
  ends: readonly PeriodEnd[],
): Promise<CountedOverTime> {
  const { commits } = history
  const { countAt, hasWritten } = counterOf(history, query, options)
  const periods: CountedPeriod[] = []
  const notes: { readonly day: string; readonly sentences: readonly string[] }[] = []
  const failures: typeof notes = []
  for (const end of ends) {
    const { day } = end
    const commit = commits.at(end)
    if (commit === undefined) {
      // What a shallow clone lacks is told once for all days.
      if (!commits.isCut) notes.push({ day, sentences: [localize('There is no commit yet, so the row is empty.')] })
      periods.push({ ...end, unread: 0 })
      continue
    }
    const { files, failures: unfound } = commits.filesAt(commit)
    if (files.length === 0) {
      const empty =
        unfound.length === 0 ? [localize('The commit has no file at these paths, so the row is empty.')] : []
      notes.push({ day, sentences: empty })
      failures.push({ day, sentences: unfound })
      periods.push({ ...end, commit, unread: unfound.length })
      continue
    }
    const { groups, notes: said, unread } = await countAt(commit, end.time)
    const lost = [...unfound, ...unread]
    periods.push({ ...end, commit, groups, unread: lost.length })
    notes.push({ day, sentences: said })
    failures.push({ day, sentences: lost.length > 0 ? [unreadSentence(lost)] : [] })
  }
  if (hasWritten()) await pruneCounts()
  return {
    periods,
    notes: [whatCounts(), ...sentencesOverTime(notes)],
    failures: [
      ...(commits.isCut
        ? [
            localize(
              'This clone is shallow and lacks older commits, so rows are empty; "git fetch --unshallow" fetches them.',
            ),
          ]
        : []),
      ...commits.missing,
      ...sentencesOverTime(failures),
    ],
  }
}

const unreadSentence = (lost: readonly string[]): string =>
  lost.length === 1
    ? localize('The number can be wrong: {reason}', { reason: lost[0]! })
    : localize('The number can be wrong because of {count} files; the first one: {reason}', {
        count: lost.length,
        reason: lost[0]!,
      })

interface CountsWithFailures extends CommitCounts {
  /** A sentence for each file that could not be read, or has a merge conflict. */
  readonly unread: readonly string[]
}

/** Makes a function that counts at a commit, each question once. */
function counterOf(
  { commits, plan, redactor }: CountedHistory,
  query: QueryPlan,
  options: QueryOptions,
): {
  readonly countAt: (commit: string, time: number) => Promise<CountsWithFailures>
  /** Whether it has kept counts for the next run. */
  readonly hasWritten: () => boolean
} {
  let isWritten = false
  const planned = new Map((plan.others ?? []).map(file => [resolve(file.source.path!), file]))
  const done = new Map<string, Promise<CountsWithFailures>>()
  const { where, countBy, countItems, sum, min, max, avg } = options
  const asked = countsKey([
    JSON.stringify([query.tag.fullName.path, where, countBy, countItems, sum, min, max, avg]),
    JSON.stringify([...plan.registry.domains.values()].map(({ written }) => written)),
  ])
  const count = async (key: string, files: readonly PastFile[], time: number): Promise<CountsWithFailures> => {
    // The values that are withheld are counted while the files are read.
    const known = redactor ? undefined : await readCounts(key)
    if (known) return { ...known, unread: [] }
    const found = await countFiles(plan, query, files, { time, folder: commits.folder, redactor })
    // What could not be read may be there later, such as a file of Git LFS.
    if (!redactor && found.unread.length === 0) {
      isWritten = true
      await writeCounts(key, found)
    }
    return found
  }
  const countAt = (commit: string, time: number): Promise<CountsWithFailures> => {
    const files = commits.filesAt(commit).files.map(({ path, file }) => ({ file, planned: planned.get(path)! }))
    const names = files.map(({ file: { id }, planned: { source, settings } }) => [
      source.file,
      id,
      domainSettings(settings),
    ])
    const key = countsKey([asked, JSON.stringify(names), query.readsNow ? String(time) : ''])
    const result = done.get(key) ?? count(key, files, time)
    done.set(key, result)
    return result
  }
  return { countAt, hasWritten: () => isWritten }
}

/** A file of a commit, with the settings that count for it. */
interface PastFile {
  readonly file: GitFile
  readonly planned: PlannedFile
}

interface HowToCount {
  /** What `now` means. */
  readonly time: number
  readonly folder: string
  readonly redactor: Redactor | undefined
}

async function countFiles(
  plan: Plan,
  query: QueryPlan,
  files: readonly PastFile[],
  { time, folder, redactor }: HowToCount,
): Promise<CountsWithFailures> {
  const unread: string[] = []
  const read = new ReadNotes()
  const leftOut = new LeftOut(read.missing)
  const table = new GroupTable(query.groups!, leftOut)
  leftOut.add(() => table.lookAlikes())
  const ofCommit = { ...plan, files: files.map(({ planned }) => planned) }
  const fail = (sentence: string): void => void unread.push(sentence)
  const reader = contentReader(files, folder, redactor)
  for await (const record of findRecords(ofCommit, query, time, fail, read, reader)) table.add(record)
  const { referringTags } = read.missing
  return {
    groups: table.rows(),
    notes: [
      ...leftOut.sentences(),
      ...read.sentences(query, unread.length === 0),
      ...(referringTags.size > 0 ? [noRecordNote(referringTags)] : []),
    ],
    unread,
  }
}

/** How many files are asked for at once, so that git reads while others are counted and memory holds only some. */
const blobsAtOnce = 64

/** Makes a function that reads the files of a commit, each once and in their order. */
function contentReader(files: readonly PastFile[], folder: string, redactor: Redactor | undefined): ReadContent {
  const contents = new Map<Source, Buffer | Failure>()
  let next = 0
  return async source => {
    while (!contents.has(source)) {
      const some = files.slice(next, next + blobsAtOnce)
      next += blobsAtOnce
      const sources = new Map(some.map(({ file, planned }) => [file, planned.source]))
      const take = (file: GitFile, content: Buffer | Failure): void => void contents.set(sources.get(file)!, content)
      const failure = await eachContentOrFailure([...sources.keys()], take, folder)
      if (failure) for (const { planned } of some) contents.set(planned.source, failure)
    }
    const content = contents.get(source)!
    contents.delete(source)
    if ('failure' in content) return content
    // Where nothing of Git LFS was fetched, git gives pointers.
    if (content.length <= longestPointer && hashInPointer(content.toString('latin1')) !== undefined)
      return {
        failure: localize('{file} is in Git LFS, and is not here; fetch it first, with "git lfs fetch --all".', {
          file: source.file,
        }),
      }
    if (!redactor) return contentOfBytes(source, content)
    const failure = notUtf8(source.file, content, 1)
    const redacted = failure ?? redactedText(source.file, content.toString(), redactor)
    return typeof redacted === 'string' ? contentOfBytes(source, Buffer.from(redacted)) : redacted
  }
}
