// The packages that are part of the programs. esbuild says which files a program is made of.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundles, playgroundBundles } from './bundles.mjs'
import { root } from './project.mjs'

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license the id of its license in the list of SPDX, such as `MIT`
 * @property {string} folder
 * @property {readonly string[]} programs the programs that it is part of, such as `dist/cli.js`
 */

/** @returns {Promise<BundledPackage[]>} the packages that are part of a program, each once, by name and version */
export async function bundledPackages() {
  /** @type {Map<string, Set<string>>} */
  const programsOf = new Map()
  for (const options of [...bundles(), ...playgroundBundles()]) {
    const { metafile } = await build({ ...options, metafile: true, write: false, logLevel: 'silent' })
    for (const input of Object.keys(metafile.inputs)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []
      if (folder === undefined) continue
      const programs = programsOf.get(folder) ?? new Set()
      programsOf.set(folder, programs.add(options.outfile ?? ''))
    }
  }
  const packages = [...programsOf].map(([path, programs]) => {
    const folder = join(root, path)
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { name, version, license, folder, programs: [...programs].sort() }
  })
  return packages.sort((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1))
}

/** @param {{ readonly name: string, readonly version: string }} one */
export const titleOf = ({ name, version }) => `${name} ${version}`
