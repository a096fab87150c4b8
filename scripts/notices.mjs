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
  if (file === undefined && name === 'saxes') return licenseOfSaxes
  if (file === undefined) throw new Error(`${name} has no license file: add its license to scripts/notices.mjs.`)
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}

/** The license of saxes, which its package lacks: https://github.com/lddubeau/saxes/blob/master/LICENSE */
const licenseOfSaxes = `The ISC License

Copyright (c) Contributors
Copyright (c) Isaac Z. Schlueter and Contributors (sax, from which saxes was forked)

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`
