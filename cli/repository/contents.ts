import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hashInPointer, longestPointer } from '../../shared/basics/git-lfs.ts'
import { groupBy } from '../../shared/basics/group.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { git } from './git.ts'
import { readObjects } from './objects.ts'
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
  let first: Failure | undefined
  const takeOrKeep = (file: File, content: Buffer | Failure): void => {
    if ('failure' in content) first ??= content
    else take(file, content)
  }
  const failure = await eachContentOrFailure(files, takeOrKeep, folder)
  return first ?? failure
}

/**
 * Reads as `eachContent` does, and goes on where a content cannot be read.
 *
 * @param take gets each content, or why it cannot be read
 * @returns why git could not be asked; undefined if it could
 */
export async function eachContentOrFailure<File extends Pick<GitFile, 'id' | 'path' | 'gitDirectory'>>(
  files: readonly File[],
  take: (file: File, content: Buffer | Failure) => void,
  folder = '.',
): Promise<Failure | undefined> {
  for (const [gitDirectory, some] of groupBy(files, file => file.gitDirectory)) {
    const failure = await eachContentAt(some, take, gitDirectory === undefined ? { folder } : { gitDirectory })
    if (failure) return failure
  }
  return undefined
}

async function eachContentAt<File extends Pick<GitFile, 'id' | 'path'>>(
  files: readonly File[],
  take: (file: File, content: Buffer | Failure) => void,
  place: { readonly folder: string } | { readonly gitDirectory: string },
): Promise<Failure | undefined> {
  const pointers: { readonly file: File; readonly content: Buffer; readonly hash: string }[] = []
  const ids = files.map(({ id }) => id)
  const failure = await readObjects(place, ids, (object, index) => {
    const file = files[index]!
    const content = object?.type === 'blob' ? object.content : undefined
    const hash = content && content.length <= longestPointer ? hashInPointer(content.toString('latin1')) : undefined
    if (!content)
      take(file, {
        failure: localize('git does not have {file} of this revision; fetch it first.', { file: file.path }),
      })
    else if (hash === undefined) take(file, content)
    // The content is a part of the output, which is large.
    else pointers.push({ file, content: Buffer.from(content), hash })
  })
  if (failure || pointers.length === 0) return failure
  const options = 'folder' in place ? ['-C', place.folder] : [`--git-dir=${place.gitDirectory}`]
  const common = await git([...options, 'rev-parse', '--git-common-dir'])
  if ('failure' in common) return common
  const store = resolve('folder' in place ? place.folder : '.', common.toString().trim(), 'lfs/objects')
  // Without a store, the files of the working directory are pointers too.
  const hasStore = existsSync(store)
  for (const { file, content, hash } of pointers) {
    const kept = hasStore ? await readKept(store, hash) : content
    const lost = localize('{file} of this revision is in Git LFS; fetch it first, with "git lfs fetch".', {
      file: file.path,
    })
    take(file, kept ?? { failure: lost })
  }
  return undefined
}

const readKept = (store: string, hash: string): Promise<Buffer | undefined> =>
  readFile(join(store, hash.slice(0, 2), hash.slice(2, 4), hash)).catch(() => undefined)
