import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'

/**
 * Replaces the text of a file atomically, and keeps its mode and owner. A symbolic link stays a link. If this fails,
 * throws the error of the operating system, and the file is unchanged.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  // An atomic write replaces the file by a new one, so it would also replace a file without write permission.
  await access(path, constants.W_OK)
  // The library writes with one system call, which can write only a part on a full disk without an error. Node writes
  // until everything is written, or throws.
  await writeFileAtomic(path, '', { tmpfileCreated: temporary => writeFile(temporary, text) })
}
