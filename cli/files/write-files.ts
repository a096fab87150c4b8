import { constants } from 'node:fs'
import { access, open, rm, writeFile } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { withRecords } from '../../shared/markdown/record-fences.ts'
import { exclusively } from './exclusive.ts'
import { type Failure, reasonOf } from './failure.ts'
import { isSameVersion, type ReadVersion, readText, versionOf } from './read-text.ts'

/** A file that is to get another text. */
export interface ReplacedFile extends ReadVersion {
  /** The name as printed. */
  readonly file: string
}

/**
 * Replaces the text of a file, unless the file has changed since it was read. No other run of Recline changes it in
 * between.
 *
 * @param text the new text, or the bytes of the file; of Markdown, only the records, at their places
 * @returns the failure, if any. One that comes from a change says what has changed
 */
export async function replaceFile(
  replaced: ReplacedFile,
  text: string | Uint8Array,
): Promise<(Failure & { readonly isChanged?: true }) | undefined> {
  const { hasByteOrderMark } = replaced
  const whole = typeof text === 'string' ? textToWrite(replaced, text) : text
  if (typeof whole === 'object' && 'failure' in whole) return whole
  const content = typeof whole === 'string' ? `${hasByteOrderMark ? '\ufeff' : ''}${whole}` : whole
  return replaceUnlessChanged(replaced, content, () => changedMeanwhile(replaced))
}

/**
 * Replaces the bytes of a file, which come in pieces, unless the file has changed since it had the version. No other
 * run of Recline changes it in between.
 *
 * @param replaced with its text, the failure says what has changed
 * @param pieces are asked for while they are written
 * @returns the failure, if any
 */
export const replaceInPieces = (
  replaced: Pick<ReplacedFile, 'file' | 'path' | 'version'> & { readonly text?: string },
  pieces: Iterable<Uint8Array>,
): Promise<Failure | undefined> => {
  const { file, path, text } = replaced
  return replaceUnlessChanged(replaced, pieces, async () =>
    text === undefined ? { failure: changedSomewhere(file) } : changedMeanwhile({ file, path, text }),
  )
}

async function replaceUnlessChanged(
  replaced: Pick<ReplacedFile, 'file' | 'path' | 'version'>,
  content: NewContent,
  whatChanged: () => Promise<Failure>,
): Promise<(Failure & { readonly isChanged?: true }) | undefined> {
  const { file, path } = replaced
  try {
    const isWritten = await exclusively(path, () => writeAtomically(path, content, () => hasVersion(replaced)))
    return isWritten ? undefined : { ...(await whatChanged()), isChanged: true }
  } catch (error) {
    return {
      failure: localize('{file} could not be written and is unchanged: {reason}.', { file, reason: reasonOf(error) }),
    }
  }
}

/** All text of a file with other records; a failure if one of them would stand outside of the fences of a page. */
export function textToWrite({ file, page }: Pick<ReplacedFile, 'file' | 'page'>, records: string): string | Failure {
  const whole = page === undefined ? records : withRecords(page, records)
  return (
    whole ?? {
      failure: localize(
        '{file} is unchanged: a record would stand outside of its rec fences; write the record into a .rec file, or change the page by hand.',
        { file },
      ),
    }
  )
}

/** Removes a file, unless it has changed since it was read. Returns the failure, if any. */
export async function removeFile(removed: ReplacedFile): Promise<Failure | undefined> {
  const { file, path } = removed
  try {
    return await exclusively(path, async () => {
      if (!(await hasVersion(removed))) return changedMeanwhile(removed)
      await rm(path)
      return undefined
    })
  } catch (error) {
    return { failure: localize('{file} could not be removed: {reason}.', { file, reason: reasonOf(error) }) }
  }
}

/** Whether a file is as it was read. */
export const hasVersion = async ({ path, version }: Pick<ReadVersion, 'path' | 'version'>): Promise<boolean> =>
  isSameVersion(version, await versionOf(path).catch(() => undefined))

/** That another program has changed a file, and the first line that is another one now. */
async function changedMeanwhile({
  file,
  path,
  text,
  page = text,
}: Pick<ReplacedFile, 'file' | 'path' | 'text' | 'page'>): Promise<Failure> {
  const now = await readText({ file, path })
  return { failure: changedSentence(file, page, 'failure' in now ? page : now.text) }
}

function changedSentence(file: string, before: string, after: string): string {
  const [old, now] = [before, after].map(text => text.split(/\r\n|\r|\n/)) as [string[], string[]]
  const index = now.findIndex((line, at) => line !== old[at])
  if (index >= 0 && (index < now.length - 1 || now[index] !== ''))
    return localize(
      '{file} was changed by another program, and its line {line} is {text} now, so it was not written; run the command again.',
      { file, line: index + 1, text: shorten(now[index]!) },
    )
  return now.length < old.length
    ? localize(
        '{file} was changed by another program, and has {count} lines now, so it was not written; run the command again.',
        { file, count: now.length - 1 },
      )
    : changedSomewhere(file)
}

/** That another program has changed a file, of which nobody knows the text before. */
const changedSomewhere = (file: string): string =>
  localize('{file} was changed by another program, so it was not written; run the command again.', { file })

/** The new content of a file: its text, its bytes, or its bytes in pieces. */
type NewContent = string | Uint8Array | Iterable<Uint8Array>

/**
 * Replaces the content of a file atomically, and keeps its mode and owner. A symbolic link stays a link. If this fails,
 * throws the error of the operating system, and the file is unchanged.
 *
 * @param hasVersion decides whether to replace the file. It is called last, when the new text is on the disk
 * @returns whether the file was replaced
 */
export async function writeAtomically(
  path: string,
  content: NewContent,
  hasVersion: () => Promise<boolean>,
): Promise<boolean> {
  // An atomic write replaces the file by a new one, so it would also replace a file without write permission.
  await access(path, constants.W_OK)
  const stop = new Error('The file has changed.')
  try {
    // The library writes with one system call, which can write only a part on a full disk without an error. Node writes
    // until everything is written, or throws. The slow steps come before the last look at the file.
    await writeFileAtomic(path, '', {
      fsync: false,
      tmpfileCreated: async temporary => {
        const file = await open(temporary, 'r+')
        await writeFile(file, content).finally(() => file.sync().finally(() => file.close()))
        if (!(await hasVersion())) throw stop
      },
    })
    return true
  } catch (error) {
    if (error === stop) return false
    throw error
  }
}
