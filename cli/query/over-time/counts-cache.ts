import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { dayLength } from '../../../shared/domains/value-types/ts.ts'
import type { Row } from '../../../shared/query/cells.ts'
import type { GroupRow } from '../../../shared/query/group-table.ts'
import { makeFolder } from '../../files/folders.ts'
import { userCache } from '../../files/paths.ts'

/** What a query counts in the files of a commit. */
export interface CommitCounts {
  readonly groups: readonly GroupRow[]
  /** Sentences about what the numbers leave out. */
  readonly notes: readonly string[]
}

/** The key of an answer: a hash of all that it depends on. */
export const countsKey = (parts: readonly string[]): string => sha256(JSON.stringify([version, formOfCache, ...parts]))

/** The counts of an earlier run; undefined if there are none, or if they are not as they were written. */
export async function readCounts(key: string): Promise<CommitCounts | undefined> {
  try {
    const text = await readFile(pathOfCounts(key), 'utf8')
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    // A file that is damaged, or that belongs to another question, has another hash.
    if (text.slice(0, end) !== sha256(`${key}\n${body}`)) return undefined
    const { groups, notes } = JSON.parse(body, reviveNumber) as { groups: Row[]; notes: string[] }
    const now = new Date()
    await utimes(pathOfCounts(key), now, now).catch(() => undefined)
    return { groups: groups.map(row => row.map(cell => cell ?? undefined)), notes }
  } catch {
    return undefined
  }
}

/** Keeps counts for the next run. Without a cache, that only takes longer. */
export async function writeCounts(key: string, { groups, notes }: CommitCounts): Promise<void> {
  const body = JSON.stringify({ groups: groups.map(row => row.map(cell => cell ?? null)), notes }, replaceNumber)
  const path = pathOfCounts(key)
  const beside = `${path}.${process.pid}`
  try {
    makeFolder(userCache(cacheName), 0o700)
    await writeFile(beside, `${sha256(`${key}\n${body}`)}\n${body}`, { mode: 0o600 })
    // Another run may read it at the same time.
    await rename(beside, path)
  } catch {
    await rm(beside, { force: true }).catch(() => undefined)
  }
}

/**
 * Makes room if the counts of all runs are more than the cache holds: those that nobody asked for the longest go. Files
 * that an ended run left unfinished go after a day.
 */
export async function pruneCounts(): Promise<void> {
  const folder = userCache(cacheName)
  try {
    const entries: CachedEntry[] = []
    for (const name of await readdir(folder)) {
      const own = /^[0-9a-f]{64}\.json(\.\d+)?$/.exec(name)
      if (!own) continue
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) continue
      if (own[1] === undefined) entries.push({ path, size: found.size, used: found.mtimeMs })
      else if (Date.now() - found.mtimeMs > dayLength) await rm(path, { force: true })
    }
    for (const { path } of entriesToForget(entries)) await rm(path, { force: true })
  } catch {
    // Without a cache there is nothing to do, and a run that could not make room has its numbers.
  }
}

interface CachedEntry {
  readonly path: string
  readonly size: number
  /** When it was written or read last, in milliseconds since 1970. */
  readonly used: number
}

/** What the cache holds at most. */
const mostCached = { bytes: 50 * 2 ** 20, entries: 10_000 }
/** The entries that go, so that a fifth of the room is free: most runs then need not look for more. */
function entriesToForget(entries: readonly CachedEntry[]): readonly CachedEntry[] {
  let bytes = entries.reduce((sum, { size }) => sum + size, 0)
  let count = entries.length
  if (bytes <= mostCached.bytes && count <= mostCached.entries) return []
  const inOrder = entries.toSorted((one, other) => one.used - other.used)
  const kept = inOrder.findIndex(({ size }) => {
    if (bytes <= 0.8 * mostCached.bytes && count <= 0.8 * mostCached.entries) return true
    bytes -= size
    count--
    return false
  })
  return kept < 0 ? inOrder : inOrder.slice(0, kept)
}

const cacheName = 'counts'

/** Changes when the same question gets another answer, or when answers are written in another form. */
const formOfCache = '1'

const pathOfCounts = (key: string): string => join(userCache(cacheName), `${key}.json`)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Numbers that JSON does not have. */
const replaceNumber = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return { whole: String(value) }
  return typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))
    ? { odd: oddText(value) }
    : value
}

const oddText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

const reviveNumber = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('whole' in value) return BigInt(value.whole as string)
  return 'odd' in value ? Number(value.odd) : value
}
