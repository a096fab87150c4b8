import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { groupBy } from '../../shared/basics/group.ts'
import type { Failure } from '../files/failure.ts'
import { git, streamGit } from './git.ts'
import type { GitFile } from './revision.ts'

/**
 * Reads the contents of files, in their order.
 *
 * @param folder a folder of their repository
 */
export async function contentsOf(files: readonly GitFile[], folder: string): Promise<Buffer[] | Failure> {
  const found: Buffer[] = []
  const places = new Map(files.map((file, index) => [file, index]))
  const take = (file: GitFile, content: Buffer): void => {
    found[places.get(file)!] = content
  }
  const failure = await eachContent(files, take, folder)
  return failure ?? found
}

/**
 * Reads the contents of files one after the other, while git reads the next. Those that Git LFS keeps come last.
 *
 * @param take gets each content as soon as it is there
 * @param folder a folder of their repository
 * @returns why not all of them could be read; undefined if they could
 */
export async function eachContent<File extends Pick<GitFile, 'id' | 'path' | 'gitDirectory'>>(
  files: readonly File[],
  take: (file: File, content: Buffer) => void,
  folder = '.',
): Promise<Failure | undefined> {
  for (const [gitDirectory, some] of groupBy(files, file => file.gitDirectory)) {
    const place = gitDirectory === undefined ? ['-C', folder] : [`--git-dir=${gitDirectory}`]
    const failure = await eachContentAt(some, take, place)
    if (failure) return failure
  }
  return undefined
}

async function eachContentAt<File extends Pick<GitFile, 'id' | 'path'>>(
  files: readonly File[],
  take: (file: File, content: Buffer) => void,
  place: readonly string[],
): Promise<Failure | undefined> {
  let missing: Failure | undefined
  let next = 0
  const pointers: { readonly file: File; readonly content: Buffer; readonly hash: string }[] = []
  const parser = new BatchParser(content => {
    const file = files[next++]!
    const hash = content && hashInPointer(content)
    if (!content) missing ??= { failure: `git does not have ${file.path} of this revision; fetch it first.` }
    else if (hash === undefined) take(file, content)
    // The content is a part of the output, which is large.
    else pointers.push({ file, content: Buffer.from(content), hash })
  })
  const input = files.map(({ id }) => `${id}\n`).join('')
  const failure = await streamGit([...place, 'cat-file', '--batch'], input, part => parser.add(part))
  if (missing || failure || pointers.length === 0) return missing ?? failure
  const common = await git([...place, 'rev-parse', '--git-common-dir'])
  if ('failure' in common) return common
  const store = resolve(place[0] === '-C' ? place[1]! : '.', common.toString().trim(), 'lfs/objects')
  for (const { file, content, hash } of pointers) {
    // Without a store, the files of the working directory are pointers too.
    const kept = existsSync(store) ? await readKept(store, hash) : content
    if (!kept) return { failure: `${file.path} of this revision is in Git LFS; fetch it first, with "git lfs fetch".` }
    take(file, kept)
  }
  return undefined
}

/** The hash in a pointer of Git LFS, which git has in place of the content; undefined for another content. */
function hashInPointer(content: Buffer): string | undefined {
  if (
    content.length > 1024 ||
    !content.toString('latin1', 0, 42).startsWith('version https://git-lfs.github.com/spec/')
  )
    return undefined
  return /^oid sha256:([0-9a-f]{64})$/m.exec(content.toString('latin1'))?.[1]
}

const readKept = (store: string, hash: string): Promise<Buffer | undefined> =>
  readFile(join(store, hash.slice(0, 2), hash.slice(2, 4), hash)).catch(() => undefined)

/**
 * Finds the contents in the output of `git cat-file --batch`, which comes in parts: for each id a line
 * `<id> blob <size>`, the bytes and a line end; or the line `<id> missing`.
 */
export class BatchParser {
  private parts: Buffer[] = []
  private length = 0
  /** The bytes that the content still has, with the line end behind it; undefined before its first line. */
  private wanted: number | undefined

  /** @param take gets each content; undefined for one that git does not have */
  constructor(private readonly take: (content: Buffer | undefined) => void) {}

  add(part: Buffer): void {
    this.parts.push(part)
    this.length += part.length
    if (this.length < (this.wanted ?? 0)) return
    const all = this.parts.length === 1 ? part : Buffer.concat(this.parts)
    const rest = all.subarray(this.takeFrom(all))
    this.parts = rest.length > 0 ? [rest] : []
    this.length = rest.length
  }

  /** Takes the contents that are whole, and returns where the rest starts. */
  private takeFrom(output: Buffer): number {
    let position = 0
    for (;;) {
      if (this.wanted === undefined) {
        const end = output.indexOf('\n', position)
        if (end < 0) return position
        const [, type, size] = output.toString('latin1', position, end).split(' ')
        position = end + 1
        if (type === 'blob') this.wanted = Number(size) + 1
        else this.take(undefined)
      } else {
        const end = position + this.wanted
        if (end > output.length) return position
        this.take(output.subarray(position, end - 1))
        position = end
        this.wanted = undefined
      }
    }
  }
}
