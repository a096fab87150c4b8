// The folder that VS Code has open in tests.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'

/**
 * Copies the samples, which tests may then change.
 *
 * @returns {{ folder: string, samples: string }} a new temporary folder, removed when this process ends, and the samples in it
 */
export function copySamples() {
  const folder = mkdtempSync(join(tmpdir(), 'recline-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const samples = join(folder, 'samples')
  cpSync(join(root, 'samples'), samples, { recursive: true })
  return { folder, samples }
}

/** @returns {string} the name of a sample, whichever comes first */
export function firstSample() {
  const sample = readdirSync(join(root, 'samples')).find(name => name.endsWith('.rec'))
  if (!sample) throw new Error('samples/ has no .rec file to open.')
  return sample
}
