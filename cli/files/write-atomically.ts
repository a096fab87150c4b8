import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'

/**
 * Replaces what a file says, all of it or nothing whatever happens, and keeps its mode and owner. A symbolic link stays
 * one. Throws the system's error; then the file is as it was.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  // The file is replaced by another, which a file that must not be written to would not prevent.
  await access(path, constants.W_OK)
  // The library asks the system to write once, which on a full disk can write a part and say nothing; Node goes on
  // until it has written all, or fails.
  await writeFileAtomic(path, '', { tmpfileCreated: temporary => writeFile(temporary, text) })
}
