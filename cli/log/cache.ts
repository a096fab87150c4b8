import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'
import { userCache } from '../files/user-cache.ts'
import type { RecordChange } from './history.ts'

const folder = (): string => userCache('history')

/** The path of the cache of a question: its parts name all that the answer depends on. */
export const cachePath = (parts: readonly string[]): string =>
  join(folder(), `${createHash('sha256').update(parts.join('\0')).digest('hex')}.json`)

/** The cached history; undefined if there is none. */
export async function readCache(path: string): Promise<RecordChange[] | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RecordChange[]
  } catch {
    return undefined
  }
}

/** Writes a history to the cache. Without a cache, the next run only takes longer. */
export async function writeCache(path: string, history: readonly RecordChange[]): Promise<void> {
  try {
    await makeFolder(folder(), 0o700)
    await writeFile(path, JSON.stringify(history), { mode: 0o600 })
  } catch {
    // For example, the folder cannot be written.
  }
}
