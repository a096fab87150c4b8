// The licenses of the packages that are part of the programs. They demand that their text comes with each copy.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titleOf } from './bundled-packages.mjs'

/** @typedef {import('./bundled-packages.mjs').BundledPackage} BundledPackage */

/** The file with the licenses. Both packages have it. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

/**
 * @param {readonly BundledPackage[]} packages
 * @returns {string} the content of the file
 */
export function thirdPartyNotices(packages) {
  const line = '-'.repeat(80)
  const notices = packages.map(each => `${line}\n${titleOf(each)} (${each.license})\n${line}\n\n${licenseText(each)}`)
  return (
    ['The programs of Recline contain the following packages. "npm run generate" writes this file.', ...notices].join(
      '\n\n',
    ) + '\n'
  )
}

/** @param {BundledPackage} of */
function licenseText({ folder, name }) {
  const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} has no license file: add its license to scripts/notices.mjs.`)
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}
