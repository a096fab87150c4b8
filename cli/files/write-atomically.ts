import { constants } from 'node:fs'
import { access, open } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'

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
