import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder, and the missing folders above it. If it exists, does nothing. Node's own `recursive` never ends
 * below a folder such as `/proc`, where the system says that the folder above a new one does not exist.
 *
 * @param mode the permissions of new folders
 * @throws the error of the operating system
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (existsSync(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another program has created it in the meantime.
    if (error.code !== 'EEXIST') throw error
  })
}
