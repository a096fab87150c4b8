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

/**
 * Identifies a version of a file: its inode, its size in bytes, and when it was modified and changed, in nanoseconds
 * since 1970. The kernel sets the last one, also if a program sets the modification time.
 */
export type FileVersion = Readonly<Record<'inode' | 'size' | 'modified' | 'changed', bigint>>

/** The current version of a file; undefined if it is not a regular file, such as a pipe. */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  const found = await stat(path, { bigint: true })
  if (!found.isFile()) return undefined
  return { inode: found.ino, size: found.size, modified: found.mtimeNs, changed: found.ctimeNs }
}

/** Whether two versions are the same. */
export const isSameVersion = (one: FileVersion, other: FileVersion | undefined): boolean =>
  one.inode === other?.inode &&
  one.size === other.size &&
  one.modified === other.modified &&
  one.changed === other.changed
