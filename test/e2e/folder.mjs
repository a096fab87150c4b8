// The folder that VS Code has open in tests.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/project.mjs'

/** @typedef {Readonly<Record<string, string | Uint8Array>>} Files contents of files, by their names */

/** @returns {string} a folder that is removed when this process ends */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'recline-'))
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // VS Code still writes to it. An error here would keep what else ends with this process from ending.
    }
  })
  return folder
}

/**
 * Copies the samples but the register, which tests may then change.
 *
 * @param {string} folder
 * @param {Files} [files] more files
 * @param {boolean} [isEmpty] whether there are only these files, and no samples
 */
export function fillFolder(folder, files = {}, isEmpty = false) {
  // The register is a project of its own: its records would be in the lists and counts of the other samples.
  const register = join(root, 'samples', 'register')
  if (!isEmpty) cpSync(join(root, 'samples'), folder, { recursive: true, filter: source => source !== register })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
