// The licenses of the packages that are part of the bundles. They demand that their text comes with each copy.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundles } from './bundles.mjs'
import { root } from './project.mjs'

/** The file with the licenses. Both packages have it. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

/** @returns {Promise<string>} the content of the file */
export async function thirdPartyNotices() {
  const folders = await bundledPackages()
  const notices = folders.map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { title: `${name} ${version} (${license})`, text: licenseText(folder, name) }
  })
  notices.sort((one, other) => (one.title < other.title ? -1 : 1))
  const line = '-'.repeat(80)
  return (
    [
      'The programs of Recline contain the following packages. "npm run generate" writes this file.',
      ...notices.map(({ title, text }) => `${line}\n${title}\n${line}\n\n${text}`),
    ].join('\n\n') + '\n'
  )
}

/** @returns {Promise<string[]>} the folders of all packages that are part of a bundle, each once */
async function bundledPackages() {
  const builds = await Promise.all(
    bundles().map(options => build({ ...options, metafile: true, write: false, logLevel: 'silent' })),
  )
  const folders = new Set()
  for (const { metafile } of builds)
    for (const input of Object.keys(metafile.inputs)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []
      if (folder !== undefined) folders.add(join(root, folder))
    }
  return [...folders]
}

/**
 * @param {string} folder the folder of a package
 * @param {string} name its name
 */
function licenseText(folder, name) {
  const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} has no license file: add its license to scripts/notices.mjs.`)
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}
