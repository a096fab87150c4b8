import { constants, isUtf8 } from 'node:buffer'
import type { BigIntStats } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { localize } from '../../shared/domains/localize.ts'
import { isMarkdownFile, onlyRecords } from '../../shared/markdown/record-fences.ts'
import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import { host } from '../host/host.ts'
import { type Failure, unreadable } from './failure.ts'

/** A file to read. */
export interface Source {
  /** The name as printed: relative to the working directory, with `/`. */
  readonly file: string
  /** The path of the file; undefined for standard input. */
  readonly path: string | undefined
}

/** The name of a source in messages. */
export const sourceName = ({ file, path }: Source): string => (path === undefined ? localize('Standard input') : file)

/** The content of a file. */
export interface ReadText {
  /** Without its byte order mark. */
  readonly text: string
  readonly hasByteOrderMark: boolean
  /** All text of a Markdown file of which `text` has only the records; absent for any other file. */
  readonly page?: string
  /** The size of the file in bytes. */
  readonly bytes: number
}

/** Reads a file or standard input as UTF-8. */
export async function readText(source: Source): Promise<ReadText | Failure> {
  const { path } = source
  const name = sourceName(source)
  try {
    return decodedFile(name, path === undefined ? await readStandardInput() : await readWhole(path))
  } catch (error) {
    return unreadable(name, error)
  }
}

/** @param bytes undefined if there are too many */
function decodedFile(name: string, bytes: Buffer | undefined): ReadText | Failure {
  if (!bytes)
    return {
      failure: localize('{file} is larger than {count} MB, which is the limit; split it into smaller files.', {
        file: name,
        count: Math.round(mostBytes / 2 ** 20),
      }),
    }
  const failure = notUtf8(name, bytes, 1)
  if (failure) return failure
  const text = new TextDecoder().decode(bytes)
  return { text, hasByteOrderMark: bytes.subarray(0, 3).equals(byteOrderMark), bytes: bytes.length }
}

/** The text of a file with records: of Markdown, only the records in its fences, at their places. */
export const textOfRecords = <Read extends ReadText | ReadVersion>(file: string, read: Read): Read =>
  isMarkdownFile(file) ? { ...read, text: onlyRecords(file, read.text), page: read.text } : read

/**
 * Reads a file that the user did not name. A repository of somebody else must not make Recline wait for a pipe, so
 * anything but a regular file is a failure.
 */
export async function readRegularFile(file: string, path: string): Promise<ReadText | Failure> {
  const isOther = await stat(path).then(
    found => !found.isFile(),
    () => false,
  )
  return isOther
    ? { failure: localize('{file} is not a file, so it is not read; rename or delete it.', { file }) }
    : readText({ file, path })
}

/** The bytes with which UTF-8 can begin, which are no part of the text. */
export const byteOrderMark = Buffer.from('\ufeff')

/** The maximum size of a file. Each UTF-8 byte can become one character, and this is the maximum length of a string. */
export const mostBytes = constants.MAX_STRING_LENGTH

/** The bytes of a file; undefined if it is too large. */
async function readWhole(path: string): Promise<Buffer | undefined> {
  return (await stat(path)).size > mostBytes ? undefined : readFile(path)
}

async function readStandardInput(): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of host.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The failure to read bytes that are not UTF-8; undefined if they are.
 *
 * @param line the line of the first byte, from 1
 */
export function notUtf8(name: string, bytes: Uint8Array, line: number): Failure | undefined {
  const file = { file: name }
  if (line === 1 && isUtf16(bytes))
    return { failure: localize('{file} looks like UTF-16; save it as UTF-8.', { ...file }) }
  if (isUtf8(bytes)) return undefined
  if (line === 1 && startsWith(bytes, 'PK\x03\x04'))
    return {
      failure: localize('{file} is a workbook or an archive, and no text; convert a workbook with "recline convert".', {
        ...file,
      }),
    }
  if (line === 1 && startsWith(bytes, 'PAR1'))
    return {
      failure: localize('{file} is a Parquet file, and no text; convert it with "recline convert".', { ...file }),
    }
  return {
    failure: localize('{file} is not UTF-8 on line {line}; save it as UTF-8.', {
      ...file,
      line: line + firstForeignLine(bytes) - 1,
    }),
  }
}

const startsWith = (bytes: Uint8Array, start: string): boolean =>
  Buffer.from(bytes.subarray(0, start.length)).toString('latin1') === start

/** Whether a text starts with the byte order mark of UTF-16, or with two ASCII characters in UTF-16. */
const isUtf16 = (bytes: Uint8Array): boolean =>
  /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(Buffer.from(bytes.subarray(0, 4)).toString('latin1'))

/** The first line that is not UTF-8, from 1. */
function firstForeignLine(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  for (let position = 0; position < bytes.length; position++) {
    const code = bytes[position]
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) continue
    if (!isUtf8(bytes.subarray(start, position))) return line
    if (code === CARRIAGE_RETURN && bytes[position + 1] === LINE_FEED) position++
    start = position + 1
    line++
  }
  return line
}

/** A file that was read and that will be replaced. */
export interface ReadVersion extends Pick<ReadText, 'text' | 'page' | 'hasByteOrderMark'> {
  readonly path: string
  readonly version: FileVersion
}

/**
 * Reads a file that will be replaced; undefined if it is not a regular file, such as a pipe. The version is that of the
 * text, also if another program replaces the file meanwhile.
 */
export async function readVersion(file: string, path: string): Promise<ReadVersion | Failure | undefined> {
  try {
    // To open a pipe would wait for a program that writes into it.
    if (!(await versionOf(path))) return undefined
    const opened = await open(path)
    try {
      const found = await opened.stat({ bigint: true })
      const version = versionOfStats(found)
      if (!version) return undefined
      const read = decodedFile(file, found.size > mostBytes ? undefined : await opened.readFile())
      return 'failure' in read ? read : { path, version, text: read.text, hasByteOrderMark: read.hasByteOrderMark }
    } finally {
      await opened.close()
    }
  } catch (error) {
    return unreadable(file, error)
  }
}

/**
 * Identifies a version of a file: its inode, its size in bytes, and when it was modified and changed, in nanoseconds
 * since 1970. The kernel sets the last one, also if a program sets the modification time.
 */
export type FileVersion = Readonly<Record<'inode' | 'size' | 'modified' | 'changed', bigint>>

/** The current version of a file; undefined if it is not a regular file, such as a pipe. */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  return versionOfStats(await stat(path, { bigint: true }))
}

/** The version of a file that is open; undefined if it is not a regular file. */
export const versionOfStats = (found: BigIntStats): FileVersion | undefined =>
  found.isFile() ? { inode: found.ino, size: found.size, modified: found.mtimeNs, changed: found.ctimeNs } : undefined

/** Whether two versions are the same. */
export const isSameVersion = (one: FileVersion, other: FileVersion | undefined): boolean =>
  one.inode === other?.inode &&
  one.size === other.size &&
  one.modified === other.modified &&
  one.changed === other.changed
