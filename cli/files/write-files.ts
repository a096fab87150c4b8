import { constants, existsSync, rmdirSync } from 'node:fs'
import { access, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { type Failure, reasonOf } from './failure.ts'
import { isSameVersion, type ReadVersion, versionOf } from './read-text.ts'

/** Replaces the text of a file, unless the file has changed since it was read. Returns the failure, if any. */
export async function replaceFile(
  { file, path, version, hasByteOrderMark }: Omit<ReadVersion, 'text'> & { readonly file: string },
  text: string,
): Promise<Failure | undefined> {
  const isUnchanged = async (): Promise<boolean> => isSameVersion(version, await versionOf(path))
  try {
    if (await writeAtomically(path, `${hasByteOrderMark ? '\ufeff' : ''}${text}`, isUnchanged)) return undefined
    return { failure: `${file} was changed by another program, so it was not written; run the command again.` }
  } catch (error) {
    return { failure: `${file} could not be written and is unchanged: ${reasonOf(error)}.` }
  }
}

/**
 * Replaces the text of a file atomically, and keeps its mode and owner. A symbolic link stays a link. If this fails,
 * throws the error of the operating system, and the file is unchanged.
 *
 * @param isUnchanged decides whether to replace the file. It is called last, when the new text is on the disk
 * @returns whether the file was replaced
 */
export async function writeAtomically(
  path: string,
  text: string,
  isUnchanged: () => Promise<boolean>,
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
        await file.writeFile(text).finally(() => file.sync().finally(() => file.close()))
        if (!(await isUnchanged())) throw stop
      },
    })
    return true
  } catch (error) {
    if (error === stop) return false
    throw error
  }
}

/**
 * Writes a file that must not exist, and leaves no part of it where the disk is full.
 *
 * @throws the error of the operating system; `EEXIST` if there is such a file
 */
export async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    // Another error than these two comes from the file that was made.
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && syscall !== 'open') await rm(path, { force: true })
    throw error
  }
}

/**
 * Creates a folder, and the missing folders above it. If it exists, does nothing. Node's own `recursive` never ends
 * below a folder such as `/proc`, where the system says that the folder above a new one does not exist.
 *
 * @param mode the permissions of new folders
 * @returns the folders that it made, each below the one before
 * @throws the error of the operating system; then no new folder stays
 */
export async function makeFolder(path: string, mode?: number): Promise<string[]> {
  if (existsSync(path)) return []
  const made = dirname(path) === path ? [] : await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    // Another program has created it in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return made
    removeFolders(made)
    throw error
  }
  return [...made, path]
}

/** Writes a file in a folder that may be missing. If that fails, the folders that were made for it are removed. */
export async function inFolderOf(path: string, write: () => Promise<void>): Promise<void> {
  const made = await makeFolder(dirname(path))
  try {
    await write()
  } catch (error) {
    removeFolders(made)
    throw error
  }
}

/** Removes folders, each below the one before, as far as they are empty. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed())
    try {
      rmdirSync(folder)
    } catch {
      // Another program has put something into it.
      return
    }
}
