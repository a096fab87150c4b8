// The types of the library for TypeScript, one file for each module, without what it uses inside.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, root } from './project.mjs'

/** @returns {Promise<Map<string, string>>} the texts by the names of the files, such as `check.d.mts` */
export async function libraryTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'recline-types-'))
  try {
    const projects = ['library', 'library/node']
    const options = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    for (const project of projects)
      await mustRun(process.execPath, [
        ...[tsc, '-p', join(root, project)],
        ...options,
        ...['--rootDir', root, '--outDir', folder],
      ])
    const made = join(folder, 'library')
    const names = readdirSync(made).filter(name => name.endsWith('.d.ts') && name !== 'read.d.ts')
    const types = names.map(name => /** @type {const} */ ([asModule(name), readFileSync(join(made, name), 'utf8')]))
    const ofFolders = readFileSync(join(folder, 'library/node/index.d.ts'), 'utf8').replaceAll("'../", "'./")
    return new Map(
      [...types, /** @type {const} */ (['node.d.mts', ofFolders])].map(([name, text]) => [name, asModule(text)]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Names of files as those of ES modules, as the package has no `"type": "module"`. @param {string} text */
const asModule = text => text.replace(/\.d\.ts$/, '.d.mts').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'")
