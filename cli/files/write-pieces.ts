import { open, readlink, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import { type Failure, reasonOf } from './failure.ts'
import { inFolderOf } from './folders.ts'
import { printed } from './paths.ts'
import type { Target } from './target.ts'

/**
 * Writes a file atomically: it appears under its name only when it is complete. An existing file keeps its mode, and a
 * symbolic link stays a link. Missing folders are created.
 *
 * @param writeTo writes the content to a path
 * @throws the error of the operating system, or of `writeTo`
 */
export const replaceWhole = (path: string, writeTo: (path: string) => Promise<void>): Promise<void> =>
  inFolderOf(path, () => replaceIn(path, writeTo))

async function replaceIn(path: string, writeTo: (path: string) => Promise<void>): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  // A device or a pipe is written to directly, because an atomic write would replace it by a file.
  if (found && !found.isFile()) return writeTo(path)
  // Most runs write no file.
  const { default: writeFileAtomic } = await import('write-file-atomic')
  await writeFileAtomic(found ? path : await newPlace(path), '', { tmpfileCreated: writeTo })
}

/** Where a new file comes to be: where a symbolic link leads to that has no file yet. */
async function newPlace(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined)
  return target === undefined ? path : newPlace(resolve(dirname(path), target))
}

/**
 * Writes a file atomically. Takes all pieces also if they cannot be written, because other readers of their source can
 * wait for this one.
 *
 * @returns a failure if the file could not be written
 */
export async function writePieces(
  { path }: Target,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<Failure | undefined> {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  let failure: Failure | undefined
  const takeAll = async (take: (piece: string | Uint8Array) => Promise<void>): Promise<void> => {
    let waiting = ''
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (typeof next.value === 'string') waiting += next.value
      if (typeof next.value === 'string' && waiting.length < 65_536) continue
      await take(waiting)
      waiting = ''
      if (typeof next.value !== 'string') await take(next.value)
    }
    await take(waiting)
  }
  try {
    await replaceWhole(path, async temporary => {
      const file = await open(temporary, 'w')
      await takeAll(piece => file.writeFile(piece)).finally(() => file.close())
    })
  } catch (error) {
    failure = {
      failure: localize('{file} could not be written: {reason}.', { file: printed(path), reason: reasonOf(error) }),
    }
  }
  await takeAll(async () => undefined)
  return failure
}
