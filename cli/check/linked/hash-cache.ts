import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlacedFile } from '../../../server/platform/node-linked-files.ts'
import { makeFolder } from '../../files/folders.ts'
import { userCache } from '../../files/paths.ts'

/** The hashes of files from earlier runs, in the cache of the user. A file counts as the same by size and times. */
export class HashCache {
  private readonly added = new Map<string, string>()

  private constructor(
    private readonly path: string,
    private readonly known: Readonly<Record<string, unknown>>,
  ) {}

  /** @param top the folder that all files are in */
  static async open(top: string): Promise<HashCache> {
    const name = createHash('sha256').update(top).digest('hex')
    const path = join(userCache('files'), `${name}.json`)
    try {
      const read: unknown = JSON.parse(await readFile(path, 'utf8'))
      return new HashCache(path, isJsonObject(read) ? read : {})
    } catch {
      return new HashCache(path, {})
    }
  }

  /** The hash that a file had when it was read last; undefined if it may have changed since then. */
  hashOf({ path, stats }: PlacedFile): string | undefined {
    const known = Object.hasOwn(this.known, path) ? this.known[path] : undefined
    if (typeof known !== 'string') return undefined
    const [version, hash] = [known.slice(0, known.lastIndexOf(' ')), known.slice(known.lastIndexOf(' ') + 1)]
    return version === versionText(stats) && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined
  }

  /** Takes the hash of a file that was just read. */
  add({ path, stats }: PlacedFile, hash: string): void {
    // The clock of a disk has steps: a file that was changed just now can change again without a new time.
    const isOld = [stats.mtimeMs, stats.ctimeMs].every(time => time < Date.now() - stepOfClock)
    if (isOld) this.added.set(path, `${versionText(stats)} ${hash}`)
  }

  /** Writes the hashes for the next run. Without a cache, that only takes longer. */
  async write(): Promise<void> {
    if (this.added.size === 0) return
    const all = [...Object.entries(this.known).filter(([path]) => !this.added.has(path)), ...this.added]
    const beside = `${this.path}.${process.pid}`
    try {
      makeFolder(userCache('files'), 0o700)
      await writeFile(beside, JSON.stringify(Object.fromEntries(all.slice(-mostHashes))), { mode: 0o600 })
      // Another run may read it at the same time.
      await rename(beside, this.path)
    } catch {
      await rm(beside, { force: true }).catch(() => undefined)
    }
  }
}

/** In milliseconds; that of FAT is the largest. */
const stepOfClock = 2000

/** Some 200 bytes each. */
const mostHashes = 200_000

const versionText = ({ size, mtimeNs, ctimeNs, ino }: PlacedFile['stats']): string =>
  `${size} ${mtimeNs} ${ctimeNs} ${ino}`

const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
