// The types of the library for TypeScript, one file for each module, without what it uses inside.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, root } from './project.mjs'

/** @returns {Promise<Map<string, string>>} the texts by the names of the files, such as `check.d.mts` */
export async function libraryTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'recline-types-'))
  try {
    const options = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await mustRun(process.execPath, [
      tsc,
      '-p',
      join(root, 'library'),
      ...options,
      '--rootDir',
      root,
      '--outDir',
      folder,
    ])
    const made = join(folder, 'library')
    const names = readdirSync(made).filter(name => name !== 'read.d.ts')
    return new Map(names.map(name => [asModule(name), asModule(readFileSync(join(made, name), 'utf8'))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Names of files as those of ES modules, as the package has no `"type": "module"`. @param {string} text */
const asModule = text => text.replace(/\.d\.ts$/, '.d.mts').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'")
