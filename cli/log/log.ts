import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pc from 'picocolors'
import { version } from '../../package.json'
import { once } from '../../shared/basics/once.ts'
import { directionInWords, kindInWords } from '../../shared/diff/change-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import type { Failure } from '../files/failure.ts'
import { makeFolder } from '../files/folders.ts'
import { userCache } from '../files/paths.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import type { OwnDomains } from '../plan/own-domains.ts'
import { type CommitRevision, openRevision } from '../repository/revision.ts'
import type { NamedChange, RecordChange } from './history.ts'

/** Prints the commits that changed a record, with what is not committed yet above them, and returns the exit code. */
export async function log(
  id: string,
  tag: string | undefined,
  descriptors: readonly string[],
  format: 'text' | 'json',
  hasColors: boolean,
): Promise<number> {
  const domains = domainsOnce(descriptors)
  const head = await openRevision('HEAD', 'exact')
  if ('failure' in head) return failed(head)
  const history = await wholeHistory(id, domains, head)
  if ('failure' in history) return failed(history)
  const wanted = history.filter(({ record }) => tag === undefined || record.startsWith(`${tag} `))
  if (wanted.length === 0) return nothingFound(id, tag, history, domains)
  if (format === 'json') await print([`${jsonText(wanted, 2)}\n`])
  else await print(historyText(wanted, hasColors))
  if (head.isShallow)
    complain(localize('This clone is shallow, so older commits are not listed; "git fetch --unshallow" fetches them.'))
  return ExitCode.Clean
}

function failed({ failure }: Failure): number {
  complain(failure)
  return ExitCode.CouldNotRun
}

/** Says why there is no history of a record, and returns the exit code. */
async function nothingFound(
  id: string,
  tag: string | undefined,
  history: readonly (RecordChange | NamedChange)[],
  domains: ReadDomains,
): Promise<number> {
  if (tag !== undefined) {
    const { registry } = await domains()
    if (registry.tagsNamed(tag).length === 0) {
      const { noSuchTag } = await import('../../shared/check/tag-of-name.ts')
      complain(`--tag: ${noSuchTag(tag, registry)}`)
      return ExitCode.CouldNotRun
    }
  }
  const others = [...new Set(history.map(({ record }) => record))].filter(record => record.endsWith(` ${id}`))
  complain(noRecordWithId(id, tag, others.map(oneLine)))
  return ExitCode.Errors
}

/** @param others the records with the id that have another tag */
function noRecordWithId(id: string, tag: string | undefined, others: readonly string[]): string {
  if (tag === undefined) return localize('No commit of the current branch has a record with the id {id}.', { id })
  return others.length === 0
    ? localize('No commit of the current branch has a {tag} with the id {id}.', { tag, id })
    : localize('No commit of the current branch has a {tag} with the id {id}, only {records}.', {
        tag,
        id,
        records: { and: others },
      })
}

type ReadDomains = () => Promise<OwnDomains>

/** Reads the domains when they are first needed, and complains about them once. */
function domainsOnce(descriptors: readonly string[]): ReadDomains {
  return once(async () => {
    const { domainsHere } = await import('../plan/registry.ts')
    const domains = await domainsHere(descriptors)
    const { failures, warnings } = domains
    for (const sentence of [...warnings, ...failures.map(({ failure }) => failure)]) complain(sentence)
    return domains
  })
}

async function wholeHistory(
  id: string,
  domains: ReadDomains,
  head: CommitRevision,
): Promise<(RecordChange | NamedChange)[] | Failure> {
  const committed = await cachedHistory(id, domains, head)
  if ('failure' in committed) return committed
  const { changedFiles, uncommittedChanges } = await import('./uncommitted.ts')
  const files = await changedFiles(head)
  if ('failure' in files || files.length === 0) return 'failure' in files ? files : committed
  const uncommitted = await uncommittedChanges(files, id, (await domains()).registry)
  return 'failure' in uncommitted ? uncommitted : [...uncommitted, ...committed]
}

async function cachedHistory(
  id: string,
  domains: ReadDomains,
  { top, commit, isShallow }: CommitRevision,
): Promise<RecordChange[] | Failure> {
  const { registry, failures } = await domains()
  const descriptors = [...registry.domains.values()].map(({ written }) => written)
  const path = cachePath([version, top, commit, id, JSON.stringify(descriptors)])
  // A shallow clone can get more commits below the same one, and other descriptors can be complete later.
  const isCertain = failures.length === 0 && !isShallow
  const cached = isCertain ? await readCache(path) : undefined
  if (cached) return cached
  const { historyOf } = await import('./history.ts')
  const history = await historyOf(id, registry)
  if (!('failure' in history) && isCertain) await writeCache(path, history)
  return history
}

const folder = (): string => userCache('history')

/** The path of the cache of a question: its parts name all that the answer depends on. */
const cachePath = (parts: readonly string[]): string =>
  join(folder(), `${createHash('sha256').update(parts.join('\0')).digest('hex')}.json`)

/** The cached history; undefined if there is none. */
async function readCache(path: string): Promise<RecordChange[] | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RecordChange[]
  } catch {
    return undefined
  }
}

/** Writes a history to the cache. Without a cache, the next run only takes longer. */
async function writeCache(path: string, history: readonly RecordChange[]): Promise<void> {
  try {
    makeFolder(folder(), 0o700)
    await writeFile(path, JSON.stringify(history), { mode: 0o600 })
  } catch {
    // For example, the folder cannot be written.
  }
}

/** A history for people: a line for each commit, or for what is not committed yet, with the changed fields below. */
function* historyText(history: readonly (RecordChange | NamedChange)[], hasColors: boolean): Generator<string> {
  const { yellow, dim, green, red } = pc.createColors(hasColors)
  for (const change of history) {
    const { record, kind, fields } = change
    if ('commit' in change) {
      const { commit, date, author, subject } = change
      yield `${yellow(commit.slice(0, 10))} ${date.slice(0, 10)} ${oneLine(author)}  ${oneLine(subject)}\n`
    } else yield `${yellow(localize('not committed yet'))}\n`
    yield `    ${oneLine(record)} ${kindInWords(kind)}\n`
    for (const { name, before, after, direction } of fields) {
      const shown = (value: string | undefined): string => (value === undefined ? localize('(none)') : oneLine(value))
      const way = direction === undefined ? '' : dim(` (${directionInWords(direction)})`)
      yield `    ${oneLine(name)}  ${red(shown(before))} -> ${green(shown(after))}${way}\n`
    }
  }
}
