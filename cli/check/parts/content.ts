import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { isMarkdownFile, onlyRecordFences } from '../../../shared/markdown/record-fences.ts'
import { type Failure, unreadable } from '../../files/failure.ts'
import { notUtf8, type Source, sourceName } from '../../files/read-text.ts'
import { temporaryPath } from '../../files/temporary-file.ts'
import { host } from '../../host/host.ts'

/** The content of a file, which can be read several times. */
export type Content = FileContent | { readonly bytes: Uint8Array; readonly size: number }

interface FileContent {
  readonly path: string
  readonly size: number
  /** When the file was last changed, in milliseconds; undefined for a file that only this process changes. */
  readonly modified?: number
}

/**
 * The content of a file or of standard input. What can be read only once, such as standard input or a pipe, is stored:
 * in memory, or in a temporary file where it is large.
 */
export async function contentOf(source: Source): Promise<Content | Failure> {
  const { file, path } = source
  const isMarkdown = isMarkdownFile(file)
  try {
    const stats = path === undefined ? undefined : statSync(path)
    // The size of a file of the system, such as one in /proc, can be 0 although it has content.
    if (stats?.isFile() && stats.size > 0 && !isMarkdown)
      return { path: path!, size: stats.size, modified: stats.mtimeMs }
    const known = readBefore.get(source)
    if (known) return known
    const stream = path === undefined ? host.stdin : createReadStream(path)
    const content = await (isMarkdown ? recordsOfMarkdown(sourceName(source), stream) : stored(stream))
    if (!('failure' in content)) readBefore.set(source, content)
    return content
  } catch (error) {
    return unreadable(sourceName(source), error)
  }
}

/** What is read only once and was read, so that a command can read it again. */
const readBefore = new WeakMap<Source, Content>()

/** Whether a file is still the one that was read. */
export function isUnchanged(content: Content): boolean {
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

async function recordsOfMarkdown(name: string, stream: AsyncIterable<Buffer>): Promise<Content | Failure> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return recordsInMarkdown(name, Buffer.concat(chunks))
}

/** The content of a file whose bytes are known, such as one of a commit. */
export function contentOfBytes(source: Source, bytes: Buffer): Content | Failure {
  return isMarkdownFile(source.file) ? recordsInMarkdown(sourceName(source), bytes) : { bytes, size: bytes.length }
}

/** The records in the fences of Markdown, at their places in it. */
function recordsInMarkdown(name: string, whole: Buffer): Content | Failure {
  // In another encoding no fence would be found, and the page would seem to have no problem.
  return notUtf8(name, whole, 1) ?? { bytes: onlyRecordFences(whole), size: whole.length }
}

async function storedInFile(chunks: readonly Buffer[], more: AsyncIterator<Buffer>): Promise<Content> {
  const path = temporaryPath('input.rec')
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

/** The maximum number of bytes that are stored in memory. */
const mostInMemory = 2 ** 25
