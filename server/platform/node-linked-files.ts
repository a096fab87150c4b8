import { createHash } from 'node:crypto'
import { type BigIntStats, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { URI } from 'vscode-uri'
import { hashInPointer, longestPointer } from '../../shared/basics/git-lfs.ts'
import type { FileFact, FolderEntry } from '../../shared/check/linked-files.ts'
import type { LinkedFileSystem } from './file-system.ts'

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
async function listFolder(folder: string, top: string): Promise<readonly FolderEntry[]> {
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

/** The files of this machine, for the language server. */
export function nodeLinkedFiles(): LinkedFileSystem {
  const repositories = new Map<string, string | undefined>()
  const repositoryOf = (folder: string): string | undefined => {
    if (repositories.has(folder)) return repositories.get(folder)
    const isTop = existsSync(join(folder, '.git'))
    const above = dirname(folder)
    const found = isTop || above === folder ? undefined : repositoryOf(above)
    repositories.set(folder, isTop ? folder : found)
    return isTop ? folder : found
  }
  const pathOf = (uri: string): string => URI.parse(uri).fsPath
  return {
    topFolder(uri, workspaceFolder) {
      const repository = repositoryOf(dirname(pathOf(uri)))
      return repository === undefined
        ? (workspaceFolder ?? uri.slice(0, uri.lastIndexOf('/')))
        : URI.file(repository).toString()
    },
    async facts(uris, top) {
      const finder = new FileFinder(pathOf(top))
      const facts: FileFact[] = []
      for (let next = 0; next < uris.length; next += mostLookedAt) {
        const found = await Promise.all(uris.slice(next, next + mostLookedAt).map(uri => finder.find(pathOf(uri))))
        facts.push(...found.map((one): FileFact => (one.kind === 'file' ? { kind: 'file', hash: undefined } : one)))
      }
      if (!facts.some(({ kind }) => kind === 'missing') || !(await isSparse(pathOf(top)))) return facts
      // Only git knows which of them it leaves out, so nothing is said here; "recline check" asks git.
      return facts.map(fact => (fact.kind === 'missing' ? { kind: 'file', hash: undefined } : fact))
    },
    async hash(uri, top) {
      const found = await new FileFinder(pathOf(top)).find(pathOf(uri))
      return found.kind === 'file' ? readHash(found) : found
    },
    list: (folder, top) => listFolder(pathOf(folder), pathOf(top)).catch(() => []),
  }
}

/** How many files are looked at at once. */
const mostLookedAt = 32

/** Whether the working directory of a repository lacks files that git has, by the settings of git. */
async function isSparse(top: string): Promise<boolean> {
  const place = join(top, '.git')
  const pointer = await plainTextAt(place)
  const folder = resolve(top, /^gitdir: (.+)/.exec(pointer)?.[1] ?? '.git')
  const settings = ['config', 'config.worktree', '../../config'].map(name => plainTextAt(join(folder, name)))
  return /sparse_?checkout\s*=\s*true/i.test((await Promise.all(settings)).join('\n'))
}

/** The text of a file; empty if it is none, as a pipe would be waited for. */
async function plainTextAt(path: string): Promise<string> {
  try {
    return (await stat(path)).isFile() ? await readFile(path, 'utf8') : ''
  } catch {
    return ''
  }
}
