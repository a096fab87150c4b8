import { stat } from 'node:fs/promises'
import { type Failure, unreadable } from './failure.ts'
import { type ReadText, readText } from './read-text.ts'

/** A file that was read and that will be replaced. */
export interface ReadVersion extends Pick<ReadText, 'text' | 'hasByteOrderMark'> {
  readonly path: string
  readonly version: FileVersion
}

/** Reads a file that will be replaced; undefined if it is not a regular file, such as a pipe. */
export async function readVersion(file: string, path: string): Promise<ReadVersion | Failure | undefined> {
  try {
    const version = await versionOf(path)
    if (!version) return undefined
    const read = await readText({ file, path })
    return 'failure' in read ? read : { path, version, text: read.text, hasByteOrderMark: read.hasByteOrderMark }
  } catch (error) {
    return unreadable(file, error)
  }
}

/** Identifies a version of a file, by its modification time in milliseconds and its size in bytes. */
export interface FileVersion {
  readonly modified: number
  readonly size: number
}

/** The current version of a file; undefined if it is not a regular file, such as a pipe. */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  const { mtimeMs: modified, size, isFile } = await stat(path).then(found => ({ ...found, isFile: found.isFile() }))
  return isFile ? { modified, size } : undefined
}
