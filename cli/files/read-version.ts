import { stat } from 'node:fs/promises'
import { type Failure, unreadable } from './failure.ts'
import { type ReadText, readText } from './read-text.ts'

/** A file that was read to be replaced. */
export interface ReadVersion extends Pick<ReadText, 'text' | 'hasByteOrderMark'> {
  readonly path: string
  readonly version: FileVersion
}

/** Reads a file to be replaced; undefined for what is no file, such as a pipe. */
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

/** Tells whether a file is still the same: when it was last changed, in milliseconds, and its size in bytes. */
export interface FileVersion {
  readonly modified: number
  readonly size: number
}

/** The version of the file that stands at a path now; undefined for what is no file, such as a pipe. */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  const { mtimeMs: modified, size, isFile } = await stat(path).then(found => ({ ...found, isFile: found.isFile() }))
  return isFile ? { modified, size } : undefined
}
