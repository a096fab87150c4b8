import { createReadStream, rmSync, statSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Failure, unreadable } from '../../files/failure.ts'
import type { Source } from '../../files/read-text.ts'
import type { Content } from './part-reader.ts'

/** Content that can be read again, and when it was last changed, in milliseconds; undefined for what nobody else can change. */
export type StoredContent = Content & { readonly modified?: number }

/** Where to read a file. What can be read only once, such as standard input or a pipe, is stored: where it is large, in a temporary file. */
export async function contentOf({ file, path }: Source): Promise<StoredContent | Failure> {
  try {
    const stats = path === undefined ? undefined : statSync(path)
    // What says that it is empty may be written when it is read, as what the system tells in files.
    if (stats?.isFile() && stats.size > 0) return { path: path!, size: stats.size, modified: stats.mtimeMs }
    return await stored(path === undefined ? process.stdin : createReadStream(path))
  } catch (error) {
    return unreadable(path === undefined ? 'Standard input' : file, error)
  }
}

/** Whether a file is still the one that was read. */
export function isUnchanged(content: StoredContent): boolean {
  if (!('path' in content) || content.modified === undefined) return true
  const stats = statSync(content.path, { throwIfNoEntry: false })
  return stats?.size === content.size && stats.mtimeMs === content.modified
}

async function stored(stream: AsyncIterable<Buffer>): Promise<Content> {
  const chunks: Buffer[] = []
  let size = 0
  const iterator = stream[Symbol.asyncIterator]()
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    chunks.push(next.value)
    size += next.value.length
    if (size > mostInMemory) return storedInFile(chunks, iterator)
  }
  return { bytes: Buffer.concat(chunks), size }
}

async function storedInFile(chunks: readonly Buffer[], more: AsyncIterator<Buffer>): Promise<Content> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'input.rec')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for (const chunk of chunks) size += (await file.write(chunk)).bytesWritten
    for (let next = await more.next(); !next.done; next = await more.next())
      size += (await file.write(next.value)).bytesWritten
  } finally {
    await file.close()
  }
  return { path, size }
}

const mostInMemory = 2 ** 25
