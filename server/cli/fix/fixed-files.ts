import { stat } from 'node:fs/promises'
import { checkFile, type CheckedFile } from '../../../shared/check.ts'
import { fixRounds, type FixRound } from '../../../shared/fixes.ts'
import { parse } from '../../../shared/tree.ts'
import { unreadable, type Failure } from '../failure.ts'
import type { Plan } from '../plan.ts'
import { readText, type ReadText } from '../read-text.ts'

/** A file that its safe fixes change. */
export interface FixedFile {
  /** The file's name as printed. */
  readonly file: string
  readonly path: string
  readonly version: FileVersion
  readonly hasByteOrderMark: boolean
  readonly before: CheckedFile
  /** The fixes in the order they were made; at least one round. */
  readonly rounds: readonly FixRound[]
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

/**
 * Makes the safe fixes of all files of a plan, and gives those that change. A code that is switched off is not mended,
 * and nothing at all where rules are missing: a comment that suppresses what they find would be taken for useless.
 * Nothing is written.
 */
export async function* fixedFiles({ files, registry, isComplete }: Plan): AsyncGenerator<FixedFile | Failure> {
  if (!isComplete) {
    yield { failure: 'Nothing is mended, as a descriptor or configuration is missing that says what is right.' }
    return
  }
  for (const { source: { file, path }, settings: { severity, settingDomains } } of files) {
    const read = path === undefined ? undefined : await readVersion(file, path)
    if (!read) continue
    if ('failure' in read) {
      yield read
      continue
    }
    const { text, ...found } = read
    const before = checkFile(parse(text), { registry, fileName: file, settingDomains })
    const rounds = [...fixRounds(before, ({ code }) => severity[code] !== 'off')]
    if (rounds.length > 0) yield { file, ...found, before, rounds }
  }
}

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
