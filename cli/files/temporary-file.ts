import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onExit } from 'signal-exit'

/**
 * The path of a new file, in a folder of its own that only this user can read. Both are removed when the process ends,
 * also when Ctrl+C ends it.
 *
 * @throws the error of the system
 */
export function temporaryPath(name: string): string {
  const path = newPath(name)
  removeAtExit(path)
  return path
}

/**
 * Opens a new file without a name, which goes with the process, however that ends. Returns its descriptor.
 *
 * @throws the error of the system
 */
export function openTemporary(): number {
  const path = newPath('rows')
  const descriptor = openSync(path, 'wx+', 0o600)
  try {
    removeFolderOf(path)
  } catch {
    // Not each version of Windows removes a file that is open.
    removeAtExit(path)
  }
  return descriptor
}

const newPath = (name: string): string => join(mkdtempSync(join(tmpdir(), 'recline-')), name)

const removeAtExit = (path: string): void => {
  onExit(() => removeFolderOf(path))
}

const removeFolderOf = (path: string): void => rmSync(dirname(path), { recursive: true, force: true })
