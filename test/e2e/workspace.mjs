// The folder that VS Code has open in tests.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'

/**
 * Copies the samples, which tests may then change.
 *
 * @returns {{ folder: string, samples: string }} a new temporary folder, removed when this process ends, and the
 *   samples in it
 */
export function copySamples() {
  const folder = mkdtempSync(join(tmpdir(), 'recline-'))
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // VS Code still writes to it. An error here would keep what else ends with this process from ending.
    }
  })
  const samples = join(folder, 'samples')
  cpSync(join(root, 'samples'), samples, { recursive: true })
  return { folder, samples }
}

/**
 * Copies the extension as a browser takes it, where only the manifest's `browser` counts: VS Code with a server prefers
 * `main`.
 *
 * @param {string} folder where to put it
 * @returns {string} the folder of the copy
 */
export function copyForWeb(folder) {
  const copy = join(folder, 'web-extension')
  for (const part of ['dist', 'docs', 'images', 'syntaxes'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  const { main: _, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest))
  return copy
}

/** @returns {string} the name of a sample, whichever comes first */
export function firstSample() {
  const sample = readdirSync(join(root, 'samples')).find(name => name.endsWith('.rec'))
  if (!sample) throw new Error('samples/ has no .rec file to open.')
  return sample
}
