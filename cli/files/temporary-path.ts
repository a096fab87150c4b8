import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The path of a new file, in a folder of its own that only this user can read. Both are removed when the process ends.
 *
 * @throws the error of the system
 */
export function temporaryPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'recline-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}
