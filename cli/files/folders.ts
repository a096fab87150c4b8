import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder, and the missing folders above it. If it exists, does nothing. Node's own `recursive` never ends
 * below a folder such as `/proc`, where the system says that the folder above a new one does not exist.
 *
 * @param mode the permissions of new folders
 * @returns the folders that it made, each below the one before
 * @throws the error of the operating system; then no new folder stays
 */
export function makeFolder(path: string, mode?: number): string[] {
  if (existsSync(path)) return []
  const made = dirname(path) === path ? [] : makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
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
  const made = makeFolder(dirname(path))
  try {
    await write()
  } catch (error) {
    removeFolders(made)
    throw error
  }
}

/** The folders above a file that are missing, each below the one before. */
export function missingFolders(path: string): string[] {
  const folder = dirname(path)
  return existsSync(folder) ? [] : [...missingFolders(folder), folder]
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
