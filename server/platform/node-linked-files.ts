import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { hashInPointer, longestPointer } from '../../shared/basics/git-lfs.ts'
import type { FileFact } from '../../shared/check/linked-files.ts'

/*
 * Files that records name, on the disk of this machine. Their paths come from records, which anybody may have written:
 * nothing outside a folder is read, no link leads out of it, no pipe or device is opened, and no file is read into
 * memory as a whole.
 */

/** A regular file inside a folder. */
export interface PlacedFile {
  readonly kind: 'file'
  /** Its path without links. */
  readonly path: string
  readonly stats: BigIntStats
}

/** Where a file is; what is wrong with it instead. */
export type FoundFile = PlacedFile | Exclude<FileFact, { readonly kind: 'file' }>

/** Looks for files below a folder. It remembers the folders on the way, so use it for one run only. */
export class FileFinder {
  private readonly realFolders = new Map<string, Promise<string>>()
  private readonly names = new Map<string, Promise<readonly string[]>>()

  /** @param top the folder that no file may be outside of */
  constructor(private readonly top: string) {}

  /** @param path an absolute path, without `.` and `..` */
  async find(path: string): Promise<FoundFile> {
    try {
      const [top, folder] = await Promise.all([this.realFolder(this.top), this.realFolder(dirname(path))])
      const place = join(folder, basename(path))
      if (!staysBelow(place, top)) return { kind: 'outside' }
      const stats = await lstat(place, { bigint: true })
      if (!stats.isSymbolicLink()) return foundAs(place, stats)
      const real = await realpath(place)
      return staysBelow(real, top) ? foundAs(real, await stat(real, { bigint: true })) : { kind: 'outside' }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG'
        ? { kind: 'missing', others: await this.namesIn(dirname(path)) }
        : { kind: 'unreadable', why: whyUnreadable(error) }
    }
  }

  /** The names of the files of a folder inside the top folder; of very many, the first ones. */
  private namesIn(folder: string): Promise<readonly string[]> {
    let names = this.names.get(folder)
    if (!names) {
      names = listFolder(folder, this.top).then(
        all => all.filter(({ isFolder }) => !isFolder).map(({ name }) => name),
        () => [],
      )
      this.names.set(folder, names)
    }
    return names
  }

  private realFolder(folder: string): Promise<string> {
    let real = this.realFolders.get(folder)
    if (!real) {
      real = realpath(folder)
      this.realFolders.set(folder, real)
    }
    return real
  }
}

/** The files and folders in a folder that is inside a top folder, in the order of the disk; of very many, the first. */
export async function listFolder(
  folder: string,
  top: string,
): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
  if (!staysBelow(await realpath(folder), await realpath(top))) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() || entry.isDirectory())
    .slice(0, mostInFolder)
    .map(entry => ({ name: entry.name, isFolder: entry.isDirectory() }))
}

const mostInFolder = 10_000

function staysBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function foundAs(path: string, stats: BigIntStats): FoundFile {
  if (stats.isFile()) return { kind: 'file', path, stats }
  return { kind: stats.isDirectory() ? 'folder' : 'special' }
}

/** Why a file cannot be read, in words. */
function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return 'its permissions do not allow it'
  return code === 'ELOOP' ? 'its links lead in a circle' : `the system reports ${code ?? 'an error'}`
}

/**
 * The SHA-256 hash of a file, as 64 hexadecimal digits. A pointer of Git LFS gives the hash that it names: that of the
 * file which it stands for.
 */
export async function readHash({ path, stats }: PlacedFile): Promise<FileFact> {
  let file: FileHandle | undefined
  try {
    // It may have become a link or a pipe meanwhile: neither is opened, and no pipe is waited for.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const before = await file.stat({ bigint: true })
    if (!before.isFile()) return { kind: 'special' }
    const hash = await hashOfContent(file, Number(before.size))
    const after = await file.stat({ bigint: true })
    const isSame = [before, after].every(({ size, mtimeNs }) => size === stats.size && mtimeNs === stats.mtimeNs)
    return isSame ? { kind: 'file', hash } : { kind: 'unreadable', why: 'it was changed while it was read' }
  } catch (error) {
    return { kind: 'unreadable', why: whyUnreadable(error) }
  } finally {
    await file?.close()
  }
}

async function hashOfContent(file: FileHandle, expected: number): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(Math.min(expected + 1, mostBuffered))
  let size = 0
  let pointer: string | undefined
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length)
    if (bytesRead === 0) break
    const part = buffer.subarray(0, bytesRead)
    if (size === 0 && bytesRead <= longestPointer) pointer = hashInPointer(part.toString('latin1'))
    size += bytesRead
    hash.update(part)
  }
  return pointer !== undefined && size <= longestPointer ? pointer : hash.digest('hex')
}

/** How much of a file is in memory at a time, in bytes. */
const mostBuffered = 2 ** 18
