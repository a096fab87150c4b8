// Packages are made from copies of their files, which have the same mode on every machine. So the packages have the
// same bytes wherever they are made.

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'

/** The files that can be run as programs. */
const programs = new Set(['dist/cli.js'])

/**
 * Copies files of the project into a new folder, which is removed when this process ends.
 *
 * @param {readonly string[]} paths from the project's folder
 * @returns {string} the new folder
 */
export function stage(paths) {
  const folder = mkdtempSync(join(tmpdir(), 'recline-package-'))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  for (const path of paths) {
    const copy = join(folder, path)
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(join(root, path), copy)
    chmodSync(copy, programs.has(path) ? 0o755 : 0o644)
  }
  return folder
}

/**
 * Writes a file that only the package has.
 *
 * @param {string} folder the folder from `stage`
 * @param {string} path from there; its folder has other files
 * @param {string} text
 */
export function stageText(folder, path, text) {
  const file = join(folder, path)
  writeFileSync(file, text)
  chmodSync(file, 0o644)
}
