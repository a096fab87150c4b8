import { rm, writeFile } from 'node:fs/promises'

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
